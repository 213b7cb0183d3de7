import { shadow } from '../../kit/sdf.mjs'
import { map } from './map.mjs'
import { SUN, WIN } from './places.mjs'
const { abs, PI, sqrt } = Math

/** How much of the sun comes through the window's opening to a point, without looking at what stands between. */
export function throughWindow(x, y, z) {
  const t = (WIN.z + 0.42 - z) / SUN.from[2]
  if (t < 0) return 0
  const u = abs(x + SUN.from[0] * t - WIN.x)
  const v = y + SUN.from[1] * t - WIN.y
  if (u > WIN.w - 0.055 || abs(v) > WIN.h - 0.055) return 0
  const t2 = (WIN.z + 0.05 - z) / SUN.from[2]
  const u2 = abs(x + SUN.from[0] * t2 - WIN.x)
  const v2 = abs(y + SUN.from[1] * t2 - WIN.y)
  if (u2 > WIN.w + 0.07 || v2 > WIN.h + 0.05) return 0
  return u < 0.03 || abs(v - 0.1) < 0.025 ? 0.25 : 1
}

/** How much of the sun a point sees. */
export function sunVisible(x, y, z) {
  if (!throughWindow(x, y, z)) return 0
  return shadow(map, x, y, z, ...SUN.from, (WIN.z + 0.7 - z) / SUN.from[2], 60, 0.02, 60, 0.5)
}

/** Sky light from the window's rectangle on a surface, without looking at what stands between. */
export function skyThroughWindow([x, y, z], [nx, ny, nz]) {
  const dx = WIN.x - x
  const dy = WIN.y - y
  const dz = WIN.z + 0.2 - z
  const d2 = dx * dx + dy * dy + dz * dz
  const d = sqrt(d2)
  const c = (nx * dx + ny * dy + nz * dz) / d
  const cw = dz / d
  return c > 0 && cw > 0 ? (c * cw * 4 * WIN.w * WIN.h) / (PI * d2 + 2) : 0
}
