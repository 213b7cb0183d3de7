import { clamp, ss } from '../../kit/core.mjs'
import { capsule, cylinder, ellipsoid, nearer, smin, torus } from '../../kit/sdf.mjs'
import { MATERIAL } from './places.mjs'
const { abs, exp, max, min, PI, pow, sin, sqrt } = Math

/** The flame. */
export const LAMP = [0.5, 0.165, 1.42]

/** A hurricane lantern without its glass. */
export function lantern(d, x, y, z) {
  const lx = x - LAMP[0]
  const lz = z - LAMP[2]
  const r = sqrt(lx * lx + lz * lz)
  if (r >= 0.15) return min(d, r - 0.1)
  const tank = smin(
    cylinder(lx, y - 0.028, lz, 0.075, 0.026, 0.012),
    cylinder(lx, y - 0.062, lz, 0.04, 0.012, 0.004),
    0.02,
  )
  const burner = min(
    cylinder(lx, y - 0.083, lz, 0.03, 0.01, 0.003),
    cylinder(lx, y - 0.262, lz, 0.04, 0.01, 0.004),
    cylinder(lx, y - 0.285, lz, 0.024, 0.016, 0.004),
    ellipsoid(lx, y - 0.305, lz, 0.034, 0.012, 0.034),
  )
  const frame = min(
    capsule(abs(lx), y, lz, 0.07, 0.03, 0, 0.083, 0.15, 0, 0.0055),
    capsule(abs(lx), y, lz, 0.083, 0.15, 0, 0.062, 0.275, 0, 0.0055),
    capsule(abs(lx), y, lz, 0.062, 0.275, 0, 0.02, 0.29, 0, 0.0055),
    torus(lx, y - 0.12, lz, 0.053, 0.002),
    torus(lx, y - 0.2, lz, 0.051, 0.002),
  )
  return nearer(d, min(tank, burner, frame), MATERIAL.brass)
}

/** Glass and flame, in front of what a ray meets at distance t: adds their light. */
export function glassAndFlame(cam, [vx, vy, vz], t, out) {
  const a = vx * vx + vz * vz
  const closest = -((-LAMP[0] * vx + -LAMP[2] * vz) / a)
  const y = cam.y + vy * closest
  const u = (vx * LAMP[2] - vz * LAMP[0]) / sqrt(a)
  const radius = 0.05 * (1 + 0.12 * sin(((y - 0.09) / 0.16) * PI))
  if (y <= 0.092 || y >= 0.255 || abs(u) >= radius || t <= closest - 0.06) return
  const edge = pow(abs(u) / radius, 7)
  const glow = exp(-((u / 0.02) ** 2 + ((y - 0.165) / 0.05) ** 2))
  out[0] += 0.1 * edge + 0.42 * glow
  out[1] += 0.075 * edge + 0.2 * glow
  out[2] += 0.05 * edge + 0.06 * glow
  flame(u, (y - 0.118) / 0.085, out)
  const shine = exp(-(((u + radius * 0.55) / 0.004) ** 2)) * ss(0.1, 0.13, y) * ss(0.25, 0.22, y)
  out[0] += 0.16 * shine
  out[1] += 0.18 * shine
  out[2] += 0.22 * shine
}

function flame(u, h, out) {
  const width = 0.0125 * sqrt(max(0, sin(clamp(h) ** 0.75 * PI))) * (1.1 - 0.55 * h)
  if (h <= 0 || h >= 1 || abs(u) >= width) return
  const k = 1 - (abs(u) / width) ** 2
  out[0] += 5 * k
  out[1] += 3.1 * k * (0.6 + 0.4 * k)
  out[2] += 1.1 * k * k
}
