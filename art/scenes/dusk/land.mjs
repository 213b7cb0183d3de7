import { clamp, dot, fbm, gauss, mix3, mul3, n2, norm, ridged, ss } from '../../kit/core.mjs'
import { mesaField } from '../../kit/terrain.mjs'
const { abs, exp, max, pow, sin } = Math

/** The mesa country of a look: `height(x, z)` in meters and `shade`, the color of its points for `renderTerrain`. */
export function makeLand(look, { sky, haze }) {
  const mesa = mesaField(look.mesas)
  const height = (x, z) => {
    const b = 26 * fbm(x / 1500 + 3, z / 1500, 4) + 5 * fbm(x / 170, z / 170, 3)
    const rv = look.river && z < 9000 ? gauss(x - riverX(z), 170) : 0
    const y = look.relief * b * (1 - 0.8 * rv) - 7 * rv
    const m = mesa(x, z)
    return m > 0 ? max(y, y * 0.4 + m) : y
  }
  const air = makeAir(look, haze)
  const shade = (x, y, z, n, d, out) => {
    const slope = 1 - n[1]
    let c = lightOn(albedo({ x, y, z, slope }, look), n, look)
    const water = look.river && slope < 0.1 ? river(x, z) : 0
    if (water > 0)
      c = mix3(c, mul3(sky(norm([d[0], abs(d[1]) + 0.015 + 0.01 * n2(x / 9, z / 30), d[2]])), 0.82), water)
    air({ x, y, z, d }, c, out)
  }
  return { height, shade }
}

function riverX(z) {
  return (
    -300 +
    0.05 * z +
    (120 + z * 0.075) * sin(z / (420 + z * 0.14) + 0.4) +
    (30 + z * 0.012) * n2(z / (170 + z * 0.06), 4.4)
  )
}

/** How much of a point is water. */
function river(x, z) {
  if (z >= 5200) return 0
  const bank = abs(x - riverX(z)) * (1 + 0.45 * n2(x / 35, z / 70)) + 1.6 * n2(z / 45, x / 60)
  return (1 - ss(2.2 + z * 0.0008, 3.4 + z * 0.0016, bank)) * (1 - ss(3900, 5000, z))
}

function albedo({ x, y, z, slope }, { night }) {
  const flat = 1 - ss(0.08, 0.3, slope)
  let a = mix3([0.155, 0.118, 0.07], [0.34, 0.145, 0.085], ss(0.1, 0.4, slope))
  a = mix3(
    a,
    mix3([0.21, 0.15, 0.075], [0.105, 0.115, 0.085], ss(-0.05, 0.3, fbm(x / 520 + 4, z / 900, 4))),
    flat * 0.8,
  )
  a = mix3(a, [0.33, 0.24, 0.17], ss(0.8, 0.93, ridged(x / 900 + 2, z / 1500 + 5, 4)) * flat * 0.65)
  if (z < 5600) a = mix3(a, [0.085, 0.095, 0.045], flat * 0.75 * gauss(abs(x - riverX(z)), 46 + z * 0.006))
  a = mul3(
    a,
    1 + (0.3 * fbm(x / 150, z / 260, 4) + 0.18 * fbm(x / 30, z / 46, 3)) * (1 - 0.5 * ss(0.1, 0.3, slope)),
  )
  a = mix3(a, mix3([0.4, 0.17, 0.095], [0.55, 0.33, 0.21], clamp(strata(x, y, z))), ss(0.25, 0.6, slope))
  if (z < 14000) a = mix3(a, [0.045, 0.055, 0.04], junipers(x, z, slope))
  if (!night) return a
  const l = 0.3 * a[0] + 0.6 * a[1] + 0.1 * a[2]
  return mul3(mix3(a, [l * 0.85, l * 0.97, l * 1.15], 0.72), 1.25)
}

/** Bands of rock. */
function strata(x, y, z) {
  return (
    0.5 +
    0.5 * sin((y + 6 * fbm(x / 90, z / 90, 2)) * 0.11 + 2.2 * n2(y * 0.013, 3.3)) * 0.6 +
    0.25 * n2(y * 0.09, 1.7)
  )
}

/** They stay off the talus. */
function junipers(x, z, slope) {
  return (
    0.75 *
    ss(0.16, 0.3, fbm(x / 17, z / 17, 2) + 0.45 * fbm(x / 300, z / 300, 2)) *
    (1 - ss(0.12, 0.34, slope))
  )
}

function lightOn(a, n, { key: from, light }) {
  const ambient = 0.78 * (0.55 + 0.45 * n[1])
  const key = 0.8 * pow(max(0, dot(n, from)), 1.25)
  const back = 0.34 * max(0, -n[2]) * (0.6 + 0.4 * n[1])
  const up = 0.24 * max(0, n[1])
  return a.map(
    (v, k) => v * (light[k][0] * ambient + light[k][1] * key + light[k][2] * back + light[k][3] * up) * 1.06,
  )
}

/** Far things melt into the sky of their own direction, and mist lies in the valleys. */
function makeAir(look, haze) {
  const [from, depth, floor, thick, spread, bright] = look.mist
  return ({ x, y, z, d }, c, out) => {
    const dist = z / d[2]
    const h0 = haze(norm([d[0], 0.014, d[2]]))
    const h1 = haze(norm([d[0], 0.055, d[2]]))
    const scattered = mix3(mul3(mix3(h1, look.cool, 0.45), 0.62), mul3(h0, 0.8), ss(6000, 36000, dist))
    const fog =
      clamp(
        (1 - exp(-max(0, dist - from) / depth)) *
          exp(-max(0, y - floor) / (thick + dist * spread)) *
          (0.6 + 0.55 * fbm(x / 1800, z / 2600, 3)),
      ) * 0.9
    const plain = mul3(mix3(h1, h0, 0.55), bright)
    const mist = mix3(plain, look.mistColor ?? [0, 0, 0], look.mistColor ? 0.35 : 0)
    for (let j = 0; j < 3; j++) {
      const T = exp(-dist / look.T[j])
      const v = c[j] * T + scattered[j] * (1 - T)
      out[j] = v + (mist[j] - v) * fog
    }
  }
}
