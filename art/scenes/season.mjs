// One plain, four seasons (weather carousel): same camera, mesas, wash and cottonwoods; light, sky and ground cover change.
// `pasture` is the same place mirrored and seen through a longer lens in a green summer, with the herd along the fence.
import * as K from '../kit/core.mjs'
import { mesaField, renderTerrain } from '../kit/terrain.mjs'
import { makeSky, planeClouds, cloudVolume, rainbow, sunDirection } from '../kit/sky.mjs'
import { makeView, scatter, paintByDepth, cottonwood } from '../kit/plants.mjs'
import { fence, run } from '../kit/props.mjs'
import { galaxy, starCatalogue, drawStar } from '../kit/stars.mjs'
const { clamp, mix, ss, fbm, fbm3, n2, mix3, mul3, norm, dot, rng, TAU } = K
const { abs, sqrt, exp, pow, max, min, floor } = Math

import { cowBody, cowCoat, drawAnimal } from '../kit/animals.mjs'

export const variants = ['spring', 'storm', 'autumn', 'winter', 'pasture', 'snow-night']
let EYE = 2.6,
  F = 1250,
  HORIZON = 600,
  M = 1 // M -1 mirrors the wash, trees and fence
const deg = Math.PI / 180

// --- the place (shared by all four) --------------------------------------------------------
let mesa = mesaField([
  [-3300, 9200, 1300, 1000, 420, 2.2],
  [-1500, 12500, 330, 300, 430, 3.4],
  [900, 15500, 1500, 1100, 480, 4.1],
  [-7200, 17000, 2600, 1500, 700, 5.7],
  [5200, 12000, 900, 900, 380, 6.3],
  [9600, 23000, 3000, 1600, 800, 8.8],
  [-900, 28000, 4200, 2000, 880, 9.2],
])
const washX = (z) => M * (31 + 24 * Math.sin((z - 60) / 150) - 0.13 * max(0, z - 200))
const washAt = (x, z) =>
  z > 40 && z < 900 ? exp(-(((x - washX(z)) / (3.5 + z * 0.012)) ** 2)) * ss(40, 80, z) : 0
const ground = (x, z) =>
  1.7 * fbm(x / 95 + 11, z / 95 + 3, 3) * ss(6, 70, z) +
  0.8 * fbm(x / 34 + 2, z / 34, 2) * ss(5, 40, z) -
  1.3 * washAt(x, z)
const hf = (x, z) => {
  let y = ground(x, z)
  if (z > 300)
    y += ss(300, 2200, z) * (16 * fbm(x / 620 + 5, z / 620, 4) + 14 * fbm(x / 1900, z / 1900 + 7, 3) - 8)
  if (z > 6000) {
    const q = mesa(x, z)
    if (q > 0) y = max(y, y * 0.3 + q)
  }
  return y
}
let TREES = (() => {
  const r = rng(12),
    t = [
      [25.5, 66, 12.5],
      [35, 80, 15],
      [31, 92, 12],
      [44, 104, 14.5],
      [38, 122, 11],
    ]
  for (let i = 0; i < 46; i++) {
    const z = 130 * pow(6.2, r()),
      s = r() < 0.5 ? -1 : 1
    t.push([washX(z) + s * (3 + r() * 9 + z * 0.012), z, 7.5 + r() * 6.5])
  }
  return t
})()

// --- the four looks --------------------------------------------------------------------------
// x, z, scale, heading (0 = facing right), grazing, coat
const COWS = [
  [4.6, 41, 1, 0.2, 1, 0],
  [1.2, 46, 1, 2.9, 0, 1],
  [8.5, 49, 1, 0.4, 1, 0],
  [3.4, 52, 0.62, 0.1, 0, 0],
  [13, 56, 1, 3.3, 1, 2],
  [-1.5, 58, 1, 0.15, 1, 0],
  [6.8, 63, 1, 2.8, 1, 1],
  [18, 66, 1, 0.3, 0, 0],
  [-5.5, 69, 1, 3.0, 1, 0],
  [11.5, 74, 1, 0.2, 1, 0],
  [1.5, 80, 1, -0.3, 1, 1],
  [24, 84, 1, 2.7, 1, 0],
  [-8, 90, 1, 0.3, 1, 0],
  [8, 98, 1, 3.1, 1, 2],
  [17, 108, 1, 0.2, 1, 0],
]
const HOME = { mesa, TREES }
function homeView() {
  ;[EYE, F, HORIZON, M] = [2.6, 1250, 600, 1]
  ;({ mesa, TREES } = HOME)
}
function pastureView() {
  ;[EYE, F, HORIZON, M] = [3.1, 1480, 470, -1]
  mesa = mesaField([
    [2900, 10500, 1500, 1100, 430, 8.2],
    [4700, 9800, 240, 220, 380, 1.4],
    [-1800, 14500, 900, 800, 430, 2.7],
    [-5200, 19000, 2300, 1300, 720, 6.1],
    [8200, 21000, 2600, 1500, 760, 3.8],
    [400, 27000, 3600, 1800, 860, 5.2],
  ])
  const r = rng(31)
  TREES = [
    [-24, 62, 13.5],
    [-33, 74, 15.5],
    [-29, 88, 12],
    [-45, 96, 14],
    [-37, 118, 12.5],
  ]
  for (let i = 0; i < 40; i++) {
    const z = 130 * pow(6.2, r()),
      sd = r() < 0.5 ? -1 : 1
    TREES.push([washX(z) + sd * (3 + r() * 9 + z * 0.012), z, 7.5 + r() * 6.5])
  }
}
const LOOKS = {
  'snow-night': {
    sun: sunDirection(62 * deg, 24 * deg),
    sunColor: [0.27, 0.335, 0.46],
    ambient: [0.055, 0.088, 0.185],
    sky: {
      spread: 0.7,
      height: 0.55,
      towards: [
        [0, '#5d7394'],
        [0.08, '#485f86'],
        [0.2, '#324a76'],
        [0.45, '#1d3260'],
        [0.75, '#11214a'],
        [1, '#0b173a'],
      ],
      away: [
        [0, '#4a5f80'],
        [0.08, '#3a5078'],
        [0.2, '#283f6a'],
        [0.45, '#182b57'],
        [0.75, '#0e1c42'],
        [1, '#091433'],
      ],
    },
    haze: {
      range: [15000, 13500, 11500],
      color: [0.066, 0.105, 0.19],
      warm: [0.1, 0.135, 0.2],
      warmLeft: -0.4,
    },
    grass: {
      count: 13000,
      dry: [
        [0.22, 0.2, 0.22],
        [0.42, 0.33, 0.24],
        [0.56, 0.45, 0.34],
      ],
      green: [
        [0.22, 0.2, 0.2],
        [0.38, 0.31, 0.24],
        [0.5, 0.42, 0.34],
      ],
      share: 0.8,
      tall: 0.8,
      heads: 0.5,
    },
    snow: true,
    plain: [
      [0.8, 0.82, 0.86],
      [0.86, 0.88, 0.92],
    ],
    tree: {
      leafDark: [0, 0, 0],
      leafMid: [0, 0, 0],
      leafLight: [0, 0, 0],
      bark: [0.012, 0.016, 0.028],
      barkLit: [0.1, 0.125, 0.17],
      fill: 0,
      snow: [0.24, 0.3, 0.42],
    },
    finish: { exposure: 1.35, vig: 0.18, sat: 1.02, grain: 0.01, contrast: 0.08 },
  },
  pasture: {
    sun: sunDirection(74 * deg, 26 * deg),
    sunColor: [2.05, 1.66, 1.1],
    ambient: [0.36, 0.47, 0.66],
    sky: {
      spread: 0.7,
      height: 0.5,
      towards: [
        [0, '#f3ead6'],
        [0.1, '#dfe3df'],
        [0.3, '#aacde6'],
        [1, '#4f90cc'],
      ],
      away: [
        [0, '#d9e2e6'],
        [0.1, '#bcd4e6'],
        [0.3, '#86b6de'],
        [0.6, '#5796cf'],
        [1, '#3676b9'],
      ],
    },
    clouds: {
      scale: [0.42, 0.62],
      seed: 9.1,
      cover: 0.05,
      shadeCool: [0.66, 0.7, 0.79],
      shadeWarm: [0.86, 0.79, 0.74],
      lightCool: [1.08, 1.04, 0.98],
      lightWarm: [1.3, 1.16, 0.95],
      opacity: 0.84,
    },
    haze: {
      range: [22000, 18500, 14500],
      color: [0.52, 0.64, 0.79],
      warm: [0.95, 0.85, 0.68],
      warmLeft: -0.4,
    },
    grass: {
      count: 52000,
      dry: [
        [0.06, 0.058, 0.02],
        [0.4, 0.36, 0.13],
        [0.54, 0.46, 0.21],
      ],
      green: [
        [0.026, 0.042, 0.011],
        [0.17, 0.235, 0.052],
        [0.31, 0.35, 0.095],
      ],
      share: 0.22,
      tall: 0.95,
      heads: 0.35,
    },
    plain: [
      [0.066, 0.088, 0.026],
      [0.17, 0.195, 0.062],
    ],
    tree: {
      leafDark: [0.016, 0.036, 0.009],
      leafMid: [0.088, 0.145, 0.026],
      leafLight: [0.36, 0.42, 0.085],
      bark: [0.08, 0.06, 0.045],
      barkLit: [0.42, 0.32, 0.22],
      fill: 0.95,
    },
    finish: { exposure: 0.9, vig: 0.17, sat: 1.06, grain: 0.009, contrast: 0.12 },
  },
  storm: {
    sun: sunDirection(-112 * deg, 7.5 * deg),
    sunColor: [2.15, 1.36, 0.62],
    ambient: [0.4, 0.47, 0.66],
    sky: {
      spread: 0.55,
      height: 0.5,
      towards: [
        [0, '#f6d09a'],
        [0.1, '#e0bf9f'],
        [0.25, '#a9b0ba'],
        [0.55, '#6d8bab'],
        [1, '#426a97'],
      ],
      away: [
        [0, '#8a929b'],
        [0.1, '#74818f'],
        [0.25, '#5f7389'],
        [0.55, '#456284'],
        [1, '#2f4a70'],
      ],
    },
    haze: { range: [26000, 23000, 20000], color: [0.3, 0.36, 0.44], warm: [0.85, 0.66, 0.42], warmLeft: 0.5 },
    grass: {
      count: 46000,
      dry: [
        [0.075, 0.058, 0.02],
        [0.6, 0.42, 0.15],
        [0.7, 0.52, 0.22],
      ],
      green: [
        [0.03, 0.042, 0.012],
        [0.2, 0.23, 0.06],
        [0.34, 0.33, 0.1],
      ],
      share: 0.62,
      tall: 1.05,
      heads: 0.9,
    },
    plain: [
      [0.095, 0.09, 0.03],
      [0.3, 0.225, 0.085],
    ],
    tree: {
      leafDark: [0.012, 0.024, 0.01],
      leafMid: [0.06, 0.076, 0.02],
      leafLight: [0.34, 0.28, 0.07],
      bark: [0.05, 0.038, 0.03],
      barkLit: [0.42, 0.27, 0.15],
      fill: 1,
    },
    finish: { exposure: 1.0, vig: 0.2, sat: 1.06, grain: 0.01, contrast: 0.12 },
  },
  spring: {
    sun: sunDirection(-62 * deg, 33 * deg),
    sunColor: [1.75, 1.6, 1.28],
    ambient: [0.4, 0.52, 0.72],
    sky: {
      spread: 0.9,
      height: 0.5,
      towards: [
        [0, '#dbe7ea'],
        [0.12, '#c3dbe9'],
        [0.35, '#93c1e2'],
        [1, '#4b8cc9'],
      ],
      away: [
        [0, '#d2e2ea'],
        [0.12, '#b5d3e8'],
        [0.35, '#82b4de'],
        [1, '#3f7fc0'],
      ],
    },
    haze: { range: [24000, 20000, 15500], color: [0.52, 0.66, 0.82], warm: [0.8, 0.8, 0.78], warmLeft: 0.3 },
    grass: {
      count: 50000,
      dry: [
        [0.055, 0.058, 0.02],
        [0.34, 0.31, 0.12],
        [0.46, 0.4, 0.19],
      ],
      green: [
        [0.028, 0.042, 0.013],
        [0.145, 0.2, 0.055],
        [0.28, 0.31, 0.095],
      ],
      share: 0.4,
      tall: 0.85,
      heads: 0,
      flowers: true,
    },
    plain: [
      [0.075, 0.085, 0.032],
      [0.175, 0.18, 0.075],
    ],
    tree: {
      leafDark: [0.022, 0.048, 0.01],
      leafMid: [0.11, 0.19, 0.03],
      leafLight: [0.36, 0.46, 0.1],
      bark: [0.09, 0.07, 0.055],
      barkLit: [0.36, 0.3, 0.24],
      fill: 0.8,
    },
    finish: { exposure: 0.92, vig: 0.16, sat: 1.08, grain: 0.009, contrast: 0.12 },
  },
  autumn: {
    sun: sunDirection(52 * deg, 15 * deg),
    sunColor: [2.2, 1.56, 0.86],
    ambient: [0.36, 0.46, 0.66],
    sky: {
      spread: 0.5,
      height: 0.5,
      towards: [
        [0, '#ffe9c8'],
        [0.1, '#f2dfc8'],
        [0.25, '#bdd0dc'],
        [0.5, '#7fb0d6'],
        [1, '#3d79b8'],
      ],
      away: [
        [0, '#d9dfe0'],
        [0.1, '#b9d0de'],
        [0.28, '#83b0d6'],
        [0.6, '#4d8ac4'],
        [1, '#2d66aa'],
      ],
      lobes: [[30, [0.35, 0.24, 0.1]]],
    },
    clouds: {
      scale: [0.3, 0.95],
      seed: 7.7,
      cover: -0.1,
      shadeCool: [0.7, 0.74, 0.82],
      shadeWarm: [0.9, 0.8, 0.7],
      lightCool: [1.0, 0.98, 0.95],
      lightWarm: [1.25, 1.08, 0.85],
      opacity: 0.62,
    },
    haze: { range: [20000, 16500, 13000], color: [0.5, 0.6, 0.74], warm: [1.05, 0.86, 0.58], warmLeft: -0.6 },
    grass: {
      count: 48000,
      dry: [
        [0.085, 0.042, 0.018],
        [0.5, 0.24, 0.09],
        [0.66, 0.42, 0.17],
      ],
      green: [
        [0.06, 0.048, 0.018],
        [0.34, 0.22, 0.08],
        [0.46, 0.33, 0.13],
      ],
      share: 0.7,
      tall: 1.15,
      heads: 0.7,
    },
    plain: [
      [0.15, 0.095, 0.042],
      [0.34, 0.225, 0.1],
    ],
    tree: {
      leafDark: [0.16, 0.07, 0.008],
      leafMid: [0.66, 0.36, 0.02],
      leafLight: [1.15, 0.78, 0.1],
      bark: [0.055, 0.04, 0.03],
      barkLit: [0.5, 0.38, 0.25],
      fill: 0.92,
    },
    finish: { exposure: 0.9, vig: 0.18, sat: 1.05, grain: 0.01, contrast: 0.12 },
  },
  winter: {
    sun: sunDirection(58 * deg, 9 * deg),
    sunColor: [1.75, 1.16, 0.68],
    ambient: [0.3, 0.42, 0.72],
    sky: {
      spread: 0.45,
      height: 0.5,
      towards: [
        [0, '#ffe3c0'],
        [0.08, '#fbd9c2'],
        [0.2, '#dcd6dc'],
        [0.45, '#a9c7e0'],
        [1, '#6ea0cf'],
      ],
      away: [
        [0, '#dcc7cf'],
        [0.07, '#cdc3d6'],
        [0.18, '#b0c0dc'],
        [0.45, '#86aed6'],
        [1, '#5a8fc4'],
      ],
      lobes: [[30, [0.35, 0.24, 0.12]]],
    },
    clouds: {
      scale: [0.22, 0.9],
      seed: 2.3,
      cover: -0.02,
      shadeCool: [0.58, 0.62, 0.74],
      shadeWarm: [0.8, 0.68, 0.62],
      lightCool: [0.92, 0.86, 0.88],
      lightWarm: [1.25, 1.0, 0.8],
      opacity: 0.66,
    },
    haze: { range: [17000, 14500, 12500], color: [0.58, 0.62, 0.78], warm: [1.0, 0.8, 0.66], warmLeft: -0.6 },
    grass: {
      count: 15000,
      dry: [
        [0.22, 0.2, 0.22],
        [0.42, 0.28, 0.15],
        [0.56, 0.4, 0.22],
      ],
      green: [
        [0.22, 0.2, 0.2],
        [0.38, 0.27, 0.16],
        [0.5, 0.37, 0.22],
      ],
      share: 0.8,
      tall: 0.8,
      heads: 0.5,
    },
    snow: true,
    plain: [
      [0.8, 0.82, 0.86],
      [0.86, 0.88, 0.92],
    ],
    tree: {
      leafDark: [0, 0, 0],
      leafMid: [0, 0, 0],
      leafLight: [0, 0, 0],
      bark: [0.075, 0.062, 0.06],
      barkLit: [0.5, 0.33, 0.22],
      fill: 0,
      snow: [0.75, 0.76, 0.82],
    },
    finish: { exposure: 0.88, vig: 0.14, sat: 1.06, grain: 0.008, contrast: 0.1 },
  },
}

export default async function season(R) {
  const name = R.options.variant ?? 'autumn'
  if (name === 'pasture' || name === 'snow-night') pastureView()
  else homeView()
  if (name === 'snow-night') {
    F = 1150
    HORIZON = 660
    EYE = 2.2
  }
  const L = LOOKS[name],
    { W, H, S } = R,
    cam = { y: EYE, f: F * S, hor: HORIZON * S, cx: W / 2 },
    view = makeView(R, cam),
    frame = R.frame(),
    sun = L.sun
  const sky = makeSky({ sun, ...L.sky }),
    clouds = L.clouds ? planeClouds({ sun, curve: 0.05, ...L.clouds }) : (d, c) => c
  const dirAt = (x, y) => norm([(x - cam.cx) / cam.f, -(y - cam.hor) / cam.f, 1])
  R.rows(Math.ceil(cam.hor + 8 * S), (y) => {
    for (let x = 0; x < W; x++) {
      const d = dirAt(x + 0.5, y + 0.5)
      frame.set(x, y, clouds(d, sky(d)))
    }
  })
  if (name === 'storm') storm(R, frame, cam, dirAt, L)
  else if (name === 'spring') cumulus(R, frame, cam, dirAt, L)
  if (name === 'snow-night')
    R.once(() => {
      const yMax = Math.ceil(cam.hor),
        way = galaxy([0.5, 0.35, 1], [0.6, 1, 0.1]),
        m = [0, 0, 0, 0]
      for (let y = 0; y < yMax; y++)
        for (let x = 0; x < W; x++) {
          const d = dirAt(x + 0.5, y + 0.5),
            k = 0.034 * ss(0, 0.3, d[1])
          way(d[0], d[1], d[2], m)
          frame.add(x, y, [m[0] * 0.85, m[1], m[2] * 1.1], k)
        }
      for (const q of starCatalogue(way)) {
        const d = q.d
        if (d[2] <= 0.05) continue
        const k = ss(0, 300 * S, (cam.f * d[1]) / d[2])
        if (k > 0.02) drawStar(frame, cam, S, ...d, q.c, q.flux * 1.3 * k, yMax)
      }
    })
  R.log('sky')

  // aerial perspective: towards a horizon colour that is warm on the sun's side
  const horizonColor = (dx) =>
    mix3(
      mix3(
        L.haze.color,
        [0.105, 0.13, 0.18],
        name === 'storm' ? ss(-0.28, 0.02, dx) * (1 - 0.45 * ss(0.35, 0.62, dx)) : 0,
      ),
      L.haze.warm,
      clamp(0.5 * exp(-(((dx - (L.haze.warmLeft > 0 ? -0.8 : 0.8)) / 0.7) ** 2))),
    )
  const hazeAt = (x, y, z) => {
    const dist = z,
      amount =
        1 -
        exp(-dist / L.haze.range[1]) +
        0.35 * ss(900, 7000, z) * exp(-max(0, y) / 90) * (name === 'storm' ? 0.35 : 1)
    return [clamp(amount), horizonColor(x / z)]
  }
  // soft tree shadows on the ground
  const sh = norm([-sun[0], 0, -sun[2]]),
    tanEl = sun[1] / sqrt(1 - sun[1] ** 2)
  const treeShade = (x, z) => {
    let s = 0
    for (const [tx, tz, h] of TREES) {
      if (abs(tz - z) > 150) continue
      const rx = x - tx,
        rz = z - tz,
        u = rx * sh[0] + rz * sh[2],
        v = rx * sh[2] - rz * sh[0],
        len = min(90, h / tanEl)
      if (u < -h * 0.3 || u > len * 1.1 || abs(v) > h * 0.6) continue
      const k =
        exp(-((v / (h * 0.34)) ** 2)) *
        ss(-h * 0.3, 0, u) *
        (1 - ss(len * 0.55, len * 1.1, u)) *
        (0.75 + 0.35 * n2(x / 1.7, z / 2.6))
      if (k > s) s = k
    }
    return clamp(s * (L.tree.fill > 0.1 ? 0.95 : 0.45))
  }
  // sunlight under a broken sky: the storm darkens the far plain
  const sunlight = (x, z) =>
    name === 'storm'
      ? mix(
          1,
          0.08 +
            0.92 *
              max(
                ss(0.12, 0.3, fbm(x / 2600 + 3.3, z / 900, 2)) * (1 - ss(3000, 9000, z)),
                ss(-0.1, -0.26, x / z) * ss(5000, 7000, z),
              ),
          ss(240, 900, z),
        )
      : name === 'spring'
        ? mix(1, 0.45 + 0.55 * ss(-0.18, 0.1, fbm(x / 900 + 8, z / 1300, 3)), ss(80, 420, z))
        : 1

  const side = clamp(dot(norm([sun[0], 0, sun[2]]), [0, 0, 1])) // >0 when the sun is ahead (back-lit grass)
  renderTerrain(
    R,
    frame,
    cam,
    hf,
    (x, y, z, n, d, out) => {
      const slope = 1 - n[1],
        p = fbm(x / 9 + 1, z / 16, 4),
        q = z < 400 ? fbm(x / 1.3, z / 3.2, 3) : 0,
        lit = sunlight(x, z),
        shade = 1 - 0.85 * (z < 900 ? treeShade(x, z) : 0)
      let a = mix3(L.plain[0], L.plain[1], ss(-0.35, 0.4, p + 0.35 * q))
      const wash = washAt(x, z)
      if (wash > 0.02 && !L.snow) a = mix3(a, [0.4, 0.29, 0.19], 0.85 * ss(0.35, 0.8, wash))
      if (z > 500) {
        const jun =
          ss(0.18, 0.32, fbm(x / 26, z / 40, 2) + 0.45 * fbm(x / 400, z / 500, 2)) *
          (1 - ss(0.4, 0.6, slope)) *
          (1 - ss(9000, 16000, z))
        a = mix3(
          a,
          L.snow ? [0.22, 0.25, 0.27] : [0.045, 0.06, 0.035],
          (L.snow ? 0.55 * (1 - ss(2500, 8000, z)) : 0.7) * jun,
        )
      }
      const rock = ss(0.12, 0.38, slope) * ss(3000, 5000, z)
      if (rock > 0) {
        const band = 0.5 + 0.5 * Math.sin(y * 0.085 + 2 * n2(y * 0.011, 3.3))
        let rc = mix3([0.3, 0.14, 0.085], [0.46, 0.27, 0.17], band)
        if (L.snow) rc = mix3(rc, [0.74, 0.76, 0.82], ss(0.42, 0.2, slope) * 0.9 + 0.06)
        a = mix3(a, rc, rock * (L.snow ? 0.9 : 1))
      }
      const grain = L.snow ? 1 + 0.05 * n2(x * 1.4, z * 1.4) * (1 - ss(20, 80, z)) : 1,
        ndl = max(0, dot(n, sun)),
        fill = z < 2500 && !L.snow ? 0.22 * lit : 0.05
      const drift =
        L.snow && z < 160
          ? (fbm(x / 3.2, z / 2.1, 4) - fbm(x / 3.2 + sun[0] * 0.16, z / 2.1 + sun[2] * 0.22, 4)) *
            2.6 *
            (1 - ss(50, 160, z))
          : 0
      const key = L.snow
        ? max(0.02, ndl * 2.0 - drift)
        : ndl * (z > 3000 ? 1.25 : 1.7) +
          fill +
          (side > 0.2 && z < 2500 ? 0.35 * pow(max(0, d[0] * sun[0] + d[2] * sun[2]), 5) : 0)
      const [hz, hc] = hazeAt(x, y, z)
      for (let j = 0; j < 3; j++) {
        const c = a[j] * grain * (L.sunColor[j] * key * lit * shade + L.ambient[j] * (0.45 + 0.55 * n[1]))
        const T = exp(-z / L.haze.range[j])
        out[j] = mix(c * T + hc[j] * (1 - T), hc[j], clamp(hz - (1 - exp(-z / L.haze.range[1]))))
      }
    },
    { z0: 3, k: 0.0024 / sqrt(S * R.ss), minStep: 0.02, zmax: 45000 },
  )

  R.once(() => {
    const g = R.canvas(),
      G = L.grass,
      az = norm([sun[0], 0, sun[2]])
    const cool = mul3(L.ambient, 1.25),
      warm = L.sunColor
    const style = {
      wind: name === 'storm' ? 0.34 : 0.16,
      heads: G.heads,
      nearDim: L.snow ? 0.9 : 0.58,
      height: (t) => (0.16 + 0.3 * t.v * t.v + 0.24 * max(0, t.den)) * G.tall * (t.z < 7 ? 0.8 : 1),
      blades: (z) => (L.snow ? (z < 14 ? 6 : z < 40 ? 4 : 2) : z < 14 ? 14 : z < 40 ? 7 : 3),
      color: (v, hv) => {
        const set = v < G.share ? G.dry : G.green
        return { base: set[0], tip: mix3(set[1], set[2], hv) }
      },
      light: (x, z) => {
        const d = norm([x, 0, z]),
          back = pow(clamp(dot(d, az)), 5) * side,
          s = 1 - 0.85 * treeShade(x, z),
          patch = 0.82 + 0.45 * fbm(x / 14, z / 22, 2)
        return (v) =>
          ((0.42 + 0.55 * v) * (1 - side * 0.55) + 1.9 * back * (0.3 + 0.7 * v)) * s * patch + 0.16
      },
      tone: (c, k) => {
        const u = clamp(k / 1.15)
        return [
          c[0] * mix(cool[0], warm[0] * 0.82, u),
          c[1] * mix(cool[1], warm[1] * 0.82, u),
          c[2] * mix(cool[2], warm[2] * 0.82, u),
        ]
      },
      haze: hazeAt,
      extra: G.flowers ? flowers : null,
    }
    const tufts = scatter(view, {
      seed: 99,
      count: G.count,
      near: 3,
      far: 130,
      keep: (x, z, den, v) => washAt(x, z) < 0.5 && (!L.snow || den > -0.05 || v > 0.8),
    })
    const items = [],
      treeSun = [sun[0], sun[1], -sun[2]] // dabs face the viewer: z towards the viewer is negative depth
    TREES.forEach(([x, z, h], i) =>
      items.push({
        z,
        draw: (gg) => {
          const [px, py] = view.at(x, ground(x, z), z),
            lit = sunlight(x, z),
            hz = hazeAt(x, 4, z),
            k = (c) => tintTree(c, L, lit)
          if (px < -80 || px > 1700) return
          cottonwood(
            gg,
            px,
            py + 1,
            h * view.px(z),
            norm([sun[0], sun[1], sun[2]]),
            {
              ...L.tree,
              leafDark: k(L.tree.leafDark),
              leafMid: k(L.tree.leafMid),
              leafLight: k(L.tree.leafLight),
            },
            hz,
            100 + i,
          )
        },
      }),
    )
    const wood =
      name === 'snow-night' ? [0.016, 0.02, 0.032] : L.snow ? [0.11, 0.09, 0.085] : [0.1, 0.075, 0.055]
    const cast = L.snow
      ? {
          x: sh[0] * 7,
          z: sh[2] * 7,
          color: name === 'snow-night' ? [0.045, 0.075, 0.17] : [0.3, 0.4, 0.66],
          alpha: 0.55,
        }
      : { x: sh[0] * 4, z: sh[2] * 4, color: [0.05, 0.04, 0.03], alpha: 0.22 }
    items.push(
      ...fence(
        view,
        ground,
        run(-10.5 * M, 7, 66 * M, 250, 4.6),
        {
          wood: mul3(wood, 1),
          lit: mul3(L.sunColor, 0.2),
          wire: name === 'snow-night' ? [0.03, 0.04, 0.06] : L.snow ? [0.18, 0.17, 0.19] : [0.16, 0.13, 0.11],
          wireLit: mul3(L.sunColor, 0.25),
          cap: name === 'snow-night' ? [0.3, 0.37, 0.5] : L.snow ? [0.85, 0.86, 0.92] : null,
        },
        hazeAt,
        { litSide: Math.sign(sun[0]), seed: 5, cast },
      ),
    )
    if (name === 'pasture')
      items.push(
        ...COWS.map(([x, z, sc, heading, graze, coat], i) => ({
          z,
          raster: true,
          draw: () =>
            drawAnimal(
              R,
              frame,
              cam,
              { x, y: ground(x, z) - 0.03, z, scale: sc, heading },
              (a, b, c) => cowBody(a, b, c, graze, ((i * 0.618) % 1) * 2 - 1),
              1.75,
              1.75,
              (n, l, w, d) => {
                const a = cowCoat(coat, l[0], l[1], l[2], graze, i),
                  key = max(0, dot(n, sun)),
                  rim = pow(clamp(1 + dot(n, d)), 2.4) * 0.16,
                  [hz, hc] = hazeAt(...w)
                return mix3(
                  [0, 1, 2].map(
                    (j) =>
                      a[j] *
                        (L.sunColor[j] * key * 1.1 +
                          L.ambient[j] * (0.6 + 0.4 * n[1]) +
                          [0.12, 0.13, 0.04][j] * max(0, -n[1])) +
                      rim * L.ambient[j],
                  ),
                  hc,
                  clamp(hz * 0.6),
                )
              },
            ),
        })),
      )
    paintByDepth(g, frame, view, ground, tufts, style, items)
    if (L.snow && name !== 'snow-night') sparkle(frame, view, R, sun)
    frame.bloom(0.85, [
      [7 * S, 0.14],
      [30 * S, 0.12],
      [110 * S, 0.14],
    ])
  })
  R.log('plants')
  return { frame, finish: L.finish }
}
const tintTree = (c, L, lit) => mul3(c, mix(0.34, 1, lit))

/** Spring flowers, in drifts by kind: paintbrush, purple verbena, desert marigold, white primrose. */
const KINDS = [
  [[0.8, 0.13, 0.04], 0.36],
  [[0.33, 0.13, 0.62], 0.42],
  [[0.95, 0.66, 0.03], 0.46],
  [[0.92, 0.9, 0.84], 0.5],
]
function flowers(g, bx, by, sc, t, r, light, hz, hc, tall) {
  const drift = fbm(t.x / 5.5 + 3, t.z / 8 + 9, 3),
    kind = (((fbm(t.x / 16 + 40, t.z / 22, 2) + 1) * 6.3) | 0) % 4,
    p = ss(0.02, 0.38, drift) * 0.95
  if (r() > p) return
  const [c, s] = KINDS[r() < 0.82 ? kind : (r() * 4) | 0],
    n = t.z < 26 ? 1 + ((r() * 3) | 0) : 1
  for (let i = 0; i < n; i++) {
    const x = bx + (r() - 0.5) * 0.3 * sc,
      y = by - tall * sc * (0.45 + 0.55 * r()),
      q = Math.max(0.8, Math.min(7.5, 0.03 * s * 2 * sc)),
      k = 0.75 + 0.75 * light(r())
    g.globalAlpha = 0.95
    g.strokeStyle = K.css(mix3([0.06, 0.11, 0.02], hc, hz))
    g.lineWidth = Math.max(0.4, 0.006 * sc)
    g.beginPath()
    g.moveTo(x, by)
    g.lineTo(x, y)
    g.stroke()
    g.fillStyle = K.css(mix3(mul3(c, k), hc, hz))
    if (q < 2.4) {
      g.beginPath()
      g.ellipse(x, y, q, q * 0.75, 0, 0, TAU)
      g.fill()
      continue
    }
    if (kind === 0)
      for (let j = 0; j < 9; j++) {
        const a = (j / 8 - 0.5) * 2.1
        g.strokeStyle = K.css(mul3(c, k * (0.7 + 0.6 * r())))
        g.lineWidth = q * 0.32
        g.beginPath()
        g.moveTo(x, y + q)
        g.lineTo(x + Math.sin(a) * q * 1.1, y - Math.cos(a) * q * 1.5)
        g.stroke()
      }
    else {
      for (let j = 0; j < 7; j++) {
        const a = (j / 7) * TAU
        g.fillStyle = K.css(mul3(c, k * (0.75 + 0.45 * r())))
        g.beginPath()
        g.ellipse(x + Math.cos(a) * q * 0.62, y + Math.sin(a) * q * 0.4, q * 0.46, q * 0.3, a, 0, TAU)
        g.fill()
      }
      g.fillStyle = K.css(kind === 3 ? [0.85, 0.62, 0.08] : mul3(c, 0.45))
      g.beginPath()
      g.ellipse(x, y, q * 0.26, q * 0.2, 0, 0, TAU)
      g.fill()
    }
  }
}
/** Glints on the snow near the viewer, on the sun's side. */
function sparkle(frame, view, R, sun) {
  const r = rng(404)
  for (let i = 0; i < 2600; i++) {
    const z = 3.2 * pow(14, r()),
      x = (r() * 2 - 1) * z * 0.66,
      [px, py] = view.at(x, ground(x, z), z),
      side = exp(-(((px - 1250) / 520) ** 2)),
      k = side * pow(r(), 7) * 2.2
    if (k > 0.05 && py < 899) frame.add((px * R.S) | 0, (py * R.S) | 0, [1, 0.9, 0.8], k)
  }
}
/** Fair-weather cumulus. */
function cumulus(R, frame, cam, dirAt, L) {
  const base = 1900,
    top = 3500,
    cells = []
  {
    const r = rng(31)
    for (let i = 0; i < 40; i++) {
      const z = 7000 * pow(5.5, r()),
        x = (r() * 2 - 1) * z * 0.74
      if (x / z < 0.05 && x / z > -0.7 && z < 15000) continue
      cells.push([x, z, 480 + 900 * r() * (0.5 + z / 30000), 420 + 900 * r()])
    }
  }
  const density = (x, y, z) => {
    let s = -1
    for (const [cx, cz, rad, hgt] of cells) {
      const dx = (x - cx) / rad,
        dz = (z - cz) / rad
      if (abs(dx) > 1.5 || abs(dz) > 1.5) continue
      const h = (y - base) / hgt
      if (h < -0.12 || h > 1.3) continue
      const q = 1 - sqrt(dx * dx + dz * dz + (h > 0 ? h * h : h * h * 60))
      if (q > s) s = q
    }
    if (s < -0.35) return 0
    const n = fbm3(x / 420, y / 330, z / 420, 5, 0.52)
    return clamp((s + 0.62 * n) * 2.2) * 0.012
  }
  const vol = cloudVolume({
    density,
    reach: (d) => [(base * 0.9) / max(d[1], 0.02), min(38000, (top * 1.2) / max(d[1], 0.02))],
    sun: L.sun,
    sunColor: [1.55, 1.42, 1.2],
    ambientTop: [0.42, 0.5, 0.62],
    ambientBase: [0.26, 0.32, 0.42],
    base,
    top,
    step: 70,
    lightStep: 70,
    extinction: 1,
    jitter: hash,
  })
  overlay(R, frame, cam, dirAt, vol, [0.62, 0.74, 0.86], 26000, 0.06)
}
const hash = (x, y) => {
  let h = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263)) | 0
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}
function overlay(R, frame, cam, dirAt, vol, air, range, low) {
  R.rows(
    Math.ceil(cam.hor),
    (y) => {
      const out = [0, 0, 0, 0, 0]
      for (let x = 0; x < R.W; x++) {
        const d = dirAt(x + 0.5, y + 0.5)
        if (d[1] < low) continue
        vol(d, x, y, out)
        if (out[3] < 0.003) continue
        const a = out[3],
          T = exp(-out[4] / range),
          o = (y * R.W + x) * 3,
          f = frame.d
        for (let j = 0; j < 3; j++) f[o + j] = f[o + j] * (1 - a) + out[j] * T + a * air[j] * (1 - T)
      }
    },
    2,
  )
}
/** The monsoon: an anvil cloud with its rain, a dark deck, a bow and one bolt. */
function storm(R, frame, cam, dirAt, L) {
  const { W, S } = R,
    CX = 4300,
    CZ = 27000,
    base = 2300,
    top = 11100
  const density = (x, y, z) => {
    const h = (y - base) / (top - base)
    if (h < -0.02 || h > 1.06) return 0
    const dx = x - CX - 1500 * h,
      dz = z - CZ,
      r = sqrt(dx * dx + dz * dz * 0.7)
    const tower = 5200 * (1 - 0.3 * ss(0, 0.5, h) + 0.12 * Math.sin(h * 9 + 1)),
      anvil =
        ss(0.74, 0.9, h) * (1 - ss(0.97, 1.06, h)) * (9800 - 1500 * Math.sign(dx) * ss(0, 4000, abs(dx))),
      R0 = max(tower * (1 - ss(0.86, 0.99, h)), anvil)
    if (r > R0 * 1.5 + 900) return 0
    const soft = ss(0.72, 0.9, h),
      n = fbm3(x / 2300 + 5, y / 1900, z / 2300, 6, 0.52),
      m = mix(0.42, 0.26, soft) * 6200
    return clamp((R0 + m * n - r) / mix(420, 2600, soft)) * mix(0.0034, 0.0011, soft) * (1 - 0.0 * h)
  }
  const vol = cloudVolume({
    density,
    reach: (d) => [15000, d[1] > 0.0 ? min(42000, (top * 1.1) / max(d[1], 0.05)) : 0],
    sun: sunDirection(-84 * deg, 10 * deg),
    sunColor: [1.62, 0.98, 0.55],
    ambientTop: [0.185, 0.215, 0.3],
    ambientBase: [0.03, 0.04, 0.065],
    base,
    top,
    step: 140,
    lightStep: 300,
    extinction: 1,
    jitter: hash,
  })
  // a lower shelf of ragged cloud stretching right, dark underneath
  overlay(R, frame, cam, dirAt, vol, [0.46, 0.48, 0.54], 60000, 0.02)
  const hor = cam.hor,
    px = (v) => v * S
  const shaft = (X, Y) => {
    let s = 0
    for (const [x, w, k, lean] of [
      [905, 66, 0.8, 0.1],
      [1010, 120, 1.0, 0.12],
      [1180, 90, 0.75, 0.16],
      [1330, 120, 0.6, 0.2],
      [700, 40, 0.34, 0.06],
    ]) {
      const u = (X - x + (Y - 470) * -lean) / w
      s += k * exp(-u * u * (1.2 + 0.8 * fbm(X / 40, 3, 2)))
    }
    return s * (0.72 + 0.4 * fbm(X / 7 + Y * 0.012, Y / 240, 3) + 0.25 * fbm(X / 34, Y / 120 + 4, 2))
  }
  const bow = rainbow(L.sun, 0.13)
  R.rows(Math.ceil(hor + 4 * S), (y) => {
    for (let x = 0; x < W; x++) {
      const X = x / S,
        Y = y / S,
        d = dirAt(x + 0.5, y + 0.5),
        o = (y * W + x) * 3,
        f = frame.d
      const shelf = ss(
        0.0,
        1,
        ss(640, 900, X + 60 * fbm(X / 90, Y / 60, 3)) *
          (1 - ss(0, 1, (abs(Y - 468 - 16 * fbm(X / 120, 2, 3)) - 12) / 34 + 0.5 * fbm(X / 60, Y / 18, 4))),
      ) // ragged base
      if (shelf > 0) {
        const c = mix3(
          [0.05, 0.062, 0.095],
          [0.17, 0.15, 0.165],
          ss(0.1, 0.7, fbm(X / 50 + 3, Y / 14, 4) + 0.35 * ss(900, 620, X)),
        )
        for (let j = 0; j < 3; j++) f[o + j] += (c[j] - f[o + j]) * 0.92 * shelf
      }
      const under = ss(455, 500, Y) * ss(600, 860, X),
        rain = clamp(shaft(X, Y) * ss(462, 500, Y), 0, 1),
        c = mix3([0.07, 0.09, 0.135], [0.46, 0.34, 0.26], 0.5 * ss(960, 740, X) + 0.2 * ss(500, 600, Y))
      const dim = under * 0.85 * (1 - 0.4 * ss(520, 600, Y))
      for (let j = 0; j < 3; j++) {
        f[o + j] += ([0.1, 0.125, 0.175][j] - f[o + j]) * dim
        f[o + j] += (c[j] - f[o + j]) * 0.8 * rain
      }
      const b = bow(d)
      if (b) {
        const k = (0.35 + 0.65 * under) * ss(120, 420, Y)
        f[o] += b[0] * k
        f[o + 1] += b[1] * k
        f[o + 2] += b[2] * k
      }
    }
  })
  R.once(() => {
    // lightning: midpoint-displaced path with two forks
    const r = rng(77),
      g = R.canvas(),
      bolt = (x0, y0, x1, y1, w, n) => {
        let p = [
          [x0, y0],
          [x1, y1],
        ]
        for (let k = 0; k < n; k++) {
          const q = [p[0]]
          for (let i = 1; i < p.length; i++) {
            const [ax, ay] = p[i - 1],
              [bx, by] = p[i],
              l = Math.hypot(bx - ax, by - ay)
            q.push([(ax + bx) / 2 + (r() - 0.5) * l * 0.42, (ay + by) / 2 + (r() - 0.5) * l * 0.12], p[i])
          }
          p = q
        }
        g.lineWidth = w
        g.beginPath()
        p.forEach((a, i) => (i ? g.lineTo(...a) : g.moveTo(...a)))
        g.stroke()
        return p
      }
    g.strokeStyle = '#fff'
    const main = bolt(1078, 470, 1062, 601, 1.5, 5),
      f1 = main[9]
    bolt(f1[0], f1[1], f1[0] + 34, f1[1] + 46, 0.8, 4)
    const f2 = main[18]
    bolt(f2[0], f2[1], f2[0] - 26, f2[1] + 32, 0.7, 4)
    const px8 = g.pixels()
    for (let i = 0; i < W * R.H; i++) {
      const a = px8[i * 4 + 3] / 255
      if (a) {
        frame.d[i * 3] += 2.3 * a
        frame.d[i * 3 + 1] += 2.1 * a
        frame.d[i * 3 + 2] += 2.9 * a
      }
    }
    for (let y = (380 * S) | 0; y < 602 * S; y++)
      for (let x = (960 * S) | 0; x < 1200 * S; x++) {
        const k =
          0.16 *
          exp(-(((x / S - 1074) / 46) ** 2) - ((y / S - 490) / 46) ** 2) *
          (0.6 + 0.5 * fbm(x / S / 26, y / S / 16, 3))
        frame.add(x, y, [0.75, 0.72, 1], k)
      }
  })
}
