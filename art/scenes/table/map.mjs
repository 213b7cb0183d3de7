import { clamp, n2 } from '../../kit/core.mjs'
import { hit, nearer } from '../../kit/sdf.mjs'
import { fireRing } from './fire-ring.mjs'
import { furniture } from './furniture.mjs'
import { kitchen } from './kitchen.mjs'
import { MATERIAL, TABLE } from './places.mjs'
const { abs, max, min, round, sin, sqrt } = Math

/** Distance to everything; `hit.id` tells what. Far things are stood for by the boxes around them. */
export function map(x, y, z) {
  let d = y - 0.012 * n2(x * 1.1, z * 1.1) - 0.02 * n2(x * 0.3, z * 0.3)
  hit.id = MATERIAL.ground
  d = furniture(d, x - TABLE.x, y, z - TABLE.z)
  d = posts(d, x - TABLE.x, y, z - TABLE.z)
  d = kitchen(d, x, y, z)
  return fireRing(d, x, y, z)
}

/** The juniper posts that carry the lights. */
function posts(d, tx, y, tz) {
  const ax = abs(tx)
  if (ax <= 1.9 || ax >= 2.5) {
    const far = abs(ax - 2.15) - 0.15
    return far > 0 && y < 2.9 && far < d && abs(tz) < 4 ? min(d, max(0.05, far)) : d
  }
  const pz = tz - round(clamp(tz / 3.3, 0, 1)) * 3.3
  const px = ax - 2.15 + 0.02 * sin(y * 3 + tz)
  return nearer(d, max(sqrt(px * px + pz * pz) - 0.062 - 0.008 * n2(y * 3, tz), y - 2.86), MATERIAL.darkWood)
}
