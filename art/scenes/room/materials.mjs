import { fbm, fbm3, mix, n2, n3, ss } from '../../kit/core.mjs'
import { MATERIAL } from './places.mjs'
const { abs, floor, max, round, sin } = Math

function tint(r, g, b, k) {
  return [r * k, g * k, b * k]
}

/** Distance to the middle of the band that a number falls in, 0 … 0.5. */
function band(v) {
  return abs((((v % 1) + 1) % 1) - 0.5)
}

const COLORS = {
  [MATERIAL.wall]: (x, y, z) =>
    tint(
      0.73,
      0.585,
      0.455,
      0.93 + 0.1 * fbm3(x * 0.9, y * 0.9, z * 0.9, 4) + 0.05 * n3(x * 9, y * 9, z * 9),
    ),
  [MATERIAL.floor]: saltillo,
  [MATERIAL.wood]: (x, y, z) =>
    tint(0.3, 0.17, 0.088, 0.75 + 0.35 * fbm3(x * 3, y * 14, z * 3, 3) + 0.15 * n3(x * 30, y * 30, z * 4)),
  [MATERIAL.latilla]: (x, y, z) =>
    tint(0.43, 0.285, 0.165, 0.7 + 0.25 * sin(round(z / 0.085) * 7.7) * 0.8 + 0.15 * n2(x * 2, z * 30)),
  [MATERIAL.linen]: (x, y, z) => tint(0.86, 0.845, 0.81, 0.985 + 0.015 * n3(x * 40, y * 40, z * 40)),
  [MATERIAL.woven]: woven,
  [MATERIAL.rug]: rug,
  [MATERIAL.clay]: (x, y, z) => {
    const painted = abs(y - 0.66) < 0.03 && x < -2 ? 0.4 : 1
    return tint(0.4, 0.19, 0.105, (0.85 + 0.25 * fbm3(x * 6, y * 6, z * 6, 3)) * painted)
  },
  [MATERIAL.soot]: () => [0.13, 0.1, 0.085],
  [MATERIAL.ember]: () => [0.07, 0.05, 0.04],
  [MATERIAL.shade]: () => [0.78, 0.7, 0.56],
  [MATERIAL.leather]: (x, y, z) => tint(0.27, 0.115, 0.05, 0.85 + 0.3 * fbm3(x * 9, y * 9, z * 9, 3)),
}

/** The color of a point. */
export function albedo(id, x, y, z) {
  return COLORS[id](x, y, z)
}

/** Fired tiles on the diagonal. */
function saltillo(x, y, z) {
  const size = 0.4
  const u = (x * 0.7071 + z * 0.7071) / size
  const v = (-x * 0.7071 + z * 0.7071) / size
  const i = floor(u)
  const j = floor(v)
  const joint = ss(0.478, 0.492, max(abs(u - i - 0.5), abs(v - j - 0.5)) + 0.004 * n2(x * 20, z * 20))
  const tone = 0.5 + 0.5 * sin(i * 12.9 + j * 78.2)
  const k = 0.85 + 0.22 * fbm(x * 3, z * 3, 4)
  return [
    mix(mix(0.36, 0.47, tone) * k, 0.33, joint),
    mix(mix(0.165, 0.225, tone) * k, 0.27, joint),
    mix(mix(0.085, 0.115, tone) * k, 0.21, joint),
  ]
}

/** The throws on bed and banco: bands across. */
function woven(x, y, z) {
  const q = band((z < 4.2 && x > 0 ? x : z) * 9.5)
  const thread = 0.9 + 0.12 * sin((x + z) * 260)
  if (q < 0.09) return tint(0.72, 0.6, 0.4, thread)
  if (q < 0.2) return tint(0.1, 0.17, 0.19, thread)
  if (q > 0.43) return tint(0.62, 0.3, 0.1, thread)
  return tint(0.4, 0.085, 0.045, thread)
}

/** Zigzags in a dark border. */
function rug(x, y, z) {
  const u = (x + 0.75) / 1.05
  const v = (z - 2.55) / 0.78
  const q = band(v * 3.2 + 0.5 * band(u * 4))
  const thread = 0.85 + 0.22 * n2(x * 50, z * 90) + 0.1 * sin(z * 420)
  if (max(abs(u), abs(v)) > 0.93) return tint(0.09, 0.075, 0.065, thread)
  if (q < 0.1) return tint(0.42, 0.09, 0.045, thread)
  if (q < 0.16) return tint(0.09, 0.075, 0.065, thread)
  if (q > 0.42) return tint(0.5, 0.37, 0.22, thread)
  return tint(0.66, 0.57, 0.44, thread)
}
