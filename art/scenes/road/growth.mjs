import { clamp, css, dot, fbm, mix, mix3, mul3, norm, rng } from '../../kit/core.mjs'
import { cattleGuard, gateway } from '../../kit/gateway.mjs'
import { scatter, yucca } from '../../kit/plants.mjs'
import { fence, run } from '../../kit/props.mjs'
import { ambient, azimuth, GATE, ground, roadX, shade, sunColor } from './place.mjs'
const { abs, exp, max, pow } = Math

const FENCE = {
  wood: [0.085, 0.062, 0.046],
  lit: [0.62, 0.4, 0.22],
  wire: [0.15, 0.12, 0.1],
  wireLit: [0.55, 0.4, 0.24],
}
/** x, z, size, stalk */
const YUCCAS = [
  [5.4, 9.4, 62, 190],
  [-5.9, 12.5, 44, 0],
  [8.6, 15, 40, 118],
]

/** How the grass is drawn, for `paintByDepth`: short between the tracks, tallest beside them. */
export function grassStyle(hazeAt) {
  const cool = mul3(ambient, 1.2)
  return {
    wind: 0.14,
    heads: 0.85,
    nearDim: 0.5,
    blades: (z) => (z < 14 ? 14 : z < 40 ? 7 : 3),
    height: (t) => {
      const u = abs(t.x - roadX(t.z))
      const beside = u < 1.9 ? 0.42 : 1 + 0.35 * exp(-(((u - 2.3) / 0.6) ** 2))
      return (0.15 + 0.3 * t.v * t.v + 0.24 * max(0, t.den)) * (t.z < 7 ? 0.8 : 1) * beside
    },
    color: (v, hv) =>
      v < 0.7
        ? { base: [0.08, 0.052, 0.022], tip: mix3([0.5, 0.315, 0.145], [0.6, 0.42, 0.235], hv) }
        : { base: [0.03, 0.038, 0.014], tip: mix3([0.2, 0.19, 0.075], [0.32, 0.27, 0.12], hv) },
    light: (x, z) => {
      const back = pow(clamp(dot(norm([x, 0, z]), azimuth)), 6)
      const s = 1 - 0.75 * shade(x, z)
      const patch = 0.85 + 0.4 * fbm(x / 14, z / 22, 2)
      return (v) => (0.22 + 0.26 * v + 1.75 * back * (0.3 + 0.7 * v)) * s * patch + 0.15
    },
    tone: (c, k) => {
      const u = clamp(k / 1.1)
      return [0.8, 0.8, 0.98].map((warm, j) => c[j] * mix(cool[j], sunColor[j] * warm, u))
    },
    haze: hazeAt,
  }
}

/** Where the tufts stand: not on the tracks nor on the cattle guard. */
export function grassTufts(view) {
  return scatter(view, {
    seed: 98,
    count: 50000,
    near: 2.7,
    far: 130,
    keep: (x, z, den, v) => {
      const u = abs(x - roadX(z))
      if (z > GATE - 1.3 && z < GATE + 1.3 && u < 3.2) return false
      return u > 1.65 || (u < 0.4 && v > 0.3)
    },
  })
}

/** Fences, gateway, cattle guard and yuccas, as items for `paintByDepth`. */
export function standing(view, hazeAt) {
  const gx = roadX(GATE)
  const left = run(gx - 4.0, GATE, -58, GATE + 26, 4.4)
  const right = run(gx + 4.0, GATE, 60, GATE + 9, 4.4)
  const r = rng(21)
  const tone = (t) => css(mix3([0.035, 0.036, 0.028], [0.7, 0.48, 0.22], t))
  return [
    ...fence(view, ground, left, FENCE, hazeAt, { litSide: -1, seed: 5 }),
    ...fence(view, ground, right, FENCE, hazeAt, { litSide: -1, seed: 8 }),
    {
      z: GATE + 0.05,
      draw: (g) => gateway(g, view, { x: gx, y: ground(gx, GATE), z: GATE }, hazeAt(gx, 3, GATE)),
    },
    { z: GATE + 1.0, draw: (g) => cattleGuard(g, view, ground, { x: gx, z: GATE }) },
    ...YUCCAS.map(([x, z, size, stalk]) => {
      const [px, py] = view.at(x, ground(x, z), z)
      return { z, draw: (g) => yucca(g, px, py, size, stalk, tone, r) }
    }),
  ]
}
