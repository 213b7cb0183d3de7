import { clamp, n2, ss, TAU } from '../../kit/core.mjs'
import { box, nearer } from '../../kit/sdf.mjs'
import { MATERIAL } from './places.mjs'
const { abs, atan2, max, min, round, sin, sqrt } = Math

/** x and z of the middle of the hide. */
export const HIDE = [-0.02, 1.12]
const COIL = [-0.47, 1.03]

/** How far inside its edge a point of the hide is. */
export function hideEdge(x, z) {
  return (
    0.335 +
    0.03 * sin(atan2(z, x) * 2 + 0.6) +
    0.022 * sin(atan2(z, x) * 3 + 2) +
    0.006 * n2(x * 12, z * 12) -
    sqrt(x * x * 0.58 + z * z * 1.55)
  )
}

/** It lies flat; its edge rolls up. */
export function hide(d, x, y, z) {
  const lx = x - HIDE[0]
  const lz = z - HIDE[1]
  const e = hideEdge(lx, lz)
  if (y >= 0.09 || e <= -0.08) return d
  const lift =
    0.004 + 0.016 * ss(0.1, 0.0, e) * (0.5 + 0.5 * n2(lx * 9, lz * 9)) + 0.006 * n2(lx * 5, lz * 5) ** 2
  return nearer(d, max(abs(y - lift) - 0.0022, -e * 0.8) * 0.75, MATERIAL.hide)
}

/** A strap, rolled up: a spiral. */
export function coil(d, x, y, z) {
  const cx = x - COIL[0]
  const cz = z - COIL[1]
  const r = sqrt(cx * cx + cz * cz)
  if (r >= 0.16 || y >= 0.1) return min(d, max(r - 0.15, y - 0.06, 0.01))
  const pitch = 0.0105
  const a = r - (pitch * atan2(cz, cx)) / TAU
  const turn = clamp(round(a / pitch), 2, 8)
  const spiral = max(abs(a - turn * pitch) - 0.0037, abs(y - 0.021) - 0.0205) * 0.8
  const end = box(cx + 0.02, y - 0.021, cz + 0.098, 0.12, 0.0205, 0.0035, 0.001)
  return nearer(nearer(d, spiral, MATERIAL.strap), end, MATERIAL.strap)
}
