import { clamp, dot, fbm, mix, mix3, mul3, norm } from '../../kit/core.mjs'
import { scatter } from '../../kit/plants.mjs'
import { fence, run } from '../../kit/props.mjs'
import { ground } from './place.mjs'
const { max, pow, sqrt } = Math

/** How the grass is drawn, for `paintByDepth`. */
export function grassStyle({ look, bare, shadeAt, hazeAt }) {
  const { ambient, sunColor, sun, back, lit } = look
  const cool = mul3(ambient, 1.2)
  return {
    wind: 0.2,
    heads: 0.8,
    nearDim: 0.75,
    blades: (z) => (z < 14 ? 13 : z < 40 ? 7 : 3),
    height: (t) => (0.13 + 0.26 * t.v * t.v + 0.22 * max(0, t.den)) * (1 - 0.6 * bare(t.x, t.z)),
    color: (v, hv) =>
      v < 0.64
        ? { base: [0.085, 0.062, 0.024], tip: mix3([0.56, 0.39, 0.17], [0.66, 0.5, 0.26], hv) }
        : { base: [0.036, 0.048, 0.016], tip: mix3([0.22, 0.24, 0.08], [0.36, 0.35, 0.13], hv) },
    light: (x, z) => {
      const shade = 1 - 0.72 * shadeAt(x, z)
      const patch = 0.85 + 0.4 * fbm(x / 14, z / 22, 2)
      const e = back ? pow(max(0, dot(norm([x, 0, z]), norm([sun[0], 0, sun[2]]))), 9) : 0
      return (v) => (0.5 + 0.55 * v + e * 1.1 * (0.2 + v)) * lit * shade * patch + 0.14
    },
    tone: (c, k) => {
      const u = clamp(k / 1.1)
      return [0.8, 0.82, 0.84].map((warm, j) => c[j] * mix(cool[j], sunColor[j] * warm, u))
    },
    haze: hazeAt,
  }
}

/** Where the tufts stand: fewer on trampled earth, none in the tank. */
export function grassTufts({ view, tank, bare }) {
  return scatter(view, {
    seed: 57,
    count: 46000,
    near: 3.4,
    far: 130,
    keep: (x, z, den, v) => {
      const d = sqrt((x - tank.x) ** 2 + (z - tank.z) ** 2) - tank.r
      return d > 0.25 && v > bare(x, z) * 1.1 - 0.1
    },
  })
}

/** The fence, as items for `paintByDepth`. */
export function fenceLine({ view, look: { back }, hazeAt }) {
  const colors = {
    wood: [0.12, 0.09, 0.07],
    lit: mul3([0.62, 0.46, 0.3], back ? 0.14 : 1),
    wire: mul3([0.2, 0.17, 0.14], back ? 0.35 : 1),
    wireLit: mul3([0.45, 0.38, 0.3], back ? 0.3 : 1),
  }
  return fence(view, ground, run(-70, 62, 80, 54, 4.8), colors, hazeAt, { litSide: -1, seed: 6 })
}
