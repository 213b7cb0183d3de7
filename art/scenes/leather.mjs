// The leather shop: a workbench by lantern light - stitching pony, awl, half-moon knife, mallet, thread, a coiled strap.
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
const { clamp, mix, ss, fbm, fbm3, n2, n3, mix3, norm, dot, TAU } = K
const { abs, sqrt, exp, pow, max, min, floor, round, sin, cos } = Math

const CAM = { x: 0, y: 0.56, f: 1230, hor: 40, cx: 800 }
const BENCH = 1,
  WALL = 2,
  HIDE = 3,
  STRAP = 4,
  OAK = 5,
  STEEL = 6,
  BRASS = 7,
  THREAD = 8,
  GLASS = 9,
  RAWHIDE = 10,
  DARK = 11,
  FLAME = 12
const LAMP = [0.5, 0.165, 1.42] // the flame
const rot = (x, z, a) => [x * cos(a) + z * sin(a), -x * sin(a) + z * cos(a)]
const hideEdge = (x, z) =>
  0.335 +
  0.03 * sin(Math.atan2(z, x) * 2 + 0.6) +
  0.022 * sin(Math.atan2(z, x) * 3 + 2) +
  0.006 * n2(x * 12, z * 12) -
  sqrt(x * x * 0.58 + z * z * 1.55) // >0 on the hide
const PONY = [-0.4, 1.36, 0.35],
  AWL = [0.1, 0.985, -0.55],
  KNIFE = [-0.16, 0.955, 0.5],
  MALLET = [0.4, 1.07, 0.25],
  SPOOL = [0.235, 1.235],
  COIL = [-0.47, 1.03]

function map(x, y, z) {
  // bench: planks with open joints; wall behind
  const joint = abs(((((z / 0.168) % 1) + 1) % 1) - 0.5),
    groove = 0.004 * ss(0.475, 0.5, joint)
  let d = max(y + groove + 0.0012 * n2(x * 3, z * 40), z - 1.8),
    id = BENCH
  {
    const w = 2.05 - z + 0.01 * n3(x * 2.1 + y, y * 2.1, z) + 0.003 * n3(x * 7, y * 7 + x, z * 7)
    if (w < d) {
      d = w
      id = WALL
    }
  }
  {
    // the hide lies flat; its far edge rolls up
    const lx = x + 0.02,
      lz = z - 1.12,
      e = hideEdge(lx, lz)
    if (y < 0.09 && e > -0.08) {
      const lift =
          0.004 +
          0.016 * ss(0.1, 0.0, e) * (0.5 + 0.5 * n2(lx * 9, lz * 9)) +
          0.006 * n2(lx * 5, lz * 5) ** 2,
        q = max(abs(y - lift) - 0.0022, -e * 0.8) * 0.75
      if (q < d) {
        d = q
        id = HIDE
      }
    }
  }
  {
    const cx = x - COIL[0],
      cz = z - COIL[1],
      r = sqrt(cx * cx + cz * cz)
    if (r < 0.16 && y < 0.1) {
      const sp = 0.0105,
        a = r - (sp * Math.atan2(cz, cx)) / TAU,
        k = clamp(round(a / sp), 2, 8),
        q = max(abs(a - k * sp) - 0.0037, abs(y - 0.021) - 0.0205) * 0.8
      if (q < d) {
        d = q
        id = STRAP
      }
      const tail = max(box(cx + 0.02, y - 0.021, cz + 0.098, 0.12, 0.0205, 0.0035, 0.001), -1)
      if (tail < d) {
        d = tail
        id = STRAP
      }
    } else d = min(d, max(r - 0.15, y - 0.06, 0.01))
  }
  {
    const [px, pz] = rot(x - PONY[0], z - PONY[1], PONY[2]),
      bb = box(px, y - 0.17, pz, 0.2, 0.19, 0.09)
    if (bb > 0.03) {
      if (bb < d) {
        d = bb
        id = OAK
      }
    } else {
      // stitching pony: base, two jaws, bolt, a clamped strap
      let q = box(px, y - 0.013, pz, 0.17, 0.013, 0.065, 0.004)
      for (const s of [-1, 1]) {
        const t = px * s - 0.034 + 0.085 * (y - 0.02),
          j = box(t, y - 0.165, pz, 0.008, 0.155, 0.04 - 0.04 * max(0, y - 0.25), 0.004) * 0.95
        q = min(q, j)
      }
      q = min(q, box(px, y - 0.06, pz, 0.024, 0.035, 0.036, 0.003))
      if (q < d) {
        d = q
        id = OAK
      }
      const bolt = min(
        capsule(px, y, pz, -0.065, 0.16, 0, 0.065, 0.16, 0, 0.0045),
        capsule(px, y, pz, 0.058, 0.145, -0.012, 0.06, 0.178, 0.014, 0.0045),
      )
      if (bolt < d) {
        d = bolt
        id = BRASS
      }
      const strap = box(px, y - 0.335 + 0.04 * pz, pz + 0.0, 0.0032, 0.046, 0.085, 0.001)
      if (strap < d) {
        d = strap
        id = STRAP
      }
    }
  }
  {
    const [ax, az] = rot(x - AWL[0], z - AWL[1], AWL[2])
    if (abs(ax) < 0.16 && abs(az) < 0.05 && y < 0.07) {
      let q = smin(
        ellipsoid(ax - 0.055, y - 0.026, az, 0.04, 0.0185, 0.0185),
        capsule(ax, y, az, 0.01, 0.021, 0, 0.055, 0.025, 0, 0.0085, 0.012),
        0.014,
      )
      if (q < d) {
        d = q
        id = OAK
      }
      const f = capsule(ax, y, az, 0.004, 0.0205, 0, 0.016, 0.0215, 0, 0.0088)
      if (f < d) {
        d = f
        id = BRASS
      }
      const p = capsule(ax, y, az, -0.085, 0.0085, 0, 0.006, 0.02, 0, 0.0007, 0.0028)
      if (p < d) {
        d = p
        id = STEEL
      }
    } else d = min(d, max(sqrt(ax * ax + az * az) - 0.13, y - 0.06, 0.008))
  }
  {
    const [kx, kz] = rot(x - KNIFE[0], z - KNIFE[1], KNIFE[2])
    if (abs(kx) < 0.1 && kz > -0.08 && kz < 0.16 && y < 0.07) {
      const r = sqrt(kx * kx + kz * kz),
        blade = max(
          r - 0.058,
          kz - 0.012,
          abs(y - 0.0095) - 0.001 * clamp((0.06 - r) / 0.012),
          -(sqrt((abs(kx) - 0.046) ** 2 + (kz - 0.026) ** 2) - 0.026),
        )
      if (blade * 0.8 < d) {
        d = blade * 0.8
        id = STEEL
      }
      const h = smin(
        capsule(kx, y, kz, 0, 0.0125, 0.02, 0, 0.017, 0.045, 0.0075, 0.01),
        capsule(kx, y, kz, 0, 0.018, 0.05, 0, 0.02, 0.115, 0.0125, 0.0155),
        0.01,
      )
      if (h < d) {
        d = h
        id = DARK
      }
      const c = capsule(kx, y, kz, 0, 0.0115, 0.012, 0, 0.0135, 0.028, 0.008)
      if (c < d) {
        d = c
        id = BRASS
      }
    } else d = min(d, max(sqrt(kx * kx + (kz - 0.04) ** 2) - 0.15, y - 0.06, 0.008))
  }
  {
    const [mx, mz] = rot(x - MALLET[0], z - MALLET[1], MALLET[2])
    if (abs(mx) < 0.24 && abs(mz) < 0.08 && y < 0.1) {
      const h =
        max(
          sqrt((y - 0.04) ** 2 + mz * mz) - 0.04 + 0.004 * ((mx + 0.06) / 0.05) ** 2,
          abs(mx + 0.06) - 0.055,
        ) * 0.9
      if (h < d) {
        d = h
        id = RAWHIDE
      }
      const q = smin(
        capsule(mx, y, mz, -0.01, 0.036, 0, 0.1, 0.026, 0, 0.011, 0.01),
        capsule(mx, y, mz, 0.1, 0.026, 0, 0.17, 0.022, 0, 0.012, 0.0155),
        0.02,
      )
      if (q < d) {
        d = q
        id = OAK
      }
    } else d = min(d, max(sqrt(mx * mx + mz * mz) - 0.21, y - 0.085, 0.012))
  }
  {
    const sx = x - SPOOL[0],
      sz = z - SPOOL[1],
      r = sqrt(sx * sx + sz * sz)
    if (r < 0.08 && y < 0.14) {
      const q = min(
        cylinder(sx, y - 0.005, sz, 0.03, 0.005, 0.002),
        cylinder(sx, y - 0.085, sz, 0.03, 0.005, 0.002),
      )
      if (q < d) {
        d = q
        id = OAK
      }
      const t = cylinder(sx, y - 0.045, sz, 0.0245 + 0.001 * sin(y * 1500 + 2 * sx * 40), 0.036, 0.003) * 0.8
      if (t < d) {
        d = t
        id = THREAD
      }
    } else d = min(d, max(r - 0.06, y - 0.12, 0.012))
  }
  {
    const lx = x - LAMP[0],
      lz = z - LAMP[2],
      r = sqrt(lx * lx + lz * lz)
    if (r < 0.15) {
      // hurricane lantern
      let q = smin(
        cylinder(lx, y - 0.028, lz, 0.075, 0.026, 0.012),
        cylinder(lx, y - 0.062, lz, 0.04, 0.012, 0.004),
        0.02,
      )
      q = min(
        q,
        cylinder(lx, y - 0.083, lz, 0.03, 0.01, 0.003),
        cylinder(lx, y - 0.262, lz, 0.04, 0.01, 0.004),
        cylinder(lx, y - 0.285, lz, 0.024, 0.016, 0.004),
        ellipsoid(lx, y - 0.305, lz, 0.034, 0.012, 0.034),
      )
      q = min(
        q,
        capsule(abs(lx), y, lz, 0.07, 0.03, 0, 0.083, 0.15, 0, 0.0055),
        capsule(abs(lx), y, lz, 0.083, 0.15, 0, 0.062, 0.275, 0, 0.0055),
        capsule(abs(lx), y, lz, 0.062, 0.275, 0, 0.02, 0.29, 0, 0.0055),
        torus(lx, y - 0.12, lz, 0.053, 0.002),
        torus(lx, y - 0.2, lz, 0.051, 0.002),
      )
      if (q < d) {
        d = q
        id = BRASS
      }
    } else d = min(d, r - 0.1)
  }
  hit.id = id
  return d
}
export default async function leather(R) {
  const { W, H, S } = R,
    f = CAM.f * S,
    cx = CAM.cx * S,
    hor = CAM.hor * S,
    frame = R.frame(),
    WINDOW = norm([-0.8, 0.62, -0.1])
  const shade = (px, py, o) => {
    const dx = (px - cx) / f,
      dy = -(py - hor) / f,
      il = 1 / sqrt(dx * dx + dy * dy + 1),
      vx = dx * il,
      vy = dy * il,
      vz = il,
      n = [0, 0, 0],
      t = trace(map, CAM.x, CAM.y, 0, vx, vy, vz, 0.3, 4, 0.0004, 200, 0.8),
      id = hit.id,
      X = CAM.x + vx * t,
      Y = CAM.y + vy * t,
      Z = vz * t
    if (t < 0) return
    normalAt(map, X, Y, Z, 0.0009, n)
    let r = 0.3,
      g = 0.2,
      b = 0.1,
      sp = 0.05,
      gl = 30,
      metal = 0
    if (id === BENCH) {
      const row = floor(Z / 0.168 + 0.5),
        k = 0.7 + 0.42 * fbm(X * 2.2 + row * 7, Z * 34, 4) + 0.1 * n2(X * 14, Z * 220),
        stain = 0.75 + 0.35 * ss(-0.3, 0.3, fbm(X * 3 + 4, Z * 3, 3))
      r = 0.235 * k * stain
      g = 0.13 * k * stain
      b = 0.066 * k * stain
      sp = 0.06
      gl = 22
    } else if (id === WALL) {
      const k = 0.9 + 0.16 * fbm3(X * 2, Y * 2, Z * 2, 4)
      r = 0.46 * k
      g = 0.31 * k
      b = 0.21 * k
      sp = 0
    } else if (id === HIDE) {
      const e = hideEdge(X + 0.02, Z - 1.12),
        k = 0.86 + 0.22 * fbm(X * 9, Z * 9, 4) + 0.08 * n2(X * 120, Z * 120),
        st = abs(e - 0.03) < 0.0022 && (((Math.atan2(Z - 1.12, X + 0.02) * 52) % 1) + 1) % 1 < 0.62 ? 1 : 0
      r = mix(0.47 * k, 0.8, st)
      g = mix(0.205 * k, 0.7, st)
      b = mix(0.082 * k, 0.52, st)
      if (abs(e - 0.03) < 0.0045 && !st) {
        r *= 0.62
        g *= 0.58
        b *= 0.55
      }
      if (e < 0.006) {
        r *= 0.6
        g *= 0.6
        b *= 0.6
      }
      sp = 0.1
      gl = 26
      n[0] += 0.06 * n2(X * 160, Z * 160)
      n[2] += 0.06 * n2(X * 160 + 9, Z * 160)
    } else if (id === STRAP) {
      const k = 0.85 + 0.2 * fbm3(X * 20, Y * 20, Z * 20, 3)
      r = 0.27 * k
      g = 0.088 * k
      b = 0.034 * k
      sp = 0.14
      gl = 34
    } else if (id === OAK) {
      const k = 0.8 + 0.3 * fbm3(X * 30, Y * 7, Z * 30, 3)
      r = 0.44 * k
      g = 0.245 * k
      b = 0.115 * k
      sp = 0.09
      gl = 40
    } else if (id === DARK) {
      r = 0.085
      g = 0.042
      b = 0.024
      sp = 0.16
      gl = 60
    } else if (id === STEEL) {
      r = 0.52
      g = 0.52
      b = 0.54
      metal = 1
      gl = 120
    } else if (id === BRASS) {
      r = 0.66
      g = 0.42
      b = 0.17
      metal = 1
      gl = 60
    } else if (id === THREAD) {
      const k = 0.9 + 0.12 * sin(Y * 1500)
      r = 0.78 * k
      g = 0.68 * k
      b = 0.48 * k
    } else if (id === RAWHIDE) {
      const k = 0.85 + 0.2 * n3(X * 40, Y * 40, Z * 40)
      r = 0.62 * k
      g = 0.46 * k
      b = 0.27 * k
      sp = 0.06
    }
    {
      const l = 1 / sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
      n[0] *= l
      n[1] *= l
      n[2] *= l
    }
    const ao =
        occlusion(map, X, Y, Z, n[0], n[1], n[2], 0.028, 1.5) *
        (0.5 + 0.5 * occlusion(map, X, Y, Z, n[0], n[1], n[2], 0.1, 1.2)),
      e = id === WALL ? 0.035 : 0.0025,
      sx = X + n[0] * e,
      sy = Y + n[1] * e,
      sz = Z + n[2] * e
    let lx = LAMP[0] - X,
      ly = LAMP[1] + 0.015 - Y,
      lz = LAMP[2] - Z
    const ld = sqrt(lx * lx + ly * ly + lz * lz)
    lx /= ld
    ly /= ld
    lz /= ld
    const ndl = max(0, n[0] * lx + n[1] * ly + n[2] * lz),
      own =
        ld < 0.12
          ? 1
          : shadow(
              map,
              sx,
              sy,
              sz,
              lx,
              ly,
              lz,
              ld - 0.115,
              id === WALL ? 120 : 42,
              id === WALL ? 0.05 : 0.006,
              70,
              0.06,
            ),
      fall = 1 / (0.03 + ld * ld),
      key = min(1.5, ndl * fall * own * 0.205 + 0.012 * fall * 0.2)
    const nw = id === WALL ? 0 : max(0, dot(n, WINDOW)),
      ws = nw > 0 ? shadow(map, sx, sy, sz, WINDOW[0], WINDOW[1], WINDOW[2], 1.1, 16, 0.008, 40, 0.06) : 0,
      win = nw * ws * 0.55 * exp(-(((X + 0.55) / 1.0) ** 2))
    const vn = vx * n[0] + vy * n[1] + vz * n[2],
      rx = vx - 2 * vn * n[0],
      ry = vy - 2 * vn * n[1],
      rz = vz - 2 * vn * n[2],
      fr = pow(clamp(1 + vn), 5),
      sl = pow(max(0, rx * lx + ry * ly + rz * lz), gl) * own * fall,
      sw = pow(max(0, rx * WINDOW[0] + ry * WINDOW[1] + rz * WINDOW[2]), gl * 0.6) * ws
    const amb = (0.055 + 0.05 * max(0, n[1])) * ao,
      A = [2.5, 1.34, 0.52],
      B = [0.52, 0.66, 0.95],
      C = [1.0, 0.8, 0.66]
    for (let j = 0; j < 3; j++) {
      const a = [r, g, b][j]
      if (metal) {
        const env =
          mix(0.04, 0.2, ss(-0.2, 0.7, ry)) *
          ao *
          (0.55 + 0.45 * sin(X * 55 + Z * 30) + 0.3 * n2(X * 300, Z * 12))
        o[j] =
          a *
          (A[j] * (sl * 0.16 + key * 0.35) +
            B[j] * (sw * 0.9 + env) +
            C[j] * amb * 0.5 +
            A[j] * 0.1 * max(0, rx) * fall * 0.3)
      } else
        o[j] =
          a * (A[j] * key + B[j] * win + C[j] * amb) +
          (sp + 0.25 * fr) * (A[j] * sl * 0.055 + B[j] * sw * 0.3)
    }
    // the lantern's glass and flame: analytic, in front of what lies behind
    {
      const a = vx * vx + vz * vz,
        bx = -LAMP[0],
        bz = -LAMP[2],
        bb = (bx * vx + bz * vz) / a,
        tc = -bb,
        qx = CAM.x + vx * tc - LAMP[0],
        qz = vz * tc - LAMP[2],
        y = CAM.y + vy * tc,
        u = (vx * LAMP[2] - vz * LAMP[0]) / sqrt(a),
        rad = 0.05 * (1 + 0.12 * sin(((y - 0.09) / 0.16) * Math.PI))
      if (y > 0.092 && y < 0.255 && abs(u) < rad && t > tc - 0.06) {
        const w = abs(u) / rad,
          edge = pow(w, 7),
          glow = exp(-((u / 0.02) ** 2 + ((y - 0.165) / 0.05) ** 2))
        o[0] += 0.1 * edge + 0.42 * glow
        o[1] += 0.075 * edge + 0.2 * glow
        o[2] += 0.05 * edge + 0.06 * glow
        const h = (y - 0.118) / 0.085,
          wd = 0.0125 * sqrt(max(0, sin(clamp(h) ** 0.75 * Math.PI))) * (1.1 - 0.55 * h)
        if (h > 0 && h < 1 && abs(u) < wd) {
          const k = 1 - (abs(u) / wd) ** 2
          o[0] += 5 * k
          o[1] += 3.1 * k * (0.6 + 0.4 * k)
          o[2] += 1.1 * k * k
        }
        const hl = exp(-(((u + rad * 0.55) / 0.004) ** 2)) * ss(0.1, 0.13, y) * ss(0.25, 0.22, y)
        o[0] += 0.16 * hl
        o[1] += 0.18 * hl
        o[2] += 0.22 * hl
      }
    }
  }
  const img = R.adaptive(3, shade, { extra: 6, threshold: 0.045 })
  R.once(() => {
    frame.d.set(img)
    frame.bloom(
      0.85,
      [
        [6 * S, 0.16],
        [26 * S, 0.16],
        [110 * S, 0.2],
      ],
      4,
    )
  })
  R.log('traced')
  return { frame, finish: { exposure: 1.05, vig: 0.3, sat: 1.04, grain: 0.012, contrast: 0.14 } }
}
