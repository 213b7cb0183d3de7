// The breakfast table as a distance field: planks, benches, posts, enamel pots and mugs, plates, pancakes, a loaf, a bowl of peaches.
import { ss, n2, n3 } from '../../kit/core.mjs'
import { hit, box, smin, capsule, sphere, ellipsoid, cylinder } from '../../kit/sdf.mjs'
const { abs, sqrt, min, max, round, sin, cos } = Math

/** Materials, as map() leaves them in hit.id. */
export const M = {
  WOOD: 1,
  POST: 2,
  GROUND: 3,
  POT: 4,
  MUG: 5,
  COFFEE: 6,
  PLATE: 7,
  CAKE: 8,
  LOAF: 9,
  BOARD: 10,
  CLAY: 11,
  PEACH: 12,
  LINEN: 13,
  BUTTER: 14,
  HONEY: 15,
}
/** Middle, half length and height of the table in metres. */
export const TABLE = { x: -0.38, z: 4.3, half: 3.0, top: 0.775 }
/** Posts at the corners of the patio, height 2.85 m. */
export const POSTS = [
  [-2.7, 2.1],
  [-2.7, 7.6],
  [2.1, 7.6],
  [3.4, 3.2],
]
/** Pots: x, z on the table, turn, size. */
export const POTS = [
  [-0.07, -1.5, 2.85, 1.08],
  [-0.03, 0.62, 0.4, 0.95],
]
const turn = (x, z, a) => [x * cos(a) + z * sin(a), -x * sin(a) + z * cos(a)]

function pot(x, y, z) {
  const r = sqrt(x * x + z * z),
    side = r - 0.104 + 0.155 * y,
    body = max(side * 0.98, abs(y - 0.103) - 0.1) - 0.004
  let d = smin(body, ellipsoid(x, y - 0.2, z, 0.07, 0.036, 0.07), 0.008)
  d = min(d, sphere(x, y - 0.248, z, 0.0145))
  d = smin(d, capsule(x, y, z, 0.07, 0.065, 0, 0.145, 0.18, 0, 0.026, 0.013), 0.012)
  const grip = min(
    capsule(x, y, z, -0.07, 0.182, 0, -0.145, 0.172, 0, 0.009),
    capsule(x, y, z, -0.145, 0.172, 0, -0.158, 0.095, 0, 0.009),
    capsule(x, y, z, -0.158, 0.095, 0, -0.098, 0.042, 0, 0.009),
  )
  return smin(d, grip, 0.006)
}
function mug(x, y, z, out) {
  const r = sqrt(x * x + z * z),
    cup = max(abs(r - 0.042) - 0.003, abs(y - 0.044) - 0.042) - 0.001,
    base = max(r - 0.042, abs(y - 0.006) - 0.004),
    ear = max(abs(sqrt((x - 0.05) ** 2 + (y - 0.045) ** 2) - 0.024) - 0.0045, abs(z) - 0.006, 0.04 - x)
  const coffee = max(r - 0.04, abs(y - 0.066) - 0.002)
  out.id = coffee < min(cup, base) ? M.COFFEE : M.MUG
  return min(cup, base, ear, coffee)
}
const part = { id: 0 }
/** Places laid on both sides, 0.76 m apart; every one with a plate, a napkin and a mug, not set out with a ruler. */
function place(tx, y, tz, best) {
  const k = round(Math.min(3, Math.max(-3, tz / 0.8))),
    side = tx > 0 ? 1 : -1,
    h = sin(k * 12.9898 + side * 4.1) * 0.5,
    lx = abs(tx) - 0.36 + 0.012 * h,
    lz = tz - k * 0.8 - 0.05 * h,
    r = sqrt(lx * lx + lz * lz)
  let d = best.d
  const plate = max(abs(y - 0.008 - 0.022 * ss(0.085, 0.128, r)) - 0.0035, r - 0.13) * 0.85
  if (plate < d) {
    d = plate
    best.id = M.PLATE
    best.r = r
  }
  const [nx, nz] = turn(lx + 0.01, lz - 0.2, 0.3 * h),
    nap = box(nx, y - 0.008 - 0.004 * n2(nx * 30, nz * 30), nz, 0.09, 0.006, 0.042, 0.004)
  if (nap < d) {
    d = nap
    best.id = M.LINEN
  }
  const [mx, mz] = turn(lx + 0.2, lz + 0.14 + 0.03 * h, h * 5 + side),
    m = abs(mx) < 0.17 && abs(mz) < 0.17 ? mug(mx, y, mz, part) : sqrt(mx * mx + mz * mz) - 0.08 // bounds stay wide of the penumbra
  if (m < d) {
    d = m
    best.id = part.id
  }
  best.d = d
}
function middle(tx, y, tz, best) {
  const put = (d, id) => {
    if (d < best.d) {
      best.d = d
      best.id = id
    }
  }
  put(box(tx + 0.01, y - 0.0025, tz, 0.16, 0.003, TABLE.half - 0.2, 0.002), M.LINEN)
  POTS.forEach(([px, pz, a, s]) => {
    const ux = tx - px,
      uz = tz - pz
    if (ux * ux + uz * uz > 0.12) return put(sqrt(ux * ux + uz * uz) - 0.25, M.POT)
    const [x, z] = turn(ux / s, uz / s, a)
    put(pot(x, y / s, z) * s * 0.9, M.POT)
  })
  {
    // pancakes with butter
    const px = tx - 0.03,
      pz = tz + 0.98,
      r = sqrt(px * px + pz * pz)
    if (r < 0.25) {
      put(max(abs(y - 0.012 - 0.02 * ss(0.1, 0.15, r)) - 0.004, r - 0.15) * 0.85, M.PLATE)
      for (let i = 0; i < 5; i++)
        put(
          cylinder(
            px - 0.009 * sin(i * 2.3),
            y - 0.03 - i * 0.0175,
            pz - 0.009 * cos(i * 3.1),
            0.092 + 0.005 * sin(i * 5),
            0.0095,
            0.008,
          ),
          M.CAKE,
        )
      const [bx, bz] = turn(px, pz, 0.5)
      put(box(bx, y - 0.122, bz, 0.018, 0.009, 0.018, 0.004), M.BUTTER)
    }
  }
  {
    // loaf on a board
    const [x, z] = turn(tx + 0.02, tz + 0.22, 1.25)
    if (abs(x) < 0.34 && abs(z) < 0.24) {
      put(box(x, y - 0.012, z, 0.22, 0.011, 0.11, 0.008), M.BOARD)
      const cut =
        0.012 * ss(0.012, 0, abs((((((x + z * 0.5) / 0.062) % 1) + 1) % 1) - 0.5) * 0.062) * ss(0.05, 0.09, y)
      put(max(ellipsoid(x + 0.03, y - 0.055, z, 0.165, 0.066, 0.078) + cut, x - 0.09) * 0.8, M.LOAF)
      put(box(x - 0.115 - 0.2 * (y - 0.06), y - 0.078, z, 0.009, 0.055, 0.068, 0.009), M.LOAF)
    } else put(box(x, y - 0.06, z, 0.25, 0.08, 0.13), M.BOARD)
  }
  {
    // peaches
    const x = tx + 0.02,
      z = tz - 1.25,
      r2 = x * x + z * z
    if (r2 < 0.09) {
      put(
        max(
          ellipsoid(x, y - 0.09, z, 0.17, 0.088, 0.17),
          -ellipsoid(x, y - 0.115, z, 0.157, 0.083, 0.157),
          y - 0.1,
        ),
        M.CLAY,
      )
      for (const [fx, fy, fz] of [
        [-0.065, 0.098, 0.05],
        [0.068, 0.095, 0.03],
        [0, 0.1, -0.075],
        [0.01, 0.145, 0.005],
      ])
        put(sphere(x - fx, y - fy, z - fz, 0.055), M.PEACH)
    } else put(sqrt(r2) - 0.2, M.CLAY)
  }
  for (const [hx, hz] of [
    [-0.06, -2.02],
    [0.09, 1.72],
  ]) {
    const jar = smin(
      cylinder(tx - hx, y - 0.05, tz - hz, 0.038, 0.046, 0.012),
      cylinder(tx - hx, y - 0.104, tz - hz, 0.03, 0.012, 0.004),
      0.01,
    )
    put(jar, y < 0.082 ? M.HONEY : M.BOARD)
  }
}
const best = { d: 0, id: 0, r: 0 }
/** Distance from the middle of the plate that map() met last, for its blue rim. */
export const plateRadius = () => best.r
/** Distance to everything on the patio; sets hit.id. */
export function map(x, y, z) {
  let d = y - 0.01 * n2(x * 1.1, z * 1.1),
    id = M.GROUND
  const tx = x - TABLE.x,
    tz = z - TABLE.z,
    ax = abs(tx),
    near = box(tx, y - 0.6, tz, 1.2, 0.62, TABLE.half + 0.1)
  if (near > 0.3) {
    if (near < d) {
      d = near
      id = M.WOOD
    }
  } else {
    const plank = 0.004 * ss(0.47, 0.5, abs(((((tx / 0.21 + 0.1) % 1) + 1) % 1) - 0.5)),
      top = box(tx, y - 0.745, tz, 0.56, 0.03, TABLE.half, 0.008) + plank,
      k = round(Math.min(1, Math.max(-1, tz / 2.4))),
      leg = min(
        box(ax - 0.36, y - 0.36, tz - k * 2.4, 0.045, 0.36, 0.06, 0.01),
        box(tx, y - 0.66, tz - k * 2.4, 0.42, 0.04, 0.05, 0.01),
      ),
      slab = box(ax - 0.84, y - 0.44, tz, 0.16, 0.024, TABLE.half - 0.15, 0.01),
      foot = box(
        ax - 0.84,
        y - 0.21,
        tz - round(Math.min(2, Math.max(-2, tz / 1.3))) * 1.3,
        0.12,
        0.21,
        0.035,
        0.01,
      ),
      wood = min(top, leg, slab, foot)
    if (wood < d) {
      d = wood
      id = M.WOOD
    }
    if (y > 0.7 && y < 1.2) {
      best.d = d
      best.id = id
      place(tx, y - TABLE.top, tz, best)
      middle(tx, y - TABLE.top, tz, best)
      d = best.d
      id = best.id
    }
  }
  for (const [px, pz] of POSTS) {
    const bend = 0.025 * sin(y * 2.6 + pz),
      r = sqrt((x - px - bend) ** 2 + (z - pz) ** 2)
    if (r - 0.12 < d) {
      const p = max(r - 0.066 - 0.008 * n3(x * 5, y * 2.5, z * 5), y - 2.86) * 0.9
      if (p < d) {
        d = p
        id = M.POST
      }
    }
  }
  hit.id = id
  return d
}
