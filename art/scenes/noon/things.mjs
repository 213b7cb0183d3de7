// The bench at noon as a distance field: granite slab with the carved square, a belt, stamps in a jar, swivel knife, mallet, water and sponge.
import { ss, n2, n3 } from '../../kit/core.mjs'
import { hit, box, smin, capsule, ellipsoid, cylinder } from '../../kit/sdf.mjs'
const { abs, sqrt, min, max, sin, cos, round, atan2 } = Math

/** Materials, as map() leaves them in hit.id. */
export const M = {
  BENCH: 1,
  WALL: 2,
  GRANITE: 3,
  PANEL: 4,
  BELT: 5,
  STEEL: 6,
  BRASS: 7,
  OAK: 8,
  RAWHIDE: 9,
  CLAY: 10,
  WATER: 11,
  SPONGE: 12,
  THREAD: 13,
  STRAP: 14,
  SILVER: 15,
}
const WALL_Z = 1.82,
  BACK = 1.72
const SLAB = [-0.19, 1.325, 0.16]
/** Place and turn on the bench, with the reach and height of what stands there. */
const frameAt = (x0, z0, a, reach = 0, height = 0) => ({ x0, z0, c: cos(a), s: sin(a), reach, height })
let U = 0,
  V = 0
/** Sets (U, V) to local coordinates; false, after offering the bound as the distance, when the point is well outside. */
function near(f, x, y, z, put, id) {
  const dx = x - f.x0,
    dz = z - f.z0,
    q = max(sqrt(dx * dx + dz * dz) - f.reach, y - f.height)
  if (q > 0.025) {
    put(q, id)
    return false
  }
  U = dx * f.c + dz * f.s
  V = -dx * f.s + dz * f.c
  return true
}
const onSlab = frameAt(...SLAB, 0.252, 0.05),
  square = frameAt(SLAB[0] + 0.01, SLAB[1] - 0.005, SLAB[2] - 0.05)
/** Coordinates on the carved square, metres from its middle. */
export const onPanel = (x, z) => {
  const dx = x - square.x0,
    dz = z - square.z0
  return [dx * square.c + dz * square.s, -dx * square.s + dz * square.c]
}
/** The belt lies in one long bend: distance along it (0 where the tooling stops) and across. */
export const onBelt = (x, z) => {
  const zc = 1.118 + 0.05 * sin((x + 0.25) * 3.1) - 0.02 * x,
    slope = 0.155 * cos((x + 0.25) * 3.1) - 0.02,
    k = 1 / sqrt(1 + slope * slope)
  return [(x - 0.07) / (0.5 + 0.5 * k), (z - zc) * k]
}
/** Stamps standing in the jar and lying about: foot, top (metres). */
const STANDING = Array.from({ length: 9 }, (_, i) => {
  const a = i * 2.4,
    q = 0.012 + 0.02 * ((i * 0.618) % 1)
  return [
    cos(a) * q,
    sin(a) * q,
    cos(a) * (q + 0.018),
    0.118 + 0.022 * ((i * 0.377) % 1),
    sin(a) * (q + 0.018),
  ]
})
const LYING = [
    frameAt(0.19, 1.345, 0.5, 0.07, 0.012),
    frameAt(0.225, 1.3, 0.28, 0.07, 0.012),
    frameAt(0.15, 1.42, 0.95, 0.07, 0.012),
  ],
  jar = frameAt(0.47, 1.56, 0, 0.06, 0.155),
  bowl = frameAt(-0.56, 1.55, 0, 0.1, 0.09),
  spool = frameAt(0.27, 1.6, 0, 0.032, 0.095),
  mallet = frameAt(0.45, 1.3, 0.42, 0.19, 0.085),
  knife = frameAt(0.095, 1.52, 2.5, 0.075, 0.02),
  buckle = frameAt(0.3, 1.205, 0.35, 0.05, 0.015)

function bench(x, y, z, put) {
  const joint = abs(((((z / 0.19 + 0.3) % 1) + 1) % 1) - 0.5)
  put(
    max(y + 0.0045 * ss(0.475, 0.5, joint) + (y < 0.02 ? 0.0011 * n2(x * 3, z * 40) : 0), z - BACK),
    M.BENCH,
  )
  const wall = WALL_Z - z
  put(
    wall < 0.06
      ? wall + 0.009 * n3(x * 2.1 + y, y * 2.1, z) + 0.0028 * n3(x * 7, y * 7 + x, z * 7)
      : wall - 0.012,
    M.WALL,
  )
}
function leather(x, y, z, put) {
  if (near(onSlab, x, y, z, put, M.GRANITE)) {
    put(box(U, y - 0.014, V, 0.2, 0.0135, 0.15, 0.004), M.GRANITE)
    const dx = x - square.x0,
      dz = z - square.z0,
      u = dx * square.c + dz * square.s,
      v = -dx * square.s + dz * square.c
    put(
      box(
        u,
        y - 0.0295 - 0.012 * ss(0.09, 0.16, u) ** 2 - 0.004 * ss(0.06, 0.11, v) ** 2,
        v,
        0.15,
        0.0018,
        0.105,
        0.001,
      ) * 0.8,
      M.PANEL,
    )
  }
  const strip = max(abs(z - 1.118) - 0.1, y - 0.025)
  if (strip > 0.02) return put(strip, M.BELT)
  const [s, w] = onBelt(x, z),
    tip = s - 0.545 + 0.9 * max(0, abs(w) - 0.012),
    hole = s > 0.3 && s < 0.52 ? sqrt((s - 0.3 - round((s - 0.3) / 0.036) * 0.036) ** 2 + w * w) - 0.0026 : 1
  put(
    max(
      abs(y - 0.0026 - 0.0035 * (0.5 + 0.5 * sin(s * 9 + 1)) - 0.01 * ss(0.47, 0.56, s)) - 0.0019,
      abs(w) - 0.023,
      tip,
      -hole,
    ) * 0.75,
    M.BELT,
  )
}
function steel(x, y, z, put) {
  for (const f of LYING)
    if (near(f, x, y, z, put, M.STEEL)) {
      const knurl = U > -0.03 && U < 0.03 ? 0.00022 * (sin(U * 3600) + sin(atan2(y - 0.0045, V) * 14)) : 0
      put(
        min(
          capsule(U, y, V, -0.05, 0.0045, 0, 0.056, 0.0045, 0, 0.0042) + knurl,
          box(U + 0.058, y - 0.0045, V, 0.008, 0.0032, 0.0055, 0.001),
        ) * 0.9,
        M.STEEL,
      )
    }
  if (near(jar, x, y, z, put, M.CLAY)) {
    const [u, v] = [U, V],
      r = sqrt(u * u + v * v)
    put(
      smin(
        max(abs(r - 0.043 - 0.006 * sin(y * 34)) - 0.0032, abs(y - 0.045) - 0.044),
        max(r - 0.042, abs(y - 0.006) - 0.005),
        0.006,
      ) * 0.9,
      M.CLAY,
    )
    for (const [ax, az, bx, by, bz] of STANDING)
      put(capsule(u, y, v, ax, 0.012, az, bx, by, bz, 0.0042), M.STEEL)
  }
  if (near(knife, x, y, z, put, M.BRASS)) {
    // swivel knife: knurled barrel, yoke, blade
    put(capsule(U, y, V, -0.02, 0.0075, 0, 0.034, 0.0075, 0, 0.0072) + 0.00025 * sin(U * 2600), M.BRASS)
    put(capsule(U, y, V, 0.034, 0.0075, 0, 0.052, 0.0075, 0, 0.0032), M.STEEL)
    put(capsule(U, y, abs(V), 0.052, 0.0075, 0, 0.06, 0.0075, 0.011, 0.0026), M.STEEL)
    put(capsule(U, y, V, -0.02, 0.0075, 0, -0.036, 0.0065, 0, 0.0052, 0.003), M.STEEL)
    put(box(U + 0.044, y - 0.006, V, 0.009, 0.0012, 0.0048, 0.0006), M.STEEL)
  }
}
function others(x, y, z, put) {
  if (near(mallet, x, y, z, put, M.OAK)) {
    put(
      max(sqrt((y - 0.039) ** 2 + V * V) - 0.039 + 0.004 * ((U + 0.07) / 0.05) ** 2, abs(U + 0.07) - 0.055) *
        0.9,
      M.RAWHIDE,
    )
    put(
      smin(
        capsule(U, y, V, -0.02, 0.036, 0, 0.09, 0.026, 0, 0.011, 0.01),
        capsule(U, y, V, 0.09, 0.026, 0, 0.16, 0.021, 0, 0.012, 0.0155),
        0.02,
      ),
      M.OAK,
    )
  }
  if (near(bowl, x, y, z, put, M.CLAY)) {
    const r = sqrt(U * U + V * V)
    put(max(abs(r - 0.05 - 0.62 * y + 2.2 * y * y) - 0.0035, abs(y - 0.032) - 0.031) * 0.75, M.CLAY)
    put(max(r - 0.05, abs(y - 0.006) - 0.006), M.CLAY)
    put(max(r - 0.071, abs(y - 0.044) - 0.001), M.WATER)
    const wet = ellipsoid(U + 0.03, y - 0.055, V - 0.012, 0.038, 0.024, 0.03)
    put(wet < 0.02 ? (wet - 0.005 * n3(x * 90, y * 90, z * 90)) * 0.7 : wet * 0.7, M.SPONGE)
  }
  if (near(spool, x, y, z, put, M.OAK)) {
    put(
      min(cylinder(U, y - 0.005, V, 0.03, 0.005, 0.002), cylinder(U, y - 0.085, V, 0.03, 0.005, 0.002)),
      M.OAK,
    )
    put(cylinder(U, y - 0.045, V, 0.0245 + 0.001 * sin(y * 1500 + U * 80), 0.036, 0.003) * 0.8, M.THREAD)
  }
  if (near(buckle, x, y, z, put, M.SILVER)) {
    const q = sqrt(max(0, abs(U) - 0.014) ** 2 + max(0, abs(V) - 0.018) ** 2) - 0.012
    put(max(abs(q) - 0.0042, abs(y - 0.0055) - 0.0025) - 0.0012, M.SILVER)
    put(capsule(U, y, V, -0.024, 0.008, 0, 0.027, 0.0085, 0, 0.0024, 0.0016), M.SILVER)
  }
}
let d = 0,
  id = 0
const put = (q, m) => {
  if (q < d) {
    d = q
    id = m
  }
}
/** Distance to everything on the bench; sets hit.id. */
export function map(x, y, z) {
  d = 9
  bench(x, y, z, put)
  if (y < 0.22 && z < 1.75) {
    leather(x, y, z, put)
    steel(x, y, z, put)
    others(x, y, z, put)
  } else d = min(d, max(y - 0.19, 0.02))
  hit.id = id
  return d
}
