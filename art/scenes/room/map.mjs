import { n2, n3 } from '../../kit/core.mjs'
import { box, hit, nearer } from '../../kit/sdf.mjs'
import { bed } from './bed.mjs'
import { bedside } from './bedside.mjs'
import { ceiling } from './ceiling.mjs'
import { corner } from './corner.mjs'
import { MATERIAL, WIN } from './places.mjs'
import { smax } from './smax.mjs'
import { windowFrame } from './window.mjs'
const { max } = Math

/** Distance to everything in the room; `hit.id` tells what. Far things are stood for by the boxes around them. */
export function map(x, y, z) {
  let d = shell(x, y, z)
  hit.id = MATERIAL.wall
  if (x < -1.2 && z > 1.9) d = corner(d, x, y, z)
  if (d < 0.12 && hit.id === MATERIAL.wall) d += plaster(x, y, z)
  d = nearer(d, y, MATERIAL.floor)
  if (y > 2.3) d = ceiling(d, x, y, z)
  d = windowFrame(d, x - WIN.x, y - WIN.y, z - WIN.z - 0.42)
  d = bed(d, x, y, z)
  if (x > 1.7 && z > 3.9) d = bedside(d, x, y, z)
  const rug = box(x + 0.75, y - 0.008, z - 2.55, 1.05, 0.013 + 0.003 * n2(x * 9, z * 9), 0.78, 0.01)
  return nearer(d, rug, MATERIAL.rug)
}

/** The room and the window tunnel are hollow, with rounded, hand-worked edges. */
function shell(x, y, z) {
  const room = -box(x, y - 1.4, z - 2.0, 2.6, 1.55, 3.0, 0.22)
  const flare = max(0, WIN.z + WIN.depth - z) * 0.16
  const tunnel = -box(x - WIN.x, y - WIN.y, z - 7, WIN.w + flare, WIN.h + flare * 0.6, 2.6, 0.03)
  return smax(room, tunnel, 0.1)
}

/** The surface as a hand leaves it. */
function plaster(x, y, z) {
  const u = 0.8 * x + 0.6 * y
  const v = 0.8 * y - 0.6 * x
  const a = 0.8 * v + 0.6 * z
  const b = 0.8 * z - 0.6 * v
  return (
    0.01 * n3(u * 1.7, a * 1.7, b * 1.7) +
    0.003 * n3(a * 4.9, b * 4.9, u * 4.9) +
    0.0013 * n3(b * 11, u * 11, a * 11)
  )
}
