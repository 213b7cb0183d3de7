/** Distances on the workbench; meters, x right, y up from the bench, z away from the viewer. */
import { n2, n3, ss } from '../../kit/core.mjs'
import { hit, nearer } from '../../kit/sdf.mjs'
import { coil, hide } from './hides.mjs'
import { lantern } from './lantern.mjs'
import { MATERIAL } from './places.mjs'
import { awl, knife, mallet } from './tools.mjs'
import { pony } from './pony.mjs'
import { spool } from './spool.mjs'
const { abs, max } = Math

/** Distance to everything; `hit.id` tells what. Far things are stood for by the shapes around them. */
export function map(x, y, z) {
  let d = planks(x, y, z)
  hit.id = MATERIAL.bench
  d = nearer(d, wall(x, y, z), MATERIAL.wall)
  d = hide(d, x, y, z)
  d = coil(d, x, y, z)
  d = pony(d, x, y, z)
  d = awl(d, x, y, z)
  d = knife(d, x, y, z)
  d = mallet(d, x, y, z)
  d = spool(d, x, y, z)
  return lantern(d, x, y, z)
}

/** Planks with open joints. */
function planks(x, y, z) {
  const joint = abs(((((z / 0.168) % 1) + 1) % 1) - 0.5)
  const groove = 0.004 * ss(0.475, 0.5, joint)
  return max(y + groove + 0.0012 * n2(x * 3, z * 40), z - 1.8)
}

function wall(x, y, z) {
  return 2.05 - z + 0.01 * n3(x * 2.1 + y, y * 2.1, z) + 0.003 * n3(x * 7, y * 7 + x, z * 7)
}
