// The long table at dusk: string lights between juniper posts, candles, outdoor kitchen on the right, a fire ring and the mesas beyond.
import * as K from '../kit/core.mjs'
import {
  hit,
  box,
  smin,
  capsule,
  sphere,
  ellipsoid,
  cylinder,
  torus,
  trace,
  normalAt,
  shadow,
  occlusion,
} from '../kit/sdf.mjs'
import { mesaField, renderTerrain } from '../kit/terrain.mjs'
import { makeSky, planeClouds, sunDirection } from '../kit/sky.mjs'
import { makeView, scatter, drawTuft } from '../kit/plants.mjs'
import { flames } from '../kit/fire.mjs'
const { clamp, mix, ss, fbm, fbm3, n2, n3, mix3, mul3, norm, dot, rng, TAU } = K
const { abs, sqrt, exp, pow, max, min, floor, round, sin, cos } = Math

const CAM = { x: 1.05, y: 1.68, f: 1060, hor: 452, cx: 800 },
  TX = -0.25,
  TZ = 5.6,
  HALF = 2.9 // table centre and half length
const WOOD = 1,
  DARKWOOD = 2,
  ADOBE = 3,
  GROUND = 4,
  PLATE = 5,
  GLASS = 6,
  CANDLE = 7,
  GREEN = 8,
  FRUIT = 9,
  STONE = 10,
  LINEN = 11,
  COAL = 12,
  CLAY = 13
const FIRE = [-2.95, 12.6],
  POSTS = []
for (const z of [0.7, 5.6, 8.9]) for (const s of [-1, 1]) POSTS.push([TX + s * 2.15, z])
// --- light strings: catenaries between post tops, a bulb every ~35 cm
const TOP = 2.78,
  STRINGS = [
    [0, 3],
    [1, 2],
    [2, 5],
    [3, 4],
    [0, 2],
    [2, 4],
    [1, 3],
    [3, 5],
  ],
  BULBS = [],
  WIRES = []
for (const [a, b] of STRINGS) {
  const [ax, az] = POSTS[a],
    [bx, bz] = POSTS[b],
    L = Math.hypot(bx - ax, bz - az),
    sag = 0.11 * L,
    n = round(L / 0.44),
    wire = []
  for (let i = 0; i <= 30; i++) {
    const t = i / 30
    wire.push([mix(ax, bx, t), TOP - sag * 4 * t * (1 - t) * 0.55, mix(az, bz, t)])
  }
  WIRES.push(wire)
  for (let i = 1; i < n; i++) {
    const t = i / n
    BULBS.push([mix(ax, bx, t), TOP - sag * 4 * t * (1 - t) * 0.55 - 0.075, mix(az, bz, t)])
  }
}
const CANDLES = [-2, -1, 0, 1, 2].map((k) => [TX + 0.02 * (k % 2), 0.86, TZ + k * 1.15])

function setting(x, y, z) {
  // one place: plate, napkin, glass, fork (local: table edge at -x)
  let d = min(
    cylinder(x, y - 0.012, z, 0.135, 0.006, 0.004),
    max(cylinder(x, y - 0.02, z, 0.135, 0.012, 0.004), -cylinder(x, y - 0.034, z, 0.115, 0.02, 0.004)),
  )
  hit.id = PLATE
  const nap = box(x + 0.005, y - 0.012, z - 0.2, 0.085, 0.006, 0.04, 0.003)
  if (nap < d) {
    d = nap
    hit.id = LINEN
  }
  const gx = x - 0.185,
    gz = z + 0.12,
    r = sqrt(gx * gx + gz * gz),
    gl = max(abs(r - 0.031 - 0.06 * (y - 0.05)) - 0.0035, abs(y - 0.062) - 0.056),
    base = max(r - 0.03, abs(y - 0.008) - 0.006)
  if (min(gl, base) < d) {
    d = min(gl, base)
    hit.id = GLASS
  }
  return d
}
function chair(x, y, z) {
  let d = box(x - 0.05, y - 0.34 - x * 0.12, z, 0.3, 0.022, 0.3, 0.01)
  const bx = (x + 0.3) * 0.94 + (y - 0.4) * 0.3,
    by = -(x + 0.3) * 0.3 + (y - 0.4) * 0.94
  d = min(d, box(bx, by - 0.33, z, 0.022, 0.42, 0.28, 0.01))
  const az = abs(z) - 0.33
  return min(
    d,
    box(x, y - 0.58, az, 0.36, 0.02, 0.07, 0.01),
    box(x - 0.3, y - 0.28, az, 0.03, 0.3, 0.04, 0.01),
    box(x + 0.24, y - 0.26, az, 0.03, 0.3, 0.04, 0.01),
  )
}
const SEATS = [
  [-1.7, -0.4, 0.35],
  [1.5, -0.9, 2.5],
  [-0.6, 1.6, -1.2],
  [1.5, 1.1, -2.5],
]
function map(x, y, z) {
  let d = y - 0.012 * n2(x * 1.1, z * 1.1) - 0.02 * n2(x * 0.3, z * 0.3),
    id = GROUND
  const tx = x - TX,
    tz = z - TZ,
    ax = abs(tx)
  const tb = box(tx, y - 0.6, tz, 1.15, 0.62, HALF + 0.1)
  if (tb > 0.3) {
    if (tb < d) {
      d = tb
      id = WOOD
    }
  } else {
    const plank = 0.004 * ss(0.47, 0.5, abs(((((tx / 0.21) % 1) + 1) % 1) - 0.5)),
      top = box(tx, y - 0.745, tz, 0.52, 0.03, HALF, 0.008) + plank
    if (top < d) {
      d = top
      id = WOOD
    }
    const k = round(clamp(tz / 2.3, -1, 1)),
      lz = tz - k * 2.3,
      leg = min(
        box(ax - 0.34, y - 0.36, lz, 0.045, 0.36, 0.06, 0.01),
        box(tx, y - 0.12, lz, 0.4, 0.04, 0.05, 0.01),
        box(tx, y - 0.66, lz, 0.42, 0.04, 0.05, 0.01),
        box(tx, y - 0.3, tz, 0.03, 0.035, HALF - 0.4, 0.01),
      )
    if (leg < d) {
      d = leg
      id = DARKWOOD
    }
    const bench = min(
      box(ax - 0.92, y - 0.44, tz, 0.16, 0.024, HALF - 0.15, 0.01),
      box(ax - 0.92, y - 0.21, tz - round(clamp(tz / 1.25, -2, 2)) * 1.25, 0.12, 0.21, 0.035, 0.01),
    )
    if (bench < d) {
      d = bench
      id = WOOD
    }
    if (y > 0.72 && y < 1.2) {
      const sk = round(clamp((tz - 0.2) / 0.74, -3.5, 3)),
        sz = tz - 0.2 - sk * 0.74,
        sx = 0.33 - ax
      {
        const q = setting(sx, y - 0.775, sz * (tx > 0 ? 1 : -1))
        if (q < d) {
          d = q
          id = hit.id
        }
      }
      const run = box(tx, y - 0.777, tz, 0.17, 0.004, HALF - 0.1, 0.002)
      if (run < d) {
        d = run
        id = LINEN
      }
      const sprig =
        box(tx, y - 0.785, tz, 0.075, 0.022, HALF - 0.5, 0.02) - 0.028 * n3(tx * 26, y * 26, tz * 26) + 0.012
      if (sprig * 0.6 < d) {
        d = sprig * 0.6
        id = GREEN
      }
      const ck = round(clamp(tz / 1.15, -2, 2)),
        cz = tz - ck * 1.15,
        cx = tx - 0.02 * (ck % 2),
        jr = sqrt(cx * cx + cz * cz),
        jar = max(jr - 0.048, abs(y - 0.84) - 0.062)
      if (jar < d) {
        d = jar
        id = CANDLE
      }
      const bz = tz + 1.72,
        bowl = max(
          ellipsoid(tx, y - 0.86, bz, 0.17, 0.085, 0.17),
          -ellipsoid(tx, y - 0.885, bz, 0.155, 0.08, 0.155),
          y - 0.87,
        )
      if (bowl < d) {
        d = bowl
        id = CLAY
      }
      for (const [fx, fy, fz] of [
        [-0.06, 0.868, 0.05],
        [0.065, 0.865, 0.03],
        [0.0, 0.87, -0.07],
        [0.01, 0.915, 0.01],
      ]) {
        const f = sphere(tx - fx, y - fy, bz - fz, 0.055)
        if (f < d) {
          d = f
          id = FRUIT
        }
      }
      const wz = tz + 0.58,
        wx = tx - 0.03,
        bottle = smin(
          cylinder(wx, y - 0.88, wz, 0.038, 0.1, 0.012),
          cylinder(wx, y - 1.02, wz, 0.013, 0.06, 0.004),
          0.04,
        )
      if (bottle < d) {
        d = bottle
        id = GLASS
      }
      const pz = tz - 0.6,
        jug = smin(
          ellipsoid(tx, y - 0.87, pz, 0.085, 0.1, 0.085),
          cylinder(tx, y - 0.98, pz, 0.04, 0.05, 0.01),
          0.04,
        )
      if (jug < d) {
        d = jug
        id = CLAY
      }
    }
  }
  if (ax > 1.9 && ax < 2.5) {
    const pz = tz - round(clamp(tz / 3.3, 0, 1)) * 3.3,
      pxx = ax - 2.15 + 0.02 * sin(y * 3 + tz),
      p = max(sqrt(pxx * pxx + pz * pz) - 0.062 - 0.008 * n2(y * 3, tz), y - 2.86)
    if (p < d) {
      d = p
      id = DARKWOOD
    }
  } else {
    const far = abs(ax - 2.15) - 0.15
    if (far > 0 && y < 2.9 && far < d && abs(tz) < 4) d = min(d, max(0.05, far))
  }
  // outdoor kitchen on the right: counter, back wall, oven, shelf
  const kb = box(x - 4.0, y - 1.1, z - 7.6, 1.3, 1.5, 3.4)
  if (kb > 0.3) {
    if (kb < d) {
      d = kb
      id = ADOBE
    }
  } else {
    let k = smin(
      box(x - 4.55, y - 0.95, z - 7.6, 0.22, 1.0, 3.0, 0.16),
      box(x - 3.95, y - 0.42, z - 7.3, 0.5, 0.46, 2.3, 0.08),
      0.12,
    )
    k = smin(k, max(sqrt((x - 4.0) ** 2 + ((y - 0.85) * 0.85) ** 2 + (z - 9.1) ** 2) - 0.74, 0.8 - y), 0.1)
    k = smin(k, capsule(x, y, z, 4.3, 1.3, 9.1, 4.42, 2.35, 9.1, 0.2, 0.15), 0.12)
    const mouth = max(ellipsoid(x - 3.4, y - 1.05, z - 8.72, 0.42, 0.27, 0.25), 0.86 - y)
    k = max(k, -mouth)
    k += 0.012 * n3(x * 2.1 + y, y * 2.1 - z, z * 2.1 + x) + 0.004 * n3(x * 6 + z, y * 6 + x, z * 6 - y)
    if (k < d) {
      d = k
      id = mouth < 0.03 ? COAL : ADOBE
    }
    const slab = box(x - 3.9, y - 0.905, z - 7.0, 0.52, 0.028, 1.75, 0.012)
    if (slab < d) {
      d = slab
      id = STONE
    }
    if (y > 0.85 && y < 1.9) {
      const items = min(
        cylinder(x - 3.95, y - 1.02, z - 6.0, 0.11, 0.09, 0.02),
        cylinder(x - 4.1, y - 1.0, z - 6.5, 0.07, 0.07, 0.01),
      )
      if (items < d) {
        d = items
        id = CLAY
      }
      const board = box(x - 3.75, y - 0.95, z - 7.2, 0.17, 0.014, 0.28, 0.01)
      if (board < d) {
        d = board
        id = WOOD
      }
      const shelf = box(x - 4.25, y - 1.48, z - 6.6, 0.13, 0.02, 0.95, 0.006)
      if (shelf < d) {
        d = shelf
        id = DARKWOOD
      }
      const jz = z - 6.6 - round(clamp((z - 6.6) / 0.3, -2, 2)) * 0.3,
        jars = cylinder(
          x - 4.25,
          y - 1.59,
          jz,
          0.07 - 0.012 * sin(round((z - 6.6) / 0.3) * 5),
          0.09 + 0.02 * sin(round((z - 6.6) / 0.3) * 3),
          0.02,
        )
      if (jars < d) {
        d = jars
        id = CLAY
      }
    }
  }
  const fx = x - FIRE[0],
    fz = z - FIRE[1],
    fb = box(fx, y - 0.5, fz, 2.6, 0.8, 2.6)
  if (fb > 0.3) {
    if (fb < d) {
      d = fb
      id = STONE
    }
  } else {
    const a = (round((Math.atan2(fz, fx) / TAU) * 12) / 12) * TAU,
      st = sphere(fx - 0.62 * cos(a), (y - 0.07) * 1.2, fz - 0.62 * sin(a), 0.16 + 0.03 * sin(a * 7)) * 0.85
    if (st < d) {
      d = st
      id = STONE
    }
    const logs = min(
      capsule(fx, y, fz, -0.4, 0.06, -0.1, 0.35, 0.16, 0.15, 0.06),
      capsule(fx, y, fz, 0.3, 0.06, -0.3, -0.2, 0.2, 0.25, 0.055),
    )
    if (logs < d) {
      d = logs
      id = COAL
    }
    for (const [cx, cz, an] of SEATS) {
      const rx = fx - cx,
        rz = fz - cz
      if (rx * rx + rz * rz > 1.2) continue
      const q = chair(rx * cos(an) + rz * sin(an), y, -rx * sin(an) + rz * cos(an))
      if (q < d) {
        d = q
        id = DARKWOOD
      }
    }
  }
  hit.id = id
  return d
}
/** Flagstones: distance to the nearest cell border and a cell tint. */
function flags(x, z) {
  const u = x / 0.62,
    v = z / 0.62,
    i = floor(u),
    j = floor(v)
  let a = 9,
    b = 9,
    t = 0
  for (let q = -1; q <= 1; q++)
    for (let p = -1; p <= 1; p++) {
      const ci = i + p,
        cj = j + q,
        h1 = abs(sin(ci * 127.1 + cj * 311.7) * 43758.5) % 1,
        h2 = abs(sin(ci * 269.5 + cj * 183.3) * 43758.5) % 1,
        dx = ci + 0.15 + 0.7 * h1 - u,
        dz = cj + 0.15 + 0.7 * h2 - v,
        d = sqrt(dx * dx + dz * dz)
      if (d < a) {
        b = a
        a = d
        t = h1
      } else if (d < b) b = d
    }
  return [b - a, t]
}

const sun = sunDirection(-0.42, -0.02)
export default async function table(R) {
  const { W, H, S } = R,
    f = CAM.f * S,
    hor = CAM.hor * S,
    cx = CAM.cx * S,
    frame = R.frame(),
    cam = { y: 26, f, hor, cx },
    view = makeView(R, { y: CAM.y, f, hor, cx })
  const towards = [
      [0, '#ffc98c'],
      [0.06, '#f9a06f'],
      [0.15, '#dd7a72'],
      [0.28, '#a8628a'],
      [0.45, '#6a548f'],
      [0.68, '#3a437f'],
      [1, '#1b2654'],
    ],
    away = [
      [0, '#b98a94'],
      [0.08, '#a47d98'],
      [0.2, '#7d6c9a'],
      [0.4, '#545a93'],
      [0.68, '#303f7a'],
      [1, '#18234e'],
    ]
  const sky = makeSky({
      sun,
      towards,
      away,
      spread: 0.3,
      height: 0.42,
      lobes: [
        [90, [0.2, 0.11, 0.05]],
        [14, [0.16, 0.08, 0.04]],
      ],
    }),
    clouds = planeClouds({
      sun,
      scale: [0.2, 0.7],
      seed: 3.1,
      cover: -0.03,
      shadeCool: [0.22, 0.17, 0.28],
      shadeWarm: [0.42, 0.22, 0.26],
      lightCool: [0.5, 0.3, 0.4],
      lightWarm: [1.2, 0.58, 0.36],
      spread: 0.5,
      opacity: 0.7,
      low: 0.02,
    })
  const dirAt = (x, y) => norm([(x - cx) / f, -(y - hor) / f, 1])
  R.rows(Math.ceil(hor + 10 * S), (y) => {
    for (let x = 0; x < W; x++) {
      const d = dirAt(x + 0.5, y + 0.5)
      frame.set(x, y, clouds(d, sky(d)))
    }
  })
  const mesa = mesaField([
      [-3300, 7600, 1300, 900, 460, 2.2],
      [-700, 9300, 330, 300, 430, 3.3],
      [2900, 11500, 1500, 1000, 480, 6.1],
      [-8200, 17000, 2600, 1500, 760, 5.7],
      [900, 21000, 3600, 1700, 800, 9.2],
    ]),
    hf = (x, z) => {
      const b = ss(30, 600, z) * (16 * fbm(x / 700 + 5, z / 700, 4) - 4),
        m = z > 3000 ? mesa(x, z) : -1
      return m > 0 ? max(b, b * 0.3 + m) : b
    }
  renderTerrain(
    R,
    frame,
    cam,
    hf,
    (x, y, z, n, d, o) => {
      const slope = 1 - n[1]
      let a = mix3([0.19, 0.14, 0.075], [0.32, 0.235, 0.125], ss(-0.3, 0.4, fbm(x / 60, z / 140, 4)))
      a = mix3(a, [0.06, 0.065, 0.05], 0.75 * ss(0.12, 0.3, fbm(x / 24, z / 50, 2)))
      a = mix3(a, [0.34, 0.15, 0.09], ss(0.12, 0.4, slope))
      const T = [exp(-z / 15000), exp(-z / 13000), exp(-z / 11500)],
        hz = sky(norm([d[0], 0.03, d[2]])),
        pink = max(0, -n[2]) * 0.3,
        side = pow(max(0, dot(n, [-0.9, 0.2, 0.38])), 1.2)
      for (let j = 0; j < 3; j++)
        o[j] =
          a[j] *
            ([0.25, 0.26, 0.48][j] * (0.5 + 0.4 * n[1]) +
              [0.6, 0.34, 0.44][j] * pink +
              [1.1, 0.48, 0.28][j] * side) *
            T[j] +
          hz[j] * 0.62 * (1 - T[j])
    },
    { z0: 24, k: 0.003, zmax: 42000 },
  )
  R.once(() => {
    // first stars
    const r = rng(12)
    for (let i = 0; i < 170; i++) {
      const x = r() * W,
        y = r() * r() * hor * 0.9,
        k = (0.06 + 0.9 * pow(r(), 9)) * (1 - ss(0.35, 0.85, y / hor)),
        x0 = floor(x),
        y0 = floor(y)
      for (let b = -2; b <= 2; b++)
        for (let a = -2; a <= 2; a++)
          frame.add(
            x0 + a,
            y0 + b,
            [1, 0.95, 0.88],
            k * exp(-((x0 + a + 0.5 - x) ** 2 + (y0 + b + 0.5 - y) ** 2) / (0.9 * S * S)),
          )
    }
    const mx = 1190 * S,
      my = 120 * S,
      q = 13 * S
    for (let y = (my - q * 2) | 0; y < my + q * 2; y++)
      for (let x = (mx - q * 2) | 0; x < mx + q * 2; x++) {
        const dx = (x - mx) / q,
          dy = (y - my) / q,
          l = sqrt(dx * dx + dy * dy),
          inn = sqrt((dx - 0.3) ** 2 + (dy + 0.18) ** 2),
          a = clamp((1 - l) * q + 0.5) * clamp((inn - 0.985) * q + 0.5)
        if (a > 0) frame.over(x, y, [1.9, 1.7, 1.4], a)
        else if (l < 1) frame.add(x, y, [0.02, 0.02, 0.03])
      }
  })
  R.once(() => {
    // scattered juniper between the yard and the mesas
    const g = R.canvas(),
      r = rng(8)
    for (let i = 0; i < 46; i++) {
      const z = 56 * pow(10, pow(r(), 0.7)),
        x = (r() * 2 - 1) * z * 0.85,
        [px, py] = view.at(x, 0, z),
        s = ((0.7 + 1.1 * r()) * CAM.f) / z,
        far = ss(40, 420, z),
        lobes = Array.from({ length: 5 }, () => [
          (r() - 0.5) * 1.7 * s,
          -(0.18 + 0.42 * r()) * s,
          (0.28 + 0.26 * r()) * s,
        ])
      for (let k = 0; k < 80 + s * 40; k++) {
        const [lx, ly, lr] = lobes[(r() * 5) | 0],
          a = r() * TAU,
          q = sqrt(r()) * lr,
          bx = px + lx + cos(a) * q,
          by = py + ly + sin(a) * q * 0.85
        if (by > py + 1) continue
        const top = clamp((py - by) / s),
          c = mix3(
            mix3([0.016, 0.014, 0.016], [0.13, 0.075, 0.06], top * r() * clamp(0.6 - 0.5 * cos(a))),
            [0.22, 0.14, 0.16],
            far * 0.6,
          )
        g.strokeStyle = K.css(c, 0.9)
        g.lineWidth = clamp(s * 0.06, 0.5, 1.4)
        g.beginPath()
        g.moveTo(bx, by)
        g.lineTo(bx + (r() - 0.5) * s * 0.14, by - s * 0.1 * r())
        g.stroke()
      }
    }
    frame.layer(g.pixels())
  })
  R.log('sky and mesas')

  const bg = frame.d,
    shade = (px, py, o) => {
      const dx = (px - cx) / f,
        dy = -(py - hor) / f,
        il = 1 / sqrt(dx * dx + dy * dy + 1),
        vx = dx * il,
        vy = dy * il,
        vz = il,
        n = [0, 0, 0]
      const t = trace(map, CAM.x, CAM.y, 0, vx, vy, vz, 0.8, 46, 0.0006, 190, 0.85),
        id = hit.id,
        X = CAM.x + vx * t,
        Y = CAM.y + vy * t,
        Z = vz * t
      if (t < 0) {
        const i = (clamp(py | 0, 0, H - 1) * W + clamp(px | 0, 0, W - 1)) * 3
        o[0] = bg[i]
        o[1] = bg[i + 1]
        o[2] = bg[i + 2]
        o[3] = 1
        return
      }
      normalAt(map, X, Y, Z, 0.0012 + 0.0004 * t, n)
      let r = 0.2,
        g = 0.2,
        b = 0.2,
        gloss = 0
      if (id === CANDLE) {
        const h = (Y - 0.775) / 0.125,
          k = (0.55 + 1.7 * exp(-(((h - 0.45) / 0.32) ** 2))) * (0.75 + 0.35 * abs(n[2]))
        o[0] = 1.9 * k
        o[1] = 0.86 * k
        o[2] = 0.24 * k
        return
      }
      if (id === WOOD) {
        const k = 0.72 + 0.4 * fbm3(X * 9, Y * 4, Z * 1.1, 4) + 0.12 * n3(X * 60, Y * 20, Z * 4)
        r = 0.36 * k
        g = 0.205 * k
        b = 0.105 * k
        gloss = 0.05
      } else if (id === DARKWOOD) {
        const k = 0.7 + 0.5 * n3(X * 8, Y * 3, Z * 8)
        r = 0.17 * k
        g = 0.105 * k
        b = 0.062 * k
      } else if (id === ADOBE) {
        const k = 0.88 + 0.18 * fbm3(X * 0.9, Y * 0.9, Z * 0.9, 4)
        r = 0.56 * k
        g = 0.36 * k
        b = 0.235 * k
      } else if (id === GROUND) {
        const patio = ss(3.4, 2.9, abs(X - TX - 0.9) - 0.8) * ss(11.2, 10.6, Z),
          [e, c] = flags(X + 0.1 * n2(X * 2, Z * 2), Z + 0.1 * n2(Z * 2, X * 2 + 7)),
          k = 0.8 + 0.3 * fbm(X * 3, Z * 3, 4),
          s = ss(0.03, 0.08, e)
        r = mix(0.27, mix(0.075, mix(0.235, 0.3, c) * k, s), patio)
        g = mix(0.195, mix(0.06, mix(0.185, 0.215, c) * k, s), patio)
        b = mix(0.105, mix(0.045, mix(0.15, 0.155, c) * k, s), patio)
        if (patio < 0.5) {
          const gr =
            1.0 + 0.75 * ss(-0.4, 0.5, fbm(X * 1.1, Z * 0.8, 4)) + 0.22 * n2(X * 9, Z * 5) * ss(26, 14, Z)
          r *= gr
          g *= gr
          b *= gr
        }
        gloss = 0.02 * patio
        o[3] = 1 - patio
      } else if (id === PLATE) {
        r = 0.8
        g = 0.77
        b = 0.71
        gloss = 0.05
      } else if (id === GLASS) {
        r = 0.05
        g = 0.06
        b = 0.06
        gloss = 0.14
      } else if (id === GREEN) {
        const k = 0.6 + 0.7 * n3(X * 40, Y * 40, Z * 40)
        r = 0.06 * k
        g = 0.1 * k
        b = 0.045 * k
      } else if (id === FRUIT) {
        r = 0.8
        g = 0.44
        b = 0.035
        gloss = 0.04
      } else if (id === STONE) {
        const k = 0.75 + 0.4 * n3(X * 6, Y * 6, Z * 6)
        r = 0.25 * k
        g = 0.22 * k
        b = 0.2 * k
        gloss = 0.03
      } else if (id === LINEN) {
        r = 0.78
        g = 0.73
        b = 0.64
      } else if (id === CLAY) {
        const k = 0.85 + 0.25 * n3(X * 9, Y * 9, Z * 9)
        r = 0.42 * k
        g = 0.2 * k
        b = 0.115 * k
        gloss = 0.03
      } else if (id === COAL) {
        r = 0.05
        g = 0.04
        b = 0.035
      }
      const ao = occlusion(map, X, Y, Z, n[0], n[1], n[2], t < 12 ? 0.09 : 0.22, 1.5),
        up = 0.5 + 0.5 * n[1]
      let er = 0.15 * (up * 0.8 + 0.1) * ao,
        eg = 0.165 * (up * 0.8 + 0.1) * ao,
        eb = 0.32 * (up * 0.8 + 0.1) * ao
      const glow = max(0, n[2] * 0.7 + n[1] * 0.2 - n[0] * 0.3) * 0.16 * ao
      er += glow
      eg += glow * 0.5
      eb += glow * 0.38
      const sx = X + n[0] * 0.012,
        sy = Y + n[1] * 0.012,
        sz = Z + n[2] * 0.012
      let sr = 0
      let near = [
          [9, -1],
          [9, -1],
          [9, -1],
        ],
        sum = 0
      for (let i = 0; i < BULBS.length; i++) {
        const q = BULBS[i],
          lx = q[0] - X,
          ly = q[1] - Y,
          lz = q[2] - Z,
          d2 = lx * lx + ly * ly + lz * lz,
          dd = sqrt(d2),
          c = (n[0] * lx + n[1] * ly + n[2] * lz) / dd
        if (c <= 0) continue
        const k = c / (d2 + 0.06)
        sum += k
        if (k > 0.12) {
          const m =
            near[0][0] > near[1][0] ? (near[0][0] > near[2][0] ? 0 : 2) : near[1][0] > near[2][0] ? 1 : 2
          if (dd < near[m][0]) near[m] = [dd, i, k]
        }
      }
      let lit = sum * (0.35 + 0.65 * ao)
      for (const [dd, i, k] of near)
        if (i >= 0) {
          const q = BULBS[i]
          lit -=
            k *
            (1 -
              shadow(
                map,
                sx,
                sy,
                sz,
                (q[0] - X) / dd,
                (q[1] - Y) / dd,
                (q[2] - Z) / dd,
                dd - 0.05,
                14,
                0.03,
                22,
                0.5,
              ))
        }
      lit = max(0, lit) * 0.086
      er += lit * 2.3
      eg += lit * 1.3
      eb += lit * 0.56
      for (const [qx, qy, qz] of CANDLES) {
        const lx = qx - X,
          ly = qy - Y,
          lz = qz - Z,
          d2 = lx * lx + ly * ly + lz * lz
        if (d2 > 5) continue
        const dd = sqrt(d2),
          c = max(0, (n[0] * lx + n[1] * ly + n[2] * lz) / dd + 0.1),
          k = (0.034 * c) / (d2 + 0.008)
        er += k * 2.4
        eg += k * 1.15
        eb += k * 0.34
      }
      for (const [qx, qy, qz, p, rad] of [
        [FIRE[0], 0.5, FIRE[1], 1.5, 0.75],
        [3.25, 1.12, 8.6, 0.5, 0.25],
      ]) {
        const lx = qx - X,
          ly = qy - Y,
          lz = qz - Z,
          d2 = lx * lx + ly * ly + lz * lz
        if (d2 > 60) continue
        const dd = sqrt(d2),
          c = max(0, (n[0] * lx + n[1] * ly + n[2] * lz) / dd + 0.05)
        if (c <= 0) continue
        const k =
          ((p * c) / (0.3 + d2 * 0.6)) *
          shadow(map, sx, sy, sz, lx / dd, ly / dd, lz / dd, dd - rad, 6, 0.06, 24, 0.8)
        er += k * 2.4
        eg += k * 0.98
        eb += k * 0.24
      }
      o[0] = r * er
      o[1] = g * eg
      o[2] = b * eb
      if (gloss) {
        const vn = vx * n[0] + vy * n[1] + vz * n[2],
          fr = gloss + (1 - gloss) * 0.55 * pow(clamp(1 + vn), 5),
          rx = vx - 2 * vn * n[0],
          ry = vy - 2 * vn * n[1],
          rz = vz - 2 * vn * n[2]
        let hr = 0
        for (const q of BULBS) {
          const lx = q[0] - X,
            ly = q[1] - Y,
            lz = q[2] - Z,
            il2 = 1 / sqrt(lx * lx + ly * ly + lz * lz),
            c = (rx * lx + ry * ly + rz * lz) * il2
          if (c > 0.9)
            hr +=
              pow(c, id === WOOD || id === GROUND ? 90 : 700) *
              il2 *
              il2 *
              (id === WOOD || id === GROUND ? 1.3 : 9)
        }
        const sk = ry > 0 ? sky(norm([rx, max(0.02, ry), abs(rz)])) : [0.05, 0.04, 0.03]
        o[0] += fr * (sk[0] * 0.8 * ao + hr * 2.2)
        o[1] += fr * (sk[1] * 0.8 * ao + hr * 1.3)
        o[2] += fr * (sk[2] * 0.8 * ao + hr * 0.55)
      }
      if (id === COAL && X > 2) {
        const k = exp(-(((Y - 0.9) / 0.14) ** 2)) * (1.0 + 0.6 * n3(X * 12, Y * 12, Z * 12))
        o[0] += 1.9 * k
        o[1] += 0.62 * k
        o[2] += 0.1 * k
      }
      const fog = 1 - exp(-max(0, t - 14) / 120)
      o[0] = mix(o[0], 0.2, fog)
      o[1] = mix(o[1], 0.135, fog)
      o[2] = mix(o[2], 0.15, fog)
    }
  const img = R.adaptive(4, shade, { extra: 5, y0: floor(60 * S) }) // channel 3: where grass may grow
  R.log('traced')
  R.once(() => {
    for (let i = floor(60 * S) * W; i < W * H; i++)
      for (let j = 0; j < 3; j++) frame.d[i * 3 + j] = img[i * 4 + j]
    const g = R.canvas()
    grass(g, view)
    {
      const px = g.pixels()
      for (let i = 0; i < W * H; i++) px[i * 4 + 3] *= clamp(img[i * 4 + 3])
      frame.layer(px)
    }
    const P = (x, y, z) => view.at(x - CAM.x, y, z)
    {
      const [fx, fy] = P(FIRE[0], 0.08, FIRE[1]),
        k = f / FIRE[1]
      flames(frame, fx * S, fy * S, 0.95 * k, 0.36 * k, 0.42, 0.95, 10)
    }
    for (const w of WIRES) {
      g.strokeStyle = 'rgba(18,14,16,.9)'
      for (let i = 1; i < w.length; i++) {
        if (w[i][2] < 1 || w[i - 1][2] < 1) continue
        const a = P(...w[i - 1]),
          b = P(...w[i])
        g.lineWidth = clamp((0.012 * CAM.f) / w[i][2], 0.5, 3)
        g.beginPath()
        g.moveTo(...a)
        g.lineTo(...b)
        g.stroke()
      }
    }
    for (const [x, y, z] of BULBS) {
      const [px, py] = P(x, y, z),
        k = CAM.f / z
      g.fillStyle = 'rgb(24,18,16)'
      g.fillRect(px - 0.011 * k, py - 0.068 * k, 0.022 * k, 0.04 * k)
    }
    frame.layer(g.pixels())
    for (const [x, y, z] of BULBS) {
      const [px, py] = P(x, y, z),
        rad = (0.027 * f) / z,
        X = px * S,
        Y = py * S
      for (let j = -Math.ceil(rad * 2); j <= rad * 2; j++)
        for (let i = -Math.ceil(rad * 2); i <= rad * 2; i++) {
          const xx = floor(X) + i,
            yy = floor(Y) + j,
            u = (xx + 0.5 - X) / rad,
            v = (yy + 0.5 - Y) / (rad * 1.2),
            q = sqrt(u * u + v * v),
            a = clamp((1 - q) * rad + 0.5)
          if (a > 0) {
            const c = exp(-q * q * 2.2)
            frame.over(xx, yy, [2.1 + 2.8 * c, 1.18 + 1.9 * c, 0.42 + 0.9 * c], a)
          }
        }
    }
    frame.bloom(
      0.7,
      [
        [5 * S, 0.16],
        [20 * S, 0.14],
        [80 * S, 0.13],
      ],
      5,
    )
  })
  return { frame, finish: { exposure: 1.12, vig: 0.2, sat: 1.06, grain: 0.01, contrast: 0.08 } }
}
/** Dry grass around the yard, dusk-lit, warmed near the fire. */
function grass(g, view) {
  const style = {
    wind: 0.12,
    heads: 0.5,
    nearDim: 1,
    blades: (z) => (z < 16 ? 7 : 4),
    height: (t) => 0.12 + 0.22 * t.v * t.v + 0.16 * max(0, t.den),
    haze: (x, y, z) => [0.55 * ss(10, 60, z), [0.235, 0.155, 0.165]],
    color: (v, hv) => ({
      base: [0.055, 0.042, 0.028],
      tip: mix3([0.34, 0.25, 0.13], [0.46, 0.35, 0.19], hv),
    }),
    light: (x, z) => {
      const d2 = (x + CAM.x - FIRE[0]) ** 2 + (z - FIRE[1]) ** 2,
        k = 0.3 + 2.2 / (1 + d2 * 0.9)
      return (v) => k * (0.55 + 0.6 * v)
    },
    tone: (c, k) => {
      const w = clamp((k - 0.35) / 0.8)
      return [c[0] * mix(0.95, 2.1, w), c[1] * mix(0.8, 1.05, w), c[2] * mix(1.15, 0.5, w)]
    },
  }
  const r = rng(5),
    bare = (x, z) => (x - FIRE[0]) ** 2 + (z - FIRE[1]) ** 2 < 6.5
  for (const t of scatter(view, {
    seed: 15,
    count: 26000,
    near: 3.2,
    far: 70,
    bias: 0.9,
    keep: (x, z) => !bare(x + CAM.x, z),
  }))
    drawTuft(g, view, () => 0, t, style, r)
}
