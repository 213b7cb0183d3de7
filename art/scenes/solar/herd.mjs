import { clamp, dot, fbm } from '../../kit/core.mjs'
import { cowBody, cowCoat, drawAnimal } from '../../kit/animals.mjs'
import { ground } from './place.mjs'
const { max, pow } = Math

/** The cattle, as items for `paintByDepth`. */
export function herd({ R, frame, cam, look }) {
  return look.cows.map(([x, z, scale, heading, graze, coat], i) => ({
    z,
    raster: true,
    draw: () => {
      const at = { x, y: ground(x, z) - 0.02, z, scale, heading }
      const body = (a, b, c) => cowBody(a, b, c, graze, 0.5 - i * 0.4)
      const shade = (n, l, w, d) => shadeCow(look, { albedo: cowCoat(coat, ...l, graze, i), n, l, d, i })
      drawAnimal(R, frame, cam, at, body, 1.75, 1.75, shade)
    },
  }))
}

function shadeCow({ sun, sunColor, ambient }, { albedo, n, l, d, i }) {
  const key = max(0, dot(n, sun))
  const rim = pow(clamp(1 + dot(n, d)), 2.4) * 0.16
  const hair = 0.75 + 0.5 * fbm(l[0] * 3 + i, l[1] * 4, 3)
  return [0, 1, 2].map(
    (j) =>
      albedo[j] *
        hair *
        (sunColor[j] * key * 1.15 + ambient[j] * (0.55 + 0.4 * n[1]) + [0.16, 0.1, 0.05][j] * max(0, -n[1])) +
      rim * ambient[j],
  )
}
