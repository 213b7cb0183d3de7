// Three mule deer step out from the cottonwoods on an autumn evening; the sun is down on the left, gold leaves keep the last of it.
import * as K from '../kit/core.mjs'
import { mesaField, renderTerrain } from '../kit/terrain.mjs'
import { makeSky, planeClouds, sunDirection } from '../kit/sky.mjs'
import { makeView, scatter, paintByDepth, cottonwood } from '../kit/plants.mjs'
import { drawAnimal } from '../kit/animals.mjs'
import { deerBody, deerCoat } from '../kit/creatures-deer.mjs'
const { clamp, mix, ss, fbm, n2, mix3, mul3, norm, dot, rng } = K
const { sqrt, exp, pow, max } = Math

const EYE = 1.15,
  F = 1500,
  HORIZON = 622,
  deg = Math.PI / 180,
  sun = sunDirection(-40 * deg, 1.2 * deg),
  glow = norm([sun[0], 0.22, sun[2]]), // the bright part of the sky lights like a large lamp
  az = norm([sun[0], 0, sun[2]]),
  keyColor = [1.2, 0.64, 0.42],
  ambient = [0.27, 0.28, 0.44]
const mesa = mesaField([
  [-3600, 9800, 1500, 1000, 430, 5.2],
  [-1350, 11500, 230, 210, 400, 8.3],
  [700, 14500, 1700, 1000, 460, 2.7],
  [-9000, 18000, 2500, 1400, 720, 6.6],
  [5600, 16000, 1900, 1200, 560, 3.4],
  [-800, 26000, 4200, 1800, 780, 9.9],
])
const ground = (x, z) => 0.7 * fbm(x / 46 + 3, z / 46, 3) * ss(6, 45, z) + 0.06 * fbm(x / 2.4, z / 2.4, 2)
const hf = (x, z) => {
  let y = ground(x, z)
  if (z > 250) y += ss(250, 2400, z) * (13 * fbm(x / 700 + 5, z / 700, 4) - 4)
  if (z > 6000) {
    const q = mesa(x, z)
    if (q > 0) y = max(y, y * 0.3 + q)
  }
  return y
}
/** x, z, height in metres; the near grove on the right, then the line of the creek. */
const TREES = (() => {
  const r = rng(19),
    t = [
      [12.6, 43, 10.5],
      [17.6, 47, 13],
      [23, 50, 14],
      [15.8, 58, 12.5],
      [27.5, 57, 14],
      [20.5, 69, 13],
      [10.8, 64, 10.5],
    ]
  for (let i = 0; i < 34; i++) {
    const z = 78 * pow(7, r())
    t.push([25 - 0.155 * (z - 70) + (r() - 0.5) * (6 + z * 0.05), z, 8 + r() * 6])
  }
  return t
})()
const HERD = [
  { x: -4.15, z: 17.2, scale: 1.1, heading: 2.98, pose: 'up', step: 0.75, antlers: 1 },
  { x: -1.05, z: 16.2, scale: 0.98, heading: 0.32, pose: 'watch', side: -1, step: -0.35, antlers: 0 },
  { x: 2.35, z: 15.6, scale: 0.96, heading: 2.8, pose: 'graze', step: 0.5, antlers: 0 },
]
const look = {
  sun,
  spread: 0.3,
  height: 0.42,
  towards: [
    [0, '#ffc98a'],
    [0.06, '#fba873'],
    [0.15, '#e98a76'],
    [0.28, '#bd7891'],
    [0.46, '#8272a3'],
    [0.72, '#51639e'],
    [1, '#34508a'],
  ],
  away: [
    [0, '#9f8ba4'],
    [0.08, '#a487a5'],
    [0.2, '#8a7ea9'],
    [0.4, '#6371a6'],
    [0.7, '#42609b'],
    [1, '#2c4781'],
  ],
}

export default async function deer(R) {
  const { W, S } = R,
    cam = { y: EYE, f: F * S, hor: HORIZON * S, cx: W / 2 },
    view = makeView(R, cam),
    frame = R.frame(),
    sky = makeSky({
      ...look,
      lobes: [
        [60, [0.3, 0.16, 0.06]],
        [12, [0.16, 0.075, 0.03]],
      ],
    }),
    air = makeSky(look),
    clouds = planeClouds({
      sun,
      scale: [0.2, 0.85],
      seed: 5.1,
      cover: -0.05,
      curve: 0.05,
      shadeCool: [0.25, 0.22, 0.34],
      shadeWarm: [0.52, 0.3, 0.32],
      lightCool: [0.58, 0.4, 0.5],
      lightWarm: [1.35, 0.72, 0.45],
      spread: 0.4,
      opacity: 0.66,
      low: 0.02,
    })
  R.rows(Math.ceil(cam.hor + 10 * S), (y) => {
    for (let x = 0; x < W; x++) {
      const d = norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])
      frame.set(x, y, d[1] > 0 ? clouds(d, sky(d)) : air([d[0], 0.002, d[2]]))
    }
  })
  const hazeAt = (x, y, z) => {
    const low = air(norm([x / z, 0.015, 1])),
      up = air(norm([x / z, 0.09, 1])),
      mist =
        0.7 *
        ss(45, 300, z) *
        exp(-max(0, y + 2) / (3 + z * 0.008)) *
        (0.5 + 0.7 * fbm(x / (50 + z * 0.06), z / (150 + z * 0.1), 3)),
      T = 1 - exp(-z / 11000)
    return [clamp(T + mist * (1 - T)), mix3(mul3(up, 0.72), mul3(low, 0.82), clamp(0.35 + mist))]
  }
  /** Dusk under the crowns of the near trees. */
  const under = (x, z) => {
    let s = 0
    for (let i = 0; i < 7; i++) {
      const [tx, tz, h] = TREES[i]
      s = max(s, exp(-((x - tx) ** 2 + ((z - tz) * 0.8) ** 2) / (h * h * 0.13)))
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
        shade = z < 90 ? under(x, z) : 0
      let a = mix3([0.12, 0.085, 0.04], [0.29, 0.2, 0.095], ss(-0.35, 0.4, fbm(x / 7 + 1, z / 13, 3)))
      if (shade > 0.05)
        a = mix3(
          a,
          [0.5, 0.27, 0.035],
          0.75 * shade * ss(-0.1, 0.35, n2(x * 2.6, z * 1.6) + 0.4 * n2(x * 7, z * 4)),
        )
      if (z > 250) {
        const brush = ss(0.16, 0.3, fbm(x / 24, z / 44, 2) + 0.4 * fbm(x / 350, z / 500, 2))
        a = mix3(a, [0.065, 0.065, 0.05], 0.65 * brush * (1 - ss(0.4, 0.6, slope)) * (1 - ss(6000, 12000, z)))
      }
      const rock = ss(0.12, 0.38, slope) * ss(3000, 5000, z)
      if (rock > 0)
        a = mix3(
          a,
          mix3(
            [0.3, 0.14, 0.095],
            [0.45, 0.26, 0.18],
            0.5 + 0.5 * Math.sin(y * 0.085 + 2 * n2(y * 0.011, 3.3)),
          ),
          rock,
        )
      const back = pow(max(0, d[0] * az[0] + d[2] * az[2]), 4),
        key = (0.75 * pow(max(0, dot(n, glow)), 1.2) + (z < 3000 ? 0.12 * back : 0.02)) * (1 - 0.7 * shade),
        [hz, hc] = hazeAt(x, y, z)
      for (let j = 0; j < 3; j++) {
        const c = a[j] * (keyColor[j] * key + ambient[j] * (0.5 + 0.5 * n[1]) * (1 - 0.55 * shade))
        out[j] = c + (hc[j] - c) * hz
      }
    },
    { z0: 2.6, k: 0.0021 / sqrt(S * R.ss), minStep: 0.015, zmax: 45000, minEps: 0.04 },
  )
  R.once(() => {
    const g = R.canvas(),
      tufts = scatter(view, { seed: 71, count: 46000, near: 2.7, far: 110 })
    paintByDepth(g, frame, view, ground, tufts, grassStyle(hazeAt, under), [
      ...trees(view, hazeAt),
      ...herd(R, frame, cam, hazeAt),
    ])
    frame.bloom(0.75, [
      [7 * S, 0.14],
      [30 * S, 0.13],
      [110 * S, 0.15],
    ])
  })
  R.log('deer, trees and grass')
  return { frame, finish: { exposure: 1.06, vig: 0.2, sat: 1.05, grain: 0.011, contrast: 0.1 } }
}
const trees = (view, haze) =>
  TREES.map(([x, z, h], i) => ({
    z,
    draw: (g) => {
      const [px, py] = view.at(x, ground(x, z), z)
      if (px < -120 || px > 1800) return
      cottonwood(
        g,
        px,
        py + 2,
        h * view.px(z),
        norm([glow[0], 0.5, -0.1]),
        {
          leafDark: [0.05, 0.028, 0.016],
          leafMid: [0.2, 0.1, 0.028],
          leafLight: [0.56, 0.27, 0.07],
          bark: [0.026, 0.02, 0.022],
          barkLit: [0.24, 0.14, 0.1],
          fill: 0.95,
        },
        haze(x, 4, z),
        300 + i,
      )
    },
  }))
const herd = (R, frame, cam, haze) =>
  HERD.map((a) => ({
    z: a.z,
    raster: true,
    draw: () =>
      drawAnimal(
        R,
        frame,
        cam,
        { ...a, y: ground(a.x, a.z) - 0.02 },
        (x, y, z) => deerBody(x, y, z, a),
        1.15,
        2.15,
        (n, l, w, d) => {
          const c = deerCoat(...l, a),
            key = pow(max(0, dot(n, glow)), 1.1),
            rim =
              pow(clamp(1 + dot(n, d)), 1.8) * ss(-0.2, 0.7, dot(n, az) + 0.4 * n[1]) * ss(0.2, 0.7, l[1]),
            lit = [0, 1, 2].map(
              (j) =>
                c[j] *
                  (keyColor[j] * key * 1.15 + ambient[j] * (0.78 + 0.42 * n[1]) + [0.09, 0.06, 0.04][j]) +
                keyColor[j] * 1.05 * rim,
            ),
            [hz, hc] = haze(...w)
          return mix3(lit, hc, hz * 0.7)
        },
      ),
  }))
/** Tall dry meadow grass, lit from the afterglow. */
function grassStyle(haze, under) {
  return {
    wind: 0.15,
    heads: 0.8,
    nearDim: 0.6,
    blades: (z) => (z < 13 ? 11 : z < 36 ? 7 : 3),
    height: (t) =>
      (0.14 + 0.26 * t.v * t.v + 0.2 * max(0, t.den)) * (t.z < 7 ? 0.85 : t.z > 13.2 && t.z < 20 ? 0.58 : 1),
    color: (v, hv) =>
      v < 0.75
        ? { base: [0.07, 0.046, 0.024], tip: mix3([0.4, 0.3, 0.18], [0.52, 0.41, 0.27], hv) }
        : { base: [0.035, 0.038, 0.018], tip: mix3([0.2, 0.18, 0.085], [0.3, 0.25, 0.12], hv) },
    light: (x, z) => {
      const back = pow(clamp(dot(norm([x, 0, z]), az)), 5),
        s = 1 - 0.6 * under(x, z)
      return (v) => (0.2 + 0.3 * v + 1.05 * back * (0.3 + 0.7 * v)) * s + 0.08
    },
    tone: (c, k) => [0, 1, 2].map((j) => c[j] * mix(ambient[j] * 1.3, keyColor[j] * 0.95, clamp(k / 1.05))),
    haze,
  }
}
