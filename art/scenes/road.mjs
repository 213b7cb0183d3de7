// The last miles: a two-track through the grass towards the mesas at sunrise; ranch gate, cattle guard, a blank board for the name.
import * as K from '../kit/core.mjs'
import { mesaField, renderTerrain } from '../kit/terrain.mjs'
import { makeSky, planeClouds, sunDirection } from '../kit/sky.mjs'
import { makeView, scatter, paintByDepth, yucca } from '../kit/plants.mjs'
import { fence, run } from '../kit/props.mjs'
import { gateway, cattleGuard } from '../kit/gateway.mjs'
const { clamp, mix, ss, fbm, n2, mix3, mul3, norm, dot, rng, css } = K
const { abs, sqrt, exp, pow, max } = Math

const EYE = 2.9,
  F = 1300,
  HORIZON = 505,
  deg = Math.PI / 180
const sun = sunDirection(-34 * deg, 7.5 * deg),
  az = norm([sun[0], 0, sun[2]]),
  sunColor = [2.35, 1.5, 0.74],
  ambient = [0.42, 0.46, 0.62]
const mesa = mesaField([
  [3300, 9000, 1250, 1000, 470, 2.9],
  [1150, 10800, 250, 230, 450, 3.3],
  [-1500, 15500, 1600, 1000, 470, 4.1],
  [6900, 15000, 2400, 1500, 720, 5.7],
  [-8200, 20000, 2600, 1600, 780, 8.8],
  [900, 26000, 4600, 2000, 860, 9.2],
])
// the road: centre line x(z), winding away to the mesas
const GATE = 19
const roadX = (z) =>
  0.55 +
  3.0 * Math.sin((z - 12) / 25) * ss(17, 52, z) +
  19 * Math.sin((z - 40) / 64) * ss(45, 140, z) +
  62 * Math.sin((z - 110) / 185) * ss(150, 400, z) -
  0.06 * max(0, z - 260)
const roll = (z) =>
  2.6 * Math.sin((z - 30) / 62) * ss(30, 90, z) * (1 - ss(500, 900, z)) -
  2.2 * ss(30, 80, z) +
  6.5 * ss(130, 640, z) // rises and dips so the road shows itself again and again
const ruts = (x, z) => {
  const u = abs(x - roadX(z))
  return exp(-(((u - 0.82) / 0.34) ** 2))
}
const ground0 = (x, z) =>
  roll(z) +
  1.3 * fbm(x / 80 + 5, z / 80 + 3, 3) * ss(12, 70, z) +
  0.5 * fbm(x / 24 + 2, z / 24, 2) * ss(8, 40, z)
const ground = (x, z) => {
  const u = abs(x - roadX(z)),
    flat = exp(-((u / 2.6) ** 2))
  return ground0(mix(x, roadX(z), flat), z) - 0.09 * ruts(x, z) * (z < 200 ? 1 : 0)
}
const hf = (x, z) => {
  let y = ground(x, z)
  if (z > 500)
    y += ss(500, 2400, z) * (15 * fbm(x / 620 + 5, z / 620, 4) + 12 * fbm(x / 1900, z / 1900 + 7, 3) - 8)
  if (z > 6000) {
    const q = mesa(x, z)
    if (q > 0) y = max(y, y * 0.3 + q)
  }
  return y
}
const onRoad = (x, z) => {
  const u = abs(x - roadX(z)) + 0.16 * n2(x * 1.7, z * 0.9)
  return (1 - ss(1.3, 1.75, u)) * (1 - 0.62 * (1 - ss(0.18, 0.42, u)) * (z < 300 ? 1 : 0.4))
}

const towards = [
  [0, '#ffe7b8'],
  [0.06, '#ffd8a0'],
  [0.14, '#fbc69d'],
  [0.26, '#e9bfb4'],
  [0.42, '#bcc2d2'],
  [0.66, '#88aed0'],
  [1, '#5385b8'],
]
const away = [
  [0, '#e7c8bd'],
  [0.07, '#d9bfc4'],
  [0.18, '#bdbace'],
  [0.34, '#9cb4d2'],
  [0.62, '#6f9ecb'],
  [1, '#4a7db6'],
]

export default async function road(R) {
  const { W, H, S } = R,
    cam = { y: EYE, f: F * S, hor: HORIZON * S, cx: W / 2 },
    view = makeView(R, cam),
    frame = R.frame()
  const sky = makeSky({
    sun,
    towards,
    away,
    spread: 0.22,
    height: 0.42,
    disc: 9,
    lobes: [
      [2600, [1.3, 1.08, 0.65]],
      [260, [0.36, 0.27, 0.15]],
      [24, [0.22, 0.14, 0.07]],
    ],
  })
  const clouds = planeClouds({
    sun,
    scale: [0.34, 0.95],
    seed: 5.6,
    cover: 0.02,
    shadeCool: [0.52, 0.52, 0.64],
    shadeWarm: [0.86, 0.66, 0.56],
    lightCool: [1.0, 0.86, 0.82],
    lightWarm: [1.38, 1.05, 0.72],
    spread: 0.5,
    opacity: 0.68,
    low: 0.02,
  })
  const plainSky = makeSky({ sun, towards, away, spread: 0.22, height: 0.42 })
  R.rows(Math.ceil(cam.hor + 12 * S), (y) => {
    for (let x = 0; x < W; x++) {
      const d = norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])
      frame.set(x, y, clouds(d, sky(d)))
    }
  })
  R.log('sky')
  const hazeAt = (x, y, z) => {
    const a = x / z,
      low = plainSky(norm([a, 0.016, 1])),
      low2 = plainSky(norm([a, 0.08, 1])),
      mist =
        0.55 *
        ss(90, 420, z) *
        exp(-max(0, y + 3) / (5 + z * 0.01)) *
        (0.55 + 0.6 * fbm(x / (70 + z * 0.05), z / (150 + z * 0.08), 3))
    const T = 1 - exp(-z / 13500)
    return [clamp(T + mist * (1 - T)), mix3(mul3(low2, 0.82), mul3(low, 0.92), clamp(0.35 + mist))]
  }
  // shadows that the posts and crossbeam throw towards the viewer
  const sh = [-az[0], -az[2]],
    tanEl = sun[1] / sqrt(1 - sun[1] ** 2)
  const POSTS = [
    [roadX(GATE) - 3.5, GATE, 4.6],
    [roadX(GATE) + 3.5, GATE, 4.6],
  ]
  const shade = (x, z) => {
    let s = 0
    for (const [px, pz, h] of POSTS) {
      const rx = x - px,
        rz = z - pz,
        u = rx * sh[0] + rz * sh[1],
        v = rx * sh[1] - rz * sh[0]
      if (u < 0 || u > h / tanEl) continue
      s = max(s, exp(-((v / (0.17 + 0.006 * u)) ** 2)) * (1 - (0.5 * u * tanEl) / h))
    } // posts
    const u = (z - GATE) / sh[1],
      bx = x - sh[0] * u
    if (u > 0 && abs(bx - roadX(GATE)) < 4.1) {
      const hgt = u * tanEl
      s = max(
        s,
        0.8 * exp(-(((hgt - 4.35) / 0.16) ** 2)),
        abs(bx - roadX(GATE)) < 1.7 ? 0.8 * exp(-(((hgt - 3.55) / 0.42) ** 4)) : 0,
      )
    }
    return s
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
        r = z < 1400 ? onRoad(x, z) : 0
      let a = mix3([0.105, 0.085, 0.034], [0.3, 0.21, 0.095], ss(-0.35, 0.4, p + 0.35 * q))
      if (z > 700) {
        const jun =
          ss(0.18, 0.32, fbm(x / 26, z / 40, 2) + 0.45 * fbm(x / 400, z / 500, 2)) *
          (1 - ss(0.4, 0.6, slope)) *
          (1 - ss(9000, 16000, z))
        a = mix3(a, [0.06, 0.065, 0.04], 0.65 * jun)
      }
      const rock = ss(0.12, 0.38, slope) * ss(3000, 5000, z)
      if (rock > 0)
        a = mix3(
          a,
          mix3(
            [0.3, 0.14, 0.085],
            [0.46, 0.27, 0.17],
            0.5 + 0.5 * Math.sin(y * 0.085 + 2 * n2(y * 0.011, 3.3)),
          ),
          rock,
        )
      if (r > 0) {
        const pebble = z < 60 ? 0.22 * n2(x * 11, z * 8) + 0.14 * n2(x * 31, z * 22) * (1 - ss(8, 30, z)) : 0,
          track = ruts(x, z)
        a = mix3(
          a,
          mul3(
            mix3([0.4, 0.265, 0.165], [0.5, 0.345, 0.225], track),
            1 + pebble + 0.16 * fbm(x / 0.9, z / 5, 3),
          ),
          r,
        )
      }
      const dark = 1 - 0.78 * (z < 40 ? shade(x, z) : 0),
        back = pow(max(0, d[0] * sun[0] + d[2] * sun[2]), 6),
        ndl = max(0, dot(n, sun)) * (z < 300 ? 1.7 : 1.35)
      const key = (ndl * (1 + 0.5 * r) + (z < 2500 ? (0.12 + 0.5 * back) * (1 - 0.75 * r) : 0.05)) * dark,
        [hz, hc] = hazeAt(x, y, z)
      for (let j = 0; j < 3; j++) {
        const c = a[j] * (sunColor[j] * key + ambient[j] * (0.42 + 0.5 * n[1]))
        out[j] = c + (hc[j] - c) * hz
      }
    },
    { z0: 2.6, k: 0.0022 / sqrt(S * R.ss), minStep: 0.012, zmax: 45000, minEps: 0.05 },
  )

  R.once(() => {
    const g = R.canvas(),
      warm = sunColor,
      cool = mul3(ambient, 1.2)
    const style = {
      wind: 0.14,
      heads: 0.85,
      nearDim: 0.5,
      blades: (z) => (z < 14 ? 14 : z < 40 ? 7 : 3),
      height: (t) => {
        const u = abs(t.x - roadX(t.z))
        return (
          (0.15 + 0.3 * t.v * t.v + 0.24 * max(0, t.den)) *
          (t.z < 7 ? 0.8 : 1) *
          (u < 1.9 ? 0.42 : 1 + 0.35 * exp(-(((u - 2.3) / 0.6) ** 2)))
        )
      },
      color: (v, hv) =>
        v < 0.7
          ? { base: [0.08, 0.052, 0.022], tip: mix3([0.5, 0.315, 0.145], [0.6, 0.42, 0.235], hv) }
          : { base: [0.03, 0.038, 0.014], tip: mix3([0.2, 0.19, 0.075], [0.32, 0.27, 0.12], hv) },
      light: (x, z) => {
        const d = norm([x, 0, z]),
          back = pow(clamp(dot(d, az)), 6),
          s = 1 - 0.75 * shade(x, z),
          patch = 0.85 + 0.4 * fbm(x / 14, z / 22, 2)
        return (v) => (0.22 + 0.26 * v + 1.75 * back * (0.3 + 0.7 * v)) * s * patch + 0.15
      },
      tone: (c, k) => {
        const u = clamp(k / 1.1)
        return [
          c[0] * mix(cool[0], warm[0] * 0.8, u),
          c[1] * mix(cool[1], warm[1] * 0.8, u),
          c[2] * mix(cool[2], warm[2] * 0.98, u),
        ]
      },
      haze: hazeAt,
    }
    const tufts = scatter(view, {
      seed: 98,
      count: 50000,
      near: 2.7,
      far: 130,
      keep: (x, z, den, v) => {
        const u = abs(x - roadX(z))
        if (z > GATE - 1.3 && z < GATE + 1.3 && u < 3.2) return false
        return u > 1.65 || (u < 0.4 && v > 0.3)
      },
    })
    const look = {
        wood: [0.085, 0.062, 0.046],
        lit: [0.62, 0.4, 0.22],
        wire: [0.15, 0.12, 0.1],
        wireLit: [0.55, 0.4, 0.24],
      },
      gx = roadX(GATE)
    const items = [
      ...fence(view, ground, run(gx - 4.0, GATE, -58, GATE + 26, 4.4), look, hazeAt, {
        litSide: -1,
        seed: 5,
      }),
      ...fence(view, ground, run(gx + 4.0, GATE, 60, GATE + 9, 4.4), look, hazeAt, { litSide: -1, seed: 8 }),
      {
        z: GATE + 0.05,
        draw: (gg) => gateway(gg, view, { x: gx, y: ground(gx, GATE), z: GATE }, hazeAt(gx, 3, GATE)),
      },
      { z: GATE + 1.0, draw: (gg) => cattleGuard(gg, view, ground, { x: gx, z: GATE }) },
    ]
    const r = rng(21),
      tone = (t) => css(mix3([0.035, 0.036, 0.028], [0.7, 0.48, 0.22], t))
    for (const [x, z, s, st] of [
      [5.4, 9.4, 62, 190],
      [-5.9, 12.5, 44, 0],
      [8.6, 15, 40, 118],
    ]) {
      const [px, py] = view.at(x, ground(x, z), z)
      items.push({ z, draw: (gg) => yucca(gg, px, py, s, st, tone, r) })
    }
    paintByDepth(g, frame, view, ground, tufts, style, items)
    frame.bloom(0.85, [
      [8 * S, 0.15],
      [34 * S, 0.15],
      [120 * S, 0.18],
    ])
  })
  R.log('plants')
  return { frame, finish: { exposure: 0.92, vig: 0.2, sat: 1.03, grain: 0.01, contrast: 0.12 } }
}
