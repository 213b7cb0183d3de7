import { fbm, fbm3, mix, n2, n3, ss } from '../../kit/core.mjs'
import { DOOR, FX, FZ, HEARTH, MATERIAL, WINDOWS } from './places.mjs'
const { abs, exp, floor, max, min, round, sin } = Math

/** What shines by itself: [first channel, r, g, b], or null. Channels are those of `lights.mjs`. */
export function ownLight(id, x, y) {
  if (id === MATERIAL.pane) return litRoom(x, y)
  if (id !== MATERIAL.lamp) return null
  const k = 0.7 + 0.5 * exp(-(((y - 2.02) / 0.08) ** 2))
  return [3, 3.4 * k, 1.9 * k, 0.62 * k]
}

/** A lit room behind the glass: curtains at the sides, warmer and brighter low down. */
function litRoom(x, y) {
  const found = WINDOWS.findLastIndex((w) => abs(x - w[0]) < w[2] + 0.1 && abs(y - w[1]) < w[3] + 0.1)
  const index = max(0, found)
  const w = WINDOWS[index]
  const u = (x - w[0]) / w[2]
  const v = (y - w[1]) / w[3]
  const curtain = ss(0.5, 0.72, abs(u) + 0.05 * v)
  const glow = (0.8 - 0.22 * v + 0.22 * n3(x * 2.2, y * 2.2, 3)) * mix(1, 0.5 + 0.16 * sin(u * 34), curtain)
  const b = glow * (1 - 0.35 * ss(0.55, 0.9, v))
  return [index === HEARTH ? 6 : 3, 2.5 * b, 1.22 * b, 0.4 * b * mix(1, 0.8, curtain)]
}

function tint(r, g, b, k) {
  return [r * k, g * k, b * k]
}

const ALBEDO = {
  [MATERIAL.chile]: ({ x, y, z }) => tint(0.34, 0.022, 0.014, 0.7 + 0.5 * n3(x * 30, y * 30, z * 30)),
  [MATERIAL.pot]: ({ x, y, z, n }) =>
    y > 0.3 && n[1] > 0.8
      ? [0.05, 0.035, 0.02]
      : tint(0.4, 0.16, 0.085, 0.85 + 0.3 * n3(x * 6, y * 6, z * 6)),
  [MATERIAL.green]: ({ x, y, z }) => tint(0.1, 0.15, 0.085, 0.7 + 0.6 * n3(x * 9, y * 5, z * 9)),
  [MATERIAL.flag]: flagstones,
  [MATERIAL.adobe]: ({ x, y, z }) =>
    tint(
      0.43,
      0.255,
      0.158,
      0.88 +
        0.25 * fbm3(x * 0.8, y * 0.8, z * 0.8, 4) +
        0.07 * fbm3(x * 5 + y, y * 5 - z, z * 5 + x, 2) -
        0.12 * (1 - ss(0, 0.6, y)),
    ),
  [MATERIAL.wood]: ({ x, y, z }) => tint(0.17, 0.095, 0.05, 0.8 + 0.4 * n3(x * 5, y * 9, z * 5)),
  [MATERIAL.leaf]: ({ x }) => tint(0.03, 0.21, 0.24, abs(x - DOOR) % 0.19 < 0.012 ? 0.5 : 1),
  [MATERIAL.stone]: ({ x, y, z }) => tint(0.17, 0.15, 0.135, 0.7 + 0.5 * n3(x * 5, y * 5, z * 5)),
}

/** The color of a surface: `at` has its point in the house's frame, its normal `n`, and X, Z in the world. */
export function albedo(id, at, pathAt) {
  return id === MATERIAL.ground ? earth(at, pathAt) : ALBEDO[id](at)
}

function flagstones({ x, z }) {
  const gx = x / 0.62 + 0.18 * n2(x, z)
  const gz = z / 0.48 + 0.18 * n2(z, x)
  const row = floor(gz)
  const u = gx + 0.5 * (row & 1)
  const edge = min(abs(u - round(u)), abs(gz - round(gz)))
  const stone = 0.75 + 0.35 * hash(floor(u) + row * 17) + 0.14 * n2(x * 9, z * 9)
  return tint(0.26, 0.185, 0.135, stone * (0.45 + 0.55 * ss(0.02, 0.06, edge)))
}

function hash(i) {
  const v = sin(i * 12.9898) * 43758.5453
  return v - floor(v)
}

/** Dry grass, path, and the dust round the fire. */
function earth({ x, z, X, Z }, pathAt) {
  const k = ss(-0.3, 0.5, fbm(X / 1.3, Z / 2.2, 4))
  const dust = max(pathAt(X, Z), 0.7 * exp(-((x - FX) ** 2 + (z - FZ) ** 2) / 5.5))
  const grit = 1 + 0.18 * n2(X * 9, Z * 9)
  return [
    mix(mix(0.115, 0.17, k), 0.3 * grit, dust),
    mix(mix(0.095, 0.135, k), 0.225 * grit, dust),
    mix(mix(0.055, 0.08, k), 0.155 * grit, dust),
  ]
}
