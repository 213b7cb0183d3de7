import { box, cylinder, ellipsoid, nearer, smin } from '../../kit/sdf.mjs'
import { MATERIAL, WIN } from './places.mjs'
const { max, min } = Math

/** Frame and bars of the window, and a vase on its sill; seen from the window's middle. */
export function windowFrame(d, x, y, z) {
  const around = box(x, y, z, WIN.w + 0.1, WIN.h + 0.1, 0.36)
  if (around > 0.08) return min(d, around)
  const frame = max(
    box(x, y, z, WIN.w + 0.2, WIN.h + 0.2, 0.035, 0.005),
    -box(x, y, z, WIN.w - 0.055, WIN.h - 0.055, 1, 0.0),
  )
  const bars = min(box(x, y, z, 0.022, WIN.h, 0.022, 0.004), box(x, y - 0.1, z, WIN.w, 0.02, 0.022, 0.004))
  const vase = smin(
    ellipsoid(x - 0.58, y + 0.53, z + 0.26, 0.085, 0.12, 0.085),
    cylinder(x - 0.58, y + 0.39, z + 0.26, 0.035, 0.06, 0.015),
    0.05,
  )
  return nearer(nearer(d, min(frame, bars), MATERIAL.wood), vase, MATERIAL.clay)
}
