import { clamp, dot, fbm, mix3, ss } from '../../kit/core.mjs'
import { azimuth, cowShadow, sun } from './place.mjs'
const { max, pow, sqrt } = Math

/** The color of a point of the land, for `renderTerrain`. */
export function makeGroundShader(hazeAt) {
  return (x, y, z, n, d, out) => {
    const a = albedo(x, z, 1 - n[1])
    const ahead = (d[0] * azimuth[0] + d[2] * azimuth[2]) / sqrt(d[0] * d[0] + d[2] * d[2])
    const back = pow(clamp(ahead), 9.1)
    const shade = 1 - 0.72 * (z < 140 ? cowShadow(x, z) : 0)
    const key = max(0, dot(n, sun)) * 2.6 + (z < 2500 ? 0.26 + 0.95 * back : 0.12)
    const [hz, hc] = hazeAt(x, y, z)
    for (let j = 0; j < 3; j++) {
      const c = a[j] * (key * [1.35, 1.02, 0.58][j] * shade + [0.3, 0.33, 0.38][j])
      out[j] = c + (hc[j] - c) * hz
    }
  }
}

function albedo(x, z, slope) {
  const p = fbm(x / 9 + 1, z / 16, 4)
  const q = z < 400 ? fbm(x / 1.3, z / 3.2, 3) : 0
  let a = mix3([0.085, 0.08, 0.032], [0.3, 0.205, 0.098], ss(-0.35, 0.4, p + 0.35 * q))
  if (z > 1800) a = mix3(a, [0.16, 0.17, 0.085], 0.6 * ss(1800, 4000, z))
  return slope > 0.15 && z > 4000 ? mix3(a, [0.42, 0.25, 0.17], ss(0.15, 0.4, slope)) : a
}
