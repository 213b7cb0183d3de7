// Morning: the herd on the grass below the windmill, mist, low sun ahead.
import * as K from '../kit/core.mjs'
import { mesaField, renderTerrain } from '../kit/terrain.mjs'
import { makeSky, planeClouds, sunDirection } from '../kit/sky.mjs'
import { makeView, scatter, paintByDepth } from '../kit/plants.mjs'
import { windmill } from '../kit/props.mjs'
import { cowBody, cowCoat, drawAnimal } from '../kit/animals.mjs'
const { clamp, mix, ss, fbm, mix3, mul3, norm, dot, css } = K
const { abs, sqrt, exp, pow, max } = Math

const sun = sunDirection(0.3, 0.082),
  az = norm([sun[0], 0, sun[2]])
const mesa = mesaField([
  [-2500, 8200, 1100, 900, 330, 2.2],
  [1100, 14500, 1300, 1100, 430, 4.1],
  [-6200, 17000, 2600, 1500, 640, 5.7],
  [4300, 12500, 760, 900, 370, 6.3],
  [8200, 21000, 3000, 1600, 760, 8.8],
  [-900, 26000, 3800, 2000, 860, 9.2],
])
const ground = (x, z) =>
  1.9 * fbm(x / 95 + 11, z / 95 + 3, 3) * ss(6, 70, z) +
  0.9 * fbm(x / 34 + 2, z / 34, 2) * ss(5, 40, z) +
  3.2 * exp(-(((x + 34) / 48) ** 2 + ((z - 92) / 60) ** 2)) -
  1.2 * exp(-(((x - 10) / 60) ** 2 + ((z - 60) / 30) ** 2))
const hf = (x, z) => {
  let y = ground(x, z)
  if (z > 300)
    y += ss(300, 2200, z) * (16 * fbm(x / 620 + 5, z / 620, 4) + 14 * fbm(x / 1900, z / 1900 + 7, 3) - 6)
  if (z > 5000) {
    const q = mesa(x, z)
    if (q > 0) y = max(y, y * 0.3 + q)
  }
  return y
}
// x, z, scale, heading (0 = facing right), grazing, coat
const COWS = [
  [-7.2, 31, 1, 0.25, 1, 0],
  [-3.6, 36, 1, 2.8, 0, 0],
  [2.0, 27, 1, -0.35, 1, 1],
  [5.2, 33, 0.62, 0.5, 0, 1],
  [9.2, 44, 1, 3.3, 1, 0],
  [14.5, 58, 1, 0.3, 1, 2],
  [-13, 52, 1, -0.2, 1, 0],
  [-9, 66, 1, 2.6, 1, 2],
  [4, 74, 1, 0.1, 1, 0],
  [22, 86, 1, 2.9, 1, 1],
  [13, 95, 1, 0.4, 1, 0],
  [-2, 110, 1, 3.0, 1, 0],
  [30, 120, 1, 0.2, 1, 0],
  [8.2, 23.2, 1, 2.75, 0, 0],
]
const MILL = [-20.5, 78],
  sh = [-Math.sin(0.3), -Math.cos(0.3)]
const cowShadow = (x, z) => {
  let s = 0
  for (const [cx, cz, sc] of COWS) {
    const rx = x - cx,
      rz = z - cz,
      u = rx * sh[0] + rz * sh[1],
      v = rz * sh[0] - rx * sh[1]
    if (u < -1 || u > 17 * sc || abs(v) > 2) continue
    s = max(
      s,
      exp(-((v / (0.55 * sc + 0.02 * u)) ** 2) * 1.2) * ss(-0.8, 0.2, u) * (1 - ss(8 * sc, 17 * sc, u)),
    )
  }
  return s
}
const towards = [
    [0, '#ffe6b4'],
    [0.05, '#ffdba6'],
    [0.12, '#fccda6'],
    [0.22, '#eec9bb'],
    [0.36, '#c9cdd2'],
    [0.55, '#9dbdd3'],
    [0.78, '#7aa6c9'],
    [1, '#5f90bb'],
  ],
  away = [
    [0, '#f0d3c0'],
    [0.06, '#e9cfc4'],
    [0.15, '#d9cccb'],
    [0.28, '#bccbd6'],
    [0.5, '#93b7d2'],
    [0.78, '#6f9ec6'],
    [1, '#5688b6'],
  ]

export default async function morning(R) {
  const { W, H, S } = R,
    cam = { y: 2.3, f: 1350 * S, hor: 452 * S, cx: W / 2 },
    view = makeView(R, cam),
    frame = R.frame()
  const sky = makeSky({
      sun,
      towards,
      away,
      spread: 0.14,
      height: 0.34,
      disc: 9,
      lobes: [
        [2600, [1.3, 1.08, 0.65]],
        [260, [0.36, 0.27, 0.15]],
        [24, [0.22, 0.14, 0.07]],
      ],
    }),
    base = makeSky({ sun, towards, away, spread: 0.14, height: 0.34, lobes: [[24, [0.22, 0.14, 0.07]]] })
  const clouds = planeClouds({
    sun,
    seed: 4.4,
    cover: 0.01,
    shadeCool: [0.6, 0.62, 0.7],
    shadeWarm: [0.86, 0.72, 0.62],
    lightCool: [1.0, 0.93, 0.86],
    lightWarm: [1.32, 1.1, 0.82],
  })
  R.rows(Math.ceil(cam.hor + 8 * S), (y) => {
    for (let x = 0; x < W; x++) {
      const d = norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])
      frame.set(x, y, clouds(d, sky(d)))
    }
  })
  // aerial perspective plus mist that pools in the low ground
  const hazeAt = (x, y, z) => {
    const a = x / z,
      low = base(norm([a, 0.018, 1])),
      up = base(norm([a, 0.07, 1])),
      cs = clamp(dot(norm([a, 0.02, 1]), sun)),
      T = 1 - exp(-z / 12500)
    const mist = clamp(
        (1 - exp(-max(0, z - 34) / 150)) *
          exp(-max(0, y + 0.6) / (4.2 + z * 0.012)) *
          (0.55 + 0.75 * fbm(x / (60 + z * 0.05) + 3, z / (140 + z * 0.08), 4)),
      ),
      f = max(mist, 0.62 * ss(1200, 5200, z) * exp(-max(0, y - 10) / 110)) * 0.88
    const fog = mix3(mul3(low, 0.95), [1.25, 1.02, 0.7], 0.35 * pow(cs, 20)),
      air = mix3(mul3(up, 0.86), low, 0.35),
      amount = f + T * (1 - f)
    return [amount, mix3(air, fog, amount > 0 ? f / amount : 0)]
  }
  renderTerrain(
    R,
    frame,
    cam,
    hf,
    (x, y, z, n, d, out) => {
      const slope = 1 - n[1],
        p = fbm(x / 9 + 1, z / 16, 4),
        q = z < 400 ? fbm(x / 1.3, z / 3.2, 3) : 0
      let a = mix3([0.085, 0.08, 0.032], [0.3, 0.205, 0.098], ss(-0.35, 0.4, p + 0.35 * q))
      if (z > 1800) a = mix3(a, [0.16, 0.17, 0.085], 0.6 * ss(1800, 4000, z))
      if (slope > 0.15 && z > 4000) a = mix3(a, [0.42, 0.25, 0.17], ss(0.15, 0.4, slope))
      const back = pow(clamp((d[0] * az[0] + d[2] * az[2]) / sqrt(d[0] * d[0] + d[2] * d[2])), 9.1),
        shade = 1 - 0.72 * (z < 140 ? cowShadow(x, z) : 0),
        key = max(0, dot(n, sun)) * 2.6 + (z < 2500 ? 0.26 + 0.95 * back : 0.12),
        [hz, hc] = hazeAt(x, y, z)
      for (let j = 0; j < 3; j++) {
        const c = a[j] * (key * [1.35, 1.02, 0.58][j] * shade + [0.3, 0.33, 0.38][j])
        out[j] = c + (hc[j] - c) * hz
      }
    },
    { z0: 3, k: 0.0022 / sqrt(S * R.ss), minStep: 0.02, zmax: 42000, normalEps: 0.0012, minEps: 0.06 },
  )
  R.once(() => {
    const g = R.canvas(),
      style = {
        wind: 0.16,
        heads: 1,
        nearDim: 0.52,
        blades: (z) => (z < 14 ? 14 : z < 40 ? 7 : 3),
        height: (t) => (0.17 + 0.3 * t.v * t.v + 0.24 * max(0, t.den)) * (t.z < 7 ? 0.8 : 1),
        color: (v, hv) =>
          v < 0.72
            ? { base: [0.08, 0.052, 0.022], tip: mix3([0.5, 0.315, 0.145], [0.58, 0.42, 0.235], hv) }
            : { base: [0.03, 0.038, 0.014], tip: mix3([0.2, 0.19, 0.075], [0.3, 0.25, 0.11], hv) },
        light: (x, z) => {
          const d = norm([x, 0, z]),
            back = pow(clamp(dot(d, az)), 9),
            s = 1 - 0.7 * cowShadow(x, z)
          return (v) => (0.34 + 2.0 * pow(back, 1.35) * (0.3 + 0.7 * v)) * s + 0.19
        },
        tone: (c) => [c[0] * 1.1, c[1] * 0.98, c[2] * 0.86],
        haze: hazeAt,
      }
    const tufts = scatter(view, { seed: 99, count: 60000, near: 3, far: 120 })
    const shadeCow = (coat, graze, i) => (n, l, w, d) => {
      const a = cowCoat(coat, l[0], l[1], l[2], graze, i),
        rim = pow(clamp(1 + dot(n, d)), 2.2),
        key = max(0, dot(n, sun)),
        rs = rim * (0.12 + 0.88 * ss(-0.1, 0.7, n[0] * 0.45 + n[1] * 0.9 + n[2] * 0.3)) * 1.5,
        c = [
          a[0] * (key * 3.4 + 0.42 + 0.16 * n[1]) + rs * 1.15,
          a[1] * (key * 2.5 + 0.46 + 0.2 * n[1]) + rs * 0.72,
          a[2] * (key * 1.4 + 0.55 + 0.3 * n[1]) + rs * 0.34,
        ],
        [hz, hc] = hazeAt(w[0], w[1], w[2])
      return mix3(c, hc, hz)
    }
    const items = COWS.map(([x, z, sc, heading, graze, coat], i) => ({
      z,
      raster: true,
      draw: () =>
        drawAnimal(
          R,
          frame,
          cam,
          { x, y: ground(x, z), z, scale: sc, heading },
          (a, b, c) => cowBody(a, b, c, graze, ((i * 0.618) % 1) * 2 - 1),
          1.75,
          1.75,
          shadeCow(coat, graze, i),
        ),
    }))
    items.push({ z: MILL[1], draw: (gg) => millAndTank(gg, view, hazeAt, sky) })
    paintByDepth(g, frame, view, ground, tufts, style, items)
    g.strokeStyle = 'rgba(60,50,52,.75)'
    g.lineWidth = 1.1
    for (const [x, y, s] of [
      [905, 212, 7],
      [930, 204, 6],
      [948, 216, 5],
      [884, 200, 5],
      [966, 205, 4.5],
      [1002, 222, 4],
    ]) {
      g.beginPath()
      g.moveTo(x - s, y - s * 0.35)
      g.quadraticCurveTo(x - s * 0.4, y - s * 0.55, x, y)
      g.quadraticCurveTo(x + s * 0.4, y - s * 0.6, x + s, y - s * 0.25)
      g.stroke()
    }
    frame.layer(g.pixels())
    frame.bloom(0.8, [
      [8 * S, 0.16],
      [34 * S, 0.16],
      [120 * S, 0.2],
    ])
  })
  R.log('herd and grass')
  return { frame, finish: { exposure: 0.9, vig: 0.2, sat: 1.02, grain: 0.01 } }
}
function millAndTank(g, view, hazeAt, sky) {
  const [x, z] = MILL,
    gy = ground(x, z),
    [hz, hc] = hazeAt(x, gy + 6, z),
    tone = (c, k = 1) => css(mix3(c, hc, hz * k)),
    sc = view.px(z),
    P = (a, y, b = 0) => view.at(x + a, gy + y, z + b)
  windmill(g, view, gy, x, z, tone)
  const t = P(4.2, 0, -1),
    w = 2.3 * sc,
    h = 0.62 * sc,
    gr = g.createLinearGradient(t[0] - w, 0, t[0] + w, 0)
  gr.addColorStop(0, tone([0.11, 0.085, 0.07]))
  gr.addColorStop(0.7, tone([0.045, 0.034, 0.03]))
  gr.addColorStop(1, tone([1.15, 0.72, 0.36]))
  g.fillStyle = gr
  g.fillRect(t[0] - w, t[1] - h, w * 2, h)
  g.fillStyle = css(sky(norm([x / z, 0.09, 1])))
  g.strokeStyle = tone([1.15, 0.72, 0.36])
  g.lineWidth = 0.7
  g.beginPath()
  g.ellipse(t[0], t[1] - h, w, w * 0.06 + 1, 0, 0, 7)
  g.fill()
  g.stroke()
  g.strokeStyle = tone([0.045, 0.034, 0.03])
  g.lineWidth = 1.8
  g.beginPath()
  g.moveTo(...P(-4.4, 0, -1))
  g.lineTo(...P(-4.4, 1.9, -1))
  g.stroke()
  g.fillStyle = tone([0.03, 0.045, 0.075])
  g.beginPath()
  ;[
    [-1.25, 1.55],
    [1.15, 2.35],
    [1.15, 2.5],
    [-1.25, 1.7],
  ].forEach(([a, b], i) => {
    const p = P(-4.4 + a, b, -1)
    i ? g.lineTo(...p) : g.moveTo(...p)
  })
  g.closePath()
  g.fill()
  g.strokeStyle = tone([1.15, 0.72, 0.36])
  g.lineWidth = 0.8
  g.beginPath()
  g.moveTo(...P(-5.65, 1.72, -1))
  g.lineTo(...P(-3.25, 2.52, -1))
  g.stroke()
}
