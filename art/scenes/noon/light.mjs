// Daylight at the bench: sun through a divided window on the left, the sky in the same window, light thrown back by the room.
import { clamp, mix, ss, fbm, fbm3, n2, n3, mix3, norm } from '../../kit/core.mjs'
import { hit, trace, normalAt, shadow, occlusion } from '../../kit/sdf.mjs'
import { map, onPanel, onBelt, M } from './things.mjs'
import { panel, belt } from './tooling.mjs'
const { abs, sqrt, pow, max, floor, sin } = Math

const SUN = norm([-0.78, 0.6, -0.16]),
  SUN_COLOR = [3.1, 2.55, 1.85],
  SKY = [0.92, 1.1, 1.42],
  ROOM = [0.255, 0.232, 0.214]
const WINDOW = { x: -1.25, y0: 0.34, y1: 1.42, z0: 0.1, z1: 1.68, bars: 3 }
/** How much of the sun's disc the window lets through to a point: panes, glazing bars, soft edges. */
function throughWindow(x, y, z) {
  const t = (WINDOW.x - x) / SUN[0],
    wy = y + SUN[1] * t,
    wz = z + SUN[2] * t,
    soft = 0.004 + 0.0075 * t,
    { y0, y1, z0, z1, bars } = WINDOW,
    inY = ss(-soft, soft, wy - y0) * ss(-soft, soft, y1 - wy),
    inZ = ss(-soft, soft, wz - z0) * ss(-soft, soft, z1 - wz),
    cell = (z1 - z0) / bars,
    u = abs((((((wz - z0) / cell) % 1) + 1) % 1) - 0.5),
    bar = ss(-soft, soft, (0.5 - u) * cell - 0.016),
    rail = ss(-soft, soft, abs(wy - (y0 + y1) / 2) - 0.016)
  return inY * inZ * bar * rail
}
const carved = { h: 0, tone: 1 }
/** Bends the normal by the carving and returns its darkening; at(u, v) -> height and tone, axes of u and v on the bench. */
function emboss(at, u, v, [ux, uz], n) {
  const e = 0.0007
  at(u, v, carved)
  const { h, tone } = carved
  at(u + e, v, carved)
  const hu = (carved.h - h) / e
  at(u, v + e, carved)
  const hv = (carved.h - h) / e,
    k = 1.9
  n[0] -= k * (hu * ux - hv * uz)
  n[2] -= k * (hu * uz + hv * ux)
  const l = 1 / sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2)
  for (let j = 0; j < 3; j++) n[j] *= l
  return tone
}
const grain = (x, z, k) => 1 + k * (0.5 * n2(x * 420, z * 420) + 0.5 * n2(x * 190, z * 190))
/** [albedo, gloss, hardness of the highlight, metal]; may bend the normal. */
function material(id, X, Y, Z, n) {
  switch (id) {
    case M.BENCH: {
      const row = floor(Z / 0.19 + 0.8),
        k = 0.74 + 0.4 * fbm(X * 2.2 + row * 7, Z * 34, 4) + 0.12 * n2(X * 14, Z * 220),
        stain = 0.8 + 0.3 * ss(-0.3, 0.3, fbm(X * 3 + 4, Z * 3, 3)),
        cut = 1 - 0.35 * ss(0.93, 1, 1 - abs(n2(X * 9 + Z * 14, Z * 5 - X * 3)) * 14)
      return [[0.33 * k * stain * cut, 0.205 * k * stain * cut, 0.115 * k * stain * cut], 0.045, 24, 0]
    }
    case M.WALL: {
      const k = 0.94 + 0.1 * fbm3(X * 2, Y * 2, Z * 2, 4) + 0.03 * n3(X * 40, Y * 40, Z * 40)
      return [[0.64 * k, 0.55 * k, 0.435 * k], 0, 1, 0]
    }
    case M.GRANITE: {
      const s = 1.5 * fbm3(X * 210, Y * 210, Z * 210, 3),
        k = 0.2 + 0.16 * ss(0.1, 0.5, s) - 0.12 * ss(-0.2, -0.5, s)
      return [[k, k * 0.98, k * 0.97], 0.05, 160, 0]
    }
    case M.PANEL: {
      const [u, v] = onPanel(X, Z),
        face = n[1] > 0.6,
        t = face ? emboss(panel, u, v, [0.994, -0.11], n) : 1,
        damp = 1 - 0.16 * ss(0.02, 0.1, u + 0.03 * n2(u * 20, v * 20)),
        k = grain(u, v, 0.07) * (0.94 + 0.1 * fbm(u * 14, v * 14, 4)) * damp
      return [[0.66 * k * t, 0.4 * k * pow(t, 1.25), 0.215 * k * pow(t, 1.5)], 0.045, 20, 0]
    }
    case M.BELT: {
      const [s, v] = onBelt(X, Z),
        slope = 0.155 * Math.cos((X + 0.25) * 3.1) - 0.02,
        l = 1 / sqrt(1 + slope * slope),
        t = n[1] > 0.6 ? emboss(belt, s, v, [l, slope * l], n) : 0.75,
        k = grain(s, v, 0.07)
      return [[0.43 * k * t, 0.185 * k * pow(t, 1.25), 0.075 * k * pow(t, 1.5)], 0.06, 30, 0]
    }
    case M.STEEL:
      return [[0.62, 0.62, 0.63], 0.9, 140, 1]
    case M.SILVER:
      return [[0.86, 0.84, 0.8], 0.9, 120, 1]
    case M.BRASS:
      return [[0.74, 0.53, 0.24], 0.9, 90, 1]
    case M.OAK: {
      const k = 0.82 + 0.3 * fbm3(X * 30, Y * 7, Z * 30, 3)
      return [[0.5 * k, 0.31 * k, 0.165 * k], 0.05, 40, 0]
    }
    case M.RAWHIDE: {
      const k = 0.86 + 0.2 * n3(X * 40, Y * 40, Z * 40)
      return [[0.66 * k, 0.52 * k, 0.33 * k], 0.04, 20, 0]
    }
    case M.CLAY: {
      const glaze = ss(0.055, 0.06, Y + 0.006 * n3(X * 30, 2, Z * 30))
      return [mix3([0.34, 0.185, 0.115], [0.1, 0.27, 0.28], glaze), mix(0.02, 0.06, glaze), 160, 0]
    }
    case M.WATER:
      return [[0.05, 0.06, 0.055], 0.06, 500, 0]
    case M.SPONGE: {
      const k = 0.7 + 0.5 * n3(X * 140, Y * 140, Z * 140)
      return [[0.72 * k, 0.53 * k, 0.2 * k], 0, 1, 0]
    }
    default: {
      const k = 0.92 + 0.1 * sin(Y * 1500)
      return [[0.8 * k, 0.74 * k, 0.6 * k], 0, 1, 0]
    }
  }
}
/** Room as seen in polished things: the bright window on the left, dim walls elsewhere. */
const reflection = (r) => {
  const pane = ss(-0.15, -0.6, r[0]) * ss(0.05, 0.3, r[1]) * ss(0.95, 0.75, r[1])
  return [0, 1, 2].map((j) => [0.3, 0.265, 0.225][j] * (0.45 + 0.9 * max(0, r[1])) + SKY[j] * 2 * pane)
}
/** sample(px, py, out) for the studio. */
export function daylight({ cam, f, cx, hor }) {
  return (px, py, o) => {
    const il = 1 / sqrt(((px - cx) / f) ** 2 + ((py - hor) / f) ** 2 + 1),
      v = [((px - cx) / f) * il, (-(py - hor) / f) * il, il],
      t = trace(map, cam.x, cam.y, 0, v[0], v[1], v[2], 0.4, 4, 0.0003, 220, 0.85)
    if (t < 0) return
    const id = hit.id,
      X = cam.x + v[0] * t,
      Y = cam.y + v[1] * t,
      Z = v[2] * t,
      n = [0, 0, 0]
    normalAt(map, X, Y, Z, 0.0007, n)
    const g = [n[0], n[1], n[2]],
      [a, gloss, hard, metal] = material(id, X, Y, Z, n),
      far = id === M.WALL || id === M.BENCH,
      ao =
        id === M.WALL
          ? 0.8 + 0.2 * ss(0, 0.18, Y)
          : occlusion(map, X, Y, Z, g[0], g[1], g[2], 0.012, 1.4) *
            (0.45 + 0.55 * occlusion(map, X, Y, Z, g[0], g[1], g[2], far ? 0.06 : 0.03, 1.2)),
      e = id === M.WALL ? 0.02 : 0.0018,
      sx = X + g[0] * e,
      sy = Y + g[1] * e,
      sz = Z + g[2] * e,
      ndl = n[0] * SUN[0] + n[1] * SUN[1] + n[2] * SUN[2],
      beam = ndl > 0 ? throughWindow(X, Y, Z) : 0,
      sun = beam > 0.002 ? beam * max(0, ndl) * sunShadow(sx, sy, sz) : 0
    let sky = 0
    for (const [wy, wz] of [
      [0.62, 0.5],
      [1.1, 1.2],
    ]) {
      const lx = WINDOW.x - X,
        ly = wy - Y,
        lz = wz - Z,
        d = sqrt(lx * lx + ly * ly + lz * lz),
        c = (n[0] * lx + n[1] * ly + n[2] * lz) / d
      if (c <= 0) continue
      const s = id === M.WALL ? 1 : shadow(map, sx, sy, sz, lx / d, ly / d, lz / d, 0.45, 5, 0.006, 20, 0.08)
      sky += (0.5 * 1.05 * c * (abs(lx) / d) * s) / (0.35 + d * d)
    }
    const open = 0.6 + 0.4 * n[1] + (id === M.WALL ? 0.25 : 0),
      warm = 0.2 * max(0, -n[1] * 0.6 + 0.3) * ss(0.9, -0.4, X)
    const vn = v[0] * n[0] + v[1] * n[1] + v[2] * n[2],
      r = [v[0] - 2 * vn * n[0], v[1] - 2 * vn * n[1], v[2] - 2 * vn * n[2]],
      env = reflection(r),
      spec = pow(max(0, r[0] * SUN[0] + r[1] * SUN[1] + r[2] * SUN[2]), hard) * (beam > 0.002 ? beam : 0),
      fr = gloss + (1 - gloss) * 0.5 * pow(clamp(1 + vn), 5) * (gloss > 0 ? 1 : 0)
    for (let j = 0; j < 3; j++) {
      const light =
        SUN_COLOR[j] * sun +
        SKY[j] * sky +
        ROOM[j] * open * ao +
        SUN_COLOR[j] * [0.5, 0.38, 0.28][j] * warm * ao
      o[j] = metal
        ? a[j] * (env[j] * (0.35 + 0.65 * ao) + SUN_COLOR[j] * (0.16 * sun + 2.2 * spec))
        : a[j] * light +
          fr * (env[j] * ao * (hard > 100 ? 0.9 : 0.35) + SUN_COLOR[j] * spec * (hard > 100 ? 3 : 0.9))
    }
    // dust in the beam
    let dust = 0
    for (let i = 0; i < 12; i++) {
      const q = t * (0.35 + (0.65 * (i + 0.5)) / 12)
      dust += throughWindow(cam.x + v[0] * q, cam.y + v[1] * q, v[2] * q)
    }
    for (let j = 0; j < 3; j++) o[j] += SUN_COLOR[j] * 0.0013 * dust
  }
}
function sunShadow(x, y, z) {
  let s = 1,
    t = 0.003
  for (let i = 0; i < 90 && t < 0.4; i++) {
    const d = map(x + SUN[0] * t, y + SUN[1] * t, z + SUN[2] * t),
      q = (75 * d) / t
    if (q < s) s = q
    if (s < 0.01) return 0
    t += max(d * 0.85, t < 0.1 ? 0.0018 : 0.006)
    if (y + SUN[1] * t > 0.25) break
  }
  s = clamp(s)
  return s * s * (3 - 2 * s)
}
