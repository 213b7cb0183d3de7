import { clamp, css, dot, mix, mix3, mul3, norm, rng, ss } from '../../kit/core.mjs'
import { scatter, yucca } from '../../kit/plants.mjs'
import { ambient, azimuth, crest, ridge, sunColor } from './place.mjs'
const { exp, max, pow } = Math

/** x, distance behind the crest, size, stalk */
const YUCCAS = [
  [-7.6, -1.2, 40, 128],
  [8.6, -0.6, 46, 0],
  [-8.6, -3.5, 46, 0],
]

/** How the grass is drawn, for `paintByDepth`: brightest on the crest. */
export function grassStyle(hazeAt) {
  const cool = mul3(ambient, 1.15)
  return {
    wind: 0.22,
    heads: 0.9,
    nearDim: 0.34,
    blades: (z) => (z < 9 ? 12 : 9),
    height: (t) => (0.13 + 0.22 * t.v * t.v + 0.22 * max(0, t.den)) * (t.z < 8 ? 0.8 : 1),
    color: (v, hv) =>
      v < 0.74
        ? { base: [0.05, 0.032, 0.016], tip: mix3([0.44, 0.27, 0.12], [0.56, 0.38, 0.2], hv) }
        : { base: [0.022, 0.026, 0.012], tip: mix3([0.17, 0.15, 0.06], [0.26, 0.21, 0.09], hv) },
    light: (x, z) => {
      const back = pow(clamp(dot(norm([x, 0, z]), azimuth)), 30)
      const onCrest = exp(-(((z - crest(x)) / 3.5) ** 2))
      return (v) => 0.12 + 0.16 * v + (0.55 + 1.9 * back) * (0.25 + 0.75 * v) * (0.35 + 0.65 * onCrest) + 0.06
    },
    tone: (c, k) => {
      const u = clamp(k / 1.2)
      return [0.8, 0.8, 0.85].map((warm, j) => c[j] * mix(cool[j], sunColor[j] * warm, u))
    },
    haze: (x, y, z) => [0.012 * ss(8, 26, z) * 6, hazeAt(x, y, 400)[1]],
  }
}

/** Where the tufts stand: on this side of the ridge. */
export function grassTufts(view) {
  return scatter(view, {
    seed: 31,
    count: 26000,
    near: 3.1,
    far: 31,
    bias: 0.62,
    scale: [1.6, 2.2],
    keep: (x, z) => z < crest(x) + 1.6,
  })
}

/** As items for `paintByDepth`. */
export function yuccas(view) {
  const r = rng(4)
  const tone = (t) => css(mix3([0.02, 0.016, 0.016], [0.75, 0.42, 0.18], t * t))
  return YUCCAS.map(([x, behind, size, stalk]) => {
    const z = crest(x) + behind
    const [px, py] = view.at(x, ridge(x, z), z)
    return { z, draw: (g) => yucca(g, px, py, size, stalk, tone, r) }
  })
}
