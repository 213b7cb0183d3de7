// Pronghorn on a ridge at dawn: back light, long haze, mesas below the ridge line.
import * as K from '../kit/core.mjs'
import { mesaField, renderTerrain } from '../kit/terrain.mjs'
import { makeSky, planeClouds, sunDirection } from '../kit/sky.mjs'
import { makeView, scatter, paintByDepth, yucca } from '../kit/plants.mjs'
import { pronghornBody, pronghornCoat, drawAnimal } from '../kit/animals.mjs'
const { clamp, mix, ss, fbm, n2, mix3, mul3, norm, dot, rng, css } = K
const { abs, sqrt, exp, pow, max } = Math

const F = 2250,
  HORIZON = 625,
  deg = Math.PI / 180 // a longer lens than the other scenes
const sun = sunDirection(13 * deg, 4.6 * deg),
  az = norm([sun[0], 0, sun[2]]),
  sunColor = [2.5, 1.48, 0.66],
  ambient = [0.36, 0.4, 0.58]
// the ridge crest runs across the view at about 24 m, higher on the right; behind it the land drops away
const crest = (x) => 24 + 0.12 * x,
  crestY = (x) => 1.05 + 1.15 * ss(-9, 9, x) + 0.28 * Math.sin(x * 0.55) + 0.25 * fbm(x / 5, 3, 3)
const ridge = (x, z) => {
  const u = z - crest(x)
  return u < 0
    ? crestY(x) * exp(-((u / 13) ** 2)) + 0.1 * fbm(x / 1.6, z / 2.2, 3)
    : crestY(x) - u * u * 0.02 - u * 0.05
}
const EYE = 1.55,
  DROP = -85
const mesa = mesaField([
  [-1900, 6800, 900, 700, 330, 2.2],
  [700, 9200, 520, 460, 330, 3.7],
  [2900, 8400, 900, 800, 300, 6.1],
  [-4800, 14000, 1800, 1200, 560, 5.7],
  [900, 17500, 2200, 1300, 520, 9.2],
  [5200, 21000, 2800, 1600, 760, 8.4],
  [-2500, 28000, 4200, 1800, 800, 10.1],
])
const plain = (x, z) => {
  const y = DROP + 16 * fbm(x / 700 + 5, z / 900, 4),
    q = z > 4000 ? mesa(x, z) : -1
  return q > 0 ? max(y, DROP + q) : y
}
const hf = (x, z) => (z < 60 ? ridge(x, z) : z < 420 ? mix(-26, plain(x, z), ss(60, 420, z)) : plain(x, z))
const HERD = [
  // x, heading (0 = facing right), head, step, scale, horns
  [-5.25, 0.35, 'graze', 0.4, 0.98, 0.55],
  [-2.35, 2.85, 'look', -0.5, 1.0, 0.5],
  [0.55, 0.15, 'up', 0.7, 1.12, 1.0],
  [2.75, -0.35, 'graze', -0.6, 0.96, 0.5],
  [6.0, 2.95, 'up', 0.3, 1.04, 0.8],
]
const towards = [
  [0, '#ffdf9c'],
  [0.05, '#ffcf8c'],
  [0.12, '#fdb884'],
  [0.22, '#f0a88e'],
  [0.36, '#cfa3a6'],
  [0.56, '#98a0be'],
  [0.8, '#6d8fbd'],
  [1, '#5580b4'],
]
const away = [
  [0, '#e3b3a2'],
  [0.07, '#d5aaa8'],
  [0.18, '#b7a3b3'],
  [0.34, '#939fc0'],
  [0.6, '#6c8fbe'],
  [1, '#4b77ad'],
]

export default async function wildlife(R) {
  const { W, H, S } = R,
    cam = { y: EYE, f: F * S, hor: HORIZON * S, cx: W / 2 },
    view = makeView(R, cam),
    frame = R.frame()
  const sky = makeSky({
      sun,
      towards,
      away,
      spread: 0.06,
      height: 0.34,
      disc: 9,
      lobes: [
        [2600, [1.5, 1.2, 0.65]],
        [260, [0.42, 0.3, 0.15]],
        [30, [0.24, 0.14, 0.06]],
      ],
    }),
    plainSky = makeSky({ sun, towards, away, spread: 0.06, height: 0.34 })
  const clouds = planeClouds({
    sun,
    scale: [0.22, 0.95],
    seed: 8.1,
    cover: -0.02,
    curve: 0.07,
    shadeCool: [0.5, 0.44, 0.56],
    shadeWarm: [0.86, 0.55, 0.42],
    lightCool: [0.92, 0.7, 0.68],
    lightWarm: [1.5, 0.98, 0.6],
    spread: 0.16,
    opacity: 0.66,
    low: 0.03,
  })
  R.rows(Math.ceil(cam.hor + 40 * S), (y) => {
    for (let x = 0; x < W; x++) {
      const d = norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])
      frame.set(x, y, d[1] > 0 ? clouds(d, sky(d)) : plainSky([d[0], 0.002, d[2]]))
    }
  })
  const hazeAt = (x, y, z) => {
    const a = x / z,
      low = plainSky(norm([a, 0.012, 1])),
      up = plainSky(norm([a, 0.07, 1])),
      pool =
        z > 60
          ? 0.8 *
            exp(-max(0, y - DROP - 5) / 70) *
            (1 - exp(-z / 5200)) *
            (0.72 + 0.5 * fbm(x / 900, z / 1500, 3))
          : 0,
      T = 1 - exp(-z / 9500)
    return [
      clamp(T + pool * (1 - T)),
      mix3(mul3(up, 0.8), mul3(low, 0.95), clamp(0.35 + pool * 0.8 + T * 0.3)),
    ]
  }
  renderTerrain(
    R,
    frame,
    cam,
    hf,
    (x, y, z, n, d, out) => {
      const slope = 1 - n[1],
        p = fbm(x / 2.6 + 1, z / 3.6, 4),
        near = z < 60
      let a = near
        ? mix3([0.075, 0.055, 0.028], [0.2, 0.135, 0.065], ss(-0.35, 0.4, p))
        : mix3([0.15, 0.12, 0.07], [0.24, 0.18, 0.1], ss(-0.3, 0.4, fbm(x / 160, z / 300, 4)))
      if (!near) {
        a = mix3(
          a,
          [0.06, 0.065, 0.045],
          0.7 *
            ss(0.14, 0.3, fbm(x / 30, z / 60, 2) + 0.4 * fbm(x / 400, z / 700, 2)) *
            (1 - ss(0.4, 0.6, slope)) *
            (1 - ss(6000, 12000, z)),
        )
        a = mix3(a, [0.36, 0.18, 0.115], ss(0.12, 0.4, slope))
      }
      const ndl = max(0, dot(n, sun)),
        back = pow(max(0, d[0] * az[0] + d[2] * az[2]), 40),
        [hz, hc] = hazeAt(x, y, z),
        key = ndl * 1.5 + (near ? 0.1 + 0.45 * back : 0.05)
      for (let j = 0; j < 3; j++) {
        const c = a[j] * (sunColor[j] * key + ambient[j] * (0.42 + 0.45 * n[1]))
        out[j] = c + (hc[j] - c) * hz
      }
    },
    { z0: 3.2, k: 0.0018 / sqrt(S * R.ss), minStep: 0.02, zmax: 45000, minEps: 0.04 },
  )
  R.once(() => {
    const g = R.canvas(),
      cool = mul3(ambient, 1.15)
    const style = {
      wind: 0.22,
      heads: 0.9,
      nearDim: 0.34,
      blades: (z) => (z < 9 ? 12 : 9),
      height: (t) => (0.13 + 0.22 * t.v * t.v + 0.22 * max(0, t.den)) * (t.z < 8 ? 0.8 : 1),
      color: (v, hv) =>
        v < 0.74
          ? { base: [0.05, 0.032, 0.016], tip: mix3([0.44, 0.27, 0.12], [0.56, 0.38, 0.2], hv) }
          : { base: [0.022, 0.026, 0.012], tip: mix3([0.17, 0.15, 0.06], [0.26, 0.21, 0.09], hv) },
      light: (x, z) => {
        const d = norm([x, 0, z]),
          back = pow(clamp(dot(d, az)), 30),
          c = exp(-(((z - crest(x)) / 3.5) ** 2))
        return (v) => 0.12 + 0.16 * v + (0.55 + 1.9 * back) * (0.25 + 0.75 * v) * (0.35 + 0.65 * c) + 0.06
      },
      tone: (c, k) => {
        const u = clamp(k / 1.2)
        return [
          c[0] * mix(cool[0], sunColor[0] * 0.8, u),
          c[1] * mix(cool[1], sunColor[1] * 0.8, u),
          c[2] * mix(cool[2], sunColor[2] * 0.85, u),
        ]
      },
      haze: (x, y, z) => [0.012 * ss(8, 26, z) * 6, hazeAt(x, y, 400)[1]],
    }
    const tufts = scatter(view, {
      seed: 31,
      count: 26000,
      near: 3.1,
      far: 31,
      bias: 0.62,
      scale: [1.6, 2.2],
      keep: (x, z) => z < crest(x) + 1.6,
    })
    const items = HERD.map(([x, heading, head, step, sc, horns], i) => {
      const z = crest(x) + 0.15 - 0.5 * (i % 2),
        y = ridge(x, z) - 0.02
      return {
        z,
        raster: true,
        draw: () =>
          drawAnimal(
            R,
            frame,
            cam,
            { x, y, z, scale: sc, heading },
            (a, b, c) => pronghornBody(a, b, c, head, step, horns),
            1.05,
            1.75,
            (n, l, w, d) => {
              const a = pronghornCoat(l[0], l[1], l[2], head),
                rim = pow(clamp(1 + dot(n, d)), 2.0),
                key = max(0, dot(n, sun)),
                wrap = ss(-0.2, 0.8, n[0] * sun[0] * 1.5 + n[1] * 0.8 + n[2] * 0.25),
                k = rim * wrap * 2.1
              let c = [0, 1, 2].map(
                (j) =>
                  a[j] *
                    (sunColor[j] * key * 1.25 +
                      ambient[j] * (0.62 + 0.38 * n[1]) +
                      [0.18, 0.11, 0.06][j] * (1 - n[1]) * 0.5) +
                  sunColor[j] * 0.42 * k,
              )
              return mix3(c, hazeAt(w[0], w[1], 300)[1], 0.05)
            },
          ),
      }
    })
    const r = rng(4),
      tone = (t) => css(mix3([0.02, 0.016, 0.016], [0.75, 0.42, 0.18], t * t))
    for (const [x, dz, s, st] of [
      [-7.6, -1.2, 40, 128],
      [8.6, -0.6, 46, 0],
      [-8.6, -3.5, 46, 0],
    ]) {
      const z = crest(x) + dz,
        [px, py] = view.at(x, ridge(x, z), z)
      items.push({ z, draw: (gg) => yucca(gg, px, py, s, st, tone, r) })
    }
    paintByDepth(g, frame, view, ridge, tufts, style, items)
    frame.bloom(0.8, [
      [8 * S, 0.16],
      [34 * S, 0.16],
      [120 * S, 0.2],
    ])
  })
  R.log('herd and grass')
  return { frame, finish: { exposure: 0.9, vig: 0.2, sat: 1.04, grain: 0.01, contrast: 0.1 } }
}
