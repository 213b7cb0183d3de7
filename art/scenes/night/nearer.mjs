import { hit } from '../../kit/sdf.mjs'

/** The smaller of two distances; when it is the second, its material is what was hit. */
export function nearer(d, other, material) {
  if (other >= d) return d
  hit.id = material
  return other
}
