import { dot, fbm, mix3, mul3, n2, ss } from '../../kit/core.mjs'
const { max, pow, sin } = Math

/** The color of a point of the ground, for `renderTerrain`. */
export function makeGroundShader({ look, bare, shadeAt, hazeAt }) {
  const { sun, sunColor, ambient, back } = look
  return (x, y, z, n, d, out) => {
    const a = albedo({ x, y, z, slope: 1 - n[1] }, bare)
    const shade = z < 40 ? shadeAt(x, z) : 0
    const shine =
      z < 2500 ? 0.12 + back * 0.5 * pow(max(0, d[0] * sun[0] + d[2] * sun[2]), 7) * (1 - 0.7 * shade) : 0.04
    const key = max(0, dot(n, sun)) * (z > 3000 ? 1.35 : 1.6) * (1 - 0.8 * shade) + shine
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
  let a = mix3([0.095, 0.092, 0.036], [0.3, 0.225, 0.1], ss(-0.35, 0.4, p + 0.35 * q))
  const dirt = z < 14 ? bare(x, z) : 0
  if (dirt > 0) a = mix3(a, earth(x, z), dirt)
  if (z > 500) a = mix3(a, [0.05, 0.062, 0.036], junipers(x, z, slope))
  const rock = ss(0.12, 0.38, slope) * ss(3000, 5000, z)
  if (rock <= 0) return a
  const band = 0.5 + 0.5 * sin(y * 0.085 + 2 * n2(y * 0.011, 3.3))
  return mix3(a, mix3([0.32, 0.145, 0.085], [0.5, 0.29, 0.18], band), rock)
}

function earth(x, z) {
  return mul3(
    [0.36, 0.255, 0.17],
    1 + 0.14 * n2(x * 9, z * 9) + 0.12 * n2(x * 27, z * 27) + 0.2 * fbm(x, z, 4),
  )
}

function junipers(x, z, slope) {
  return (
    0.68 *
    ss(0.18, 0.32, fbm(x / 26, z / 40, 2) + 0.45 * fbm(x / 400, z / 500, 2)) *
    (1 - ss(0.4, 0.6, slope)) *
    (1 - ss(9000, 16000, z))
  )
}
