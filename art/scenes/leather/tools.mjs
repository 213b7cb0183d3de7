import { clamp } from '../../kit/core.mjs'
import { capsule, ellipsoid, nearer, smin } from '../../kit/sdf.mjs'
import { MATERIAL } from './places.mjs'
import { turned } from './turned.mjs'
const { abs, max, min, sqrt } = Math

const AWL = [0.1, 0.985, -0.55]
const KNIFE = [-0.16, 0.955, 0.5]
const MALLET = [0.4, 1.07, 0.25]

export function awl(d, x, y, z) {
  const [ax, az] = turned(x, z, AWL)
  if (abs(ax) >= 0.16 || abs(az) >= 0.05 || y >= 0.07)
    return min(d, max(sqrt(ax * ax + az * az) - 0.13, y - 0.06, 0.008))
  const handle = smin(
    ellipsoid(ax - 0.055, y - 0.026, az, 0.04, 0.0185, 0.0185),
    capsule(ax, y, az, 0.01, 0.021, 0, 0.055, 0.025, 0, 0.0085, 0.012),
    0.014,
  )
  const ferrule = capsule(ax, y, az, 0.004, 0.0205, 0, 0.016, 0.0215, 0, 0.0088)
  const point = capsule(ax, y, az, -0.085, 0.0085, 0, 0.006, 0.02, 0, 0.0007, 0.0028)
  return nearer(nearer(nearer(d, handle, MATERIAL.oak), ferrule, MATERIAL.brass), point, MATERIAL.steel)
}

/** The half-moon knife. */
export function knife(d, x, y, z) {
  const [kx, kz] = turned(x, z, KNIFE)
  if (abs(kx) >= 0.1 || kz <= -0.08 || kz >= 0.16 || y >= 0.07)
    return min(d, max(sqrt(kx * kx + (kz - 0.04) ** 2) - 0.15, y - 0.06, 0.008))
  const r = sqrt(kx * kx + kz * kz)
  const blade = max(
    r - 0.058,
    kz - 0.012,
    abs(y - 0.0095) - 0.001 * clamp((0.06 - r) / 0.012),
    -(sqrt((abs(kx) - 0.046) ** 2 + (kz - 0.026) ** 2) - 0.026),
  )
  const handle = smin(
    capsule(kx, y, kz, 0, 0.0125, 0.02, 0, 0.017, 0.045, 0.0075, 0.01),
    capsule(kx, y, kz, 0, 0.018, 0.05, 0, 0.02, 0.115, 0.0125, 0.0155),
    0.01,
  )
  const collar = capsule(kx, y, kz, 0, 0.0115, 0.012, 0, 0.0135, 0.028, 0.008)
  return nearer(nearer(nearer(d, blade * 0.8, MATERIAL.steel), handle, MATERIAL.dark), collar, MATERIAL.brass)
}

/** A rawhide mallet. */
export function mallet(d, x, y, z) {
  const [mx, mz] = turned(x, z, MALLET)
  if (abs(mx) >= 0.24 || abs(mz) >= 0.08 || y >= 0.1)
    return min(d, max(sqrt(mx * mx + mz * mz) - 0.21, y - 0.085, 0.012))
  const barrel = sqrt((y - 0.04) ** 2 + mz * mz) - 0.04 + 0.004 * ((mx + 0.06) / 0.05) ** 2
  const head = max(barrel, abs(mx + 0.06) - 0.055) * 0.9
  const handle = smin(
    capsule(mx, y, mz, -0.01, 0.036, 0, 0.1, 0.026, 0, 0.011, 0.01),
    capsule(mx, y, mz, 0.1, 0.026, 0, 0.17, 0.022, 0, 0.012, 0.0155),
    0.02,
  )
  return nearer(nearer(d, head, MATERIAL.rawhide), handle, MATERIAL.oak)
}
