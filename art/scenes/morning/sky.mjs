import { clamp, dot, fbm, mix3, mul3, norm, ss } from '../../kit/core.mjs'
import { makeSky, planeClouds } from '../../kit/sky.mjs'
import { sun } from './place.mjs'
const { exp, max, pow } = Math

const BASE = {
  sun,
  spread: 0.14,
  height: 0.34,
  towards: [
    [0, '#ffe6b4'],
    [0.05, '#ffdba6'],
    [0.12, '#fccda6'],
    [0.22, '#eec9bb'],
    [0.36, '#c9cdd2'],
    [0.55, '#9dbdd3'],
    [0.78, '#7aa6c9'],
    [1, '#5f90bb'],
  ],
  away: [
    [0, '#f0d3c0'],
    [0.06, '#e9cfc4'],
    [0.15, '#d9cccb'],
    [0.28, '#bccbd6'],
    [0.5, '#93b7d2'],
    [0.78, '#6f9ec6'],
    [1, '#5688b6'],
  ],
}
const GLOW = [24, [0.22, 0.14, 0.07]]
const LOBES = [[2600, [1.3, 1.08, 0.65]], [260, [0.36, 0.27, 0.15]], GLOW]
const CLOUDS = {
  seed: 4.4,
  cover: 0.01,
  shadeCool: [0.6, 0.62, 0.7],
  shadeWarm: [0.86, 0.72, 0.62],
  lightCool: [1.0, 0.93, 0.86],
  lightWarm: [1.32, 1.1, 0.82],
}

/** `clear(direction)`, `sky(direction)` with clouds, and `hazeAt(x, y, z)` -> [amount, color]. */
export function makeMistySky() {
  const clear = makeSky({ ...BASE, disc: 9, lobes: LOBES })
  const clouds = planeClouds({ sun, ...CLOUDS })
  return { clear, sky: (d) => clouds(d, clear(d)), hazeAt: makeHaze(makeSky({ ...BASE, lobes: [GLOW] })) }
}

/** Aerial perspective, and mist that pools in the low ground. */
function makeHaze(base) {
  return (x, y, z) => {
    const a = x / z
    const low = base(norm([a, 0.018, 1]))
    const up = base(norm([a, 0.07, 1]))
    const toSun = clamp(dot(norm([a, 0.02, 1]), sun))
    const T = 1 - exp(-z / 12500)
    const mist = clamp(
      (1 - exp(-max(0, z - 34) / 150)) *
        exp(-max(0, y + 0.6) / (4.2 + z * 0.012)) *
        (0.55 + 0.75 * fbm(x / (60 + z * 0.05) + 3, z / (140 + z * 0.08), 4)),
    )
    const f = max(mist, 0.62 * ss(1200, 5200, z) * exp(-max(0, y - 10) / 110)) * 0.88
    const fog = mix3(mul3(low, 0.95), [1.25, 1.02, 0.7], 0.35 * pow(toSun, 20))
    const air = mix3(mul3(up, 0.86), low, 0.35)
    const amount = f + T * (1 - f)
    return [amount, mix3(air, fog, amount > 0 ? f / amount : 0)]
  }
}
