// The two-track and the log gateway by moonlight: the moon stands out of frame on the right, the house shows as a few warm windows.
import * as K from '../kit/core.mjs'
import { mesaField, renderTerrain } from '../kit/terrain.mjs'
import { makeSky, sunDirection } from '../kit/sky.mjs'
import { galaxy, starCatalogue, drawStar } from '../kit/stars.mjs'
import { makeView, scatter, paintByDepth, yucca } from '../kit/plants.mjs'
import { fence, run } from '../kit/props.mjs'
import { gateway, cattleGuard } from '../kit/gateway.mjs'
import { farHouse } from '../kit/far-house.mjs'
const { clamp, mix, ss, fbm, n2, mix3, mul3, norm, dot, rng, css } = K
const { abs, sqrt, exp, pow, max } = Math

const EYE = 2.3,
  F = 1150,
  HORIZON = 612,
  deg = Math.PI / 180,
  moon = sunDirection(56 * deg, 19 * deg),
  az = norm([moon[0], 0, moon[2]]),
  moonColor = [0.56, 0.72, 1.06],
  ambient = [0.05, 0.078, 0.155]
const mesa = mesaField([
  [-4300, 9800, 1500, 1000, 470, 4.9],
  [-1500, 12500, 300, 260, 420, 1.3],
  [3900, 14500, 1900, 1100, 520, 6.1],
  [-9800, 19000, 2600, 1500, 760, 2.8],
  [900, 25000, 4200, 2000, 860, 7.2],
])
const GATE = 20.5,
  HOUSE = [17, 205]
/** Centre line of the road: in from the lower left, through the gate, in long bends to the house. */
const roadX = (z) =>
  mix(
    -0.9 + 5.0 * ss(2, GATE + 2, z),
    HOUSE[0] + 9.5 * Math.sin((z - 30) / 24) * (1 - ss(120, 200, z)),
    ss(GATE, 80, z),
  )
const ruts = (x, z) => exp(-(((abs(x - roadX(z)) - 0.82) / 0.34) ** 2))
const roll = (z) => -2.4 * ss(30, 85, z) + 3.6 * ss(80, 190, z) - 5 * ss(230, 420, z)
const rough = (x, z) =>
  roll(z) +
  1.1 * fbm(x / 80 + 9, z / 80 + 3, 3) * ss(14, 70, z) +
  0.45 * fbm(x / 24 + 2, z / 24, 2) * ss(8, 40, z)
const ground = (x, z) => {
  const flat = exp(-(((x - roadX(z)) / 2.6) ** 2))
  return rough(mix(x, roadX(z), flat), z) - 0.09 * ruts(x, z) * (z < 200 ? 1 : 0)
}
const hf = (x, z) => {
  let y = ground(x, z)
  if (z > 400)
    y += ss(400, 2400, z) * (15 * fbm(x / 620 + 5, z / 620, 4) + 12 * fbm(x / 1900, z / 1900 + 7, 3) - 6)
  if (z > 6000) {
    const q = mesa(x, z)
    if (q > 0) y = max(y, y * 0.3 + q)
  }
  return y
}
const onRoad = (x, z) => {
  const u = abs(x - roadX(z)) + 0.16 * n2(x * 1.7, z * 0.9)
  return z > HOUSE[1] ? 0 : (1 - ss(1.3, 1.75, u)) * (1 - 0.62 * (1 - ss(0.18, 0.42, u)))
}
/** Shadow of the gateway on the ground, 0..1: posts, beam and board along the moon's azimuth. */
const tanEl = moon[1] / sqrt(1 - moon[1] ** 2)
function gateShadow(x, z) {
  const gx = roadX(GATE)
  let s = 0
  for (const px of [gx - 3.5, gx + 3.5]) {
    const rx = x - px,
      rz = z - GATE,
      u = -(rx * az[0] + rz * az[2]),
      v = rx * az[2] - rz * az[0]
    if (u > 0 && u < 4.6 / tanEl) s = max(s, exp(-((v / (0.17 + 0.005 * u)) ** 2)) * (1 - 0.06 * u))
  }
  const u = (GATE - z) / az[2],
    bx = x + az[0] * u - gx
  if (u > 0 && abs(bx) < 4.25) {
    const h = u * tanEl
    s = max(s, 0.85 * exp(-(((h - 4.38) / 0.17) ** 2)))
    if (abs(bx) < 1.66) s = max(s, 0.85 * exp(-(((h - 3.5) / 0.4) ** 6)))
  }
  return s
}
/** Night eyes: colour drains towards a cool grey of the same brightness. */
const nightEye = (a, k = 0.4) => {
  const l = 0.3 * a[0] + 0.6 * a[1] + 0.1 * a[2]
  return mix3(a, [l * 0.82, l * 0.98, l * 1.22], k)
}
const base = {
  sun: moon,
  spread: 0.9,
  height: 0.6,
  towards: [
    [0, '#5f7799'],
    [0.07, '#4a648d'],
    [0.2, '#31497a'],
    [0.45, '#1c3162'],
    [0.75, '#11224c'],
    [1, '#0b173a'],
  ],
  away: [
    [0, '#3c5072'],
    [0.07, '#2e4268'],
    [0.2, '#1d2f58'],
    [0.45, '#111f44'],
    [0.75, '#0b1636'],
    [1, '#08102a'],
  ],
}

export default async function moonroad(R) {
  const { W, H, S } = R,
    cam = { y: EYE, f: F * S, hor: HORIZON * S, cx: W / 2 },
    view = makeView(R, cam),
    frame = R.frame(),
    sky = makeSky({ ...base, lobes: [[7, [0.03, 0.042, 0.062]]] }),
    plain = makeSky(base),
    dirAt = (x, y) => norm([(x - cam.cx) / cam.f, -(y - cam.hor) / cam.f, 1]),
    way = galaxy([-0.62, 0.16, 1], [0.75, 0.55, 0.1])
  R.rows(Math.ceil(cam.hor + 8 * S), (y) => {
    const m = [0, 0, 0, 0]
    for (let x = 0; x < W; x++) {
      const d = dirAt(x + 0.5, y + 0.5),
        c = sky(d),
        k = 0.038 * ss(0, 0.3, d[1])
      way(d[0], d[1], d[2], m)
      frame.set(x, y, [c[0] + k * m[0] * 0.85, c[1] + k * m[1] * 0.95, c[2] + k * m[2] * 1.1])
    }
  })
  R.once(() => {
    const yMax = Math.ceil(cam.hor)
    for (const q of starCatalogue(way)) {
      const k = q.d[2] > 0.05 ? ss(10 * S, 320 * S, (cam.f * q.d[1]) / q.d[2]) : 0
      if (k > 0.02) drawStar(frame, cam, S, ...q.d, q.c, q.flux * 1.25 * k, yMax)
    }
  })
  R.log('sky')
  const hazeAt = (x, y, z) => {
    const low = plain(norm([x / z, 0.012, 1])),
      up = plain(norm([x / z, 0.07, 1])),
      mist =
        0.5 *
        ss(70, 330, z) *
        exp(-max(0, y + 4) / (3.5 + z * 0.008)) *
        (0.5 + 0.7 * fbm(x / (60 + z * 0.05), z / (130 + z * 0.08), 3)),
      T = 1 - exp(-z / 14000)
    return [clamp(T + mist * (1 - T)), mix3(mul3(up, 0.8), mul3(low, 0.95), clamp(0.35 + mist))]
  }
  renderTerrain(
    R,
    frame,
    cam,
    hf,
    (x, y, z, n, d, out) => {
      const slope = 1 - n[1],
        p = fbm(x / 9 + 1, z / 16, 4),
        q = z < 300 ? fbm(x / 1.3, z / 3.2, 3) : 0,
        r = onRoad(x, z)
      let a = mix3([0.105, 0.085, 0.034], [0.3, 0.21, 0.095], ss(-0.35, 0.4, p + 0.35 * q))
      if (z > 300) {
        const jun =
          ss(0.18, 0.32, fbm(x / 26, z / 40, 2) + 0.45 * fbm(x / 400, z / 500, 2)) *
          (1 - ss(0.4, 0.6, slope))
        a = mix3(a, [0.05, 0.058, 0.045], 0.7 * jun * (1 - ss(9000, 16000, z)))
      }
      const rock = ss(0.12, 0.38, slope) * ss(3000, 5000, z)
      if (rock > 0)
        a = mix3(
          a,
          mix3([0.26, 0.15, 0.11], [0.4, 0.28, 0.21], 0.5 + 0.5 * Math.sin(y * 0.085 + 2 * n2(y * 0.011, 3.3))),
          rock,
        )
      if (r > 0) {
        const pebble = z < 60 ? 0.22 * n2(x * 11, z * 8) + 0.14 * n2(x * 31, z * 22) * (1 - ss(8, 30, z)) : 0,
          dust = mix3([0.23, 0.165, 0.118], [0.31, 0.228, 0.166], ruts(x, z))
        a = mix3(a, mul3(dust, 1 + pebble + 0.16 * fbm(x / 0.9, z / 5, 3)), r)
      }
      a = nightEye(a)
      const dark = 1 - 0.85 * (z < 40 ? gateShadow(x, z) : 0),
        back = pow(max(0, d[0] * moon[0] + d[2] * moon[2]), 5),
        ndl = max(0, dot(n, moon)) * (z < 300 ? 1.35 : 1),
        key = (ndl * (1 + 0.35 * r) + (z < 2500 ? (0.1 + 0.5 * back) * (1 - 0.75 * r) : 0.03)) * dark,
        warm = 0.5 * exp(-((x - HOUSE[0]) ** 2) / 130 - (z - HOUSE[1] + 6) ** 2 / 220),
        [hz, hc] = hazeAt(x, y, z)
      for (let j = 0; j < 3; j++) {
        const c = a[j] * (moonColor[j] * key + ambient[j] * (0.42 + 0.5 * n[1]) + [2.2, 1.0, 0.3][j] * warm)
        out[j] = c + (hc[j] - c) * hz
      }
    },
    { z0: 2.2, k: 0.0022 / sqrt(S * R.ss), minStep: 0.012, zmax: 45000, minEps: 0.05 },
  )
  R.once(() => {
    plants(R, frame, view, hazeAt)
    frame.bloom(0.5, [
      [5 * S, 0.2],
      [22 * S, 0.16],
      [80 * S, 0.12],
    ])
  })
  R.log('plants')
  return { frame, finish: { exposure: 1.25, vig: 0.22, sat: 1.04, grain: 0.011, contrast: 0.16 } }
}

const GRASS = {
  wind: 0.14,
  heads: 0.8,
  nearDim: 0.6,
  blades: (z) => (z < 14 ? 14 : z < 40 ? 7 : 3),
  height: (t) => {
    const u = abs(t.x - roadX(t.z))
    return (
      (0.15 + 0.3 * t.v * t.v + 0.24 * max(0, t.den)) *
      (t.z < 7 ? 0.8 : 1) *
      (u < 1.9 ? 0.42 : 1 + 0.35 * exp(-(((u - 2.3) / 0.6) ** 2)))
    )
  },
  color: (v, hv) => ({
    base: nightEye([0.07, 0.05, 0.026]),
    tip: nightEye(
      v < 0.7 ? mix3([0.5, 0.34, 0.18], [0.6, 0.44, 0.27], hv) : mix3([0.22, 0.2, 0.1], [0.32, 0.28, 0.14], hv),
    ),
  }),
  light: (x, z) => {
    const back = pow(clamp(dot(norm([x, 0, z]), az)), 4),
      s = 1 - 0.9 * gateShadow(x, z),
      patch = 0.85 + 0.6 * fbm(x / 14, z / 22, 3)
    return (v) => (0.26 + 0.42 * v + 1.7 * back * (0.3 + 0.7 * v)) * s * patch + 0.06
  },
  tone: (c, k) => {
    const u = clamp(k / 1.05)
    return [0, 1, 2].map((j) => c[j] * mix(ambient[j] * 1.3, moonColor[j] * 0.95, u))
  },
}
const WOOD = {
  lit: [0.3, 0.325, 0.385],
  dark: [0.019, 0.018, 0.023],
  post: [0.026, 0.025, 0.031],
  bounce: [0.05, 0.055, 0.07],
  ends: [
    [0.034, 0.034, 0.042],
    [0.2, 0.215, 0.25],
  ],
  chain: [0.02, 0.024, 0.035],
  board: [
    [0.036, 0.034, 0.039],
    [0.046, 0.044, 0.05],
    [0.07, 0.068, 0.078],
  ],
  grain: [0.034, 0.032, 0.036],
  side: 1,
}
function plants(R, frame, view, hazeAt) {
  const g = R.canvas(),
    gx = roadX(GATE),
    tufts = scatter(view, {
      seed: 61,
      count: 50000,
      near: 2.2,
      far: 130,
      keep: (x, z, den, v) => {
        const u = abs(x - roadX(z))
        if (abs(z - GATE) < 1.3 && u < 3.2) return false
        return u > 1.65 || (u < 0.4 && v > 0.3)
      },
    }),
    look = { wood: [0.02, 0.024, 0.036], lit: [0.26, 0.31, 0.4], wire: [0.05, 0.06, 0.085], wireLit: [0.2, 0.24, 0.32] },
    cast = { x: -az[0] * 3.4, z: -az[2] * 3.4, color: [0.006, 0.009, 0.018], alpha: 0.4 },
    r = rng(21),
    tone = (t) => css(mix3([0.01, 0.014, 0.024], [0.3, 0.36, 0.48], t)),
    items = [
      ...fence(view, ground, run(gx - 4, GATE, -62, GATE + 30, 4.4), look, hazeAt, { litSide: 1, seed: 5, cast }),
      ...fence(view, ground, run(gx + 4, GATE, 66, GATE + 8, 4.4), look, hazeAt, { litSide: 1, seed: 8, cast }),
      { z: GATE + 0.05, draw: (gg) => gateway(gg, view, { x: gx, y: ground(gx, GATE), z: GATE }, hazeAt(gx, 3, GATE), WOOD) },
      {
        z: GATE + 1,
        draw: (gg) =>
          cattleGuard(gg, view, ground, { x: gx, z: GATE }, { pit: [0.003, 0.004, 0.007], rust: [0.016, 0.02, 0.03], lit: [0.3, 0.36, 0.47], side: 1 }),
      },
      { z: HOUSE[1], raster: true, draw: () => farHouse(R, frame, view, [HOUSE[0], ground(...HOUSE), HOUSE[1]]) },
    ]
  for (const [x, z, s, st] of [
    [-6.6, 11, 58, 176],
    [-4.6, 9.2, 40, 0],
    [10.2, 15, 44, 124],
  ]) {
    const [px, py] = view.at(x, ground(x, z), z)
    items.push({ z, draw: (gg) => yucca(gg, px, py, s, st, tone, r) })
  }
  paintByDepth(g, frame, view, ground, tufts, { ...GRASS, haze: hazeAt }, items)
}
