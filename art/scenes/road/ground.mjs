import { dot, fbm, mix3, mul3, n2, ss } from '../../kit/core.mjs'
import { ambient, onRoad, ruts, shade, sun, sunColor } from './place.mjs'
const { max, pow, sin } = Math

/** The color of a point of the land, for `renderTerrain`. */
export function makeGroundShader(hazeAt) {
  return (x, y, z, n, d, out) => {
    const bare = z < 1400 ? onRoad(x, z) : 0
    const a = albedo({ x, y, z, slope: 1 - n[1] }, bare)
    const dark = 1 - 0.78 * (z < 40 ? shade(x, z) : 0)
    const back = pow(max(0, d[0] * sun[0] + d[2] * sun[2]), 6)
    const lambert = max(0, dot(n, sun)) * (z < 300 ? 1.7 : 1.35)
    const shine = z < 2500 ? (0.12 + 0.5 * back) * (1 - 0.75 * bare) : 0.05
    const key = (lambert * (1 + 0.5 * bare) + shine) * dark
    const [hz, hc] = hazeAt(x, y, z)
    for (let j = 0; j < 3; j++) {
      const c = a[j] * (sunColor[j] * key + ambient[j] * (0.42 + 0.5 * n[1]))
      out[j] = c + (hc[j] - c) * hz
    }
  }
}

function albedo({ x, y, z, slope }, bare) {
  const p = fbm(x / 9 + 1, z / 16, 4)
  const q = z < 300 ? fbm(x / 1.3, z / 3.2, 3) : 0
  let a = mix3([0.105, 0.085, 0.034], [0.3, 0.21, 0.095], ss(-0.35, 0.4, p + 0.35 * q))
  if (z > 700) a = mix3(a, [0.06, 0.065, 0.04], 0.65 * junipers(x, z, slope))
  const rock = ss(0.12, 0.38, slope) * ss(3000, 5000, z)
  if (rock > 0) {
    const band = 0.5 + 0.5 * sin(y * 0.085 + 2 * n2(y * 0.011, 3.3))
    a = mix3(a, mix3([0.3, 0.14, 0.085], [0.46, 0.27, 0.17], band), rock)
  }
  return bare > 0 ? mix3(a, dirt(x, z), bare) : a
}

function junipers(x, z, slope) {
  return (
    ss(0.18, 0.32, fbm(x / 26, z / 40, 2) + 0.45 * fbm(x / 400, z / 500, 2)) *
    (1 - ss(0.4, 0.6, slope)) *
    (1 - ss(9000, 16000, z))
  )
}

function dirt(x, z) {
  const pebble = z < 60 ? 0.22 * n2(x * 11, z * 8) + 0.14 * n2(x * 31, z * 22) * (1 - ss(8, 30, z)) : 0
  return mul3(
    mix3([0.4, 0.265, 0.165], [0.5, 0.345, 0.225], ruts(x, z)),
    1 + pebble + 0.16 * fbm(x / 0.9, z / 5, 3),
  )
}
