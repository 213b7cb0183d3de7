import { dot, fbm, mix3, ss } from '../../kit/core.mjs'
import { ambient, azimuth, sun, sunColor } from './place.mjs'
const { max, pow } = Math

/** The color of a point of ridge or land, for `renderTerrain`. */
export function makeGroundShader(hazeAt) {
  return (x, y, z, n, d, out) => {
    const near = z < 60
    const a = near ? ridgeColor(x, z) : landColor(x, z, 1 - n[1])
    const back = pow(max(0, d[0] * azimuth[0] + d[2] * azimuth[2]), 40)
    const key = max(0, dot(n, sun)) * 1.5 + (near ? 0.1 + 0.45 * back : 0.05)
    const [hz, hc] = hazeAt(x, y, z)
    for (let j = 0; j < 3; j++) {
      const c = a[j] * (sunColor[j] * key + ambient[j] * (0.42 + 0.45 * n[1]))
      out[j] = c + (hc[j] - c) * hz
    }
  }
}

function ridgeColor(x, z) {
  return mix3([0.075, 0.055, 0.028], [0.2, 0.135, 0.065], ss(-0.35, 0.4, fbm(x / 2.6 + 1, z / 3.6, 4)))
}

function landColor(x, z, slope) {
  const grass = mix3([0.15, 0.12, 0.07], [0.24, 0.18, 0.1], ss(-0.3, 0.4, fbm(x / 160, z / 300, 4)))
  const juniper =
    0.7 *
    ss(0.14, 0.3, fbm(x / 30, z / 60, 2) + 0.4 * fbm(x / 400, z / 700, 2)) *
    (1 - ss(0.4, 0.6, slope)) *
    (1 - ss(6000, 12000, z))
  return mix3(mix3(grass, [0.06, 0.065, 0.045], juniper), [0.36, 0.18, 0.115], ss(0.12, 0.4, slope))
}
