import { clamp, dot, mix3 } from '../../kit/core.mjs'
import { cowBody, cowCoat, drawAnimal } from '../../kit/animals.mjs'
const { max, pow } = Math

/** x, z, scale, heading (0 = facing right), grazing, coat */
const COWS = [
  [4.6, 41, 1, 0.2, 1, 0],
  [1.2, 46, 1, 2.9, 0, 1],
  [8.5, 49, 1, 0.4, 1, 0],
  [3.4, 52, 0.62, 0.1, 0, 0],
  [13, 56, 1, 3.3, 1, 2],
  [-1.5, 58, 1, 0.15, 1, 0],
  [6.8, 63, 1, 2.8, 1, 1],
  [18, 66, 1, 0.3, 0, 0],
  [-5.5, 69, 1, 3.0, 1, 0],
  [11.5, 74, 1, 0.2, 1, 0],
  [1.5, 80, 1, -0.3, 1, 1],
  [24, 84, 1, 2.7, 1, 0],
  [-8, 90, 1, 0.3, 1, 0],
  [8, 98, 1, 3.1, 1, 2],
  [17, 108, 1, 0.2, 1, 0],
]

/** The cattle along the fence, as items for `paintByDepth`. */
export function herd(scene) {
  return COWS.map(([x, z, scale, heading, graze, coat], i) => ({
    z,
    raster: true,
    draw: () => {
      const at = { x, y: scene.place.ground(x, z) - 0.03, z, scale, heading }
      const body = (a, b, c) => cowBody(a, b, c, graze, ((i * 0.618) % 1) * 2 - 1)
      const shade = (n, l, w, d) => shadeCow(scene, { albedo: cowCoat(coat, ...l, graze, i), n, w, d })
      drawAnimal(scene.R, scene.frame, scene.cam, at, body, 1.75, 1.75, shade)
    },
  }))
}

function shadeCow({ look: { sun, sunColor, ambient }, hazeAt }, { albedo, n, w, d }) {
  const key = max(0, dot(n, sun))
  const rim = pow(clamp(1 + dot(n, d)), 2.4) * 0.16
  const [hz, hc] = hazeAt(...w)
  const lit = [0, 1, 2].map(
    (j) =>
      albedo[j] *
        (sunColor[j] * key * 1.1 + ambient[j] * (0.6 + 0.4 * n[1]) + [0.12, 0.13, 0.04][j] * max(0, -n[1])) +
      rim * ambient[j],
  )
  return mix3(lit, hc, clamp(hz * 0.6))
}
