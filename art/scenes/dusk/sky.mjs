import { clamp, dot, fbm, mix3, mul3, ss } from '../../kit/core.mjs'
import { makeSky } from '../../kit/sky.mjs'
const { atan2, exp, pow } = Math

/**
 * The sky of a look: `sky(direction)` with sun and streaks of cloud, `haze(direction)` the color that far things
 * melt into.
 */
export function makeDuskSky(look, sun) {
  const sunAzimuth = atan2(sun[0], sun[2])
  const base = { sun, towards: look.towards, away: look.away, spread: look.spread, height: look.height }
  const clear = makeSky({ ...base, lobes: look.lobes, disc: look.disc ?? 0 })
  const air = makeSky(base)
  const streaks = makeStreaks(look, sun, sunAzimuth)
  return {
    sky: (d) => streaks(d, clear(d)),
    haze: (d) => {
      const c = air(d)
      const az = atan2(d[0], d[2]) - sunAzimuth
      const g = exp((-az * az) / 0.02) * 0.16
      return [c[0] + g * look.glow[0], c[1] + g * look.glow[1], c[2] + g * look.glow[2]]
    },
  }
}

const STREAKS = {
  dusk: { far: [0.55, 0.3, 0.38], shade: [0.3, 0.19, 0.3], opacity: 0.86, near: (warm) => warm },
  dawn: { far: [0.8, 0.62, 0.62], shade: [0.6, 0.52, 0.6], opacity: 0.86, near: (warm) => mul3(warm, 1.15) },
  night: { far: [0.1, 0.13, 0.2], shade: [0.045, 0.062, 0.1], opacity: 0.34, near: () => [0.16, 0.18, 0.22] },
}

/** Afterglow streaks: stretched cirrus, warm near the sun, violet away. */
function makeStreaks(look, sun, sunAzimuth) {
  const colors = look.night ? STREAKS.night : look.disc ? STREAKS.dawn : STREAKS.dusk
  return (d, c) => {
    if (d[1] < 0.004) return c
    const t = 1 / (d[1] + 0.012)
    const u = d[0] * t
    const v = d[2] * t
    const w = fbm(u * 0.25 + 4, v * 0.08, 3)
    const D = streakDensity(u, v, w)
    if (D <= 0) return c
    const az = atan2(d[0], d[2]) - sunAzimuth
    const lit = clamp(0.55 + (D - streakDensity(u + sun[0] * 0.9, v + 0.9, w)) * 1.5)
    const warm = mix3([1.25, 0.46, 0.26], [1.45, 0.86, 0.42], pow(clamp(dot(d, sun)), 10))
    const near = 0.28 + 0.72 * exp((-az * az) / 0.32)
    const bright = mix3(colors.far, colors.near(warm), near * (1 - ss(0.05, 0.33, d[1]) * 0.55))
    const dark = mul3(colors.shade, 0.7 + 0.5 * near)
    return mix3(c, mix3(dark, bright, lit), clamp(D * colors.opacity) * ss(0.004, 0.05, d[1]))
  }
}

function streakDensity(a, b, w) {
  return ss(
    0.1,
    0.62,
    fbm(a * 0.24 + w * 0.9 + 2.1, b * 0.62 + w * 0.6, 6, 2.1, 0.56) * 0.95 +
      fbm(a * 0.07 + 3.7, b * 0.15 + 5.2, 3) * 0.85 +
      fbm(a * 1.6 + b * 0.3, b * 2.2, 4, 2.1, 0.6) * 0.16 -
      0.05,
  )
}
