import { clamp, n3 } from '../../kit/core.mjs'
import { box, capsule, cylinder, ellipsoid, nearer, smin } from '../../kit/sdf.mjs'
import { MATERIAL } from './places.mjs'
const { max, min, round, sin, sqrt } = Math

/** The outdoor kitchen on the right: counter, back wall, oven, shelf. */
export function kitchen(d, x, y, z) {
  const around = box(x - 4.0, y - 1.1, z - 7.6, 1.3, 1.5, 3.4)
  if (around > 0.3) return nearer(d, around, MATERIAL.adobe)
  const mouth = max(ellipsoid(x - 3.4, y - 1.05, z - 8.72, 0.42, 0.27, 0.25), 0.86 - y)
  const walls = max(masonry(x, y, z), -mouth) + plaster(x, y, z)
  let nearest = nearer(d, walls, mouth < 0.03 ? MATERIAL.coal : MATERIAL.adobe)
  nearest = nearer(nearest, box(x - 3.9, y - 0.905, z - 7.0, 0.52, 0.028, 1.75, 0.012), MATERIAL.stone)
  return y > 0.85 && y < 1.9 ? things(nearest, x, y, z) : nearest
}

/** Wall and counter, the oven's dome and its chimney. */
function masonry(x, y, z) {
  let k = smin(
    box(x - 4.55, y - 0.95, z - 7.6, 0.22, 1.0, 3.0, 0.16),
    box(x - 3.95, y - 0.42, z - 7.3, 0.5, 0.46, 2.3, 0.08),
    0.12,
  )
  k = smin(k, max(sqrt((x - 4.0) ** 2 + ((y - 0.85) * 0.85) ** 2 + (z - 9.1) ** 2) - 0.74, 0.8 - y), 0.1)
  return smin(k, capsule(x, y, z, 4.3, 1.3, 9.1, 4.42, 2.35, 9.1, 0.2, 0.15), 0.12)
}

function plaster(x, y, z) {
  return 0.012 * n3(x * 2.1 + y, y * 2.1 - z, z * 2.1 + x) + 0.004 * n3(x * 6 + z, y * 6 + x, z * 6 - y)
}

/** On the counter: two pots and a board. On the shelf: jars. */
function things(d, x, y, z) {
  const pots = min(
    cylinder(x - 3.95, y - 1.02, z - 6.0, 0.11, 0.09, 0.02),
    cylinder(x - 4.1, y - 1.0, z - 6.5, 0.07, 0.07, 0.01),
  )
  let nearest = nearer(d, pots, MATERIAL.clay)
  nearest = nearer(nearest, box(x - 3.75, y - 0.95, z - 7.2, 0.17, 0.014, 0.28, 0.01), MATERIAL.wood)
  nearest = nearer(nearest, box(x - 4.25, y - 1.48, z - 6.6, 0.13, 0.02, 0.95, 0.006), MATERIAL.darkWood)
  return nearer(nearest, jars(x - 4.25, y - 1.59, z - 6.6), MATERIAL.clay)
}

function jars(x, y, z) {
  const jz = z - round(clamp(z / 0.3, -2, 2)) * 0.3
  const k = round(z / 0.3)
  return cylinder(x, y, jz, 0.07 - 0.012 * sin(k * 5), 0.09 + 0.02 * sin(k * 3), 0.02)
}
