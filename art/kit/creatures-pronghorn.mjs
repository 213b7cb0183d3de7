// Pronghorn as signed-distance bodies in their own frame (see animals.mjs).
import { mix, ss, n3 } from './core.mjs'
import { capsule, ellipsoid, smin, sphere } from './sdf.mjs'
import { part } from './animals.mjs'
const { abs, min, max } = Math

/** Pronghorn. pose: head 'up' | 'graze' | 'look', step -1..1, horns 0..1. */
export function pronghornBody(x, y, z, head, step, horns) {
  const az = abs(z)
  part.id = 0
  let d = ellipsoid(x - 0.22, y - 0.72, z, 0.3, 0.215, 0.155)
  d = smin(d, ellipsoid(x + 0.06, y - 0.72, z, 0.34, 0.19, 0.165), 0.12)
  d = smin(d, ellipsoid(x + 0.32, y - 0.75, z, 0.235, 0.195, 0.15), 0.12)
  d = smin(d, capsule(x, y, z, -0.42, 0.885, 0, 0.3, 0.87, 0, 0.055), 0.1)
  const n0 = [0.36, 0.8],
    n1 = head === 'graze' ? [0.66, 0.42] : head === 'look' ? [0.52, 1.16] : [0.56, 1.14],
    h1 = head === 'graze' ? [0.8, 0.12] : head === 'look' ? [0.7, 1.06] : [0.76, 1.03]
  d = smin(d, capsule(x, y, z, n0[0], n0[1], 0, n1[0], n1[1], 0, 0.145, 0.075), 0.09)
  let hd = smin(
    capsule(x, y, z, n1[0], n1[1] + 0.01, 0, h1[0], h1[1], 0, 0.078, 0.042),
    ellipsoid(x - n1[0] - 0.03, y - n1[1] - 0.01, z, 0.085, 0.075, 0.065),
    0.04,
  )
  d = smin(d, hd, 0.05)
  const back = head === 'graze' ? [0.05, 0.11] : [-0.03, 0.13],
    ear = capsule(
      x,
      y,
      az,
      n1[0] - 0.035,
      n1[1] + 0.055,
      0.045,
      n1[0] - 0.06 + back[0] * 0.3,
      n1[1] + 0.07 + back[1] * 0.55,
      0.125,
      0.028,
      0.008,
    )
  d = smin(d, ear, 0.015)
  if (horns > 0) {
    // up, a short prong forward, tip hooked back
    const bx = n1[0] + 0.005,
      by = n1[1] + 0.06,
      hx = head === 'graze' ? 0.16 : 0.02,
      hy = head === 'graze' ? 0.17 : 0.24,
      q = min(
        capsule(x, y, az, bx, by, 0.035, bx + hx * horns, by + hy * horns, 0.075, 0.026, 0.017),
        capsule(
          x,
          y,
          az,
          bx + hx * horns,
          by + hy * horns,
          0.075,
          bx + hx * 1.0 * horns - 0.05,
          by + hy * 1.32 * horns,
          0.065,
          0.016,
          0.006,
        ),
        capsule(
          x,
          y,
          az,
          bx + hx * 0.62 * horns,
          by + hy * 0.62 * horns,
          0.06,
          bx + hx * 0.62 * horns + 0.07,
          by + hy * 0.72 * horns,
          0.062,
          0.014,
          0.006,
        ),
      )
    if (q < d) {
      d = q
      part.id = 1
    }
  }
  const eye = sphere(x - n1[0] - 0.055, y - n1[1] - 0.02, az - 0.058, 0.019)
  if (eye < d) {
    d = eye
    part.id = 1
  }
  const s = 0.075 * step * (z > 0 ? 1 : -1)
  d = smin(
    d,
    min(
      capsule(x, y, az, 0.28, 0.6, 0.085, 0.3 + s, 0.33, 0.09, 0.07, 0.03),
      capsule(x, y, az, 0.3 + s, 0.33, 0.09, 0.29 + s * 1.9, 0.03, 0.09, 0.026, 0.019),
    ),
    0.045,
  )
  d = smin(
    d,
    min(
      capsule(x, y, az, -0.38, 0.7, 0.085, -0.46 - s * 0.6, 0.42, 0.09, 0.115, 0.038),
      capsule(x, y, az, -0.46 - s * 0.6, 0.42, 0.09, -0.41 - s * 1.8, 0.03, 0.09, 0.028, 0.019),
    ),
    0.05,
  )
  const hoof = min(
    capsule(x, y, az, 0.29 + s * 1.9, 0.035, 0.09, 0.31 + s * 1.9, 0.012, 0.09, 0.022),
    capsule(x, y, az, -0.41 - s * 1.8, 0.035, 0.09, -0.39 - s * 1.8, 0.012, 0.09, 0.022),
  )
  if (hoof < d) {
    d = hoof
    part.id = 1
  }
  return smin(d, capsule(x, y, z, -0.545, 0.8, 0, -0.6, 0.7, 0, 0.04, 0.02), 0.03)
}
/** Tan back, white belly, rump and throat bands, dark muzzle. */
export function pronghornCoat(x, y, z, head) {
  if (part.id === 1) return [0.018, 0.014, 0.012]
  const w = 0.02 * n3(x * 14, y * 14, z * 14)
  let a = [0.4, 0.215, 0.095]
  const belly = ss(0.7 + w, 0.63 + w, y + 0.1 * abs(x)) * ss(0.42, 0.34, abs(x)) * (y > 0.5 ? 1 : 0),
    rump = ss(-0.46 + w, -0.52 + w, x) * (y > 0.6 ? 1 : 0)
  const t = x > 0.36 && y > 0.6 && head !== 'graze' ? (y - 0.8) / 0.34 : -1,
    throat = t > 0 && x > 0.47 + 0.1 * t + w ? (t < 0.3 || (t > 0.5 && t < 0.78) ? 1 : 0) : 0
  const white = max(belly, rump, throat)
  if (white > 0) a = [mix(a[0], 0.82, white), mix(a[1], 0.74, white), mix(a[2], 0.62, white)]
  if (x > 0.66 && y > 0.95) a = [a[0] * 0.35, a[1] * 0.33, a[2] * 0.36]
  const k = 0.86 + 0.25 * n3(x * 20, y * 26, z * 20)
  return [a[0] * k, a[1] * k, a[2] * k]
}
