import { fbm, fbm3, mix, n2, n3, ss } from '../../kit/core.mjs'
import { MATERIAL, TABLE } from './places.mjs'
const { abs, floor, sin, sqrt } = Math

function tint(r, g, b, k) {
  return [r * k, g * k, b * k]
}

const COLORS = {
  [MATERIAL.wood]: (x, y, z) =>
    tint(0.36, 0.205, 0.105, 0.72 + 0.4 * fbm3(x * 9, y * 4, z * 1.1, 4) + 0.12 * n3(x * 60, y * 20, z * 4)),
  [MATERIAL.darkWood]: (x, y, z) => tint(0.17, 0.105, 0.062, 0.7 + 0.5 * n3(x * 8, y * 3, z * 8)),
  [MATERIAL.adobe]: (x, y, z) => tint(0.56, 0.36, 0.235, 0.88 + 0.18 * fbm3(x * 0.9, y * 0.9, z * 0.9, 4)),
  [MATERIAL.plate]: () => [0.8, 0.77, 0.71],
  [MATERIAL.glass]: () => [0.05, 0.06, 0.06],
  [MATERIAL.green]: (x, y, z) => tint(0.06, 0.1, 0.045, 0.6 + 0.7 * n3(x * 40, y * 40, z * 40)),
  [MATERIAL.fruit]: () => [0.8, 0.44, 0.035],
  [MATERIAL.stone]: (x, y, z) => tint(0.25, 0.22, 0.2, 0.75 + 0.4 * n3(x * 6, y * 6, z * 6)),
  [MATERIAL.linen]: () => [0.78, 0.73, 0.64],
  [MATERIAL.clay]: (x, y, z) => tint(0.42, 0.2, 0.115, 0.85 + 0.25 * n3(x * 9, y * 9, z * 9)),
  [MATERIAL.coal]: () => [0.05, 0.04, 0.035],
}
const GLOSS = {
  [MATERIAL.wood]: 0.05,
  [MATERIAL.plate]: 0.05,
  [MATERIAL.glass]: 0.14,
  [MATERIAL.fruit]: 0.04,
  [MATERIAL.stone]: 0.03,
  [MATERIAL.clay]: 0.03,
}

/** How a point looks: color, gloss, and how much grass may grow there. */
export function surfaceAt(id, x, y, z) {
  if (id === MATERIAL.ground) return ground(x, z)
  return { color: COLORS[id](x, y, z), gloss: GLOSS[id] ?? 0, grass: 0 }
}

/** Flagstones round the table, earth and dry grass beyond. */
function ground(x, z) {
  const patio = ss(3.4, 2.9, abs(x - TABLE.x - 0.9) - 0.8) * ss(11.2, 10.6, z)
  const [border, tone] = flagstones(x + 0.1 * n2(x * 2, z * 2), z + 0.1 * n2(z * 2, x * 2 + 7))
  const k = 0.8 + 0.3 * fbm(x * 3, z * 3, 4)
  const stone = ss(0.03, 0.08, border)
  const color = [
    mix(0.27, mix(0.075, mix(0.235, 0.3, tone) * k, stone), patio),
    mix(0.195, mix(0.06, mix(0.185, 0.215, tone) * k, stone), patio),
    mix(0.105, mix(0.045, mix(0.15, 0.155, tone) * k, stone), patio),
  ]
  const dry =
    patio < 0.5
      ? 1.0 + 0.75 * ss(-0.4, 0.5, fbm(x * 1.1, z * 0.8, 4)) + 0.22 * n2(x * 9, z * 5) * ss(26, 14, z)
      : 1
  return { color: tint(...color, dry), gloss: 0.02 * patio, grass: 1 - patio }
}

/** Distance to the nearest border between stones, and the tone of the stone. */
function flagstones(x, z) {
  const u = x / 0.62
  const v = z / 0.62
  let nearest = 9
  let second = 9
  let tone = 0
  for (let q = -1; q <= 1; q++)
    for (let p = -1; p <= 1; p++) {
      const ci = floor(u) + p
      const cj = floor(v) + q
      const h1 = abs(sin(ci * 127.1 + cj * 311.7) * 43758.5) % 1
      const h2 = abs(sin(ci * 269.5 + cj * 183.3) * 43758.5) % 1
      const dx = ci + 0.15 + 0.7 * h1 - u
      const dz = cj + 0.15 + 0.7 * h2 - v
      const d = sqrt(dx * dx + dz * dz)
      if (d < nearest) {
        second = nearest
        nearest = d
        tone = h1
      } else if (d < second) second = d
    }
  return [second - nearest, tone]
}
