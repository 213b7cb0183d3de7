// Materials of the breakfast table and the early light on them: low sun, blue sky, warm light back from the stones.
import { clamp, mix, ss, fbm, fbm3, n2, n3, mix3, norm } from '../../kit/core.mjs'
import { hit, trace, normalAt, occlusion } from '../../kit/sdf.mjs'
import { map, plateRadius, M, TABLE } from './things.mjs'
const { abs, sqrt, exp, pow, max, floor, sin } = Math

/** Flagstones: distance to the nearest joint and a tint per stone. */
function flags(x, z) {
  const u = x / 0.66,
    v = z / 0.66,
    i = floor(u),
    j = floor(v)
  let a = 9,
    b = 9,
    t = 0
  for (let q = -1; q <= 1; q++)
    for (let p = -1; p <= 1; p++) {
      const ci = i + p,
        cj = j + q,
        h1 = abs(sin(ci * 127.1 + cj * 311.7) * 43758.5) % 1,
        h2 = abs(sin(ci * 269.5 + cj * 183.3) * 43758.5) % 1,
        d = sqrt((ci + 0.15 + 0.7 * h1 - u) ** 2 + (cj + 0.15 + 0.7 * h2 - v) ** 2)
      if (d < a) {
        b = a
        a = d
        t = h1
      } else if (d < b) b = d
    }
  return [b - a, t]
}
/** The patio ends in an uneven line; returns 1 on the stones, 0 in the grass. */
export const patio = (x, z) => {
  const w = 0.25 * n2(x * 1.3, z * 1.3)
  return ss(0.12, -0.12, abs(x + 0.2) - 3.3 + w) * ss(0.12, -0.12, z - 8.5 + w)
}
/** [albedo, gloss, sharpness of the highlight] */
function material(id, X, Y, Z) {
  const y = Y - TABLE.top
  switch (id) {
    case M.WOOD: {
      const k = 0.74 + 0.4 * fbm3(X * 9, Y * 4, Z * 1.1, 4) + 0.13 * n3(X * 60, Y * 20, Z * 4)
      return [[0.4 * k, 0.245 * k, 0.14 * k], 0.06, 40]
    }
    case M.POST: {
      const k = 0.7 + 0.5 * n3(X * 14, Y * 3, Z * 14)
      return [[0.2 * k, 0.14 * k, 0.095 * k], 0, 1]
    }
    case M.GROUND: {
      const p = patio(X, Z),
        [e, c] = flags(X + 0.1 * n2(X * 2, Z * 2), Z + 0.1 * n2(Z * 2, X * 2 + 7)),
        k = 0.82 + 0.3 * fbm(X * 3, Z * 3, 5) + 0.1 * n2(X * 26, Z * 26),
        s = ss(0.02, 0.07, e),
        stone = [
          mix(0.1, mix(0.29, 0.38, c) * k, s),
          mix(0.08, mix(0.225, 0.275, c) * k, s),
          mix(0.055, mix(0.17, 0.19, c) * k, s),
        ],
        g = 1 + 0.6 * fbm(X * 1.1, Z * 0.8, 4)
      return [mix3([0.2 * g, 0.15 * g, 0.075 * g], stone, p), 0.03 * p, 20]
    }
    case M.POT: {
      const speck = ss(0.5, 0.62, n3(X * 190, Y * 190, Z * 190)),
        trim = y < 0.012 || (y > 0.196 && y < 0.203) ? 1 : 0
      return [mix3(mix3([0.012, 0.06, 0.2], [0.55, 0.62, 0.7], speck), [0.01, 0.012, 0.02], trim), 0.06, 420]
    }
    case M.MUG: {
      const speck = ss(0.5, 0.62, n3(X * 240, Y * 240, Z * 240))
      return [
        y > 0.081 ? [0.01, 0.012, 0.02] : mix3([0.014, 0.07, 0.22], [0.55, 0.62, 0.7], speck),
        0.06,
        420,
      ]
    }
    case M.COFFEE:
      return [[0.02, 0.009, 0.004], 0.05, 600]
    case M.PLATE:
      return [plateRadius() > 0.121 ? [0.02, 0.07, 0.2] : [0.8, 0.79, 0.75], 0.05, 300]
    case M.CAKE: {
      const top = ss(0.25, 0.6, n3(X * 22, Y * 90, Z * 22) + 0.2)
      return [mix3([0.72, 0.5, 0.23], [0.46, 0.21, 0.065], top), 0.02, 20]
    }
    case M.LOAF: {
      const crust = ss(-0.2, 0.4, fbm3(X * 12, Y * 12, Z * 12, 3) + 4 * (y - 0.07))
      return [mix3([0.66, 0.44, 0.21], [0.36, 0.165, 0.055], crust), 0.02, 20]
    }
    case M.BOARD:
      return [[0.28, 0.165, 0.085], 0.03, 30]
    case M.CLAY: {
      const k = 0.85 + 0.25 * n3(X * 9, Y * 9, Z * 9)
      return [[0.42 * k, 0.2 * k, 0.115 * k], 0.03, 40]
    }
    case M.PEACH: {
      const blush = ss(-0.3, 0.5, fbm3(X * 14, Y * 14, Z * 14, 2))
      return [mix3([0.85, 0.5, 0.12], [0.72, 0.13, 0.05], blush), 0.02, 14]
    }
    case M.BUTTER:
      return [[0.9, 0.76, 0.3], 0.04, 60]
    case M.HONEY:
      return [[0.75, 0.33, 0.03], 0.08, 300]
    default: {
      const k = 0.94 + 0.1 * n2(X * 60, Z * 60)
      return [[0.74 * k, 0.71 * k, 0.65 * k], 0, 1]
    }
  }
}
/** Soft sun shadow with steps small enough for the rim of a plate. */
function sunlit(x, y, z, sun) {
  let s = 1,
    t = 0.006
  for (let i = 0; i < 150 && t < 14; i++) {
    const d = map(x + sun[0] * t, y + sun[1] * t, z + sun[2] * t)
    s = Math.min(s, (70 * d) / t)
    if (s < 0.01) return 0
    t += max(d * 0.9, t < 0.8 ? 0.0028 : 0.012)
    if (y + sun[1] * t > 3) break
  }
  return s * s * (3 - 2 * s)
}
/** sample(px, py, out) for the studio: out = colour and, in channel 3, where grass may grow. */
export function lighting({ cam, f, cx, hor, sun, sunColor, ambient, sky, background, fog }) {
  return (px, py, o) => {
    const il = 1 / sqrt(((px - cx) / f) ** 2 + ((py - hor) / f) ** 2 + 1),
      v = [((px - cx) / f) * il, (-(py - hor) / f) * il, il],
      t = trace(map, cam.x, cam.y, 0, v[0], v[1], v[2], 0.6, 46, 0.0006, 190, 0.85),
      id = hit.id,
      X = cam.x + v[0] * t,
      Y = cam.y + v[1] * t,
      Z = v[2] * t,
      n = [0, 0, 0]
    if (t < 0) {
      background(px, py, o)
      o[3] = 1
      return
    }
    const [a, gloss, hard] = material(id, X, Y, Z)
    normalAt(map, X, Y, Z, 0.0008 + 0.0003 * t, n)
    const ao = occlusion(map, X, Y, Z, n[0], n[1], n[2], t < 12 ? 0.07 : 0.2, 1.5),
      ndl = n[0] * sun[0] + n[1] * sun[1] + n[2] * sun[2],
      e = 0.004 + 0.001 * t,
      sh = ndl > -0.25 ? sunlit(X + n[0] * e, Y + n[1] * e, Z + n[2] * e, sun) : 0,
      soft = id === M.HONEY ? 0.55 : id === M.PEACH || id === M.LINEN || id === M.CAKE ? 0.12 : 0,
      key = (max(0, ndl) * (1 - soft) + soft) * sh,
      up = 0.5 + 0.5 * n[1],
      bounce = max(0, -n[1] * 0.55 + 0.28) * 0.22 * ao
    for (let j = 0; j < 3; j++)
      o[j] =
        a[j] *
        (sunColor[j] * key +
          ambient[j] * (0.25 + 0.75 * up) * ao +
          sunColor[j] * [0.75, 0.6, 0.5][j] * bounce)
    if (id === M.HONEY) {
      const glow = pow(max(0, v[0] * sun[0] + v[1] * sun[1] + v[2] * sun[2]), 3) * sh
      o[0] += 1.1 * glow
      o[1] += 0.42 * glow
      o[2] += 0.03 * glow
    }
    if (gloss) {
      const vn = v[0] * n[0] + v[1] * n[1] + v[2] * n[2],
        r = [v[0] - 2 * vn * n[0], v[1] - 2 * vn * n[1], v[2] - 2 * vn * n[2]],
        fr = gloss + (1 - gloss) * 0.6 * pow(clamp(1 + vn), 5),
        spec =
          pow(max(0, r[0] * sun[0] + r[1] * sun[1] + r[2] * sun[2]), hard) * sh * (hard > 200 ? 26 : 3.2),
        env = r[1] > 0 ? sky(norm([r[0], max(0.02, r[1]), r[2]])) : [0.32, 0.22, 0.14],
        clear = hard > 200 ? 0.35 + 0.65 * ao : ao * 0.6
      for (let j = 0; j < 3; j++) o[j] += fr * (env[j] * clear + sunColor[j] * spec)
    }
    o[3] = id === M.GROUND ? 1 - patio(X, Z) : 0
    const k = 1 - exp(-max(0, t - 9) / 95),
      c = fog(v)
    for (let j = 0; j < 3; j++) o[j] = mix(o[j], c[j], k)
  }
}
