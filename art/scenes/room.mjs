// A bedroom at first light: adobe, vigas, kiva fireplace, crisp sheets, and the mesa in a deep window.
// Direct sun and sky through the window at full size; bounced light gathered by Monte Carlo at a sixth of the size and smoothed.
import * as K from '../kit/core.mjs'
import { hit, box, smin, capsule, sphere, ellipsoid, cylinder, trace, normalAt, shadow } from '../kit/sdf.mjs'
import { mesaField, renderTerrain } from '../kit/terrain.mjs'
import { makeSky, sunDirection } from '../kit/sky.mjs'
const { clamp, mix, ss, fbm, fbm3, n2, n3, mix3, mul3, norm, dot, rng, TAU } = K
const { abs, sqrt, exp, pow, max, min, floor, round, sin, cos } = Math

const CAM = { x: -0.5, y: 1.46, z: -0.55, f: 985, cx: 800, hor: 400 }
const WIN = { x: 0.12, y: 1.56, w: 0.86, h: 0.64, z: 5.0, depth: 0.58 } // deep window in the back wall
const sun = norm([-0.44, 0.4, 0.8]),
  SUN = [9.2, 6.6, 3.9],
  SKY = [2.05, 2.35, 2.75]
const WALL = 1,
  FLOOR = 2,
  WOOD = 3,
  LINEN = 4,
  THROW = 5,
  RUG = 6,
  CLAY = 7,
  SOOT = 8,
  EMBER = 9,
  LATILLA = 10,
  SHADE = 11,
  LEATHER = 12,
  BRASS = 13
const smax = (a, b, k) => -smin(-a, -b, k)
const KX = -2.42,
  KZ = 4.82,
  FX = KX + 0.4,
  FZ = KZ - 0.4 // kiva corner, fire

function map(x, y, z) {
  // shell: the room and the window tunnel are hollow; rounded, hand-worked edges
  const room = -box(x, y - 1.4, z - 2.0, 2.6, 1.55, 3.0, 0.22),
    flare = max(0, WIN.z + WIN.depth - z) * 0.16
  const tunnel = -box(x - WIN.x, y - WIN.y, z - 7, WIN.w + flare, WIN.h + flare * 0.6, 2.6, 0.03)
  let d = smax(room, tunnel, 0.1),
    id = WALL
  if (x < -1.2 && z > 1.9) {
    // kiva fireplace in the corner and the banco along the wall
    let k = smin(
      cylinder(x - KX, y - 0.2, z - KZ, 0.82, 0.25, 0.1),
      capsule(x, y, z, KX + 0.02, 0.75, KZ - 0.02, KX - 0.16, 3.1, KZ + 0.16, 0.6, 0.22),
      0.22,
    )
    k = smin(k, box(x + 2.4, y - 0.2, z - 3.35, 0.38, 0.25, 1.0, 0.1), 0.12)
    const a = (x - FX) * 0.7071 - (z - FZ) * 0.7071,
      b = (x - FX) * 0.7071 + (z - FZ) * 0.7071 // a: into the room, b: sideways
    const arch = max(ellipsoid(a + 0.02, y - 0.46, b, 0.46, 0.5, 0.31), 0.44 - y)
    k = smax(k, -arch, 0.05)
    if (k < d) {
      d = smin(d, k, 0.14)
      id = arch < 0.035 && y > 0.4 ? SOOT : WALL
    } else d = smin(d, k, 0.14)
    if (arch < 0.1) {
      const logs = min(
        capsule(x, y, z, FX - 0.16, 0.5, FZ - 0.06, FX + 0.13, 0.52, FZ + 0.1, 0.045),
        capsule(x, y, z, FX - 0.08, 0.5, FZ + 0.13, FX + 0.06, 0.54, FZ - 0.14, 0.042),
        capsule(x, y, z, FX - 0.12, 0.58, FZ + 0.04, FX + 0.1, 0.57, FZ + 0.0, 0.04),
      )
      if (logs < d) {
        d = logs
        id = EMBER
      }
    }
    const pot = smin(
      ellipsoid(x + 2.38, y - 0.62, z - 2.72, 0.17, 0.17, 0.17),
      cylinder(x + 2.38, y - 0.8, z - 2.72, 0.075, 0.05, 0.02),
      0.05,
    )
    if (pot < d) {
      d = pot
      id = CLAY
    }
    const fold = box(x + 2.32, y - 0.51, z - 3.45, 0.24, 0.05, 0.3, 0.045) - 0.006 * sin(x * 40) * sin(z * 7)
    if (fold < d) {
      d = fold
      id = THROW
    }
  }
  if (d < 0.12 && id === WALL) {
    const u = 0.8 * x + 0.6 * y,
      v = 0.8 * y - 0.6 * x,
      a = 0.8 * v + 0.6 * z,
      b = 0.8 * z - 0.6 * v
    d +=
      0.01 * n3(u * 1.7, a * 1.7, b * 1.7) +
      0.003 * n3(a * 4.9, b * 4.9, u * 4.9) +
      0.0013 * n3(b * 11, u * 11, a * 11)
  }
  if (y < d) {
    d = y
    id = FLOOR
  }
  if (y > 2.3) {
    // vigas and the latilla ceiling above them
    const vx = x - 0.12 - round(clamp((x - 0.12) / 0.92, -3, 2)) * 0.92,
      wob = 0.012 * n2(z * 0.9, x * 0.5)
    const v = sqrt((vx + wob) ** 2 + (y - 2.66 + wob) ** 2) - 0.105
    if (v < d) {
      d = v
      id = WOOD
    }
    const lz = z - round(z / 0.085) * 0.085,
      l = (sqrt(lz * lz + (y - 2.845) ** 2) - 0.04) * 0.9
    if (l < d) {
      d = l
      id = LATILLA
    }
  }
  const wx = x - WIN.x,
    wy = y - WIN.y,
    wz = z - WIN.z - 0.42,
    wb = box(wx, wy, wz, WIN.w + 0.1, WIN.h + 0.1, 0.36) // window frame, vase on the sill
  if (wb > 0.08) {
    if (wb < d) d = wb
  } else {
    const o = max(
        box(wx, wy, wz, WIN.w + 0.2, WIN.h + 0.2, 0.035, 0.005),
        -box(wx, wy, wz, WIN.w - 0.055, WIN.h - 0.055, 1, 0.0),
      ),
      bars = min(
        box(wx, wy, wz, 0.022, WIN.h, 0.022, 0.004),
        box(wx, wy - 0.1, wz, WIN.w, 0.02, 0.022, 0.004),
      ),
      q = min(o, bars)
    if (q < d) {
      d = q
      id = WOOD
    }
    const vase = smin(
      ellipsoid(wx - 0.58, wy + 0.53, wz + 0.26, 0.085, 0.12, 0.085),
      cylinder(wx - 0.58, wy + 0.39, wz + 0.26, 0.035, 0.06, 0.015),
      0.05,
    )
    if (vase < d) {
      d = vase
      id = CLAY
    }
  }
  const bb = box(x - 1.55, y - 0.62, z - 3.0, 1.16, 0.68, 1.14) // bed
  if (bb > 0.25) {
    if (bb < d) {
      d = bb
      id = LINEN
    }
  } else {
    const frame = min(
      box(x - 1.55, y - 0.2, z - 3.0, 1.06, 0.1, 0.95, 0.02),
      box(abs(x - 1.52) - 1.0, y - 0.1, abs(z - 3.0) - 0.88, 0.05, 0.12, 0.05, 0.01),
    )
    if (frame < d) {
      d = frame
      id = WOOD
    }
    const board =
      box(x - 2.53, y - 0.72, z - 3.0, 0.045, 0.6, 1.02, 0.02) -
      0.006 * (abs(((z * 4) % 1) + (z < 0 ? 1 : 0) - 0.5) > 0.46 ? -1 : 0)
    if (board < d) {
      d = board
      id = WOOD
    }
    // duvet: soft folds on top, hanging pleats at the sides
    const hang = ss(0.62, 0.3, y),
      pleat = 0.03 * hang * sin(x * 17 + 2.2 * n2(x * 2, 4)) * ss(0.7, 1, abs(z - 3.0)),
      plait2 = 0.03 * hang * sin(z * 15 + 2 * n2(z * 2, 9)) * ss(0.75, 1, -(x - 1.35) / 0.85)
    const crease =
      0.022 * n2(x * 2.3 + 0.6 * n2(z * 2, x), z * 2.6) +
      0.016 * (1 - abs(n2(x * 3.1 + z * 1.4, z * 3.7 - x))) -
      0.008
    let q =
      box(x - 1.36, y - 0.42, z - 3.0, 0.88, 0.235, 1.04, 0.12) - crease * ss(0.45, 0.62, y) - pleat - plait2
    q *= 0.8
    const mat = box(x - 1.56, y - 0.42, z - 3.0, 1.0, 0.18, 0.94, 0.09)
    q = min(q, mat)
    if (q < d) {
      d = q
      id = x < 0.98 && x > 0.52 && y > 0 ? THROW : LINEN
    }
    for (const [px, py, pz, tilt, sz] of [
      [2.3, 0.86, 2.54, 0.95, 0.34],
      [2.3, 0.86, 3.44, 0.95, 0.34],
      [2.1, 0.78, 2.58, 0.75, 0.31],
      [2.09, 0.78, 3.4, 0.75, 0.31],
    ]) {
      // pillows leaning on the headboard
      const c = cos(tilt),
        s = sin(tilt),
        lx = (x - px) * c + (y - py) * s,
        ly = -(x - px) * s + (y - py) * c,
        lz = z - pz
      if (abs(lx) > 0.5 || abs(ly) > 0.4 || abs(lz) > 0.62) continue
      const u = clamp(1 - (lx / 0.36) ** 2) * clamp(1 - (lz / (sz + 0.1)) ** 2),
        t = 0.035 + 0.105 * pow(max(0, u), 0.55)
      const p =
        (box(lx, ly, lz, 0.27, t, sz, min(t, 0.05)) - 0.012 * n3(lx * 6 + px * 9, ly * 6, lz * 6 + pz * 5)) *
        0.7
      const was = d
      d = min(d, p)
      if (d < was) id = LINEN
    }
    const cush =
      box(
        (x - 1.93) * 0.8 + (y - 0.74) * 0.6,
        -(x - 1.93) * 0.6 + (y - 0.74) * 0.8,
        z - 2.98,
        0.17,
        0.085 - 0.5 * (z - 2.98) ** 2 * 0.4,
        0.27,
        0.06,
      ) * 0.8
    if (cush < d) {
      d = cush
      id = LEATHER
    }
  }
  if (x > 1.7 && z > 3.9) {
    // bedside table and lamp
    const t = min(
      box(x - 2.26, y - 0.58, z - 4.5, 0.26, 0.022, 0.26, 0.01),
      box(abs(x - 2.26) - 0.22, y - 0.28, abs(z - 4.5) - 0.22, 0.025, 0.29, 0.025, 0.005),
      box(x - 2.26, y - 0.44, z - 4.5, 0.23, 0.08, 0.23, 0.01),
    )
    if (t < d) {
      d = t
      id = WOOD
    }
    const l = smin(
      ellipsoid(x - 2.26, y - 0.74, z - 4.52, 0.11, 0.14, 0.11),
      cylinder(x - 2.26, y - 0.93, z - 4.52, 0.02, 0.08, 0.01),
      0.05,
    )
    if (l < d) {
      d = l
      id = CLAY
    }
    const ry = y - 1.1,
      rr = 0.17 - 0.28 * ry * 0.35,
      sh = max(abs(sqrt((x - 2.26) ** 2 + (z - 4.52) ** 2) - rr) - 0.006, abs(ry) - 0.13) * 0.9
    if (sh < d) {
      d = sh
      id = SHADE
    }
    const bk = min(
      box(x - 2.14, y - 0.622, z - 4.36, 0.1, 0.018, 0.07, 0.004),
      box(x - 2.15, y - 0.655, z - 4.37, 0.085, 0.015, 0.062, 0.004),
    )
    if (bk < d) {
      d = bk
      id = LEATHER
    }
  }
  {
    const r = box(x + 0.75, y - 0.008, z - 2.55, 1.05, 0.013 + 0.003 * n2(x * 9, z * 9), 0.78, 0.01)
    if (r < d) {
      d = r
      id = RUG
    }
  }
  hit.id = id
  return d
}
function albedo(id, x, y, z, o) {
  const set = (r, g, b, k = 1) => {
    o[0] = r * k
    o[1] = g * k
    o[2] = b * k
  }
  if (id === WALL) {
    const k = 0.93 + 0.1 * fbm3(x * 0.9, y * 0.9, z * 0.9, 4) + 0.05 * n3(x * 9, y * 9, z * 9)
    set(0.73, 0.585, 0.455, k)
  } else if (id === FLOOR) {
    // saltillo tiles
    const u = x * 0.7071 + z * 0.7071,
      v = -x * 0.7071 + z * 0.7071,
      s = 0.4,
      i = floor(u / s),
      j = floor(v / s),
      fu = abs(u / s - i - 0.5),
      fv = abs(v / s - j - 0.5),
      g = ss(0.478, 0.492, max(fu, fv) + 0.004 * n2(x * 20, z * 20)),
      t = 0.5 + 0.5 * sin(i * 12.9 + j * 78.2),
      k = 0.85 + 0.22 * fbm(x * 3, z * 3, 4)
    o[0] = mix(mix(0.36, 0.47, t) * k, 0.33, g)
    o[1] = mix(mix(0.165, 0.225, t) * k, 0.27, g)
    o[2] = mix(mix(0.085, 0.115, t) * k, 0.21, g)
  } else if (id === WOOD) {
    const k = 0.75 + 0.35 * fbm3(x * 3, y * 14, z * 3, 3) + 0.15 * n3(x * 30, y * 30, z * 4)
    set(0.3, 0.17, 0.088, k)
  } else if (id === LATILLA) {
    const k = 0.7 + 0.25 * sin(round(z / 0.085) * 7.7) * 0.8 + 0.15 * n2(x * 2, z * 30)
    set(0.43, 0.285, 0.165, k)
  } else if (id === LINEN) set(0.86, 0.845, 0.81, 0.985 + 0.015 * n3(x * 40, y * 40, z * 40))
  else if (id === THROW) {
    const t = z < 4.2 && x > 0 ? x : z,
      q = abs(((((t * 9.5) % 1) + 1) % 1) - 0.5),
      w = 0.9 + 0.12 * sin((x + z) * 260)
    if (q < 0.09) set(0.72, 0.6, 0.4, w)
    else if (q < 0.2) set(0.1, 0.17, 0.19, w)
    else if (q > 0.43) set(0.62, 0.3, 0.1, w)
    else set(0.4, 0.085, 0.045, w)
  } else if (id === RUG) {
    const u = (x + 0.75) / 1.05,
      v = (z - 2.55) / 0.78,
      e = max(abs(u), abs(v)),
      q = abs(((((v * 3.2 + 0.5 * abs(((((u * 4) % 1) + 1) % 1) - 0.5)) % 1) + 1) % 1) - 0.5),
      w = 0.85 + 0.22 * n2(x * 50, z * 90) + 0.1 * sin(z * 420)
    if (e > 0.93) set(0.09, 0.075, 0.065, w)
    else if (q < 0.1) set(0.42, 0.09, 0.045, w)
    else if (q < 0.16) set(0.09, 0.075, 0.065, w)
    else if (q > 0.42) set(0.5, 0.37, 0.22, w)
    else set(0.66, 0.57, 0.44, w)
  } else if (id === CLAY) {
    const b = abs(y - 0.66) < 0.03 && x < -2 ? 0.4 : 1
    set(0.4, 0.19, 0.105, (0.85 + 0.25 * fbm3(x * 6, y * 6, z * 6, 3)) * b)
  } else if (id === SOOT) set(0.13, 0.1, 0.085)
  else if (id === EMBER) set(0.07, 0.05, 0.04)
  else if (id === SHADE) set(0.78, 0.7, 0.56)
  else if (id === LEATHER) set(0.27, 0.115, 0.05, 0.85 + 0.3 * fbm3(x * 9, y * 9, z * 9, 3))
  else set(0.5, 0.4, 0.3)
}
/** Is the point lit through the window opening in the sun's direction? Analytic, used for the beams in the air. */
function throughWindow(x, y, z) {
  const t = (WIN.z + 0.42 - z) / sun[2]
  if (t < 0) return 0
  const u = abs(x + sun[0] * t - WIN.x),
    v = y + sun[1] * t - WIN.y
  if (u > WIN.w - 0.055 || abs(v) > WIN.h - 0.055) return 0
  const t2 = (WIN.z + 0.05 - z) / sun[2],
    u2 = abs(x + sun[0] * t2 - WIN.x),
    v2 = abs(y + sun[1] * t2 - WIN.y)
  if (u2 > WIN.w + 0.07 || v2 > WIN.h + 0.05) return 0
  return u < 0.03 || abs(v - 0.1) < 0.025 ? 0.25 : 1
}
const sunVisible = (x, y, z) =>
  throughWindow(x, y, z)
    ? shadow(map, x, y, z, sun[0], sun[1], sun[2], (WIN.z + 0.7 - z) / sun[2], 60, 0.02, 60, 0.5)
    : 0
/** Sky light from the window rectangle, unoccluded form factor (for bounce points). */
function windowForm(x, y, z, nx, ny, nz) {
  const dx = WIN.x - x,
    dy = WIN.y - y,
    dz = WIN.z + 0.2 - z,
    d2 = dx * dx + dy * dy + dz * dz,
    d = sqrt(d2),
    c = (nx * dx + ny * dy + nz * dz) / d,
    cw = dz / d
  return c > 0 && cw > 0 ? (c * cw * 4 * WIN.w * WIN.h) / (Math.PI * d2 + 2) : 0
}
const FIRE = [1.5, 0.52, 0.1],
  firePower = 0.42

export default async function room(R) {
  const { W, H, S } = R,
    f = CAM.f * S,
    cx = CAM.cx * S,
    hor = CAM.hor * S,
    frame = R.frame()
  // --- outside: mesa country in early light, seen through the glass
  const out = R.frame(),
    oSun = sunDirection((-60 * Math.PI) / 180, 0.22),
    cam = { y: 3.4, f, hor: hor - 24 * S, cx }
  const sky = makeSky({
    sun: oSun,
    towards: [
      [0, '#ffe9cf'],
      [0.15, '#f7dccb'],
      [0.4, '#cfd8e2'],
      [1, '#93bbdc'],
    ],
    away: [
      [0, '#f5dccb'],
      [0.15, '#e5d2cf'],
      [0.4, '#bed0e0'],
      [1, '#86b2da'],
    ],
    height: 0.4,
  })
  const mesa = mesaField([
      [900, 6200, 430, 420, 370, 3.9],
      [-1500, 9800, 900, 800, 450, 2.2],
      [2600, 11000, 1200, 900, 480, 6.1],
      [900, 19000, 3000, 1500, 800, 8.8],
    ]),
    hf = (x, z) => {
      const b = 1.2 * fbm(x / 60, z / 60, 3) + ss(200, 1500, z) * (14 * fbm(x / 520 + 5, z / 520, 4) - 3),
        m = z > 3500 ? mesa(x, z) : -1
      return m > 0 ? max(b, b * 0.3 + m) : b
    }
  R.rows(H, (y) => {
    for (let x = 0; x < W; x++) frame.set(x, y, [0, 0, 0])
    for (let x = 0; x < W; x++) {
      const d = norm([(x + 0.5 - cx) / f, -(y + 0.5 - cam.hor) / f, 1])
      out.set(x, y, d[1] > 0 ? sky(d) : [0.4, 0.35, 0.25])
    }
  })
  renderTerrain(
    {
      ...R,
      W,
      H,
      S,
      ss: R.ss,
      buffer: (n) => R.buffer(n),
      rows: (n, fn, c) => R.rows(n, fn, c),
      log: (t) => R.log('outside ' + t),
    },
    out,
    cam,
    hf,
    (x, y, z, n, d, o) => {
      const slope = 1 - n[1]
      let a = mix3([0.2, 0.15, 0.07], [0.4, 0.29, 0.145], ss(-0.3, 0.4, fbm(x / 14, z / 30, 4)))
      a = mix3(
        a,
        [0.07, 0.08, 0.045],
        0.7 * ss(0.12, 0.3, fbm(x / 22, z / 60, 3)) * (1 - ss(0.4, 0.6, slope)),
      )
      a = mix3(
        a,
        mix3([0.36, 0.16, 0.095], [0.52, 0.3, 0.19], 0.5 + 0.5 * sin(y * 0.08)),
        ss(0.12, 0.4, slope) * ss(3000, 4500, z),
      )
      const ndl = max(0, dot(n, oSun)),
        T = [exp(-z / 17000), exp(-z / 14500), exp(-z / 12500)],
        hz = sky(norm([d[0], 0.02, d[2]]))
      for (let j = 0; j < 3; j++)
        o[j] =
          a[j] * ([2.5, 1.75, 1.05][j] * (ndl * 1.25 + 0.12) + [0.42, 0.5, 0.7][j] * 0.8) * T[j] +
          hz[j] * 0.92 * (1 - T[j])
    },
    { z0: 12, k: 0.0035, zmax: 42000 },
  )

  // --- bounced light at a sixth of the size
  const q = 6,
    w = Math.ceil(W / q),
    h = Math.ceil(H / q),
    gi = R.buffer(w * h * 3),
    geo = R.buffer(w * h * 4),
    SAMPLES = R.options.samples ?? 64
  R.rows(
    h,
    (y) => {
      const n = [0, 0, 0],
        m = [0, 0, 0],
        a = [0, 0, 0],
        r = rng(1000 + y)
      for (let x = 0; x < w; x++) {
        const dx = ((x + 0.5) * q - cx) / f,
          dy = -((y + 0.5) * q - hor) / f,
          il = 1 / sqrt(dx * dx + dy * dy + 1),
          t = trace(map, CAM.x, CAM.y, CAM.z, dx * il, dy * il, il, 0.05, 7, 0.0009, 140, 0.9)
        const o = y * w + x
        if (t < 0) {
          geo[o * 4 + 3] = 99
          continue
        }
        const X = CAM.x + dx * il * t,
          Y = CAM.y + dy * il * t,
          Z = CAM.z + il * t
        normalAt(map, X, Y, Z, 0.004, n)
        geo.set([n[0], n[1], n[2], t], o * 4)
        const px = X + n[0] * 0.012,
          py = Y + n[1] * 0.012,
          pz = Z + n[2] * 0.012
        let er = 0,
          eg = 0,
          eb = 0
        for (let i = 0; i < 14; i++) {
          // sky through the window: jittered points on the opening
          const u = (((i % 7) + r()) / 7) * 2 - 1,
            v = ((((i / 7) | 0) + r()) / 2) * 2 - 1
          let lx = WIN.x + u * WIN.w - px,
            ly = WIN.y + v * WIN.h - py,
            lz = WIN.z + 0.33 - pz
          const d2 = lx * lx + ly * ly + lz * lz,
            dd = sqrt(d2)
          lx /= dd
          ly /= dd
          lz /= dd
          const c = n[0] * lx + n[1] * ly + n[2] * lz
          if (c <= 0 || lz <= 0) continue
          const s =
              (shadow(map, px, py, pz, lx, ly, lz, dd - 0.03, 40, 0.02, 36, 0.6) *
                c *
                lz *
                4 *
                WIN.w *
                WIN.h) /
              (Math.PI * (d2 + 0.05)) /
              14,
            up = ly > 0 ? 1 : 0.75
          er += SKY[0] * s * 3.0 * up
          eg += SKY[1] * s * 3.0 * up
          eb += SKY[2] * s * 3.0 * up
        }
        const tx = abs(n[0]) > 0.6 ? 0 : 1,
          ty = abs(n[0]) > 0.6 ? 1 : 0
        let ux = ty * n[2],
          uy = -tx * n[2],
          uz = tx * n[1] - ty * n[0]
        {
          const l = 1 / sqrt(ux * ux + uy * uy + uz * uz)
          ux *= l
          uy *= l
          uz *= l
        }
        const vx = n[1] * uz - n[2] * uy,
          vy = n[2] * ux - n[0] * uz,
          vz = n[0] * uy - n[1] * ux
        for (let i = 0; i < SAMPLES; i++) {
          // one gathered bounce, cosine-weighted
          const a1 = TAU * ((i * 0.618034 + r() * 0.3) % 1),
            r2 = (i + r()) / SAMPLES,
            sr = sqrt(r2),
            cr = sqrt(1 - r2),
            ca = cos(a1) * sr,
            sa = sin(a1) * sr,
            gx = ux * ca + vx * sa + n[0] * cr,
            gy = uy * ca + vy * sa + n[1] * cr,
            gz = uz * ca + vz * sa + n[2] * cr
          const tt = trace(map, px, py, pz, gx, gy, gz, 0.02, 7, 0.004, 44, 0.95),
            id = hit.id
          if (tt < 0) continue
          const bx = px + gx * tt,
            by = py + gy * tt,
            bz = pz + gz * tt
          if (bz > WIN.z + 0.5) continue
          albedo(id, bx, by, bz, a)
          let sunIn = 0,
            sky1 = 0.05
          if (id === EMBER) {
            er += (2.4 * FIRE[0]) / SAMPLES
            eg += (2.4 * FIRE[1]) / SAMPLES
            eb += (2.4 * FIRE[2]) / SAMPLES
            continue
          }
          normalAt(map, bx, by, bz, 0.01, m)
          const nl = dot(m, sun)
          if (nl > 0 && throughWindow(bx + m[0] * 0.02, by + m[1] * 0.02, bz + m[2] * 0.02))
            sunIn = nl * sunVisible(bx + m[0] * 0.02, by + m[1] * 0.02, bz + m[2] * 0.02)
          sky1 = windowForm(bx, by, bz, m[0], m[1], m[2]) * 2.6
          er += (a[0] * (SUN[0] * sunIn + SKY[0] * sky1 + 0.3)) / SAMPLES
          eg += (a[1] * (SUN[1] * sunIn + SKY[1] * sky1 + 0.26)) / SAMPLES
          eb += (a[2] * (SUN[2] * sunIn + SKY[2] * sky1 + 0.215)) / SAMPLES
        }
        const top = max(er, eg, eb),
          cap = top > 1.5 ? (1.5 + (0.35 * (top - 1.5)) / (1 + 0.2 * (top - 1.5))) / top : 1
        gi[o * 3] = er * cap
        gi[o * 3 + 1] = eg * cap
        gi[o * 3 + 2] = eb * cap // tame the bright reveal
      }
    },
    2,
  )
  R.log('bounced light')
  const smooth = R.buffer(w * h * 3) // edge-aware smoothing: same normal, same depth
  R.rows(h, (y) => {
    for (let x = 0; x < w; x++) {
      const o = (y * w + x) * 4
      let r = 0,
        g = 0,
        b = 0,
        s = 0
      for (let j = -4; j <= 4; j++)
        for (let i = -4; i <= 4; i++) {
          const xx = x + i,
            yy = y + j
          if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue
          const p = (yy * w + xx) * 4
          if (geo[p + 3] > 50) continue
          const nd = geo[o] * geo[p] + geo[o + 1] * geo[p + 1] + geo[o + 2] * geo[p + 2]
          const k = exp(-(i * i + j * j) / 11) * pow(max(0, nd), 14) * exp(-abs(geo[o + 3] - geo[p + 3]) * 9)
          r += gi[(p / 4) * 3] * k
          g += gi[(p / 4) * 3 + 1] * k
          b += gi[(p / 4) * 3 + 2] * k
          s += k
        }
      if (s > 1e-5) smooth.set([r / s, g / s, b / s], (y * w + x) * 3)
    }
  })
  const indirect = (x, y, n, t, o) => {
    const gx = x / q - 0.5,
      gy = y / q - 0.5,
      x0 = floor(gx),
      y0 = floor(gy)
    let r = 0,
      g = 0,
      b = 0,
      s = 1e-6
    for (let j = 0; j < 2; j++)
      for (let i = 0; i < 2; i++) {
        const xx = clamp(x0 + i, 0, w - 1),
          yy = clamp(y0 + j, 0, h - 1),
          p = yy * w + xx
        if (geo[p * 4 + 3] > 50) continue
        const k =
          (1e-3 + max(0, 1 - abs(gx - x0 - i)) * max(0, 1 - abs(gy - y0 - j))) *
          (1e-3 + pow(max(0, n[0] * geo[p * 4] + n[1] * geo[p * 4 + 1] + n[2] * geo[p * 4 + 2]), 4)) *
          exp(-abs(t - geo[p * 4 + 3]) * 12)
        r += smooth[p * 3] * k
        g += smooth[p * 3 + 1] * k
        b += smooth[p * 3 + 2] * k
        s += k
      }
    o[0] = r / s
    o[1] = g / s
    o[2] = b / s
  }

  // --- the picture
  const shade = (px, py, o) => {
    const dx = (px - cx) / f,
      dy = -(py - hor) / f,
      il = 1 / sqrt(dx * dx + dy * dy + 1),
      vx = dx * il,
      vy = dy * il,
      vz = il,
      n = [0, 0, 0],
      a = [0, 0, 0],
      e = [0, 0, 0]
    const t = trace(map, CAM.x, CAM.y, CAM.z, vx, vy, vz, 0.05, 7.5, 0.0006, 170, 0.85),
      id = hit.id,
      X = CAM.x + vx * t,
      Y = CAM.y + vy * t,
      Z = CAM.z + vz * t
    if (t < 0 || Z > WIN.z + WIN.depth + 0.02) {
      const i = (clamp(py | 0, 0, H - 1) * W + clamp(px | 0, 0, W - 1)) * 3
      for (let j = 0; j < 3; j++) o[j] = out.d[i + j] * 1.18
    } else {
      normalAt(map, X, Y, Z, 0.0016, n)
      albedo(id, X, Y, Z, a)
      indirect(px, py, n, t, e)
      const sx = X + n[0] * 0.008,
        sy = Y + n[1] * 0.008,
        sz = Z + n[2] * 0.008,
        nl = dot(n, sun),
        s = nl > 0 ? nl * sunVisible(sx, sy, sz) : 0
      let fx = FX + 0.12 - X,
        fy = 0.66 - Y,
        fz = FZ - 0.12 - Z
      const fd = sqrt(fx * fx + fy * fy + fz * fz),
        fl =
          ((max(0, (n[0] * fx + n[1] * fy + n[2] * fz) / fd) * firePower) / (0.06 + fd * fd)) *
          ss(-0.15, 0.45, (-fx * 0.7071 + fz * 0.7071) / fd)
      for (let j = 0; j < 3; j++) o[j] = a[j] * (SUN[j] * s + e[j] + FIRE[j] * fl)
      if (id === SHADE) for (let j = 0; j < 3; j++) o[j] += a[j] * SUN[j] * 0.018 * throughWindow(X, Y, Z) // a little light through the cloth
      if (id === EMBER || id === SOOT) {
        const k = id === EMBER ? max(0, n3(X * 22, Y * 22, Z * 22) + 0.35) * 2.2 : 0.05
        o[0] += 1.7 * k
        o[1] += 0.48 * k
        o[2] += 0.07 * k
      }
      if (id === FLOOR || (id === WOOD && Y < 2)) {
        // a waxed sheen
        const vn = vx * n[0] + vy * n[1] + vz * n[2],
          fr = (0.03 + 0.5 * pow(1 + vn, 5)) * (id === FLOOR ? 1 : 0.5)
        if (fr > 0.035) {
          const j0 = 0.02 * n2(X * 30, Z * 30),
            rx = vx - 2 * vn * n[0] + j0,
            ry = vy - 2 * vn * n[1],
            rz = vz - 2 * vn * n[2] + j0,
            t2 = trace(map, sx, sy, sz, rx, ry, rz, 0.02, 7, 0.003, 50, 0.95)
          const z2 = sz + rz * t2
          if (t2 < 0 || z2 > WIN.z + 0.55) for (let j = 0; j < 3; j++) o[j] += fr * [1.2, 1.2, 1.2][j]
          else {
            const b = [0, 0, 0]
            albedo(hit.id, sx + rx * t2, sy + ry * t2, z2, b)
            for (let j = 0; j < 3; j++)
              o[j] +=
                fr * b[j] * (e[j] * 0.9 + (throughWindow(sx + rx * t2, sy + ry * t2, z2) ? SUN[j] * 0.35 : 0))
          }
        }
      }
      // flames, drawn as a glow sheet in the opening
      if (fd < 3.4 || id === SOOT || id === EMBER) {
        const pz = (FZ - 0.05 - CAM.z) / vz,
          ux = CAM.x + vx * pz - FX,
          uy = CAM.y + vy * pz - 0.52
        if (pz < t + 0.25 && abs(ux) < 0.24 && uy > -0.04 && uy < 0.42) {
          const m = fbm3(ux * 9, uy * 6 - 2, 3, 3),
            c =
              ss(
                0,
                0.7,
                1 - abs(ux + 0.07 * m) / (0.17 * pow(max(0, 1 - uy / 0.4), 0.8) + 0.005) + 0.6 * m - uy,
              ) * ss(-0.04, 0.03, uy)
          o[0] += 2.3 * c
          o[1] += 1.15 * c * c
          o[2] += 0.3 * c ** 3
        }
      }
    }
    let beam = 0
    const T = t < 0 ? 6 : t
    const jit = abs(Math.sin(px * 12.9898 + py * 78.233) * 43758.5453) % 1
    for (let i = 0; i < 40; i++) {
      const tt = (T * (i + jit)) / 40
      beam += throughWindow(CAM.x + vx * tt, CAM.y + vy * tt, CAM.z + vz * tt)
    }
    beam *= (T / 40) * 0.011 // dust in the sunbeam
    o[0] += SUN[0] * beam * 0.62
    o[1] += SUN[1] * beam * 0.62
    o[2] += SUN[2] * beam * 0.62
  }
  const img = R.adaptive(3, shade, { extra: 5, threshold: 0.05 })
  R.once(() => {
    frame.d.set(img)
    frame.bloom(
      0.95,
      [
        [6 * S, 0.1],
        [28 * S, 0.12],
        [110 * S, 0.16],
      ],
      3,
    )
  })
  R.log('traced')
  return { frame, finish: { exposure: 1.08, vig: 0.14, sat: 1.02, grain: 0.009, contrast: 0.1 } }
}
