import { clamp, fbm, fbm3, mix, mix3, rng, ss } from '../../kit/core.mjs'
import { cloudVolume, rainbow, sunDirection } from '../../kit/sky.mjs'
import { hash, overlay } from './cloud-layer.mjs'
const { abs, exp, max, min, sqrt } = Math

const deg = Math.PI / 180
const BASE = 2300
const TOP = 11100
/** Shafts of rain: x, width, strength, lean. */
const SHAFTS = [
  [905, 66, 0.8, 0.1],
  [1010, 120, 1.0, 0.12],
  [1180, 90, 0.75, 0.16],
  [1330, 120, 0.6, 0.2],
  [700, 40, 0.34, 0.06],
]

/** The monsoon over a finished sky: an anvil cloud with its rain, a dark deck, a bow and one bolt. */
export function storm(scene) {
  overlay(scene, anvilCloud(), { air: [0.46, 0.48, 0.54], range: 60000, low: 0.02 })
  deckRainAndBow(scene)
  scene.R.once(() => {
    lightning(scene)
    glowOfBolt(scene)
  })
}

function anvilCloud() {
  return cloudVolume({
    density: anvilDensity,
    reach: (d) => [15000, d[1] > 0.0 ? min(42000, (TOP * 1.1) / max(d[1], 0.05)) : 0],
    sun: sunDirection(-84 * deg, 10 * deg),
    sunColor: [1.62, 0.98, 0.55],
    ambientTop: [0.185, 0.215, 0.3],
    ambientBase: [0.03, 0.04, 0.065],
    base: BASE,
    top: TOP,
    step: 140,
    lightStep: 300,
    extinction: 1,
    jitter: hash,
  })
}

/** A tower that widens into an anvil and leans to the right. */
function anvilDensity(x, y, z) {
  const h = (y - BASE) / (TOP - BASE)
  if (h < -0.02 || h > 1.06) return 0
  const dx = x - 4300 - 1500 * h
  const dz = z - 27000
  const r = sqrt(dx * dx + dz * dz * 0.7)
  const tower = 5200 * (1 - 0.3 * ss(0, 0.5, h) + 0.12 * Math.sin(h * 9 + 1))
  const anvil =
    ss(0.74, 0.9, h) * (1 - ss(0.97, 1.06, h)) * (9800 - 1500 * Math.sign(dx) * ss(0, 4000, abs(dx)))
  const edge = max(tower * (1 - ss(0.86, 0.99, h)), anvil)
  if (r > edge * 1.5 + 900) return 0
  const soft = ss(0.72, 0.9, h)
  const n = fbm3(x / 2300 + 5, y / 1900, z / 2300, 6, 0.52)
  const m = mix(0.42, 0.26, soft) * 6200
  return clamp((edge + m * n - r) / mix(420, 2600, soft)) * mix(0.0034, 0.0011, soft)
}

/** How much rain falls at a point of the picture. */
function rainAt(X, Y) {
  let s = 0
  for (const [x, w, k, lean] of SHAFTS) {
    const u = (X - x + (Y - 470) * -lean) / w
    s += k * exp(-u * u * (1.2 + 0.8 * fbm(X / 40, 3, 2)))
  }
  return s * (0.72 + 0.4 * fbm(X / 7 + Y * 0.012, Y / 240, 3) + 0.25 * fbm(X / 34, Y / 120 + 4, 2))
}

/** A lower shelf of ragged cloud stretching right, dark underneath. */
function shelfAt(X, Y) {
  return ss(
    0.0,
    1,
    ss(640, 900, X + 60 * fbm(X / 90, Y / 60, 3)) *
      (1 - ss(0, 1, (abs(Y - 468 - 16 * fbm(X / 120, 2, 3)) - 12) / 34 + 0.5 * fbm(X / 60, Y / 18, 4))),
  )
}

function deckRainAndBow({ R, frame, cam, dirAt, look }) {
  const { W, S } = R
  const f = frame.d
  const bow = rainbow(look.sun, 0.13)
  R.rows(Math.ceil(cam.hor + 4 * S), (y) => {
    for (let x = 0; x < W; x++) {
      const X = x / S
      const Y = y / S
      const o = (y * W + x) * 3
      deck(f, o, X, Y)
      const under = ss(455, 500, Y) * ss(600, 860, X)
      rain(f, o, { X, Y, under })
      const b = bow(dirAt(x + 0.5, y + 0.5))
      if (!b) continue
      const k = (0.35 + 0.65 * under) * ss(120, 420, Y)
      f[o] += b[0] * k
      f[o + 1] += b[1] * k
      f[o + 2] += b[2] * k
    }
  })
}

function deck(f, o, X, Y) {
  const shelf = shelfAt(X, Y)
  if (shelf <= 0) return
  const c = mix3(
    [0.05, 0.062, 0.095],
    [0.17, 0.15, 0.165],
    ss(0.1, 0.7, fbm(X / 50 + 3, Y / 14, 4) + 0.35 * ss(900, 620, X)),
  )
  for (let j = 0; j < 3; j++) f[o + j] += (c[j] - f[o + j]) * 0.92 * shelf
}

function rain(f, o, { X, Y, under }) {
  const amount = clamp(rainAt(X, Y) * ss(462, 500, Y), 0, 1)
  const c = mix3([0.07, 0.09, 0.135], [0.46, 0.34, 0.26], 0.5 * ss(960, 740, X) + 0.2 * ss(500, 600, Y))
  const dim = under * 0.85 * (1 - 0.4 * ss(520, 600, Y))
  for (let j = 0; j < 3; j++) {
    f[o + j] += ([0.1, 0.125, 0.175][j] - f[o + j]) * dim
    f[o + j] += (c[j] - f[o + j]) * 0.8 * amount
  }
}

/** A path displaced at its midpoints again and again, with two forks. */
function lightning({ R, frame }) {
  const r = rng(77)
  const g = R.canvas()
  g.strokeStyle = '#fff'
  const main = bolt(g, r, { from: [1078, 470], to: [1062, 601], width: 1.5, times: 5 })
  const fork = ([x, y], dx, dy, width) => bolt(g, r, { from: [x, y], to: [x + dx, y + dy], width, times: 4 })
  fork(main[9], 34, 46, 0.8)
  fork(main[18], -26, 32, 0.7)
  const pixels = g.pixels()
  for (let i = 0; i < R.W * R.H; i++) {
    const a = pixels[i * 4 + 3] / 255
    if (!a) continue
    frame.d[i * 3] += 2.3 * a
    frame.d[i * 3 + 1] += 2.1 * a
    frame.d[i * 3 + 2] += 2.9 * a
  }
}

function bolt(g, r, { from, to, width, times }) {
  let path = [from, to]
  for (let k = 0; k < times; k++) {
    const finer = [path[0]]
    for (let i = 1; i < path.length; i++) {
      const [ax, ay] = path[i - 1]
      const [bx, by] = path[i]
      const l = Math.hypot(bx - ax, by - ay)
      finer.push([(ax + bx) / 2 + (r() - 0.5) * l * 0.42, (ay + by) / 2 + (r() - 0.5) * l * 0.12], path[i])
    }
    path = finer
  }
  g.lineWidth = width
  g.beginPath()
  path.forEach((a, i) => (i ? g.lineTo(...a) : g.moveTo(...a)))
  g.stroke()
  return path
}

function glowOfBolt({ R: { S }, frame }) {
  for (let y = (380 * S) | 0; y < 602 * S; y++)
    for (let x = (960 * S) | 0; x < 1200 * S; x++) {
      const k =
        0.16 *
        exp(-(((x / S - 1074) / 46) ** 2) - ((y / S - 490) / 46) ** 2) *
        (0.6 + 0.5 * fbm(x / S / 26, y / S / 16, 3))
      frame.add(x, y, [0.75, 0.72, 1], k)
    }
}
