// Furniture and small things, each a list of parts round its own origin (y up, standing on y = 0); place() sets them in the room.
import { n2, rng, TAU } from './core.mjs'
import { box, capsule, ellipsoid, smin, sphere, torus } from './sdf.mjs'
const { abs, cos, max, min, sin, sqrt } = Math

/** Moves parts to `at` and turns them about y (radians); surfaces turn along. reach: a sphere about the origin (or `middle`) that holds them. */
export function place(parts, at, turn = 0, reach = 0, middle = [0, 0, 0]) {
  const c = cos(turn),
    s = sin(turn),
    [px, py, pz] = at,
    surfaces = new Map()
  const moved = (mat) => {
    if (!surfaces.has(mat)) {
      const call = (f) =>
        f && ((x, y, z, o) => f((x - px) * c - (z - pz) * s, y - py, (x - px) * s + (z - pz) * c, o))
      surfaces.set(mat, { ...mat, color: call(mat.color), bump: call(mat.bump), glow: call(mat.glow) })
    }
    return surfaces.get(mat)
  }
  return parts.map(({ d, mat }) => ({
    d: (x, y, z) => {
      const dx = x - px,
        dz = z - pz,
        X = dx * c - dz * s,
        Z = dx * s + dz * c,
        Y = y - py
      if (reach) {
        const far = sphere(X - middle[0], Y - middle[1], Z - middle[2], reach)
        if (far > 0.3) return far
      }
      return d(X, Y, Z)
    },
    mat: moved(mat),
  }))
}
/** Trestle table: half length along z, half width along x, height of the top. */
export function longTable({ half, wide, height = 0.76, thick = 0.032, mat, legs = mat }) {
  const top = (x, y, z) => box(x, y - height + thick, z, wide, thick, half, 0.008)
  const under = (x, y, z) => {
    const az = abs(z) - half + 0.42,
      ax = abs(x)
    return min(
      box(ax - wide * 0.62, y - height / 2, az, 0.05, height / 2 - 0.02, 0.055, 0.008),
      box(x, y - 0.11, az, wide * 0.78, 0.045, 0.06, 0.01),
      box(x, y - height + 0.11, az, wide * 0.8, 0.04, 0.05, 0.008),
      box(x, y - 0.2, z, 0.03, 0.047, half - 0.3, 0.006),
    )
  }
  return [
    { d: top, mat },
    { d: under, mat: legs },
  ]
}
/** Ladder-back chair with a rush seat, facing +x. */
export function chair({ wood: w, seat }) {
  const frame = (x, y, z) => {
    const az = abs(z)
    let q = min(
      capsule(x, y, az, 0.2, 0, 0.205, 0.2, 0.44, 0.2, 0.017, 0.021),
      capsule(x, y, az, -0.19, 0, 0.185, -0.18, 0.46, 0.185, 0.017, 0.02),
      capsule(x, y, az, -0.18, 0.46, 0.185, -0.27, 1.03, 0.185, 0.02, 0.015),
      sphere(x + 0.273, y - 1.045, az - 0.185, 0.021),
    )
    const rung = (h, x0, x1) =>
      min(
        capsule(x, y, az, x0, h, 0.195, x1, h, 0.2, 0.011),
        capsule(x, y, az, 0.2, h + 0.05, 0, 0.2, h + 0.05, 0.2, 0.011),
      )
    q = min(q, rung(0.16, -0.185, 0.2), rung(0.29, -0.185, 0.2))
    q = min(q, capsule(x, y, az, -0.185, 0.22, 0, -0.185, 0.22, 0.185, 0.011))
    for (const h of [0.6, 0.77, 0.94]) {
      const bow = -0.18 - ((h - 0.46) / 0.57) * 0.09 - 0.018 + 0.5 * z * z
      q = min(q, box(x - bow, y - h + 0.25 * z * z, z, 0.009, 0.04, 0.18, 0.006) * 0.9)
    }
    return q
  }
  const rush = (x, y, z) => {
    const k = 0.24 + 0.03 * x
    return (
      box(x - 0.01, y - 0.45 + 0.14 * (0.045 - min(0.045, x * x + z * z)), z, 0.215, 0.018, k - 0.03, 0.017) *
      0.95
    )
  }
  return [
    { d: frame, mat: w },
    { d: rush, mat: seat },
  ]
}
/** Low armchair with a leather seat and back, facing +x. */
export function armchair({ frame, cushion }) {
  const along = (x, y) => (x + 0.28) * 0.95 + (y - 0.4) * 0.31,
    up = (x, y) => (y - 0.4) * 0.95 - (x + 0.28) * 0.31
  return [
    {
      d: (x, y, z) => {
        const az = abs(z) - 0.34,
          bx = along(x, y),
          by = up(x, y)
        return min(
          box(x - 0.02, y - 0.6, az, 0.38, 0.02, 0.055, 0.012),
          box(x - 0.32, y - 0.29, az, 0.028, 0.3, 0.028, 0.006),
          box(x + 0.3, y - 0.29, az, 0.028, 0.3, 0.028, 0.006),
          box(x, y - 0.3, az, 0.32, 0.04, 0.02, 0.005),
          box(bx + 0.02, by - 0.22, az + 0.05, 0.022, 0.38, 0.03, 0.008),
        )
      },
      mat: frame,
    },
    {
      d: (x, y, z) => {
        const bx = along(x, y),
          by = up(x, y),
          seat = box(x - 0.02, y - 0.385 - 0.05 * x, z, 0.32, 0.075, 0.29, 0.06),
          back = box(bx - 0.06, by - 0.27, z, 0.065, 0.33, 0.285, 0.055)
        return smin(seat, back, 0.03) * 0.95
      },
      mat: cushion,
    },
  ]
}
/** Woven rush: four triangles of cord that meet in the middle. */
export const rush = {
  color: (x, y, z, o) => {
    const t = abs(x) > abs(z) ? x : z,
      k = 0.82 + 0.2 * sin(t * 420) + 0.12 * n2(x * 40, z * 40)
    o[0] = 0.47 * k
    o[1] = 0.34 * k
    o[2] = 0.17 * k
  },
  bump: (x, y, z) => 0.0009 * sin((abs(x) > abs(z) ? x : z) * 420),
}
/** A turned vessel: profile [[y, radius], ...] from the foot up, wall thickness t (0: solid). */
export function vessel(profile, t = 0) {
  const top = profile.at(-1)[0],
    wide = max(...profile.map((p) => p[1]))
  const radius = (y) => {
    if (y <= profile[0][0]) return profile[0][1]
    for (let i = 1; i < profile.length; i++)
      if (y <= profile[i][0]) {
        const [a, ra] = profile[i - 1],
          [b, rb] = profile[i],
          u = (y - a) / (b - a)
        return ra + (rb - ra) * u * u * (3 - 2 * u)
      }
    return profile.at(-1)[1]
  }
  return (x, y, z) => {
    const r = sqrt(x * x + z * z),
      hull = max(r - wide, -y, y - top)
    if (hull > 0.06) return hull
    const side = (r - radius(y)) * 0.72,
      solid = max(side, -y, y - top)
    return t ? max(solid, -max(side + t, t - y)) : solid
  }
}
/** Mug with a handle. */
export function mug(mat, size = 1) {
  const cupOf = vessel(
    [
      [0, 0.034 * size],
      [0.012 * size, 0.038 * size],
      [0.092 * size, 0.041 * size],
    ],
    0.0045,
  )
  return [
    {
      d: (x, y, z) =>
        min(cupOf(x, y, z), torusZ(x - 0.048 * size, y - 0.048 * size, z, 0.024 * size, 0.0055 * size)),
      mat,
    },
  ]
}
/** Ring that stands upright in the x-y plane. */
export const torusZ = (x, y, z, R, r) => {
  const q = sqrt(x * x + y * y) - R
  return sqrt(q * q + z * z) - r
}
/** Open notebook: two leaves that bulge from the spine, with ruled grey lines and a pencil beside it. */
export function notebook({ paper, cover }) {
  const page = (x, y, z) => {
    const ax = abs(x)
    return (
      box(ax - 0.085, y - 0.012 - 0.01 * sin(min(1, ax / 0.17) * 3.1) * 0.9, z, 0.083, 0.005, 0.118, 0.003) *
      0.8
    )
  }
  const back = (x, y, z) => box(x, y - 0.0035, z, 0.178, 0.003, 0.126, 0.002)
  return [
    { d: page, mat: paper },
    { d: back, mat: cover },
  ]
}
/** Leafy stems fanned out of a vase or pot; every leaf is a part of its own, so the world's grid keeps them cheap. */
export function stems({
  count,
  length,
  spread = 0.3,
  seed,
  stem,
  leaf,
  leafSize = 0.02,
  leaves = 7,
  from = 0.1,
}) {
  const r = rng(seed),
    twigs = [],
    bits = []
  for (let i = 0; i < count; i++) {
    const a = r() * TAU,
      s = spread * (0.35 + 0.65 * r()) * length,
      l = length * (0.7 + 0.4 * r()),
      tip = [cos(a) * s, from + l, sin(a) * s],
      mid = [cos(a) * s * 0.3, from + l * 0.55, sin(a) * s * 0.3]
    twigs.push([[0, from * 0.4, 0], mid], [mid, tip])
    for (let k = 0; k < leaves; k++) {
      const t = 0.35 + 0.65 * (k / leaves) + 0.05 * r(),
        b =
          t < 0.55
            ? [mid[0] * (t / 0.55), from + l * t, mid[2] * (t / 0.55)]
            : [
                mid[0] + (tip[0] - mid[0]) * ((t - 0.55) / 0.45),
                from + l * t,
                mid[2] + (tip[2] - mid[2]) * ((t - 0.55) / 0.45),
              ],
        e = r() * TAU
      bits.push([
        b[0] + cos(e) * leafSize * 1.1,
        b[1] + leafSize * (0.4 + r()),
        b[2] + sin(e) * leafSize * 1.1,
        leafSize * (0.6 + 0.6 * r()),
        e,
      ])
    }
  }
  const twig = ([[ax, ay, az], [bx, by, bz]]) => ({
    d: (x, y, z) => capsule(x, y, z, ax, ay, az, bx, by, bz, 0.0035, 0.002),
    mat: stem,
  })
  const blade = ([lx, ly, lz, s, e]) => {
    const c = cos(e),
      k = sin(e)
    return {
      d: (x, y, z) => {
        const dx = x - lx,
          dz = z - lz,
          u = dx * c + dz * k,
          far = sqrt(dx * dx + (y - ly) ** 2 + dz * dz) - s * 1.3
        return far > 0.03 ? far : ellipsoid(u, y - ly - u * 0.5, dz * c - dx * k, s, s * 0.34, s * 0.5) * 0.7
      },
      mat: leaf,
    }
  }
  return [...twigs.map(twig), ...bits.map(blade)]
}
/** Ring that stands upright in the y-z plane. */
export const torusX = (x, y, z, R, r) => torus(y, x, z, R, r)
/** Flat ring: the rolled rim of a vessel. */
export const ring = torus
