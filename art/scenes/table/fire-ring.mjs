import { TAU } from '../../kit/core.mjs'
import { box, capsule, nearer, sphere } from '../../kit/sdf.mjs'
import { FIRE, MATERIAL } from './places.mjs'
const { abs, atan2, cos, min, round, sin } = Math

/** x, z and heading of the chairs, from the fire. */
const SEATS = [
  [-1.7, -0.4, 0.35],
  [1.5, -0.9, 2.5],
  [-0.6, 1.6, -1.2],
  [1.5, 1.1, -2.5],
]

/** Stones, logs, chairs around. */
export function fireRing(d, x, y, z) {
  const fx = x - FIRE[0]
  const fz = z - FIRE[1]
  const around = box(fx, y - 0.5, fz, 2.6, 0.8, 2.6)
  if (around > 0.3) return nearer(d, around, MATERIAL.stone)
  let nearest = nearer(d, stones(fx, y, fz), MATERIAL.stone)
  const logs = min(
    capsule(fx, y, fz, -0.4, 0.06, -0.1, 0.35, 0.16, 0.15, 0.06),
    capsule(fx, y, fz, 0.3, 0.06, -0.3, -0.2, 0.2, 0.25, 0.055),
  )
  nearest = nearer(nearest, logs, MATERIAL.coal)
  for (const [cx, cz, angle] of SEATS) {
    const rx = fx - cx
    const rz = fz - cz
    if (rx * rx + rz * rz > 1.2) continue
    const c = cos(angle)
    const s = sin(angle)
    nearest = nearer(nearest, chair(rx * c + rz * s, y, -rx * s + rz * c), MATERIAL.darkWood)
  }
  return nearest
}

/** Twelve in a ring: the nearest decides. */
function stones(x, y, z) {
  const a = (round((atan2(z, x) / TAU) * 12) / 12) * TAU
  return sphere(x - 0.62 * cos(a), (y - 0.07) * 1.2, z - 0.62 * sin(a), 0.16 + 0.03 * sin(a * 7)) * 0.85
}

/** An Adirondack chair that faces +x. */
function chair(x, y, z) {
  const seat = box(x - 0.05, y - 0.34 - x * 0.12, z, 0.3, 0.022, 0.3, 0.01)
  const bx = (x + 0.3) * 0.94 + (y - 0.4) * 0.3
  const by = -(x + 0.3) * 0.3 + (y - 0.4) * 0.94
  const az = abs(z) - 0.33
  return min(
    seat,
    box(bx, by - 0.33, z, 0.022, 0.42, 0.28, 0.01),
    box(x, y - 0.58, az, 0.36, 0.02, 0.07, 0.01),
    box(x - 0.3, y - 0.28, az, 0.03, 0.3, 0.04, 0.01),
    box(x + 0.24, y - 0.26, az, 0.03, 0.3, 0.04, 0.01),
  )
}
