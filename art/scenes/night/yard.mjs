import { clamp, TAU } from '../../kit/core.mjs'
import { box, capsule, hit, nearer, sphere } from '../../kit/sdf.mjs'
import { CHAIRS, FX, FZ, MATERIAL } from './places.mjs'
const { abs, atan2, cos, min, round, sin, sqrt } = Math

/** Distance to the fire ring with its logs, and to the chairs. */
export function yard(x, y, z) {
  const fx = x - FX
  const fz = z - FZ
  let d = stones(fx, y, fz)
  hit.id = MATERIAL.stone
  d = nearer(d, logs(fx, y, fz), MATERIAL.wood)
  for (const [cx, cz, c, s] of CHAIRS) {
    const rx = x - cx
    const rz = z - cz
    const far = abs(rx) > 1.2 || abs(rz) > 1.2
    const q = far ? sqrt(rx * rx + rz * rz) - 0.8 : chair(rx * c + rz * s, y, -rx * s + rz * c)
    d = nearer(d, q, MATERIAL.wood)
  }
  return d
}

/** Twelve in a ring: the nearest decides. */
function stones(x, y, z) {
  const k = round((atan2(z, x) / TAU) * 12)
  const angle = (k / 12) * TAU
  const sx = x - 0.62 * cos(angle)
  const sz = z - 0.62 * sin(angle)
  return sphere(sx, (y - 0.06) * 1.2, sz, 0.155 + 0.03 * sin(k * 7.3)) * 0.85
}

function logs(x, y, z) {
  return min(
    capsule(x, y, z, -0.4, 0.06, -0.1, 0.35, 0.16, 0.15, 0.06),
    capsule(x, y, z, 0.3, 0.06, -0.3, -0.2, 0.2, 0.25, 0.055),
    capsule(x, y, z, 0, 0.05, 0.38, 0.05, 0.24, -0.2, 0.06),
  )
}

/** An Adirondack chair that faces +x. */
function chair(x, y, z) {
  const seat = box(x - 0.05, y - 0.34 - x * 0.12, z, 0.3, 0.022, 0.3, 0.01)
  const bx = (x + 0.3) * 0.94 + (y - 0.4) * 0.3
  const by = -(x + 0.3) * 0.3 + (y - 0.4) * 0.94
  const back = box(bx, by - 0.33, z, 0.022, 0.42, 0.28 - 0.1 * clamp(by - 0.45), 0.01)
  const az = abs(z) - 0.33
  return min(
    min(seat, back),
    box(x, y - 0.58, az, 0.36, 0.02, 0.07, 0.01),
    box(x - 0.3, y - 0.28, az, 0.03, 0.3, 0.04, 0.01),
    box(x + 0.24, y - 0.26, az, 0.03, 0.3, 0.04, 0.01),
  )
}
