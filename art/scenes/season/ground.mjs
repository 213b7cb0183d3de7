import { clamp, dot, fbm, mix, mix3, n2, norm, ss } from '../../kit/core.mjs'
const { exp, max, pow, sin } = Math

/** The color of a point of the ground, for `renderTerrain`: grass or snow, junipers far off, banded rock, air. */
export function makeGroundShader({ look, place, hazeAt, treeShade, sunlight }) {
  const { sun } = look
  const ahead = clamp(dot(norm([sun[0], 0, sun[2]]), [0, 0, 1]))
  const keyOn = look.snow ? snowKey : grassKey
  return (x, y, z, n, d, out) => {
    const lit = sunlight(x, z)
    const shade = 1 - 0.85 * (z < 900 ? treeShade(x, z) : 0)
    const a = albedo({ x, y, z, slope: 1 - n[1] }, look, place.washAt)
    const grain = look.snow ? 1 + 0.05 * n2(x * 1.4, z * 1.4) * (1 - ss(20, 80, z)) : 1
    const key = keyOn({ x, z, n, d, sun, lit, ahead })
    const [hz, hc] = hazeAt(x, y, z)
    for (let j = 0; j < 3; j++) {
      const c = a[j] * grain * (look.sunColor[j] * key * lit * shade + look.ambient[j] * (0.45 + 0.55 * n[1]))
      const T = exp(-z / look.haze.range[j])
      out[j] = mix(c * T + hc[j] * (1 - T), hc[j], clamp(hz - (1 - exp(-z / look.haze.range[1]))))
    }
  }
}

function albedo({ x, y, z, slope }, { plain, snow }, washAt) {
  const p = fbm(x / 9 + 1, z / 16, 4)
  const q = z < 400 ? fbm(x / 1.3, z / 3.2, 3) : 0
  let a = mix3(plain[0], plain[1], ss(-0.35, 0.4, p + 0.35 * q))
  const wash = washAt(x, z)
  if (wash > 0.02 && !snow) a = mix3(a, [0.4, 0.29, 0.19], 0.85 * ss(0.35, 0.8, wash))
  if (z > 500) a = mix3(a, snow ? [0.22, 0.25, 0.27] : [0.045, 0.06, 0.035], junipers({ x, z, slope }, snow))
  const rock = ss(0.12, 0.38, slope) * ss(3000, 5000, z)
  return rock > 0 ? mix3(a, rockColor(y, slope, snow), rock * (snow ? 0.9 : 1)) : a
}

function junipers({ x, z, slope }, snow) {
  const cover =
    ss(0.18, 0.32, fbm(x / 26, z / 40, 2) + 0.45 * fbm(x / 400, z / 500, 2)) *
    (1 - ss(0.4, 0.6, slope)) *
    (1 - ss(9000, 16000, z))
  return (snow ? 0.55 * (1 - ss(2500, 8000, z)) : 0.7) * cover
}

function rockColor(y, slope, snow) {
  const band = 0.5 + 0.5 * sin(y * 0.085 + 2 * n2(y * 0.011, 3.3))
  const rock = mix3([0.3, 0.14, 0.085], [0.46, 0.27, 0.17], band)
  return snow ? mix3(rock, [0.74, 0.76, 0.82], ss(0.42, 0.2, slope) * 0.9 + 0.06) : rock
}

/** Wind ripples near the viewer catch the light. */
function snowKey({ x, z, n, sun }) {
  const drift =
    z < 160
      ? (fbm(x / 3.2, z / 2.1, 4) - fbm(x / 3.2 + sun[0] * 0.16, z / 2.1 + sun[2] * 0.22, 4)) *
        2.6 *
        (1 - ss(50, 160, z))
      : 0
  return max(0.02, max(0, dot(n, sun)) * 2.0 - drift)
}

/** Grass is brighter than its ground and shines when the sun is ahead. */
function grassKey({ z, n, d, sun, lit, ahead }) {
  return (
    max(0, dot(n, sun)) * (z > 3000 ? 1.25 : 1.7) +
    (z < 2500 ? 0.22 * lit : 0.05) +
    (ahead > 0.2 && z < 2500 ? 0.35 * pow(max(0, d[0] * sun[0] + d[2] * sun[2]), 5) : 0)
  )
}
