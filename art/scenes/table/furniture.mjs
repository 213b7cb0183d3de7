import { clamp, ss } from '../../kit/core.mjs'
import { box, nearer } from '../../kit/sdf.mjs'
import { MATERIAL, TABLE } from './places.mjs'
import { tableTop } from './table-top.mjs'
const { abs, min, round } = Math

/** Table and benches, seen from the table's middle, with what is laid on the table. */
export function furniture(d, x, y, z) {
  const around = box(x, y - 0.6, z, 1.15, 0.62, TABLE.half + 0.1)
  if (around > 0.3) return nearer(d, around, MATERIAL.wood)
  let nearest = nearer(d, planks(x, y, z), MATERIAL.wood)
  nearest = nearer(nearest, trestles(abs(x), x, y, z), MATERIAL.darkWood)
  nearest = nearer(nearest, benches(abs(x), y, z), MATERIAL.wood)
  return y > 0.72 && y < 1.2 ? tableTop(nearest, x, y, z) : nearest
}

function planks(x, y, z) {
  const joint = 0.004 * ss(0.47, 0.5, abs(((((x / 0.21) % 1) + 1) % 1) - 0.5))
  return box(x, y - 0.745, z, 0.52, 0.03, TABLE.half, 0.008) + joint
}

function trestles(ax, x, y, z) {
  const lz = z - round(clamp(z / 2.3, -1, 1)) * 2.3
  return min(
    box(ax - 0.34, y - 0.36, lz, 0.045, 0.36, 0.06, 0.01),
    box(x, y - 0.12, lz, 0.4, 0.04, 0.05, 0.01),
    box(x, y - 0.66, lz, 0.42, 0.04, 0.05, 0.01),
    box(x, y - 0.3, z, 0.03, 0.035, TABLE.half - 0.4, 0.01),
  )
}

function benches(ax, y, z) {
  return min(
    box(ax - 0.92, y - 0.44, z, 0.16, 0.024, TABLE.half - 0.15, 0.01),
    box(ax - 0.92, y - 0.21, z - round(clamp(z / 1.25, -2, 2)) * 1.25, 0.12, 0.21, 0.035, 0.01),
  )
}
