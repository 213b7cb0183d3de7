import { clamp, dot, mix3, norm } from '../../kit/core.mjs'
import { azimuth, cowShadow } from './place.mjs'
const { max, pow } = Math

/** How the grass is drawn, for `paintByDepth`: the sun shines through it. */
export function grassStyle(hazeAt) {
  return {
    wind: 0.16,
    heads: 1,
    nearDim: 0.52,
    blades: (z) => (z < 14 ? 14 : z < 40 ? 7 : 3),
    height: (t) => (0.17 + 0.3 * t.v * t.v + 0.24 * max(0, t.den)) * (t.z < 7 ? 0.8 : 1),
    color: (v, hv) =>
      v < 0.72
        ? { base: [0.08, 0.052, 0.022], tip: mix3([0.5, 0.315, 0.145], [0.58, 0.42, 0.235], hv) }
        : { base: [0.03, 0.038, 0.014], tip: mix3([0.2, 0.19, 0.075], [0.3, 0.25, 0.11], hv) },
    light: (x, z) => {
      const back = pow(clamp(dot(norm([x, 0, z]), azimuth)), 9)
      const s = 1 - 0.7 * cowShadow(x, z)
      return (v) => (0.34 + 2.0 * pow(back, 1.35) * (0.3 + 0.7 * v)) * s + 0.19
    },
    tone: (c) => [c[0] * 1.1, c[1] * 0.98, c[2] * 0.86],
    haze: hazeAt,
  }
}
