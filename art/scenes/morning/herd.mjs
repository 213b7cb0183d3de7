import { clamp, dot, mix3, ss } from '../../kit/core.mjs'
import { cowBody, cowCoat, drawAnimal } from '../../kit/animals.mjs'
import { COWS, ground, sun } from './place.mjs'
const { max, pow } = Math

/** The cattle, as items for `paintByDepth`. */
export function herd({ R, frame, cam, hazeAt }) {
  return COWS.map(([x, z, scale, heading, graze, coat], i) => ({
    z,
    raster: true,
    draw: () => {
      const at = { x, y: ground(x, z), z, scale, heading }
      const body = (a, b, c) => cowBody(a, b, c, graze, ((i * 0.618) % 1) * 2 - 1)
      const shade = (n, l, w, d) => shadeCow({ albedo: cowCoat(coat, ...l, graze, i), n, d }, hazeAt(...w))
      drawAnimal(R, frame, cam, at, body, 1.75, 1.75, shade)
    },
  }))
}

/** With a bright rim towards the sun. */
function shadeCow({ albedo: a, n, d }, [hz, hc]) {
  const key = max(0, dot(n, sun))
  const facing = ss(-0.1, 0.7, n[0] * 0.45 + n[1] * 0.9 + n[2] * 0.3)
  const rim = pow(clamp(1 + dot(n, d)), 2.2) * (0.12 + 0.88 * facing) * 1.5
  const lit = [
    a[0] * (key * 3.4 + 0.42 + 0.16 * n[1]) + rim * 1.15,
    a[1] * (key * 2.5 + 0.46 + 0.2 * n[1]) + rim * 0.72,
    a[2] * (key * 1.4 + 0.55 + 0.3 * n[1]) + rim * 0.34,
  ]
  return mix3(lit, hc, hz)
}
