import { clamp, n2 } from '../../kit/core.mjs'
import { nearer } from '../../kit/sdf.mjs'
import { MATERIAL } from './places.mjs'
const { round, sqrt } = Math

/** Vigas, and the latillas above them. */
export function ceiling(d, x, y, z) {
  const vx = x - 0.12 - round(clamp((x - 0.12) / 0.92, -3, 2)) * 0.92
  const crooked = 0.012 * n2(z * 0.9, x * 0.5)
  const viga = sqrt((vx + crooked) ** 2 + (y - 2.66 + crooked) ** 2) - 0.105
  const lz = z - round(z / 0.085) * 0.085
  const latilla = (sqrt(lz * lz + (y - 2.845) ** 2) - 0.04) * 0.9
  return nearer(nearer(d, viga, MATERIAL.wood), latilla, MATERIAL.latilla)
}
