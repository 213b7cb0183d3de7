import { clamp, fbm, fbm3, ramp, ss } from '../../kit/core.mjs'
import { galaxy } from '../../kit/stars.mjs'
const { asin, atan2, exp, max, pow } = Math

export const milkyWay = galaxy([0.16, 0.3, 1], [0.55, 1, 0.05])

const NIGHT = ramp([
  [0, '#26373f'],
  [0.06, '#1e303b'],
  [0.16, '#152637'],
  [0.32, '#0d1a2d'],
  [0.6, '#081124'],
  [1, '#050a19'],
])
const BLUE_HOUR = ramp([
  [0, '#e9b183'],
  [0.05, '#d3a692'],
  [0.13, '#8f93b0'],
  [0.28, '#4f74ae'],
  [0.5, '#2f559c'],
  [0.75, '#1c3c80'],
  [1, '#122c66'],
])

/** The sky without stars: gradient, airglow, one faint town glow far in the south-west. */
export function darkSky(dx, dy, dz, out) {
  const el = asin(clamp(dy, -1, 1))
  const c = NIGHT(clamp(el / 0.75))
  const air = exp(-pow((el - 0.1) / 0.13, 2)) * (0.85 + 0.35 * fbm3(dx * 2.2, dy * 7, dz * 2.2, 4))
  const town = exp(-pow((atan2(dx, dz) + 0.62) / 0.34, 2)) * exp(-max(0, el) / 0.1)
  out[0] = c[0] + 0.006 * air + 0.085 * town
  out[1] = c[1] + 0.018 * air + 0.048 * town
  out[2] = c[2] + 0.012 * air + 0.02 * town
}

/** The night sky with the Milky Way, which fades towards the horizon: (dx, dy, dz) -> color. */
export function makeNightSky() {
  const c = [0, 0, 0]
  const m = [0, 0, 0, 0]
  return (dx, dy, dz) => {
    darkSky(dx, dy, dz, c)
    milkyWay(dx, dy, dz, m)
    const k = (0.105 + m[3] * 0.062) * (0.2 + 0.8 * ss(-0.01, 0.24, asin(dy)))
    return [c[0] + m[0] * k, c[1] + m[1] * k, c[2] + m[2] * k]
  }
}

/** Some minutes after sunset, still warm on the left. */
export function blueHour(dx, dy, dz) {
  const el = asin(clamp(dy, -1, 1))
  const u = BLUE_HOUR(clamp(el / 0.62))
  const warm = exp(-pow((atan2(dx, dz) + 0.75) / 0.5, 2)) * exp(-max(0, el) / 0.13)
  const v = 1 + 0.1 * fbm((dx / (dy + 0.08)) * 0.5 + 3, (dz / (dy + 0.08)) * 0.9, 4)
  return [
    u[0] * (0.62 + 0.25 * warm) * v + 0.2 * warm,
    u[1] * 0.62 * v + 0.075 * warm,
    u[2] * 0.66 * v + 0.02 * warm,
  ]
}
