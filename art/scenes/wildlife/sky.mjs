import { clamp, fbm, mix3, mul3, norm } from '../../kit/core.mjs'
import { makeSky, planeClouds } from '../../kit/sky.mjs'
import { DROP, sun } from './place.mjs'
const { exp, max } = Math

const PLAIN = {
  sun,
  spread: 0.06,
  height: 0.34,
  towards: [
    [0, '#ffdf9c'],
    [0.05, '#ffcf8c'],
    [0.12, '#fdb884'],
    [0.22, '#f0a88e'],
    [0.36, '#cfa3a6'],
    [0.56, '#98a0be'],
    [0.8, '#6d8fbd'],
    [1, '#5580b4'],
  ],
  away: [
    [0, '#e3b3a2'],
    [0.07, '#d5aaa8'],
    [0.18, '#b7a3b3'],
    [0.34, '#939fc0'],
    [0.6, '#6c8fbe'],
    [1, '#4b77ad'],
  ],
}
const LOBES = [
  [2600, [1.5, 1.2, 0.65]],
  [260, [0.42, 0.3, 0.15]],
  [30, [0.24, 0.14, 0.06]],
]
const CLOUDS = {
  scale: [0.22, 0.95],
  seed: 8.1,
  cover: -0.02,
  curve: 0.07,
  shadeCool: [0.5, 0.44, 0.56],
  shadeWarm: [0.86, 0.55, 0.42],
  lightCool: [0.92, 0.7, 0.68],
  lightWarm: [1.5, 0.98, 0.6],
  spread: 0.16,
  opacity: 0.66,
  low: 0.03,
}

/** `sky(direction)`, and `hazeAt(x, y, z)` -> [amount, color]: haze lies over the land below the ridge. */
export function makeDawnSky() {
  const clear = makeSky({ ...PLAIN, disc: 9, lobes: LOBES })
  const clouds = planeClouds({ sun, ...CLOUDS })
  const plain = makeSky(PLAIN)
  const hazeAt = (x, y, z) => {
    const low = plain(norm([x / z, 0.012, 1]))
    const up = plain(norm([x / z, 0.07, 1]))
    const pool =
      z > 60
        ? 0.8 *
          exp(-max(0, y - DROP - 5) / 70) *
          (1 - exp(-z / 5200)) *
          (0.72 + 0.5 * fbm(x / 900, z / 1500, 3))
        : 0
    const T = 1 - exp(-z / 9500)
    return [
      clamp(T + pool * (1 - T)),
      mix3(mul3(up, 0.8), mul3(low, 0.95), clamp(0.35 + pool * 0.8 + T * 0.3)),
    ]
  }
  return { sky: (d) => (d[1] > 0 ? clouds(d, clear(d)) : plain([d[0], 0.002, d[2]])), hazeAt }
}
