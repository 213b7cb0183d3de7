// Daylight skies: two colour ramps (towards / away from the sun), sun lobes, plane clouds, ray-marched cloud volumes, rainbows.
import { clamp, mix, ss, fbm, mix3, dot, ramp } from './core.mjs'

export const sunDirection = (azimuth, elevation) => [
  Math.sin(azimuth) * Math.cos(elevation),
  Math.sin(elevation),
  Math.cos(azimuth) * Math.cos(elevation),
]
/**
 * makeSky({sun, towards, away, spread, height, lobes, disc}) -> (d) => linear rgb.
 * towards/away: ramps over elevation 0..height (sine); spread: azimuth width of the warm side; lobes: [[power, [r,g,b]],...].
 */
export function makeSky({ sun, towards, away, spread = 0.16, height = 0.36, lobes = [], disc = 0 }) {
  const near = ramp(towards),
    far = ramp(away),
    az0 = Math.atan2(sun[0], sun[2])
  return (d) => {
    const el = clamp(d[1] / height)
    let az = Math.abs(Math.atan2(d[0], d[2]) - az0)
    if (az > Math.PI) az = 2 * Math.PI - az
    const k = Math.exp((-az * az) / spread),
      a = far(el),
      b = near(el),
      cs = Math.max(0, dot(d, sun))
    let r = a[0] + (b[0] - a[0]) * k,
      g = a[1] + (b[1] - a[1]) * k,
      bl = a[2] + (b[2] - a[2]) * k
    for (const [p, c] of lobes) {
      const v = Math.pow(cs, p)
      if (v > 1e-4) {
        r += c[0] * v
        g += c[1] * v
        bl += c[2] * v
      }
    }
    if (disc) {
      const v = ss(0.99988, 0.99994, cs) * disc
      r += v
      g += v * 0.86
      bl += v * 0.6
    }
    return [r, g, bl]
  }
}
/** Thin clouds on a plane: density from warped fbm, lit by displacing it towards the sun. Returns (d, c) => c with clouds. */
export function planeClouds({
  sun,
  scale = [0.62, 0.86],
  seed = 4.4,
  cover = 0.01,
  curve = 0.05,
  band = [0.13, 0.17],
  shadeCool,
  shadeWarm,
  lightCool,
  lightWarm,
  spread = 0.14,
  opacity = 0.72,
  low = 0.01,
  edge = [0.06, 0.58],
}) {
  const az0 = Math.atan2(sun[0], sun[2])
  return (d, c) => {
    if (d[1] < low) return c
    const t = 1 / (d[1] + curve),
      u = d[0] * t,
      v = d[2] * t,
      w = fbm(u * 0.35 + seed, v * 0.2, 3)
    const density = (a, b) =>
      ss(
        edge[0],
        edge[1],
        fbm(a * scale[0] + w * 0.8 + seed, b * scale[1] + w * 0.5, 6, 2.1, 0.54) * 0.95 +
          fbm(a * band[0] + seed * 1.4, b * band[1] + 2.1, 3) * 0.85 +
          cover,
      )
    const D = density(u, v)
    if (D < 0.003) return c
    const lit = clamp(0.62 + (D - density(u + sun[0] * 0.35, v + sun[2] * 0.35)) * 1.1),
      az = Math.atan2(d[0], d[2]) - az0,
      k = Math.exp((-az * az) / spread)
    return mix3(
      c,
      mix3(mix3(shadeCool, shadeWarm, k), mix3(lightCool, lightWarm, k), lit),
      D * opacity * ss(low, low + 0.05, d[1]),
    )
  }
}
/**
 * Cloud volume: density(x,y,z) in 1/metres-ish units (0 = clear), marched between two depths.
 * Returns sample(d, out): out = [r,g,b,alpha]. colour: sun light, ambient top/bottom by height 0..1.
 */
export function cloudVolume({
  density,
  reach,
  sun,
  sunColor,
  ambientTop,
  ambientBase,
  base,
  top,
  step,
  lightStep,
  extinction = 1,
  jitter,
}) {
  return (d, px, py, out) => {
    const [t0, t1] = reach(d)
    let T = 1,
      r = 0,
      g = 0,
      b = 0,
      dist = 0,
      w = 0
    const cs = dot(d, sun),
      phase = 0.75 + 0.9 * Math.pow(clamp(cs), 6)
    for (let t = t0 + step * jitter(px, py); t < t1 && T > 0.02; t += step) {
      const x = d[0] * t,
        y = d[1] * t,
        z = d[2] * t
      if (y < base * 0.9 || y > top * 1.08) continue
      const q = density(x, y, z)
      if (q < 1e-5) continue
      let tau = 0
      for (let i = 0; i < 6; i++) {
        const s = lightStep * (i * i * 0.35 + i + 0.5)
        tau += density(x + sun[0] * s, y + sun[1] * s, z + sun[2] * s) * lightStep * (i * 0.7 + 1)
      }
      const L = (Math.exp(-tau * extinction) * 0.75 + Math.exp(-tau * extinction * 0.22) * 0.28) * phase,
        h = clamp((y - base) / (top - base)),
        foot = mix(0.42, 1, ss(0, 0.2, h)),
        a = 1 - Math.exp(-q * step * extinction),
        k = a * T * foot
      r += k * (sunColor[0] * L + mix(ambientBase[0], ambientTop[0], h))
      g += k * (sunColor[1] * L + mix(ambientBase[1], ambientTop[1], h))
      b += k * (sunColor[2] * L + mix(ambientBase[2], ambientTop[2], h))
      dist += a * T * t
      w += a * T
      T *= 1 - a
    }
    out[0] = r
    out[1] = g
    out[2] = b
    out[3] = 1 - T
    out[4] = w ? dist / w : 0
  }
}
/** Primary bow opposite the sun; returns added light for a direction. */
export function rainbow(sun, strength) {
  return (d) => {
    const a = (Math.acos(clamp(-dot(d, sun), -1, 1)) * 180) / Math.PI
    if (a < 38.5 || a > 44) return null
    const band = (c, w) => Math.exp(-(((a - c) / w) ** 2)),
      k = strength
    return [
      k * (band(42.2, 0.55) + 0.25 * band(40.4, 0.5)),
      k * (0.95 * band(41.6, 0.55)),
      k * (0.95 * band(40.9, 0.55) + 0.2 * band(40.3, 0.5)),
    ]
  }
}
