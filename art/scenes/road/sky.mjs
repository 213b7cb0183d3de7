import { clamp, fbm, mix3, mul3, norm, ss } from '../../kit/core.mjs'
import { makeSky, planeClouds } from '../../kit/sky.mjs'
import { sun } from './place.mjs'
const { exp, max } = Math

const PLAIN = {
  sun,
  spread: 0.22,
  height: 0.42,
  towards: [
    [0, '#ffe7b8'],
    [0.06, '#ffd8a0'],
    [0.14, '#fbc69d'],
    [0.26, '#e9bfb4'],
    [0.42, '#bcc2d2'],
    [0.66, '#88aed0'],
    [1, '#5385b8'],
  ],
  away: [
    [0, '#e7c8bd'],
    [0.07, '#d9bfc4'],
    [0.18, '#bdbace'],
    [0.34, '#9cb4d2'],
    [0.62, '#6f9ecb'],
    [1, '#4a7db6'],
  ],
}
const LOBES = [
  [2600, [1.3, 1.08, 0.65]],
  [260, [0.36, 0.27, 0.15]],
  [24, [0.22, 0.14, 0.07]],
]
const CLOUDS = {
  scale: [0.34, 0.95],
  seed: 5.6,
  cover: 0.02,
  shadeCool: [0.52, 0.52, 0.64],
  shadeWarm: [0.86, 0.66, 0.56],
  lightCool: [1.0, 0.86, 0.82],
  lightWarm: [1.38, 1.05, 0.72],
  spread: 0.5,
  opacity: 0.68,
  low: 0.02,
}

/** `sky(direction)`, and `hazeAt(x, y, z)` -> [amount, color]: the air, and mist in the dips. */
export function makeMorningSky() {
  const clear = makeSky({ ...PLAIN, disc: 9, lobes: LOBES })
  const clouds = planeClouds({ sun, ...CLOUDS })
  const plain = makeSky(PLAIN)
  const hazeAt = (x, y, z) => {
    const low = plain(norm([x / z, 0.016, 1]))
    const up = plain(norm([x / z, 0.08, 1]))
    const mist =
      0.55 *
      ss(90, 420, z) *
      exp(-max(0, y + 3) / (5 + z * 0.01)) *
      (0.55 + 0.6 * fbm(x / (70 + z * 0.05), z / (150 + z * 0.08), 3))
    const T = 1 - exp(-z / 13500)
    return [clamp(T + mist * (1 - T)), mix3(mul3(up, 0.82), mul3(low, 0.92), clamp(0.35 + mist))]
  }
  return { sky: (d) => clouds(d, clear(d)), hazeAt }
}
