import { clamp, n2, ss } from '../../kit/core.mjs'
const { abs, max, pow, sin } = Math

/** How much of the ground at a point of the world is trodden path: from the foreground to the door. */
export function makePath({ porch, toLocal }) {
  return porch ? (x, z) => nearPath(...toLocal(x, z), x, z) : farPath
}

function nearPath(lx, lz, x, z) {
  const w = 0.35 * n2(x * 1.1, z * 0.7) + 0.2 * n2(x * 3.1, z * 3.1)
  return max(
    1 - ss(0.55, 1.2, abs(lx - 1.4 + 0.22 * (lz + 5.6)) / 1.05 + w),
    1 - ss(1.2, 2.4, -lz - 5.2 + w),
    lz > -5.8 ? 1 : 0,
  )
}

function farPath(x, z) {
  if (z >= 21.8) return 0
  const middle = 10.5 - 10.2 * pow(clamp((21.6 - z) / 15), 1.25) + 0.3 * sin(z * 0.7)
  return 1 - ss(0.35, 0.85, abs(x - middle) / (0.8 + 0.02 * z) + 0.25 * n2(x * 1.1, z * 0.7))
}
