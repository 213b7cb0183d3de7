import { clamp, dot, mix3, ss } from '../../kit/core.mjs'
import { drawAnimal } from '../../kit/animals.mjs'
import { pronghornBody, pronghornCoat } from '../../kit/creatures-pronghorn.mjs'
import { ambient, crest, ridge, sun, sunColor } from './place.mjs'
const { max, pow } = Math

/** x, heading (0 = facing right), head, step, scale, horns */
const HERD = [
  [-5.25, 0.35, 'graze', 0.4, 0.98, 0.55],
  [-2.35, 2.85, 'look', -0.5, 1.0, 0.5],
  [0.55, 0.15, 'up', 0.7, 1.12, 1.0],
  [2.75, -0.35, 'graze', -0.6, 0.96, 0.5],
  [6.0, 2.95, 'up', 0.3, 1.04, 0.8],
]

/** The pronghorn on the crest, as items for `paintByDepth`. */
export function herd({ R, frame, cam, hazeAt }) {
  return HERD.map(([x, heading, head, step, scale, horns], i) => {
    const z = crest(x) + 0.15 - 0.5 * (i % 2)
    const at = { x, y: ridge(x, z) - 0.02, z, scale, heading }
    const body = (a, b, c) => pronghornBody(a, b, c, head, step, horns)
    const shade = (n, l, w, d) =>
      mix3(lit({ albedo: pronghornCoat(...l, head), n, d }), hazeAt(w[0], w[1], 300)[1], 0.05)
    return { z, raster: true, draw: () => drawAnimal(R, frame, cam, at, body, 1.05, 1.75, shade) }
  })
}

/** With a rim of light from the sun behind. */
function lit({ albedo, n, d }) {
  const key = max(0, dot(n, sun))
  const wrap = ss(-0.2, 0.8, n[0] * sun[0] * 1.5 + n[1] * 0.8 + n[2] * 0.25)
  const rim = pow(clamp(1 + dot(n, d)), 2.0) * wrap * 2.1
  return [0, 1, 2].map(
    (j) =>
      albedo[j] *
        (sunColor[j] * key * 1.25 +
          ambient[j] * (0.62 + 0.38 * n[1]) +
          [0.18, 0.11, 0.06][j] * (1 - n[1]) * 0.5) +
      sunColor[j] * 0.42 * rim,
  )
}
