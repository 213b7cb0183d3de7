import { smin } from '../../kit/sdf.mjs'

/** The larger of two distances, with a rounded edge. */
export function smax(a, b, k) {
  return -smin(-a, -b, k)
}
