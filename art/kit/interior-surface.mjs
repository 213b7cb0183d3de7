// Surfaces of a room. A surface is { color(x,y,z,o), gloss?, rough?, grazing?, metal?, bump?(x,y,z), glow?(x,y,z,o) } in linear light; bump is a height in metres.
import { mix, ss, fbm, fbm3, n2, n3 } from './core.mjs'
const { abs, floor, max, round, sin } = Math
const put = (o, r, g, b, k = 1) => {
  o[0] = r * k
  o[1] = g * k
  o[2] = b * k
}
const fract = (v) => v - floor(v)

/** Hand-trowelled mud plaster. */
export const plaster = (tone = [0.73, 0.585, 0.455]) => ({
  color: (x, y, z, o) =>
    put(o, ...tone, 0.93 + 0.1 * fbm3(x * 0.9, y * 0.9, z * 0.9, 4) + 0.045 * n3(x * 9, y * 9, z * 9)),
  bump: (x, y, z) =>
    0.0015 * fbm3(x * 5.5, y * 7, z * 5.5, 3) +
    0.0003 * n3(x * 45, y * 60, z * 45) +
    0.00012 * n3(x * 160, y * 160, z * 160),
})
/** Wood with its grain along an axis; planks: joints every so many metres across (axis 'x' joints in z, and so on). */
export const wood = ({
  tone,
  axis = 'x',
  scale = 1,
  wax = 0.04,
  rough = 0.025,
  planks = 0,
  across = 'z',
  knots = 0.5,
}) => {
  const s = { x: [1, 9, 9], y: [9, 1, 9], z: [9, 9, 1] }[axis].map((v) => v * scale)
  const pick = (a, x, y, z) => (a === 'x' ? x : a === 'y' ? y : z)
  return {
    color: (x, y, z, o) => {
      let u = 0,
        joint = 1
      if (planks) {
        const p = pick(across, x, y, z) / planks,
          i = floor(p),
          e = abs(fract(p) - 0.5)
        u = i * 7.7
        joint = 1 - 0.72 * ss(0.482, 0.496, e)
        joint *= 0.88 + 0.24 * fract(sin(i * 12.99) * 43758.5)
      }
      const X = x * s[0] + u,
        Y = y * s[1] + u * 0.3,
        Z = z * s[2],
        warp = fbm3(X * 0.5, Y * 0.5, Z * 0.5, 3),
        ring = 0.5 + 0.5 * sin(30 * (warp + knots * 0.2 * n3(X * 0.21 + 9, Y * 0.21, Z * 0.21))),
        k = 0.72 + 0.3 * fbm3(X * 1.2, Y * 1.2, Z * 1.2, 3) + 0.2 * ring + 0.1 * n3(X * 5, Y * 5, Z * 5)
      put(o, tone[0] * (0.97 + 0.05 * ring), tone[1], tone[2] * (1.02 - 0.1 * ring), k * joint)
    },
    bump: (x, y, z) => {
      const X = x * s[0],
        Y = y * s[1],
        Z = z * s[2]
      return 0.00008 * n3(X * 6, Y * 6, Z * 6) + 0.0002 * n3(X * 0.9, Y * 0.9, Z * 0.9)
    },
    gloss: wax,
    rough,
    grazing: 0.16,
  }
}
export const latilla = (axis, spacing) => ({
  color: (x, y, z, o) => {
    const a = axis === 'x' ? z : x,
      l = axis === 'x' ? x : z,
      k = round(a / spacing)
    put(
      o,
      0.46,
      0.315,
      0.185,
      0.72 + 0.22 * sin(k * 7.7) + 0.2 * n2(l * 2 + k * 3, k * 30) + 0.12 * n2(l * 14, k * 9),
    )
  },
})
export const soot = { color: (x, y, z, o) => put(o, 0.055, 0.04, 0.032) }
export const charcoal = {
  color: (x, y, z, o) => put(o, 0.05, 0.036, 0.03),
  glow: (x, y, z, o) => put(o, 2.6, 0.72, 0.1, max(0, n3(x * 24, y * 24, z * 24) + 0.28) * 1.6),
}
/** Fired floor tiles, laid on the diagonal (turn 0.7071) or straight (turn 0); size in metres. */
export const saltillo = ({ size = 0.4, diagonal = true, tone = [0.4, 0.19, 0.098], gloss = 0.03 } = {}) => {
  const grid = (x, z) => {
    const u = (diagonal ? (x + z) * 0.7071 : x) / size,
      v = (diagonal ? (z - x) * 0.7071 : z) / size,
      i = floor(u),
      j = floor(v)
    return [i, j, max(abs(u - i - 0.5), abs(v - j - 0.5)) + 0.004 * n2(x * 20, z * 20)]
  }
  return {
    color: (x, y, z, o) => {
      const [i, j, e] = grid(x, z),
        g = ss(0.477, 0.49, e),
        t = fract(sin(i * 12.9 + j * 78.2) * 43758.5) - 0.5,
        k = 0.88 + 0.24 * fbm(x * 3 + i, z * 3 + j, 4) + 0.26 * t + 0.1 * n2(x * 18, z * 18)
      put(
        o,
        mix(tone[0] * (1 + 0.12 * t) * k, 0.31, g),
        mix(tone[1] * k, 0.255, g),
        mix(tone[2] * (1 - 0.1 * t) * k, 0.2, g),
      )
    },
    bump: (x, y, z) => {
      const [i, j, e] = grid(x, z)
      return (
        -0.003 * ss(0.465, 0.492, e) +
        0.0006 * n2(x * 3 + i * 3, z * 3 + j * 5) +
        0.006 *
          ((fract(sin(i * 41.3 + j * 17.9) * 9631.7) - 0.5) * x +
            (fract(sin(i * 11.3 + j * 37.9) * 5631.7) - 0.5) * z)
      )
    },
    gloss,
    rough: 0.025,
    grazing: 0.3,
  }
}
/** One flat colour with a little unevenness. */
export const plain = (
  tone,
  { grain = 0.06, freq = 20, gloss = 0, rough = 0.1, metal = 0, bump = 0 } = {},
) => ({
  color: (x, y, z, o) =>
    put(
      o,
      ...tone,
      1 +
        grain * n3(x * freq, y * freq, z * freq) +
        grain * n3(x * freq * 0.3, y * freq * 0.3, z * freq * 0.3),
    ),
  bump: bump ? (x, y, z) => bump * n3(x * freq * 2, y * freq * 2, z * freq * 2) : undefined,
  gloss,
  rough,
  metal,
})
export const linen = {
  color: (x, y, z, o) => put(o, 0.86, 0.84, 0.8, 0.985 + 0.02 * n3(x * 40, y * 40, z * 40)),
  bump: (x, y, z) => 0.0001 * n3(x * 260, y * 260, z * 260),
}
export const clay = plain([0.4, 0.19, 0.105], { grain: 0.12, freq: 9, gloss: 0.02, rough: 0.2, bump: 0.0008 })
export const copper = plain([0.93, 0.5, 0.29], { grain: 0.09, freq: 6, metal: 1, rough: 0.03, bump: 0.0003 })
export const iron = plain([0.07, 0.066, 0.063], {
  grain: 0.15,
  freq: 40,
  gloss: 0.05,
  rough: 0.14,
  bump: 0.0004,
})
export const steel = plain([0.62, 0.61, 0.6], { grain: 0.04, freq: 30, metal: 1, rough: 0.1 })
export const brass = plain([0.8, 0.56, 0.22], { grain: 0.06, freq: 20, metal: 1, rough: 0.07 })
export const enamel = (tone = [0.8, 0.8, 0.78]) =>
  plain(tone, { grain: 0.015, freq: 12, gloss: 0.05, rough: 0.015 })
export const glaze = (tone) => plain(tone, { grain: 0.06, freq: 14, gloss: 0.045, rough: 0.03 })
export const leather = (tone = [0.27, 0.115, 0.05]) =>
  plain(tone, { grain: 0.14, freq: 16, gloss: 0.03, rough: 0.16, bump: 0.0006 })
/** Bands of woven colour along an axis, in metres per repeat; stops [[upTo 0..1, colour]]. */
export const woven = (along, repeat, stops, weave = 260) => ({
  color: (x, y, z, o) => {
    const t = fract(along(x, y, z) / repeat),
      s = stops.find(([u]) => t <= u) ?? stops.at(-1)
    put(o, ...s[1], 0.9 + 0.1 * sin((x + z) * weave) + 0.08 * n3(x * 60, y * 60, z * 60))
  },
  bump: (x, y, z) => 0.0003 * sin((x + z) * weave) + 0.0008 * n3(x * 30, y * 30, z * 30),
})
/** A rug of zigzag bands: centre [x,z], half sizes. */
export const chevron = ([cx, cz], [hx, hz]) => ({
  color: (x, y, z, o) => {
    const u = (x - cx) / hx,
      v = (z - cz) / hz,
      e = max(abs(u), abs(v)),
      zig = abs(fract(v * 3.2 + 0.5 * abs(fract(u * 4) - 0.5)) - 0.5),
      w = 0.85 + 0.2 * n2(x * 50, z * 90) + 0.1 * sin(z * 420)
    if (e > 0.93 || (zig >= 0.1 && zig < 0.16)) put(o, 0.09, 0.075, 0.065, w)
    else if (zig < 0.1) put(o, 0.42, 0.09, 0.045, w)
    else if (zig > 0.42) put(o, 0.5, 0.37, 0.22, w)
    else put(o, 0.66, 0.57, 0.44, w)
  },
  bump: (x, y, z) => 0.0008 * n2(x * 70, z * 110),
})
/** Talavera tiles on a wall that faces -z: cobalt and ochre flowers on white, edge `size` metres. */
export const talavera = (size) => ({
  color: (x, y, z, o) => {
    const i = floor(x / size),
      j = floor(y / size),
      u = fract(x / size) - 0.5,
      v = fract(y / size) - 0.5,
      r = Math.hypot(u, v),
      a = Math.atan2(v, u),
      petal = 0.27 + 0.1 * Math.cos(4 * a),
      corner = Math.hypot(abs(u) - 0.5, abs(v) - 0.5),
      other = (i + j) % 2 === 0
    put(o, 0.78, 0.76, 0.7)
    if (other ? r < petal && r > petal - 0.09 : abs(abs(u) + abs(v) - 0.36) < 0.05) put(o, 0.03, 0.07, 0.3)
    if (r < 0.09) put(o, 0.66, 0.36, 0.04)
    if (corner < 0.2) put(o, 0.03, 0.07, 0.3)
    if (corner < 0.1) put(o, 0.66, 0.36, 0.04)
    if (max(abs(u), abs(v)) > 0.475) put(o, 0.5, 0.46, 0.4)
    const k = 0.92 + 0.12 * n2(i * 7.3, j * 5.1) + 0.05 * n2(x * 60, y * 60)
    for (let m = 0; m < 3; m++) o[m] *= k
  },
  bump: (x, y) =>
    -0.001 * ss(0.45, 0.5, max(abs(fract(x / size) - 0.5), abs(fract(y / size) - 0.5))) +
    0.0003 * n2(x * 30, y * 30),
  gloss: 0.05,
  rough: 0.03,
})
