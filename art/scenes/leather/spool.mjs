import { cylinder, nearer } from '../../kit/sdf.mjs'
import { MATERIAL } from './places.mjs'
const { max, min, sin, sqrt } = Math

const PLACE = [0.235, 1.235]

/** Waxed thread. */
export function spool(d, x, y, z) {
  const sx = x - PLACE[0]
  const sz = z - PLACE[1]
  const r = sqrt(sx * sx + sz * sz)
  if (r >= 0.08 || y >= 0.14) return min(d, max(r - 0.06, y - 0.12, 0.012))
  const wood = min(
    cylinder(sx, y - 0.005, sz, 0.03, 0.005, 0.002),
    cylinder(sx, y - 0.085, sz, 0.03, 0.005, 0.002),
  )
  const thread = cylinder(sx, y - 0.045, sz, 0.0245 + 0.001 * sin(y * 1500 + 2 * sx * 40), 0.036, 0.003) * 0.8
  return nearer(nearer(d, wood, MATERIAL.oak), thread, MATERIAL.thread)
}
