// Dusk: mesa country after sunset, a river catching the sky, blue grama and yucca on the near ridge.
// Variants `dawn` (sun just up, mist between other mesas) and `moonrise` (a big moon over the night plain).
import * as K from '../kit/core.mjs'
import { mesaField, renderTerrain } from '../kit/terrain.mjs'
import { makeSky } from '../kit/sky.mjs'
import { yucca } from '../kit/plants.mjs'
import { galaxy, starCatalogue, drawStar } from '../kit/stars.mjs'
const { clamp, mix, ss, fbm, ridged, n2, mix3, mul3, norm, dot, rng } = K
const { abs, exp, pow, max, sin } = Math

export const variants = ['dusk', 'dawn', 'moonrise']
const LOOKS = {
  dusk: {
    sun: [-0.3, -0.016, 1],
    cam: [215, 1330, 505],
    river: true,
    relief: 1,
    spread: 0.16,
    height: 0.352,
    mesas: [
      [1750, 4300, 830, 1050, 400, 1.3],
      [-560, 5600, 185, 150, 430, 2.1],
      [-235, 5750, 62, 60, 330, 3.3],
      [-1900, 7400, 700, 800, 400, 6.2],
      [620, 8600, 420, 500, 400, 4.4],
      [-60, 12500, 1500, 1000, 560, 5.1],
      [-4300, 13500, 1900, 1300, 640, 7.7],
      [4600, 13800, 1900, 1300, 700, 8.2],
      [-1500, 21500, 3000, 1600, 860, 9.4],
      [8600, 26000, 4400, 2100, 1100, 10.2],
      [-10500, 27000, 4600, 2300, 1150, 11.9],
      [1800, 38000, 7000, 2400, 1350, 12.5],
      [-17000, 42000, 6500, 2500, 1700, 13.1],
    ],
    towards: [
      [0, '#ffd9a0'],
      [0.05, '#ffbd7e'],
      [0.13, '#f79a70'],
      [0.24, '#e07a73'],
      [0.36, '#b56684'],
      [0.5, '#7d5a8f'],
      [0.68, '#4c4a86'],
      [0.85, '#2c3468'],
      [1, '#1c2450'],
    ],
    away: [
      [0, '#c98f93'],
      [0.07, '#c08796'],
      [0.16, '#a4789a'],
      [0.28, '#826c9c'],
      [0.42, '#62609a'],
      [0.6, '#454f88'],
      [0.8, '#2b376c'],
      [1, '#1c2450'],
    ],
    lobes: [
      [900, [1.6, 1.25, 0.72]],
      [90, [0.42, 0.22, 0.084]],
      [14, [0.144, 0.053, 0.026]],
    ],
    key: [-0.879, 0.204, 0.429],
    light: [
      [0.25, 1.3, 0.6, 0.92],
      [0.25, 0.56, 0.34, 0.44],
      [0.5, 0.32, 0.48, 0.36],
    ],
    glow: [1, 0.6, 0.25],
    cool: [0.3, 0.2, 0.42],
    T: [17000, 14500, 12500],
    mist: [2600, 7000, 6, 60, 0.006, 0.8],
    grass: [[24, 15, 22], [128, 62, 44], '#150d14'],
    finish: { exposure: 1, vig: 0.16, sat: 1.05, grain: 0.012 },
  },
  dawn: {
    sun: [0.385, 0.052, 1],
    cam: [150, 1500, 560],
    relief: 0.7,
    spread: 0.2,
    height: 0.36,
    disc: 6,
    mesas: [
      [-1500, 4700, 620, 800, 430, 2.6],
      [-610, 5300, 120, 105, 350, 4.7],
      [330, 6100, 74, 70, 400, 9.1],
      [520, 6250, 46, 50, 300, 1.9],
      [2250, 9200, 640, 700, 430, 3.7],
      [-3400, 9800, 1300, 900, 520, 6.6],
      [-300, 11500, 700, 620, 430, 8.4],
      [900, 16500, 1500, 900, 560, 1.2],
      [5600, 17500, 1700, 1200, 700, 5.3],
      [-5200, 19000, 2300, 1400, 820, 7.4],
      [2400, 26000, 3000, 1600, 900, 2.9],
      [11000, 30000, 4200, 2100, 1200, 4.4],
      [-9500, 33000, 4600, 2300, 1350, 3.3],
      [-1200, 40000, 6000, 2400, 1350, 12.5],
    ],
    towards: [
      [0, '#ffeac0'],
      [0.05, '#ffdca8'],
      [0.12, '#fcc9a0'],
      [0.22, '#f0bfae'],
      [0.36, '#cfc0c8'],
      [0.55, '#9fb6d4'],
      [0.78, '#7a9fca'],
      [1, '#5d88bc'],
    ],
    away: [
      [0, '#e3c3c0'],
      [0.07, '#dcbcc2'],
      [0.16, '#cbb8c8'],
      [0.28, '#b0b6cf'],
      [0.45, '#8ea9cf'],
      [0.7, '#6c93c4'],
      [1, '#4f7cb4'],
    ],
    lobes: [
      [2600, [1.3, 1.05, 0.62]],
      [220, [0.42, 0.28, 0.13]],
      [22, [0.22, 0.12, 0.05]],
    ],
    key: [0.86, 0.22, 0.34],
    light: [
      [0.42, 2.15, 0.55, 1.15],
      [0.44, 1.3, 0.42, 0.84],
      [0.6, 0.66, 0.56, 0.74],
    ],
    glow: [1.2, 0.8, 0.4],
    cool: [0.62, 0.58, 0.72],
    T: [12500, 10500, 9000],
    mist: [1300, 2300, 18, 54, 0.01, 0.98],
    mistColor: [1.0, 0.8, 0.62],
    grass: [[44, 34, 24], [214, 142, 66], '#382918'],
    ridge: 2,
    finish: { exposure: 0.92, vig: 0.16, sat: 1.06, grain: 0.01, contrast: 0.06 },
  },
  moonrise: {
    sun: [0.22, 0.137, 1],
    cam: [62, 1500, 640],
    relief: 0.45,
    spread: 0.5,
    height: 0.5,
    night: true,
    moon: [1130, 434, 86],
    mesas: [
      [1650, 6400, 820, 760, 420, 7.3],
      [560, 7600, 130, 120, 360, 2.2],
      [-2300, 7800, 900, 800, 400, 5.6],
      [-900, 13000, 900, 800, 470, 3.1],
      [4300, 12500, 1300, 900, 520, 6.9],
      [-6400, 16000, 2200, 1300, 720, 4.2],
      [2300, 21000, 2300, 1400, 800, 8.6],
      [-2600, 30000, 4600, 2000, 1050, 2.4],
      [12000, 32000, 4600, 2100, 1250, 9.8],
    ],
    towards: [
      [0, '#4a5a78'],
      [0.08, '#3d4f72'],
      [0.2, '#2b3f68'],
      [0.45, '#1b2d56'],
      [0.75, '#111f44'],
      [1, '#0b1736'],
    ],
    away: [
      [0, '#33445f'],
      [0.08, '#293b5a'],
      [0.2, '#1d2f52'],
      [0.45, '#132347'],
      [0.75, '#0c1836'],
      [1, '#08112b'],
    ],
    lobes: [
      [420, [0.16, 0.17, 0.18]],
      [60, [0.055, 0.066, 0.085]],
      [9, [0.022, 0.03, 0.046]],
    ],
    key: [0.7, 0.42, 0.4],
    light: [
      [0.045, 0.2, 0.06, 0.105],
      [0.085, 0.32, 0.11, 0.19],
      [0.22, 0.58, 0.25, 0.4],
    ],
    glow: [0.05, 0.06, 0.08],
    cool: [0.05, 0.068, 0.115],
    T: [15000, 13500, 12000],
    mist: [2200, 5200, 4, 34, 0.007, 0.85],
    grass: [[7, 10, 18], [70, 86, 120], '#070b14'],
    ridge: 1,
    finish: { exposure: 1.3, vig: 0.22, sat: 1.06, grain: 0.011 },
  },
}
let V, sun, sunAz, mesa, clear, air // set by the scene function, in every thread
function use(name) {
  V = LOOKS[name]
  sun = norm(V.sun)
  sunAz = Math.atan2(sun[0], sun[2])
  mesa = mesaField(V.mesas)
  const base = { sun, towards: V.towards, away: V.away, spread: V.spread, height: V.height }
  clear = makeSky({ ...base, lobes: V.lobes, disc: V.disc ?? 0 })
  air = makeSky(base)
}
const riverX = (z) =>
  -300 +
  0.05 * z +
  (120 + z * 0.075) * sin(z / (420 + z * 0.14) + 0.4) +
  (30 + z * 0.012) * n2(z / (170 + z * 0.06), 4.4)
const hf = (x, z) => {
  const b = 26 * fbm(x / 1500 + 3, z / 1500, 4) + 5 * fbm(x / 170, z / 170, 3),
    rv = V.river && z < 9000 ? K.gauss(x - riverX(z), 170) : 0,
    y = V.relief * b * (1 - 0.8 * rv) - 7 * rv,
    m = mesa(x, z)
  return m > 0 ? max(y, y * 0.4 + m) : y
}
const river = (x, z) =>
  V.river && z < 5200
    ? (1 -
        ss(
          2.2 + z * 0.0008,
          3.4 + z * 0.0016,
          abs(x - riverX(z)) * (1 + 0.45 * n2(x / 35, z / 70)) + 1.6 * n2(z / 45, x / 60),
        )) *
      (1 - ss(3900, 5000, z))
    : 0
const elevation = (d) => Math.asin(clamp(d[1], -1, 1))
/** Afterglow streaks: stretched cirrus, warm near the sun, violet away. */
function streaks(d, c) {
  if (d[1] < 0.004) return c
  const t = 1 / (d[1] + 0.012),
    u = d[0] * t,
    v = d[2] * t,
    w = fbm(u * 0.25 + 4, v * 0.08, 3),
    az = Math.atan2(d[0], d[2]) - sunAz,
    cs = clamp(dot(d, sun))
  const dens = (a, b) =>
      ss(
        0.1,
        0.62,
        fbm(a * 0.24 + w * 0.9 + 2.1, b * 0.62 + w * 0.6, 6, 2.1, 0.56) * 0.95 +
          fbm(a * 0.07 + 3.7, b * 0.15 + 5.2, 3) * 0.85 +
          fbm(a * 1.6 + b * 0.3, b * 2.2, 4, 2.1, 0.6) * 0.16 -
          0.05,
      ),
    D = dens(u, v)
  if (D <= 0) return c
  const lit = clamp(0.55 + (D - dens(u + sun[0] * 0.9, v + 0.9)) * 1.5),
    warm = mix3([1.25, 0.46, 0.26], [1.45, 0.86, 0.42], pow(cs, 10)),
    near = 0.28 + 0.72 * exp((-az * az) / 0.32),
    hi = mix3(
      V.night ? [0.1, 0.13, 0.2] : V.disc ? [0.8, 0.62, 0.62] : [0.55, 0.3, 0.38],
      V.night ? [0.16, 0.18, 0.22] : V.disc ? mul3(warm, 1.15) : warm,
      near * (1 - ss(0.05, 0.33, d[1]) * 0.55),
    )
  return mix3(
    c,
    mix3(
      mul3(V.night ? [0.045, 0.062, 0.1] : V.disc ? [0.6, 0.52, 0.6] : [0.3, 0.19, 0.3], 0.7 + 0.5 * near),
      hi,
      lit,
    ),
    clamp(D * (V.night ? 0.34 : 0.86)) * ss(0.004, 0.05, d[1]),
  )
}
export default async function dusk(R) {
  const { W, H, S } = R,
    [cy, cf, ch] = (use(R.options.variant ?? 'dusk'), V.cam),
    cam = { y: cy, f: cf * S, hor: ch * S, cx: W / 2 },
    frame = R.frame(),
    sky = (d) => streaks(d, clear(d))
  R.rows(Math.ceil(cam.hor + 8 * S), (y) => {
    for (let x = 0; x < W; x++)
      frame.set(x, y, sky(norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])))
  })
  const haze = (d) => {
    const c = air(d),
      az = Math.atan2(d[0], d[2]) - sunAz,
      g = exp((-az * az) / 0.02) * 0.16
    return [c[0] + g * V.glow[0], c[1] + g * V.glow[1], c[2] + g * V.glow[2]]
  }
  const land = renderTerrain(
    R,
    frame,
    cam,
    hf,
    (x, y, z, n, d, out) => {
      const slope = 1 - n[1],
        st =
          0.5 +
          0.5 * sin((y + 6 * fbm(x / 90, z / 90, 2)) * 0.11 + 2.2 * n2(y * 0.013, 3.3)) * 0.6 +
          0.25 * n2(y * 0.09, 1.7),
        flat = 1 - ss(0.08, 0.3, slope),
        rd = abs(x - riverX(z))
      let a = mix3([0.155, 0.118, 0.07], [0.34, 0.145, 0.085], ss(0.1, 0.4, slope))
      a = mix3(
        a,
        mix3([0.21, 0.15, 0.075], [0.105, 0.115, 0.085], ss(-0.05, 0.3, fbm(x / 520 + 4, z / 900, 4))),
        flat * 0.8,
      )
      a = mix3(a, [0.33, 0.24, 0.17], ss(0.8, 0.93, ridged(x / 900 + 2, z / 1500 + 5, 4)) * flat * 0.65)
      if (z < 5600) a = mix3(a, [0.085, 0.095, 0.045], flat * 0.75 * K.gauss(rd, 46 + z * 0.006))
      a = mul3(
        a,
        1 +
          (0.3 * fbm(x / 150, z / 260, 4) + 0.18 * fbm(x / 30, z / 46, 3)) * (1 - 0.5 * ss(0.1, 0.3, slope)),
      )
      a = mix3(a, mix3([0.4, 0.17, 0.095], [0.55, 0.33, 0.21], clamp(st)), ss(0.25, 0.6, slope))
      if (z < 14000)
        a = mix3(
          a,
          [0.045, 0.055, 0.04],
          0.75 *
            ss(0.16, 0.3, fbm(x / 17, z / 17, 2) + 0.45 * fbm(x / 300, z / 300, 2)) *
            (1 - ss(0.12, 0.34, slope)),
        ) // juniper stays off the talus
      if (V.night) {
        const l = 0.3 * a[0] + 0.6 * a[1] + 0.1 * a[2]
        a = mix3(a, [l * 0.85, l * 0.97, l * 1.15], 0.72)
        a = mul3(a, 1.25)
      }
      const amb = 0.78 * (0.55 + 0.45 * n[1]),
        key = 0.8 * pow(max(0, dot(n, V.key)), 1.25),
        back = 0.34 * max(0, -n[2]) * (0.6 + 0.4 * n[1]),
        up = 0.24 * max(0, n[1])
      const lit = (k) => V.light[k][0] * amb + V.light[k][1] * key + V.light[k][2] * back + V.light[k][3] * up
      let c = [a[0] * lit(0) * 1.06, a[1] * lit(1) * 1.06, a[2] * lit(2) * 1.06]
      const rv = slope < 0.1 ? river(x, z) : 0
      if (rv > 0)
        c = mix3(c, mul3(sky(norm([d[0], abs(d[1]) + 0.015 + 0.01 * n2(x / 9, z / 30), d[2]])), 0.82), rv)
      const dist = z / d[2],
        h0 = haze(norm([d[0], 0.014, d[2]])),
        h1 = haze(norm([d[0], 0.055, d[2]])),
        ins = mix3(mul3(mix3(h1, V.cool, 0.45), 0.62), mul3(h0, 0.8), ss(6000, 36000, dist)),
        T = V.T.map((t) => exp(-dist / t)),
        [m0, m1, m2, m3, m4, m5] = V.mist
      const fog =
          clamp(
            (1 - exp(-max(0, dist - m0) / m1)) *
              exp(-max(0, y - m2) / (m3 + dist * m4)) *
              (0.6 + 0.55 * fbm(x / 1800, z / 2600, 3)),
          ) * 0.9,
        fc = mix3(mul3(mix3(h1, h0, 0.55), m5), V.mistColor ?? [0, 0, 0], V.mistColor ? 0.35 : 0)
      for (let j = 0; j < 3; j++) {
        const v = c[j] * T[j] + ins[j] * (1 - T[j])
        out[j] = v + (fc[j] - v) * fog
      }
    },
    { z0: 60, k: 0.0012 / Math.sqrt(S * R.ss), zmax: 52000, normalEps: 0.0011, minEps: 2 },
  )
  R.once(() => {
    if (V.night) {
      V.sky = new Uint8Array(W * H)
      for (let i = 0; i < W * H; i++) V.sky[i] = land.depth[i] ? 0 : 1
    }
    if (V.night) bigMoon(R, frame, cam)
    else if (!V.disc) {
      const mx = 1245 * S,
        my = 150 * S,
        q = 15.5 * S
      for (let y = (my - q * 2) | 0; y < my + q * 2; y++)
        for (let x = (mx - q * 2) | 0; x < mx + q * 2; x++) {
          const dx = (x - mx) / q,
            dy = (y - my) / q,
            l = Math.hypot(dx, dy),
            a = clamp((1 - l) * q + 0.5) * clamp((Math.hypot(dx - 0.258, dy + 0.15) - 0.985) * q + 0.5)
          if (a > 0) frame.over(x, y, [2.1, 1.85, 1.5], a)
          else if (l < 1) frame.add(x, y, [0.035, 0.032, 0.045])
        }
      for (const [x0, y0, k] of [
        [1100, 236, 2.4],
        [1420, 60, 0.5],
        [900, 70, 0.4],
        [1530, 190, 0.35],
        [700, 40, 0.4],
        [1010, 120, 0.25],
        [1340, 250, 0.22],
        [450, 30, 0.3],
        [1180, 40, 0.25],
        [1580, 40, 0.4],
        [820, 170, 0.2],
      ])
        for (let j = (-5 * S) | 0; j <= 5 * S; j++)
          for (let i = (-5 * S) | 0; i <= 5 * S; i++)
            frame.add(
              (x0 * S + i) | 0,
              (y0 * S + j) | 0,
              [1, 0.95, 0.85],
              k * (exp(-(i * i + j * j) / (1.1 * S * S)) * 0.9 + 0.03 * exp(-(i * i + j * j) / (7 * S * S))),
            )
    }
    frame.bloom(0.75, [
      [6 * S, 0.25],
      [26 * S, 0.22],
      [90 * S, 0.18],
    ])
    foreground(R, frame)
  })
  R.log('foreground')
  return { frame, finish: V.finish }
}

/** Stars, thinned near the moon and the horizon, and the moon itself with seas and rays. */
function bigMoon(R, frame, cam) {
  const { S, W, H } = R,
    [mx, my, q] = V.moon.map((v) => v * S),
    yMax = Math.ceil(cam.hor),
    before = frame.d.slice()
  const mw = galaxy([-0.9, 0.5, 0.4], [0.2, 1, 0.1])
  for (const s of starCatalogue(mw)) {
    const d = s.d,
      z = d[2]
    if (z <= 0.05) continue
    const x = cam.cx + (cam.f * d[0]) / z,
      y = cam.hor - (cam.f * d[1]) / z,
      away = ss(1.6 * q, 8 * q, Math.hypot(x - mx, y - my)) * ss(cam.hor - 20 * S, cam.hor - 260 * S, y)
    if (away > 0.02) drawStar(frame, cam, S, ...d, s.c, s.flux * 1.25 * away, yMax)
  }
  for (let y = 0; y < yMax; y++)
    for (let x = 0; x < W; x++) {
      const o = (y * W + x) * 3
      if (V.sky && !V.sky[y * W + x]) {
        frame.d[o] = before[o]
        frame.d[o + 1] = before[o + 1]
        frame.d[o + 2] = before[o + 2]
      }
    }
  const seas = [
    [-0.34, -0.3, 0.3],
    [0.08, -0.36, 0.2],
    [0.34, -0.22, 0.2],
    [0.4, 0.06, 0.17],
    [-0.52, 0.1, 0.3],
    [-0.22, 0.12, 0.2],
    [-0.28, 0.42, 0.18],
    [0.6, -0.3, 0.11],
  ]
  for (let y = (my - q * 1.1) | 0; y < my + q * 1.1; y++)
    for (let x = (mx - q * 1.1) | 0; x < mx + q * 1.1; x++) {
      const u = (x + 0.5 - mx) / q,
        v = (y + 0.5 - my) / q,
        l = Math.hypot(u, v),
        a = clamp((1 - l) * q + 0.5)
      if (a <= 0) continue
      let sea = 0
      for (const [a0, b0, r0] of seas)
        sea = max(
          sea,
          ss(
            1.55,
            0.45,
            Math.hypot(u - a0, (v - b0) * 1.1) / r0 + 0.85 * fbm(u * 3.1 + 2.7, v * 3.1 + 1.3, 5),
          ),
        )
      const ray =
          exp(-(((u + 0.1) ** 2 + (v - 0.72) ** 2) / 0.012)) +
          0.35 *
            ss(0.1, 0.7, fbm(Math.atan2(v - 0.72, u + 0.1) * 5, 3.1, 3)) *
            exp(-Math.hypot(u + 0.1, v - 0.72) * 2.4),
        k =
          (1.3 + 0.26 * fbm(u * 8, v * 8, 5) + 0.28 * ray - 0.66 * sea) *
          (0.8 + 0.2 * Math.sqrt(max(0, 1 - l * l)))
      frame.over(x, y, [k * 0.5, k * 0.425, k * 0.3], a * (V.sky[y * W + x] ?? 0))
    }
}
function foreground(R, frame) {
  const g = R.canvas(),
    r = rng(77),
    ridge = (x) =>
      V.ridge === 2
        ? 858 - 66 * K.gauss(x - 120, 420) + 8 * fbm(x / 120, 5, 4)
        : V.ridge === 1
          ? 866 - 30 * K.gauss(x - 330, 300) - 20 * K.gauss(x - 1500, 240) + 8 * fbm(x / 120, 8, 4)
          : 842 - 58 * K.gauss(x - 1330, 420) - 24 * K.gauss(x - 180, 330) + 9 * fbm(x / 120, 2, 4),
    [dark, bright, fill] = V.grass,
    col = (t) => `rgb(${dark.map((v, i) => mix(v, bright[i], t) | 0)})`
  g.fillStyle = fill
  g.beginPath()
  g.moveTo(0, 900)
  for (let x = 0; x <= 1600; x += 2) g.lineTo(x, ridge(x))
  g.lineTo(1600, 910)
  g.lineTo(0, 910)
  g.fill()
  for (let layer = 0; layer < 5; layer++)
    for (let i = 0; i < 5200; i++) {
      // blades, with blue grama heads on the sky line
      const x = r() * 1640 - 20,
        base = ridge(x) + layer * 17 + r() * 26,
        h = (9 + r() * 26) * (1 + 0.3 * layer) * (0.6 + 0.7 * ss(-0.2, 0.4, fbm(x / 60, layer, 3))),
        lean = (r() - 0.42) * h * 0.55 + 3,
        tx = x + lean,
        ty = base - h
      g.strokeStyle = col(
        max(
          0,
          0.75 *
            (1 - layer * 0.17) *
            r() *
            (0.25 + 0.75 * K.gauss(x - (V.ridge === 2 ? 1350 : V.ridge ? 1100 : 400), 520)) +
            0.04,
        ),
      )
      g.lineWidth = 0.7 + r() * 0.9
      g.beginPath()
      g.moveTo(x, base)
      g.quadraticCurveTo(x + lean * 0.25, base - h * 0.65, tx, ty)
      g.stroke()
      if (r() < 0.075 && layer < 2) {
        const L = 6 + r() * 6,
          a = -0.15 + r() * 0.3
        g.lineWidth = 1.1
        g.beginPath()
        g.moveTo(tx, ty)
        g.quadraticCurveTo(tx + L * 0.5, ty - 2 + a * 6, tx + L, ty + a * 14)
        g.stroke()
        g.lineWidth = 0.5
        for (let k = 0; k < 7; k++) {
          const u = k / 6,
            bx = tx + L * u,
            by = ty + a * 14 * u * u - 4 * u * (1 - u)
          g.beginPath()
          g.moveTo(bx, by)
          g.lineTo(bx + 1, by + 3.2)
          g.stroke()
        }
      }
    }
  for (const [x, s, stalk] of V.ridge === 2
    ? [
        [205, 56, 186],
        [118, 44, 0],
        [292, 36, 120],
        [40, 46, 0],
        [1490, 34, 0],
      ]
    : V.ridge
      ? [
          [300, 46, 150],
          [372, 34, 0],
          [1505, 40, 118],
          [1440, 30, 0],
        ]
      : [
          [1385, 58, 196],
          [1462, 50, 138],
          [1310, 38, 0],
          [1530, 40, 0],
          [236, 42, 0],
          [132, 50, 150],
        ])
    yucca(g, x, ridge(x) + 4, s, stalk, col, r)
  frame.layer(g.pixels())
}
