import { box, cylinder, ellipsoid, nearer, smin } from '../../kit/sdf.mjs'
import { MATERIAL } from './places.mjs'
const { abs, max, min, sqrt } = Math

/** Table, lamp and two books beside the bed. */
export function bedside(d, x, y, z) {
  const table = min(
    box(x - 2.26, y - 0.58, z - 4.5, 0.26, 0.022, 0.26, 0.01),
    box(abs(x - 2.26) - 0.22, y - 0.28, abs(z - 4.5) - 0.22, 0.025, 0.29, 0.025, 0.005),
    box(x - 2.26, y - 0.44, z - 4.5, 0.23, 0.08, 0.23, 0.01),
  )
  const lamp = smin(
    ellipsoid(x - 2.26, y - 0.74, z - 4.52, 0.11, 0.14, 0.11),
    cylinder(x - 2.26, y - 0.93, z - 4.52, 0.02, 0.08, 0.01),
    0.05,
  )
  const books = min(
    box(x - 2.14, y - 0.622, z - 4.36, 0.1, 0.018, 0.07, 0.004),
    box(x - 2.15, y - 0.655, z - 4.37, 0.085, 0.015, 0.062, 0.004),
  )
  let nearest = nearer(d, table, MATERIAL.wood)
  nearest = nearer(nearest, lamp, MATERIAL.clay)
  nearest = nearer(nearest, lampshade(x - 2.26, y - 1.1, z - 4.52), MATERIAL.shade)
  return nearer(nearest, books, MATERIAL.leather)
}

function lampshade(x, y, z) {
  const r = 0.17 - 0.28 * y * 0.35
  return max(abs(sqrt(x ** 2 + z ** 2) - r) - 0.006, abs(y) - 0.13) * 0.9
}
