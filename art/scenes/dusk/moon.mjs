import { clamp, fbm, ss } from '../../kit/core.mjs'
import { drawStar, galaxy, starCatalogue } from '../../kit/stars.mjs'
const { atan2, exp, hypot, max, sqrt } = Math

/** The dark seas: x, y, radius on a disc of radius 1. */
const SEAS = [
  [-0.34, -0.3, 0.3],
  [0.08, -0.36, 0.2],
  [0.34, -0.22, 0.2],
  [0.4, 0.06, 0.17],
  [-0.52, 0.1, 0.3],
  [-0.22, 0.12, 0.2],
  [-0.28, 0.42, 0.18],
  [0.6, -0.3, 0.11],
]

/**
 * Stars, fewer near the moon and the horizon, and a big moon just clear of the land.
 * @param depth of the land, which hides both
 */
export function moonAndStars({ R, frame, cam, look }, depth) {
  const [mx, my, q] = look.moon.map((v) => v * R.S)
  const open = (x, y) => (depth[y * R.W + x] ? 0 : 1)
  stars({ R, frame, cam }, { mx, my, q }, open)
  for (let y = (my - q * 1.1) | 0; y < my + q * 1.1; y++)
    for (let x = (mx - q * 1.1) | 0; x < mx + q * 1.1; x++) {
      const u = (x + 0.5 - mx) / q
      const v = (y + 0.5 - my) / q
      const l = hypot(u, v)
      const a = clamp((1 - l) * q + 0.5)
      if (a <= 0) continue
      const k = moonlight(u, v, l)
      frame.over(x, y, [k * 0.5, k * 0.425, k * 0.3], a * open(x, y))
    }
}

function stars({ R: { S, W }, frame, cam }, { mx, my, q }, open) {
  const yMax = Math.ceil(cam.hor)
  const before = frame.d.slice()
  for (const { d, c, flux } of starCatalogue(galaxy([-0.9, 0.5, 0.4], [0.2, 1, 0.1]))) {
    if (d[2] <= 0.05) continue
    const x = cam.cx + (cam.f * d[0]) / d[2]
    const y = cam.hor - (cam.f * d[1]) / d[2]
    const away = ss(1.6 * q, 8 * q, hypot(x - mx, y - my)) * ss(cam.hor - 20 * S, cam.hor - 260 * S, y)
    if (away > 0.02) drawStar(frame, cam, S, ...d, c, flux * 1.25 * away, yMax)
  }
  for (let y = 0; y < yMax; y++)
    for (let x = 0; x < W; x++) {
      if (open(x, y)) continue
      const o = (y * W + x) * 3
      frame.d.set(before.subarray(o, o + 3), o)
    }
}

/** How bright a point of the moon's disc is: seas, one crater with rays, darker towards the edge. */
function moonlight(u, v, l) {
  let sea = 0
  for (const [x, y, r] of SEAS) {
    const away = hypot(u - x, (v - y) * 1.1) / r + 0.85 * fbm(u * 3.1 + 2.7, v * 3.1 + 1.3, 5)
    sea = max(sea, ss(1.55, 0.45, away))
  }
  const ray =
    exp(-(((u + 0.1) ** 2 + (v - 0.72) ** 2) / 0.012)) +
    0.35 * ss(0.1, 0.7, fbm(atan2(v - 0.72, u + 0.1) * 5, 3.1, 3)) * exp(-hypot(u + 0.1, v - 0.72) * 2.4)
  return (1.3 + 0.26 * fbm(u * 8, v * 8, 5) + 0.28 * ray - 0.66 * sea) * (0.8 + 0.2 * sqrt(max(0, 1 - l * l)))
}
