// Signed-distance primitives and a small sphere tracer. map(x,y,z) returns metres and sets hit.id (material).
import { clamp } from './core.mjs'
export const hit = { id: 0 }
/** The smaller of two distances; when it is the second, its material is what was hit. */
export function nearer(d, other, material) {
  if (other >= d) return d
  hit.id = material
  return other
}
const { sqrt, abs, max, min } = Math
export function box(x, y, z, bx, by, bz, r = 0) {
  const qx = abs(x) - bx + r,
    qy = abs(y) - by + r,
    qz = abs(z) - bz + r
  const ax = qx > 0 ? qx : 0,
    ay = qy > 0 ? qy : 0,
    az = qz > 0 ? qz : 0,
    m = max(qx, qy, qz)
  return sqrt(ax * ax + ay * ay + az * az) + (m < 0 ? m : 0) - r
}
export const sphere = (x, y, z, r) => sqrt(x * x + y * y + z * z) - r
export const smin = (a, b, k) => {
  const h = clamp(0.5 + (0.5 * (b - a)) / k)
  return b + (a - b) * h - k * h * (1 - h)
}
/** Tapered capsule from (ax,ay,az) radius ra to (bx,by,bz) radius rb. */
export function capsule(x, y, z, ax, ay, az, bx, by, bz, ra, rb = ra) {
  bx -= ax
  by -= ay
  bz -= az
  x -= ax
  y -= ay
  z -= az
  const t = clamp((x * bx + y * by + z * bz) / (bx * bx + by * by + bz * bz)),
    dx = x - bx * t,
    dy = y - by * t,
    dz = z - bz * t
  return sqrt(dx * dx + dy * dy + dz * dz) - (ra + (rb - ra) * t)
}
export function ellipsoid(x, y, z, rx, ry, rz) {
  const a = x / rx,
    b = y / ry,
    c = z / rz,
    k0 = sqrt(a * a + b * b + c * c),
    d = a / rx,
    e = b / ry,
    f = c / rz,
    k1 = sqrt(d * d + e * e + f * f)
  return k1 < 1e-6 ? -min(rx, ry, rz) : (k0 * (k0 - 1)) / k1
}
/** Upright cylinder, half height h, rounded by r. */
export function cylinder(x, y, z, R, h, r = 0) {
  const a = sqrt(x * x + z * z) - R + r,
    b = abs(y) - h + r,
    ax = a > 0 ? a : 0,
    by = b > 0 ? b : 0,
    m = max(a, b)
  return sqrt(ax * ax + by * by) + (m < 0 ? m : 0) - r
}
export function torus(x, y, z, R, r) {
  const q = sqrt(x * x + z * z) - R
  return sqrt(q * q + y * y) - r
}

/** March from (ox,oy,oz) along the unit direction; returns t or -1. */
export function trace(
  map,
  ox,
  oy,
  oz,
  dx,
  dy,
  dz,
  t = 0.02,
  tmax = 100,
  eps = 0.0008,
  steps = 180,
  relax = 0.9,
) {
  for (let i = 0; i < steps && t < tmax; i++) {
    const d = map(ox + dx * t, oy + dy * t, oz + dz * t)
    if (d < eps * t) return t
    t += d * relax
  }
  return -1
}
/** Surface normal (tetrahedron differences) into n[0..2]. */
export function normalAt(map, x, y, z, e, n) {
  const a = map(x + e, y - e, z - e),
    b = map(x - e, y - e, z + e),
    c = map(x - e, y + e, z - e),
    d = map(x + e, y + e, z + e)
  const nx = a - b - c + d,
    ny = -a - b + c + d,
    nz = -a + b - c + d,
    l = 1 / (sqrt(nx * nx + ny * ny + nz * nz) || 1)
  n[0] = nx * l
  n[1] = ny * l
  n[2] = nz * l
}
/** Soft shadow towards a light at distance dist; k = penumbra sharpness. */
export function shadow(map, x, y, z, dx, dy, dz, dist, k = 9, t = 0.05, steps = 40, maxStep = 1.5) {
  let s = 1
  for (let i = 0; i < steps && t < dist; i++) {
    const d = map(x + dx * t, y + dy * t, z + dz * t),
      q = (k * d) / t
    if (q < s) s = q
    if (s < 0.01) return 0
    t += d < 0.015 ? 0.015 : d > maxStep ? maxStep : d
  }
  s = clamp(s)
  return s * s * (3 - 2 * s)
}
/** Cheap ambient occlusion along the normal. */
export function occlusion(map, x, y, z, nx, ny, nz, reach = 0.22, k = 1.6) {
  let s = 0
  for (let i = 1; i <= 4; i++) {
    const q = i * reach
    s += (q - map(x + nx * q, y + ny * q, z + nz * q)) / (1 << i)
  }
  return clamp(1 - (k * s) / (reach / 0.22))
}
