// Variant `well`: the tank alone and closer, the sun going down behind it.
// Sun on water: a round steel stock tank mirrors the sky; the old windmill and the new panels behind it.
import * as K from '../kit/core.mjs'
import { mesaField, renderTerrain } from '../kit/terrain.mjs'
import { makeSky, planeClouds, sunDirection } from '../kit/sky.mjs'
import { makeView, scatter, paintByDepth } from '../kit/plants.mjs'
import { fence, run, windmill } from '../kit/props.mjs'
import { cowBody, cowCoat, drawAnimal } from '../kit/animals.mjs'
const { clamp, mix, ss, fbm, n2, mix3, mul3, norm, dot, rng, css, TAU } = K
const { abs, sqrt, exp, pow, max, min, floor, sin, cos } = Math

export const variants = ['solar', 'well']
const deg = Math.PI / 180,
  SOLAR = {
    eye: 2.15,
    f: 1150,
    hor: 455,
    sun: sunDirection(-118 * deg, 17 * deg),
    sunColor: [2.2, 1.6, 0.98],
    ambient: [0.38, 0.48, 0.7],
    tank: [1.55, 7.1],
    mill: [10.4, 43],
    panels: true,
    back: 0,
    fog: 0.8,
    lit: 1,
    sky: {
      spread: 0.9,
      height: 0.5,
      towards: [
        [0, '#f6e6d2'],
        [0.1, '#e4e2e0'],
        [0.3, '#b5d1e6'],
        [1, '#4c8cc8'],
      ],
      away: [
        [0, '#ead8d2'],
        [0.07, '#d8d3da'],
        [0.18, '#b4cbe2'],
        [0.42, '#78abd8'],
        [1, '#2f6cb0'],
      ],
    },
    clouds: {
      scale: [0.5, 0.8],
      seed: 6.3,
      cover: 0.03,
      curve: 0.07,
      shadeCool: [0.6, 0.64, 0.75],
      shadeWarm: [0.72, 0.68, 0.72],
      lightCool: [1.18, 1.08, 0.98],
      lightWarm: [1.3, 1.1, 0.9],
      spread: 2,
      opacity: 0.86,
      low: 0.015,
    },
    cows: [
      [8.6, 20.5, 1, 2.75, 0, 0],
      [12.6, 24, 1, 3.6, 1, 0],
      [16.8, 30, 1, 0.3, 1, 1],
      [4.2, 52, 1, 2.9, 1, 0],
      [24, 58, 1, 0.2, 1, 1],
    ],
    finish: { exposure: 0.93, vig: 0.18, sat: 1.06, grain: 0.01, contrast: 0.12 },
  },
  WELL = {
    eye: 1.72,
    f: 1240,
    hor: 430,
    sun: sunDirection(-15 * deg, 3.6 * deg),
    sunColor: [2.3, 1.05, 0.36],
    ambient: [0.25, 0.25, 0.36],
    tank: [-0.15, 6.15],
    mill: [5.6, 40],
    panels: false,
    back: 1,
    fog: 0.72,
    lit: 0.42,
    sky: {
      spread: 0.22,
      height: 0.42,
      disc: 7,
      lobes: [
        [1800, [1.5, 1.0, 0.45]],
        [120, [0.5, 0.26, 0.08]],
        [16, [0.2, 0.085, 0.03]],
      ],
      towards: [
        [0, '#ffd07c'],
        [0.06, '#ffb765'],
        [0.14, '#fb9a5c'],
        [0.25, '#ea8468'],
        [0.4, '#bb7d84'],
        [0.6, '#7d7aa0'],
        [0.8, '#51699f'],
        [1, '#38558f'],
      ],
      away: [
        [0, '#e2a48a'],
        [0.07, '#d49a8e'],
        [0.16, '#ba929c'],
        [0.3, '#8f8aac'],
        [0.5, '#657cab'],
        [0.75, '#44639e'],
        [1, '#304d88'],
      ],
    },
    clouds: {
      scale: [0.34, 0.72],
      seed: 3.6,
      cover: 0.07,
      curve: 0.06,
      shadeCool: [0.3, 0.25, 0.36],
      shadeWarm: [0.62, 0.34, 0.3],
      lightCool: [0.95, 0.55, 0.46],
      lightWarm: [1.7, 0.92, 0.42],
      spread: 0.5,
      opacity: 0.86,
      low: 0.012,
    },
    cows: [
      [14.5, 33, 1, 2.9, 1, 0],
      [18.2, 38, 1, 0.3, 0, 1],
      [11.6, 52, 1, 3.0, 1, 0],
      [-21, 47, 1, 0.2, 1, 1],
      [-16.5, 55, 1, 2.8, 1, 0],
    ],
    finish: { exposure: 0.98, vig: 0.18, sat: 1.05, grain: 0.01, contrast: 0.08 },
  }
let V = SOLAR,
  EYE,
  F,
  HORIZON,
  sun,
  sunColor,
  ambient,
  COWS,
  MILL
const TANK = { x: 1.55, z: 7.1, r: 2.75, rim: 0.64, water: 0.53 }
function use(v) {
  V = v
  ;({ eye: EYE, f: F, hor: HORIZON, sun, sunColor, ambient, cows: COWS, mill: MILL } = v)
  ;[TANK.x, TANK.z] = v.tank
}
const mesa = mesaField([
  [-3600, 9000, 1300, 1000, 430, 2.2],
  [-1300, 13500, 420, 380, 430, 3.4],
  [2400, 10500, 1200, 800, 360, 4.1],
  [-7600, 17000, 2600, 1500, 700, 5.7],
  [6900, 15000, 1500, 1100, 520, 6.3],
  [900, 27000, 4600, 2000, 860, 9.2],
])
const ground = (x, z) =>
  1.5 * fbm(x / 90 + 8, z / 95 + 3, 3) * ss(12, 70, z) + 0.6 * fbm(x / 30 + 2, z / 30, 2) * ss(11, 40, z)
const hf = (x, z) => {
  let y = ground(x, z)
  if (z > 300)
    y += ss(300, 2200, z) * (16 * fbm(x / 620 + 5, z / 620, 4) + 12 * fbm(x / 1900, z / 1900 + 7, 3) - 8)
  if (z > 6000) {
    const q = mesa(x, z)
    if (q > 0) y = max(y, y * 0.3 + q)
  }
  return y
}
const bare = (x, z) => {
  const d = sqrt((x - TANK.x) ** 2 + (z - TANK.z) ** 2) - TANK.r
  return 1 - ss(0.5, 2.4, d + 0.5 * n2(x * 1.2, z * 1.2))
} // trampled earth round the tank

export default async function solar(R) {
  use(R.options.variant === 'well' ? WELL : SOLAR)
  const { W, H, S } = R,
    cam = { y: EYE, f: F * S, hor: HORIZON * S, cx: W / 2 },
    view = makeView(R, cam),
    frame = R.frame()
  const sky = makeSky({ sun, ...V.sky }),
    soft = V.back ? makeSky({ sun, ...V.sky, disc: 0, lobes: V.sky.lobes.slice(2) }) : sky
  const clouds = planeClouds({ sun, ...V.clouds })
  const skyAt = (d) => clouds(d, sky(d))
  R.rows(Math.ceil(cam.hor + 8 * S), (y) => {
    for (let x = 0; x < W; x++)
      frame.set(x, y, skyAt(norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])))
  })
  const hazeAt = (x, y, z) => {
    const low = soft(norm([x / z, 0.02, 1]))
    return [clamp(1 - exp(-z / 16500) + 0.22 * ss(900, 7000, z) * exp(-max(0, y) / 90)), mul3(low, V.fog)]
  }
  const sh = norm([-sun[0], 0, -sun[2]]),
    tanEl = sun[1] / sqrt(1 - sun[1] ** 2)
  const shadeAt = (x, z) => {
    let s = 0
    for (const [cx, cz, sc] of COWS) {
      const rx = x - cx,
        rz = z - cz,
        u = rx * sh[0] + rz * sh[2],
        v = rx * sh[2] - rz * sh[0]
      if (u > -0.8 && u < 5 && abs(v) < 2)
        s = max(s, exp(-((v / 0.62) ** 2)) * ss(-0.8, 0, u) * (1 - ss(3.2, 5, u)))
    }
    {
      const rx = x - TANK.x,
        rz = z - TANK.z,
        u = rx * sh[0] + rz * sh[2],
        v = rx * sh[2] - rz * sh[0]
      if (abs(v) < TANK.r) {
        const edge = sqrt(TANK.r ** 2 - v * v)
        s = max(s, ss(0, 0.1, u) * (1 - ss(edge + TANK.rim / tanEl - 0.3, edge + TANK.rim / tanEl, u)))
      }
    }
    {
      if (V.panels && x < -1 && x > -13 && z > 15 && z < 19)
        s = max(
          s,
          0.8 * ss(15.2, 15.8, z) * (1 - ss(17.6, 18.6, z)) * ss(-11.6, -11, x) * (1 - ss(-2.2, -1.4, x)),
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
        dirt = z < 14 ? bare(x, z) : 0
      let a = mix3([0.095, 0.092, 0.036], [0.3, 0.225, 0.1], ss(-0.35, 0.4, p + 0.35 * q))
      if (dirt > 0)
        a = mix3(
          a,
          mul3(
            [0.36, 0.255, 0.17],
            1 + 0.14 * n2(x * 9, z * 9) + 0.12 * n2(x * 27, z * 27) + 0.2 * fbm(x, z, 4),
          ),
          dirt,
        )
      if (z > 500)
        a = mix3(
          a,
          [0.05, 0.062, 0.036],
          0.68 *
            ss(0.18, 0.32, fbm(x / 26, z / 40, 2) + 0.45 * fbm(x / 400, z / 500, 2)) *
            (1 - ss(0.4, 0.6, slope)) *
            (1 - ss(9000, 16000, z)),
        )
      const rock = ss(0.12, 0.38, slope) * ss(3000, 5000, z)
      if (rock > 0)
        a = mix3(
          a,
          mix3([0.32, 0.145, 0.085], [0.5, 0.29, 0.18], 0.5 + 0.5 * sin(y * 0.085 + 2 * n2(y * 0.011, 3.3))),
          rock,
        )
      const key =
          max(0, dot(n, sun)) * (z > 3000 ? 1.35 : 1.6) * (1 - 0.8 * (z < 40 ? shadeAt(x, z) : 0)) +
          (z < 2500
            ? 0.12 +
              V.back *
                0.5 *
                pow(max(0, d[0] * sun[0] + d[2] * sun[2]), 7) *
                (1 - 0.7 * (z < 40 ? shadeAt(x, z) : 0))
            : 0.04),
        [hz, hc] = hazeAt(x, y, z)
      for (let j = 0; j < 3; j++) {
        const c = a[j] * (sunColor[j] * key + ambient[j] * (0.42 + 0.5 * n[1]))
        out[j] = c + (hc[j] - c) * hz
      }
    },
    { z0: 3.4, k: 0.0022 / sqrt(S * R.ss), minStep: 0.015, zmax: 45000, minEps: 0.05 },
  )
  R.log('landscape')
  R.once(() => {
    const g = R.canvas(),
      cool = mul3(ambient, 1.2)
    const style = {
      wind: 0.2,
      heads: 0.8,
      nearDim: 0.75,
      blades: (z) => (z < 14 ? 13 : z < 40 ? 7 : 3),
      height: (t) => (0.13 + 0.26 * t.v * t.v + 0.22 * max(0, t.den)) * (1 - 0.6 * bare(t.x, t.z)),
      color: (v, hv) =>
        v < 0.64
          ? { base: [0.085, 0.062, 0.024], tip: mix3([0.56, 0.39, 0.17], [0.66, 0.5, 0.26], hv) }
          : { base: [0.036, 0.048, 0.016], tip: mix3([0.22, 0.24, 0.08], [0.36, 0.35, 0.13], hv) },
      light: (x, z) => {
        const s = 1 - 0.72 * shadeAt(x, z),
          patch = 0.85 + 0.4 * fbm(x / 14, z / 22, 2)
        const e = V.back ? pow(max(0, dot(norm([x, 0, z]), norm([sun[0], 0, sun[2]]))), 9) : 0
        return (v) => (0.5 + 0.55 * v + e * 1.1 * (0.2 + v)) * V.lit * s * patch + 0.14
      },
      tone: (c, k) => {
        const u = clamp(k / 1.1)
        return [
          c[0] * mix(cool[0], sunColor[0] * 0.8, u),
          c[1] * mix(cool[1], sunColor[1] * 0.82, u),
          c[2] * mix(cool[2], sunColor[2] * 0.84, u),
        ]
      },
      haze: hazeAt,
    }
    const tufts = scatter(view, {
      seed: 57,
      count: 46000,
      near: 3.4,
      far: 130,
      keep: (x, z, den, v) => {
        const d = sqrt((x - TANK.x) ** 2 + (z - TANK.z) ** 2) - TANK.r
        return d > 0.25 && v > bare(x, z) * 1.1 - 0.1
      },
    })
    const millTone = (c, k = 1) =>
        css(mix3(mul3(c, V.back ? 0.3 : 1.25), hazeAt(MILL[0], 6, MILL[1])[1], 0.05)),
      gy = ground(MILL[0], MILL[1])
    const items = [
      {
        z: MILL[1],
        draw: (gg) =>
          windmill(gg, view, gy, MILL[0], MILL[1], (c) => millTone(c), { turn: 0.12, litX: -1, facing: 1 }),
      },
      ...(V.panels
        ? [
            [17.2, 1.0],
            [15.2, 0],
          ]
        : []
      ).map(([z, o]) => ({ z: z + 1, draw: (gg) => panels(gg, view, z, -11.2 + o, 4) })),
      ...fence(
        view,
        ground,
        run(-70, 62, 80, 54, 4.8),
        {
          wood: [0.12, 0.09, 0.07],
          lit: mul3([0.62, 0.46, 0.3], V.back ? 0.14 : 1),
          wire: mul3([0.2, 0.17, 0.14], V.back ? 0.35 : 1),
          wireLit: mul3([0.45, 0.38, 0.3], V.back ? 0.3 : 1),
        },
        hazeAt,
        { litSide: -1, seed: 6 },
      ),
      ...COWS.map(([x, z, sc, heading, graze, coat], i) => ({
        z,
        raster: true,
        draw: () =>
          drawAnimal(
            R,
            frame,
            cam,
            { x, y: ground(x, z) - 0.02, z, scale: sc, heading },
            (a, b, c) => cowBody(a, b, c, graze, 0.5 - i * 0.4),
            1.75,
            1.75,
            (n, l, w, d) => {
              const a = cowCoat(coat, l[0], l[1], l[2], graze, i),
                key = max(0, dot(n, sun)),
                rim = pow(clamp(1 + dot(n, d)), 2.4) * 0.16
              return [0, 1, 2].map(
                (j) =>
                  a[j] *
                    (0.75 + 0.5 * fbm(l[0] * 3 + i, l[1] * 4, 3)) *
                    (sunColor[j] * key * 1.15 +
                      ambient[j] * (0.55 + 0.4 * n[1]) +
                      [0.16, 0.1, 0.05][j] * max(0, -n[1])) +
                  rim * ambient[j],
              )
            },
          ),
      })),
      {
        z: TANK.z + 0.01,
        raster: true,
        draw: () => tank(R, frame, cam, view, skyAt, (c, v) => millTone(c), gy),
      },
    ]
    paintByDepth(g, frame, view, ground, tufts, style, items)
    frame.bloom(0.9, [
      [7 * S, 0.12],
      [30 * S, 0.1],
      [110 * S, 0.12],
    ])
  })
  R.log('panels, windmill, tank, grass')
  return { frame, finish: V.finish }
}

/** One row of n framed modules on posts, tilted towards the viewer (south). */
function panels(g, view, z, x0, n) {
  const w = 2.05,
    gap = 0.06,
    yl = 0.62,
    yu = 1.95,
    depth = 1.55,
    P = (x, t, lift = 0) => view.at(x, mix(yl, yu, t) + lift, z + depth * t),
    r = rng(Math.round(z * 10))
  for (let i = 0; i <= n; i++) {
    const x = x0 + i * (w + gap) - gap / 2
    for (const [t, c] of [
      [0.82, [0.2, 0.19, 0.19]],
      [0.2, [0.26, 0.24, 0.23]],
    ]) {
      const a = P(x, t),
        b = view.at(x, 0, z + depth * t)
      g.strokeStyle = css(c)
      g.lineWidth = 0.09 * view.px(z)
      g.lineCap = 'butt'
      g.beginPath()
      g.moveTo(...a)
      g.lineTo(...b)
      g.stroke()
    }
  }
  for (let i = 0; i < n; i++) {
    const a = x0 + i * (w + gap),
      b = a + w,
      q = [P(a, 0), P(b, 0), P(b, 1), P(a, 1)],
      gr = g.createLinearGradient(q[0][0], q[0][1], q[2][0], q[2][1])
    gr.addColorStop(0, css([0.012, 0.022, 0.06]))
    gr.addColorStop(0.45, css([0.03, 0.062, 0.15]))
    gr.addColorStop(0.62, css([0.13, 0.21, 0.36]))
    gr.addColorStop(0.72, css([0.06, 0.11, 0.23]))
    gr.addColorStop(1, css([0.1, 0.16, 0.28]))
    g.fillStyle = gr
    g.beginPath()
    q.forEach((p, k) => (k ? g.lineTo(...p) : g.moveTo(...p)))
    g.closePath()
    g.fill()
    g.strokeStyle = css([0.22, 0.28, 0.36], 0.55)
    g.lineWidth = 0.55
    for (let k = 1; k < 10; k++) {
      const u = mix(a, b, k / 10)
      g.beginPath()
      g.moveTo(...P(u, 0))
      g.lineTo(...P(u, 1))
      g.stroke()
    }
    for (let k = 1; k < 6; k++) {
      g.beginPath()
      g.moveTo(...P(a, k / 6))
      g.lineTo(...P(b, k / 6))
      g.stroke()
    }
    g.strokeStyle = css([0.62, 0.6, 0.58])
    g.lineWidth = Math.max(1, 0.035 * view.px(z))
    g.lineJoin = 'miter'
    g.beginPath()
    q.forEach((p, k) => (k ? g.lineTo(...p) : g.moveTo(...p)))
    g.closePath()
    g.stroke()
    g.lineJoin = 'round'
    g.strokeStyle = css([1.2, 1.0, 0.75])
    g.lineWidth = Math.max(0.6, 0.016 * view.px(z))
    g.beginPath()
    g.moveTo(...q[3])
    g.lineTo(...q[2])
    g.stroke()
  }
  g.lineCap = 'round'
}
/** The tank: corrugated wall, rim, and a true planar reflection with faint ripples. */
function tank(R, frame, cam, view, skyAt, tone, gy) {
  const { W, H, S } = R,
    { x: tx, z: tz, r, rim, water } = TANK,
    g = R.canvas(),
    P = (a, y, rr = r) => view.at(tx + rr * cos(a), y, tz + rr * sin(a)),
    ring = (y, rr = r) => Array.from({ length: 181 }, (_, i) => P((i / 180) * TAU, y, rr))
  const path = (pts) => {
    g.beginPath()
    pts.forEach((p, i) => (i ? g.lineTo(...p) : g.moveTo(...p)))
  }
  const facing = (a) => cos(a) * tx + sin(a) * tz + r < 0 // does the outside at angle a face the viewer?
  // outer wall, strip by strip, lit from the left behind the viewer
  for (let i = -50; i < 310; i++) {
    const a0 = Math.PI + (i / 260) * Math.PI,
      a1 = a0 + Math.PI / 258
    if (!facing(a0)) continue
    const n = [cos(a0), 0, sin(a0)],
      rib = 0.82 + 0.22 * sin(i * 0.9),
      k = Math.max(0, n[0] * sun[0] + n[2] * sun[2]) * rib,
      c = [0, 1, 2].map(
        (j) =>
          [0.4, 0.41, 0.42][j] *
          (sunColor[j] * k * 0.85 +
            ambient[j] * 0.42 +
            [0.2, 0.14, 0.08][j] * (V.back ? 0.95 * rib * (0.7 + 0.6 * Math.max(0, -n[0])) : 0.5)),
      )
    g.fillStyle = css(mix3(c, [0.22, 0.12, 0.06], 0.22 * ss(0.1, 0.6, fbm(i / 9, 2, 3))))
    path([P(a0, rim), P(a1, rim), P(a1, -0.05), P(a0, -0.05)])
    g.fill()
  }
  for (const y of [0.22, 0.43]) {
    g.strokeStyle = css([0.18, 0.17, 0.17], 0.6)
    g.lineWidth = 0.02 * view.px(5)
    path(
      Array.from({ length: 91 }, (_, i) => Math.PI + (i / 90) * Math.PI)
        .filter((a) => !V.back || facing(a))
        .map((a) => P(a, y, r + 0.01)),
    )
    g.stroke()
  }
  // inner wall behind the water
  for (let i = -40; i < 240; i++) {
    const a0 = (i / 200) * Math.PI,
      a1 = a0 + Math.PI / 198
    if (facing(a0)) continue
    const k = Math.max(0, -(cos(a0) * sun[0] + sin(a0) * sun[2])),
      c = [0, 1, 2].map((j) => [0.36, 0.36, 0.36][j] * (sunColor[j] * k * 0.9 + ambient[j] * 0.5))
    g.fillStyle = css(c)
    path([
      P(a0, rim, r - 0.03),
      P(a1, rim, r - 0.03),
      P(a1, water - 0.02, r - 0.03),
      P(a0, water - 0.02, r - 0.03),
    ])
    g.fill()
  }
  frame.layer(g.pixels())
  // reflected windmill: same drawing, mirrored about the water plane
  windmill(g, { ...view, at: (x, y, z) => view.at(x, 2 * water - y, z) }, gy, MILL[0], MILL[1], tone, {
    turn: 0.12,
    litX: -1,
  })
  const mill = g.pixels()
  const edge = ring(water),
    x0 = Math.min(...edge.map((p) => p[0])),
    x1 = Math.max(...edge.map((p) => p[0])),
    y0 = P(Math.PI / 2, water)[1],
    y1 = P(-Math.PI / 2, rim)[1],
    src = [TANK.x + 1.7, TANK.z + 1.05]
  for (let py = floor(y0 * S); py <= Math.min(H - 1, y1 * S + 1); py++)
    for (let px = floor(x0 * S - 20); px <= Math.min(W - 1, x1 * S + 20); px++) {
      let cover = 0
      const dx = (px + 0.5 - cam.cx) / cam.f,
        dy = -(py + 0.5 - cam.hor) / cam.f,
        t = (water - cam.y) / dy,
        x = dx * t,
        z = t,
        d = sqrt((x - tx) ** 2 + (z - tz) ** 2),
        t2 = (rim - cam.y) / dy,
        d2 = sqrt((dx * t2 - tx) ** 2 + (t2 - tz) ** 2)
      cover =
        clamp((r - 0.03 - d) * view.px(z) * S * 0.5 + 0.5) *
        clamp((r - 0.02 - d2) * view.px(z) * S * 0.5 + 0.5)
      if (cover <= 0) continue // the near wall hides the near edge
      const rd = sqrt((x - src[0]) ** 2 + (z - src[1]) ** 2),
        ripX =
          0.006 * n2(x * 2.1 + 4, z * 3.1) +
          0.0022 * n2(x * 9, z * 14) +
          (0.01 * sin(rd * 26) * exp(-rd * 1.4) * (x - src[0])) / (rd + 0.1),
        ripY =
          0.007 * n2(x * 1.8, z * 3.6 + 9) +
          0.003 * n2(x * 8 + 5, z * 15) +
          0.01 * sin(rd * 26) * exp(-rd * 1.4)
      const D = norm([dx + ripX, -dy + ripY * 1.6, 1]),
        s = skyAt(D),
        fres = 0.3 + 0.62 * pow(1 - Math.min(1, Math.abs(D[1]) * 1.6), 2.2),
        deep = [0.018, 0.034, 0.036]
      let c = [0, 1, 2].map((j) => s[j] * fres * 1.06 + deep[j])
      const qx = clamp(Math.round(px + ripX * cam.f), 0, W - 1),
        qy = clamp(Math.round(py + ripY * cam.f), 0, H - 1),
        o = (qy * W + qx) * 4,
        a = mill[o + 3] / 255
      if (a) c = [0, 1, 2].map((j) => mix(c[j], K.SRGB_TO_LIN[mill[o + j]] * 0.9 + deep[j], a * 0.92))
      const lip = ss(0.26, 0.0, r - d) * 0.45
      c = mul3(c, 1 - lip * (z < tz ? 1 : 0.35))
      frame.over(px, py, c, cover)
    }
  // rim: rolled steel
  for (const [half, from] of [
    ['far', 0],
    ['near', Math.PI],
  ]) {
    const pts = Array.from({ length: 121 }, (_, i) => {
      const a = from + (i / 120) * Math.PI
      return [P(a, rim), a]
    })
    for (const pass of V.back ? [1, 2] : [3])
      for (let i = 0; i < 120; i++) {
        const a = pts[i][1],
          sc = view.px(tz + r * sin(a)),
          k = 0.45 + 0.55 * Math.max(0, cos(a) * sun[0] + sin(a) * sun[2]) + 0.2
        g.lineCap = 'butt'
        g.strokeStyle = css([0.2 * k, 0.19 * k, 0.19 * k])
        g.lineWidth = 0.06 * sc
        g.beginPath()
        const nx = pts[V.back ? min(120, i + 2) : i + 1][0]
        g.moveTo(...pts[i][0])
        g.lineTo(...nx)
        if (pass & 1) g.stroke()
        g.strokeStyle = css(V.back ? [1.1 * k, 0.62 * k, 0.34 * k] : [0.95 * k, 0.82 * k, 0.64 * k])
        g.lineWidth = 0.026 * sc
        g.beginPath()
        g.moveTo(pts[i][0][0], pts[i][0][1] - 0.016 * sc)
        g.lineTo(nx[0], nx[1] - 0.016 * sc)
        if (pass & 2) g.stroke()
      }
  }
  // supply pipe over the rim, with a thin stream
  const a = 0.62,
    top = P(a, 1.0, r + 0.05),
    foot = P(a, rim - 0.02, r + 0.05),
    over = view.at(src[0], 1.0, src[1]),
    mouth = view.at(src[0], 0.9, src[1]),
    sc = view.px(8.6)
  g.lineCap = 'round'
  for (const [c, w] of [
    [[0.1, 0.095, 0.09], 0.075],
    [mul3([0.62, 0.52, 0.4], V.lit), 0.022],
  ]) {
    g.strokeStyle = css(c)
    g.lineWidth = w * sc
    g.lineJoin = 'round'
    g.beginPath()
    g.moveTo(foot[0] - (w < 0.05 ? 2 : 0), foot[1])
    g.lineTo(top[0] - (w < 0.05 ? 2 : 0), top[1])
    g.lineTo(over[0], over[1] - (w < 0.05 ? 2 : 0))
    g.lineTo(...mouth)
    g.stroke()
  }
  const fall = view.at(src[0] - 0.03, water, src[1])
  g.strokeStyle = css([0.95, 0.97, 1], 0.75)
  g.lineWidth = 0.022 * sc
  g.beginPath()
  g.moveTo(...mouth)
  g.quadraticCurveTo(mouth[0] - 2, mix(mouth[1], fall[1], 0.5), ...fall)
  g.stroke()
  frame.layer(g.pixels())
}
