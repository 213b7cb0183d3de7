// What stands along the moonlit road, in the moon's colours.
import { clamp, mix, fbm, mix3, norm, dot, rng, css } from '../../kit/core.mjs'
import { scatter, paintByDepth, yucca } from '../../kit/plants.mjs'
import { fence, run } from '../../kit/props.mjs'
import { gateway, cattleGuard } from '../../kit/gateway.mjs'
import { farHouse } from '../../kit/far-house.mjs'
import { GATE, HOUSE, ambient, az, gateShadow, ground, moonColor, nightEye, roadX } from './place.mjs'
const { abs, exp, pow, max } = Math

const GRASS = {
  wind: 0.14,
  heads: 0.8,
  nearDim: 0.6,
  blades: (z) => (z < 14 ? 14 : z < 40 ? 7 : 3),
  height: (t) => {
    const u = abs(t.x - roadX(t.z))
    return (
      (0.15 + 0.3 * t.v * t.v + 0.24 * max(0, t.den)) *
      (t.z < 7 ? 0.8 : 1) *
      (u < 1.9 ? 0.42 : 1 + 0.35 * exp(-(((u - 2.3) / 0.6) ** 2)))
    )
  },
  color: (v, hv) => ({
    base: nightEye([0.07, 0.05, 0.026]),
    tip: nightEye(
      v < 0.7
        ? mix3([0.5, 0.34, 0.18], [0.6, 0.44, 0.27], hv)
        : mix3([0.22, 0.2, 0.1], [0.32, 0.28, 0.14], hv),
    ),
  }),
  light: (x, z) => {
    const back = pow(clamp(dot(norm([x, 0, z]), az)), 4),
      s = 1 - 0.9 * gateShadow(x, z),
      patch = 0.85 + 0.6 * fbm(x / 14, z / 22, 3)
    return (v) => (0.26 + 0.42 * v + 1.7 * back * (0.3 + 0.7 * v)) * s * patch + 0.06
  },
  tone: (c, k) => {
    const u = clamp(k / 1.05)
    return [0, 1, 2].map((j) => c[j] * mix(ambient[j] * 1.3, moonColor[j] * 0.95, u))
  },
}
const WOOD = {
  lit: [0.3, 0.325, 0.385],
  dark: [0.019, 0.018, 0.023],
  post: [0.026, 0.025, 0.031],
  bounce: [0.05, 0.055, 0.07],
  ends: [
    [0.034, 0.034, 0.042],
    [0.2, 0.215, 0.25],
  ],
  chain: [0.02, 0.024, 0.035],
  board: [
    [0.036, 0.034, 0.039],
    [0.046, 0.044, 0.05],
    [0.07, 0.068, 0.078],
  ],
  grain: [0.034, 0.032, 0.036],
  side: 1,
}
/** Grass, fence, gateway, yucca and the far house, painted far to near. */
export function plants(R, frame, view, hazeAt) {
  const g = R.canvas(),
    gx = roadX(GATE),
    tufts = scatter(view, {
      seed: 61,
      count: 50000,
      near: 2.2,
      far: 130,
      keep: (x, z, den, v) => {
        const u = abs(x - roadX(z))
        if (abs(z - GATE) < 1.3 && u < 3.2) return false
        return u > 1.65 || (u < 0.4 && v > 0.3)
      },
    }),
    look = {
      wood: [0.02, 0.024, 0.036],
      lit: [0.26, 0.31, 0.4],
      wire: [0.05, 0.06, 0.085],
      wireLit: [0.2, 0.24, 0.32],
    },
    cast = { x: -az[0] * 3.4, z: -az[2] * 3.4, color: [0.006, 0.009, 0.018], alpha: 0.4 },
    r = rng(21),
    tone = (t) => css(mix3([0.01, 0.014, 0.024], [0.3, 0.36, 0.48], t)),
    items = [
      ...fence(view, ground, run(gx - 4, GATE, -62, GATE + 30, 4.4), look, hazeAt, {
        litSide: 1,
        seed: 5,
        cast,
      }),
      ...fence(view, ground, run(gx + 4, GATE, 66, GATE + 8, 4.4), look, hazeAt, {
        litSide: 1,
        seed: 8,
        cast,
      }),
      {
        z: GATE + 0.05,
        draw: (gg) => gateway(gg, view, { x: gx, y: ground(gx, GATE), z: GATE }, hazeAt(gx, 3, GATE), WOOD),
      },
      {
        z: GATE + 1,
        draw: (gg) =>
          cattleGuard(
            gg,
            view,
            ground,
            { x: gx, z: GATE },
            { pit: [0.003, 0.004, 0.007], rust: [0.016, 0.02, 0.03], lit: [0.3, 0.36, 0.47], side: 1 },
          ),
      },
      {
        z: HOUSE[1],
        raster: true,
        draw: () => farHouse(R, frame, view, [HOUSE[0], ground(...HOUSE), HOUSE[1]]),
      },
    ]
  for (const [x, z, s, st] of [
    [-6.6, 11, 58, 176],
    [-4.6, 9.2, 40, 0],
    [10.2, 15, 44, 124],
  ]) {
    const [px, py] = view.at(x, ground(x, z), z)
    items.push({ z, draw: (gg) => yucca(gg, px, py, s, st, tone, r) })
  }
  paintByDepth(g, frame, view, ground, tufts, { ...GRASS, haze: hazeAt }, items)
}
