import { clamp, fbm, mix, mix3, n2, norm, ss } from '../../kit/core.mjs'
const { abs, exp, max, min, sqrt } = Math

/** Aerial perspective, towards a horizon color that is warm on the sun's side: (x, y, z) -> [amount, color]. */
export function makeHaze(name, { haze }) {
  const storm = name === 'storm'
  const horizonColor = (dx) =>
    mix3(
      mix3(
        haze.color,
        [0.105, 0.13, 0.18],
        storm ? ss(-0.28, 0.02, dx) * (1 - 0.45 * ss(0.35, 0.62, dx)) : 0,
      ),
      haze.warm,
      clamp(0.5 * exp(-(((dx - (haze.warmLeft > 0 ? -0.8 : 0.8)) / 0.7) ** 2))),
    )
  return (x, y, z) => {
    const amount =
      1 - exp(-z / haze.range[1]) + 0.35 * ss(900, 7000, z) * exp(-max(0, y) / 90) * (storm ? 0.35 : 1)
    return [clamp(amount), horizonColor(x / z)]
  }
}

/** The cottonwoods' soft shadows on the ground: (x, z) -> 0 … 1. */
export function makeTreeShade(trees, { sun, tree }) {
  const away = norm([-sun[0], 0, -sun[2]])
  const rise = sun[1] / sqrt(1 - sun[1] ** 2)
  const oneTree = (rx, rz, h) => {
    const u = rx * away[0] + rz * away[2]
    const v = rx * away[2] - rz * away[0]
    const length = min(90, h / rise)
    return u < -h * 0.3 || u > length * 1.1 || abs(v) > h * 0.6 ? null : { u, v, length }
  }
  return (x, z) => {
    let shade = 0
    for (const [tx, tz, h] of trees) {
      if (abs(tz - z) > 150) continue
      const at = oneTree(x - tx, z - tz, h)
      if (!at) continue
      const k =
        exp(-((at.v / (h * 0.34)) ** 2)) *
        ss(-h * 0.3, 0, at.u) *
        (1 - ss(at.length * 0.55, at.length * 1.1, at.u)) *
        (0.75 + 0.35 * n2(x / 1.7, z / 2.6))
      if (k > shade) shade = k
    }
    return clamp(shade * (tree.fill > 0.1 ? 0.95 : 0.45))
  }
}

/** Sunlight under a broken sky, which a storm takes from the far plain: (x, z) -> 0 … 1. */
export function makeSunlight(name) {
  if (name === 'storm')
    return (x, z) =>
      mix(
        1,
        0.08 +
          0.92 *
            max(
              ss(0.12, 0.3, fbm(x / 2600 + 3.3, z / 900, 2)) * (1 - ss(3000, 9000, z)),
              ss(-0.1, -0.26, x / z) * ss(5000, 7000, z),
            ),
        ss(240, 900, z),
      )
  if (name === 'spring')
    return (x, z) => mix(1, 0.45 + 0.55 * ss(-0.18, 0.1, fbm(x / 900 + 8, z / 1300, 3)), ss(80, 420, z))
  return () => 1
}
