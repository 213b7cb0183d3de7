// The long table in the first sun: blue enamel coffee pots, plates and mugs, steam, long shadows; the string lights are out.
import * as K from '../kit/core.mjs'
import { mesaField, renderTerrain } from '../kit/terrain.mjs'
import { makeSky, planeClouds, sunDirection } from '../kit/sky.mjs'
import { makeView, scatter, drawTuft } from '../kit/plants.mjs'
import { POSTS, POTS, TABLE } from './breakfast/things.mjs'
import { lighting, patio } from './breakfast/light.mjs'
const { clamp, mix, ss, fbm, mix3, mul3, norm, dot, rng } = K
const { exp, max, pow, floor, ceil } = Math

const CAM = { x: 0.92, y: 1.52, f: 1150, hor: 330, cx: 800 },
  deg = Math.PI / 180,
  sun = sunDirection(-44 * deg, 13 * deg),
  sunColor = [3.2, 2.08, 1.06],
  ambient = [0.33, 0.4, 0.56]
const look = {
  sun,
  spread: 0.42,
  height: 0.46,
  towards: [
    [0, '#ffe9bf'],
    [0.06, '#ffdcab'],
    [0.15, '#fbd0ac'],
    [0.3, '#e3cdc6'],
    [0.5, '#b4cbdd'],
    [1, '#6b9fcb'],
  ],
  away: [
    [0, '#ead6c9'],
    [0.08, '#dccfcf'],
    [0.2, '#bccbdc'],
    [0.4, '#93b8d8'],
    [0.7, '#6a9fce'],
    [1, '#4a85bd'],
  ],
}
const mesa = mesaField([
  [3100, 8800, 1200, 900, 420, 2.9],
  [1150, 10400, 260, 230, 400, 5.3],
  [-2600, 11500, 1500, 900, 430, 6.4],
  [6900, 14000, 2200, 1400, 640, 3.7],
  [-8800, 19000, 2600, 1500, 760, 8.7],
  [500, 22000, 3600, 1700, 760, 1.2],
])
const plain = (x, z) => {
  const b = ss(30, 600, z) * (15 * fbm(x / 700 + 5, z / 700, 4) - 4),
    m = z > 3000 ? mesa(x, z) : -1
  return m > 0 ? max(b, b * 0.3 + m) : b
}

export default async function breakfast(R) {
  const { W, H, S } = R,
    f = CAM.f * S,
    hor = CAM.hor * S,
    cx = CAM.cx * S,
    frame = R.frame(),
    view = makeView(R, { y: CAM.y, f, hor, cx }),
    sky = makeSky({ ...look, lobes: [[30, [0.3, 0.2, 0.1]]] }),
    air = makeSky(look),
    clouds = planeClouds({
      sun,
      scale: [0.24, 0.85],
      seed: 6.3,
      cover: -0.04,
      shadeCool: [0.66, 0.66, 0.76],
      shadeWarm: [0.9, 0.76, 0.68],
      lightCool: [1.02, 0.96, 0.94],
      lightWarm: [1.35, 1.12, 0.84],
      spread: 0.5,
      opacity: 0.66,
      low: 0.02,
    }),
    fog = (d) => mul3(air(norm([d[0], 0.02, d[2]])), 0.86)
  R.rows(ceil(hor + 10 * S), (y) => {
    for (let x = 0; x < W; x++) {
      const d = norm([(x + 0.5 - cx) / f, -(y + 0.5 - hor) / f, 1])
      frame.set(x, y, clouds(d, sky(d)))
    }
  })
  renderTerrain(
    R,
    frame,
    { y: 22, f, hor, cx },
    plain,
    (x, y, z, n, d, o) => {
      const slope = 1 - n[1],
        juniper = ss(0.12, 0.3, fbm(x / 24, z / 50, 2) + 0.3 * fbm(x / 300, z / 400, 2))
      let a = mix3([0.24, 0.17, 0.08], [0.4, 0.29, 0.14], ss(-0.3, 0.4, fbm(x / 60, z / 140, 4)))
      a = mix3(a, [0.07, 0.08, 0.045], 0.7 * juniper * (1 - ss(0.3, 0.5, slope)))
      a = mix3(a, [0.4, 0.2, 0.125], ss(0.12, 0.4, slope))
      const h = fog(d),
        mist = 0.6 * ss(150, 1500, z) * exp(-max(0, y) / 34),
        ndl = max(0, dot(n, sun))
      for (let j = 0; j < 3; j++) {
        const T = exp(-z / [13000, 11500, 10000][j]) * (1 - mist),
          c = a[j] * (sunColor[j] * (ndl * 1.2 + 0.1) + ambient[j] * (0.45 + 0.45 * n[1]))
        o[j] = c * T + h[j] * (1 - T)
      }
    },
    { z0: 24, k: 0.003, zmax: 42000 },
  )
  R.log('sky and mesas')
  const back = frame.d,
    background = (px, py, o) => {
      const i = (clamp(py | 0, 0, H - 1) * W + clamp(px | 0, 0, W - 1)) * 3
      for (let j = 0; j < 3; j++) o[j] = back[i + j]
    },
    img = R.adaptive(4, lighting({ cam: CAM, f, cx, hor, sun, sunColor, ambient, sky, background, fog }), {
      extra: 5,
    })
  R.log('traced')
  R.once(() => {
    for (let i = 0; i < W * H; i++) for (let j = 0; j < 3; j++) frame.d[i * 3 + j] = img[i * 4 + j]
    const g = R.canvas()
    grass(g, view, fog)
    const px = g.pixels()
    for (let i = 0; i < W * H; i++) px[i * 4 + 3] *= clamp(img[i * 4 + 3])
    frame.layer(px)
    strings(g, view)
    frame.layer(g.pixels())
    for (const [x, z, a, s] of POTS) {
      const at = [
        TABLE.x + x + 0.145 * s * Math.cos(a),
        TABLE.top + 0.19 * s,
        TABLE.z + z + 0.145 * s * Math.sin(a),
      ]
      steam(R, frame, view, at, 0.55)
    }
    for (const [x, z, k] of [
      [0.16, -1.74, 0.3],
      [-0.16, -1.74, 0.22],
    ])
      steam(R, frame, view, [TABLE.x + x, TABLE.top + 0.08, TABLE.z + z], k)
    frame.bloom(0.9, [
      [6 * S, 0.14],
      [30 * S, 0.14],
      [120 * S, 0.18],
    ])
  })
  return { frame, finish: { exposure: 0.92, vig: 0.18, sat: 1.04, grain: 0.009, contrast: 0.12 } }
}
/** Dead bulbs on their wires between the posts; the glass catches the sun on its left edge. */
function strings(g, view) {
  const P = (x, y, z) => view.at(x - CAM.x, y, z)
  for (const [a, b] of [
    [0, 1],
    [1, 2],
    [0, 2],
    [3, 2],
  ]) {
    const [ax, az] = POSTS[a],
      [bx, bz] = POSTS[b],
      L = Math.hypot(bx - ax, bz - az),
      at = (t) => [mix(ax, bx, t), 2.8 - 0.24 * L * t * (1 - t), mix(az, bz, t)]
    g.strokeStyle = 'rgba(46,40,38,.9)'
    for (let i = 1; i <= 40; i++) {
      const p = at((i - 1) / 40),
        q = at(i / 40)
      g.lineWidth = clamp((0.01 * CAM.f) / q[2], 0.5, 2.2)
      g.beginPath()
      g.moveTo(...P(...p))
      g.lineTo(...P(...q))
      g.stroke()
    }
    const n = Math.round(L / 0.5)
    for (let i = 1; i < n; i++) {
      const p = at(i / n),
        [x, y] = P(p[0], p[1] - 0.01, p[2]),
        k = CAM.f / p[2]
      g.fillStyle = 'rgb(44,38,36)'
      g.fillRect(x - 0.011 * k, y - 0.008 * k, 0.022 * k, 0.042 * k)
      const gr = g.createRadialGradient(x - 0.012 * k, y + 0.06 * k, 0, x, y + 0.065 * k, 0.036 * k)
      gr.addColorStop(0, 'rgba(255,246,226,.75)')
      gr.addColorStop(0.5, 'rgba(214,214,214,.34)')
      gr.addColorStop(1, 'rgba(96,100,112,.62)')
      g.fillStyle = gr
      g.beginPath()
      g.ellipse(x, y + 0.065 * k, 0.026 * k, 0.034 * k, 0, 0, 7)
      g.fill()
    }
  }
}
function steam(R, frame, view, at, strength) {
  const { S } = R,
    [px, py] = view.at(at[0] - CAM.x, at[1], at[2]).map((v) => v * S),
    k = view.px(at[2]) * S,
    tall = 0.42
  for (let j = floor(py - tall * k); j < py; j++) {
    const v = (py - j) / (tall * k),
      bend = 0.12 * v * v + 0.05 * fbm(v * 2.6 + at[2] * 7, 2, 3) * ss(0, 0.3, v),
      w = 0.012 + 0.05 * v
    for (let i = floor(px - 0.3 * k); i < px + 0.4 * k; i++) {
      const u = ((i + 0.5 - px) / k - bend) / w,
        q = exp(-u * u) * ss(0, 0.1, v) * pow(1 - v, 1.3) * (0.55 + 0.9 * fbm(u * 0.7 + at[2], v * 4.5, 3))
      if (q > 0.004) frame.over(i, j, [1.25, 1.08, 0.88], clamp(strength * q))
    }
  }
}
/** Dry grass around the patio, back-lit. */
function grass(g, view, fog) {
  const style = {
      wind: 0.12,
      heads: 0.6,
      nearDim: 1,
      blades: (z) => (z < 16 ? 8 : 4),
      height: (t) => 0.14 + 0.26 * t.v * t.v + 0.18 * max(0, t.den),
      haze: (x, y, z) => [0.75 * ss(9, 60, z), fog(norm([x / z, 0, 1]))],
      color: (v, hv) => ({
        base: [0.08, 0.055, 0.025],
        tip: mix3([0.48, 0.34, 0.18], [0.6, 0.46, 0.28], hv),
      }),
      light: (x, z) => {
        const back = pow(clamp(dot(norm([x, 0, z]), norm([sun[0], 0, sun[2]]))), 4)
        return (v) => 0.4 + 0.4 * v + 1.0 * back * (0.3 + 0.7 * v)
      },
      tone: (c, k) => [0, 1, 2].map((j) => c[j] * mix(ambient[j] * 1.2, sunColor[j] * 0.75, clamp(k / 1.2))),
    },
    r = rng(5)
  for (const t of scatter(view, {
    seed: 25,
    count: 26000,
    near: 3.2,
    far: 70,
    bias: 0.9,
    keep: (x, z) => patio(x + CAM.x, z) < 0.5,
  }))
    drawTuft(g, view, () => 0, t, style, r)
}
