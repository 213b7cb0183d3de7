// Cattle, and how every animal is drawn: a signed-distance body in its own frame (x forward, y up, z sideways and mirrored; metres).
import { n2, fbm } from './core.mjs'
import { capsule, ellipsoid, smin, sphere } from './sdf.mjs'
const { abs, min, sqrt } = Math
export const part = { id: 0 } // 0 coat, 1 horn/hoof/eye dark, 2 muzzle

/** Beef cow. pose: graze 0/1, step -1..1. */
export function cowBody(x, y, z, graze, step) {
  const az = abs(z)
  part.id = 0
  let d = ellipsoid(x - 0.46, y - 1.0, z, 0.46, 0.4, 0.3)
  d = smin(d, ellipsoid(x + 0.08, y - 0.95, z, 0.62, 0.41, 0.35), 0.16)
  d = smin(d, ellipsoid(x + 0.66, y - 1.04, z, 0.4, 0.36, 0.29), 0.16)
  d = smin(d, capsule(x, y, z, -0.85, 1.27, 0, 0.55, 1.31, 0, 0.1), 0.18)
  d = smin(d, ellipsoid(x - 0.74, y - 0.82, z, 0.2, 0.26, 0.16), 0.14)
  const n1 = graze ? [1.2, 0.66] : [1.14, 1.36],
    h1 = graze ? [1.32, 0.24] : [1.45, 1.11]
  d = smin(d, capsule(x, y, z, 0.72, 1.16, 0, n1[0], n1[1], 0, 0.27, 0.16), 0.14)
  let head = smin(
    capsule(x, y, z, n1[0], n1[1], 0, h1[0], h1[1], 0, 0.158, 0.108),
    ellipsoid(x - h1[0], y - h1[1], z, 0.115, 0.1, 0.112),
    0.05,
  )
  const ux = h1[0] - n1[0],
    uy = h1[1] - n1[1],
    ul = sqrt(ux * ux + uy * uy),
    fx = ux / ul,
    fy = uy / ul // head axis
  head = smin(
    head,
    ellipsoid(
      x - n1[0] - fx * 0.1 + fy * 0.05,
      y - n1[1] - fy * 0.1 - fx * 0.05 + 0.1,
      az - 0.1,
      0.07,
      0.06,
      0.05,
    ),
    0.05,
  ) // brow
  d = smin(d, head, 0.08)
  const ex = n1[0] - fx * 0.01,
    ey = n1[1] + (graze ? 0.1 : 0.07),
    ear = capsule(x, y, az, ex, ey, 0.11, ex - 0.03, ey - 0.015, 0.24, 0.035, 0.055) * 0.9,
    tip = capsule(x, y, az, ex - 0.03, ey - 0.015, 0.24, ex - 0.05, ey - 0.07, 0.33, 0.055, 0.02)
  d = smin(d, min(ear, tip), 0.03)
  const eye = sphere(
    x - n1[0] - fx * 0.14 + fy * 0.035,
    y - n1[1] - fy * 0.14 - fx * 0.035,
    az - 0.122,
    0.022,
  )
  if (eye < d) {
    d = eye
    part.id = 1
  }
  const s = 0.1 * step * (z > 0 ? 1 : -1)
  d = smin(
    d,
    min(
      capsule(x, y, az, 0.5, 0.82, 0.16, 0.5 + s, 0.42, 0.17, 0.135, 0.075),
      capsule(x, y, az, 0.5 + s, 0.42, 0.17, 0.52 + s * 1.7, 0.05, 0.17, 0.066, 0.055),
    ),
    0.07,
  )
  d = smin(
    d,
    min(
      capsule(x, y, az, -0.72, 0.92, 0.15, -0.8 - s, 0.5, 0.17, 0.19, 0.085),
      capsule(x, y, az, -0.8 - s, 0.5, 0.17, -0.74 - s * 1.6, 0.05, 0.17, 0.07, 0.055),
    ),
    0.08,
  )
  const hoof = min(
    capsule(x, y, az, 0.54 + s * 1.7, 0.05, 0.17, 0.55 + s * 1.7, 0.02, 0.17, 0.062),
    capsule(x, y, az, -0.72 - s * 1.6, 0.05, 0.17, -0.71 - s * 1.6, 0.02, 0.17, 0.062),
  )
  if (hoof < d) {
    d = hoof
    part.id = 1
  }
  d = smin(
    d,
    min(
      capsule(x, y, z, -1.0, 1.22, 0, -1.1, 0.72, 0.03, 0.045, 0.022),
      ellipsoid(x + 1.11, y - 0.6, z - 0.03, 0.05, 0.16, 0.05),
    ),
    0.03,
  )
  const udder = ellipsoid(x + 0.42, y - 0.62, z, 0.16, 0.13, 0.13)
  return smin(d, udder, 0.08)
}
/** Hereford / Angus / buckskin coats, linear albedo. */
export const COATS = [
  [0.2, 0.06, 0.026],
  [0.026, 0.021, 0.019],
  [0.34, 0.2, 0.1],
]
export function cowCoat(coat, x, y, z, graze, idx) {
  if (part.id === 1) return [0.02, 0.016, 0.014]
  let a = COATS[coat]
  if (
    coat === 0 &&
    ((graze ? x > 1.16 && y < 0.62 : x > 1.2) ||
      y < 0.26 ||
      (y < 0.64 + 0.1 * n2(x * 3, idx) && abs(x) < 0.55 && y > 0.4) ||
      (!graze && x > 0.62 && y < 0.9 + 0.1 * n2(x * 6, idx) && x < 0.98 && abs(y - 0.8) < 0.3))
  )
    a = [0.72, 0.56, 0.4]
  const tipMuzzle = graze ? y < 0.2 && x > 1.1 : x > 1.5 && y < 1.2
  if (tipMuzzle) a = coat === 1 ? [0.03, 0.024, 0.022] : [0.5, 0.3, 0.24]
  const k = 0.82 + 0.35 * fbm(x * 5 + idx, y * 7, 3)
  return [a[0] * k, a[1] * k, a[2] * k]
}
/**
 * Draw one animal into the frame. body(x,y,z) in the animal's frame; light(n, albedo, local, world, d) -> colour.
 * place {x, y, z, scale, heading}; 4 rays per pixel.
 */
export function drawAnimal(R, frame, cam, place, body, reach, height, shade) {
  const { x: cx, z: cz, y: gy, scale: sc, heading } = place,
    c = Math.cos(heading),
    s = Math.sin(heading),
    k = cam.f / cz,
    P = [cam.cx + k * cx, cam.hor - k * (gy - cam.y)]
  const x0 = Math.floor(P[0] - reach * sc * k),
    x1 = Math.ceil(P[0] + reach * sc * k),
    y0 = Math.floor(P[1] - height * sc * k),
    y1 = Math.ceil(P[1] + 0.1 * sc * k),
    e = 0.006
  const at = (X, Y, Z) => {
      const rx = (X - cx) / sc,
        rz = (Z - cz) / sc
      return sc * body(rx * c + rz * s, (Y - gy) / sc, -rx * s + rz * c)
    },
    n = [0, 0, 0]
  for (let py = Math.max(0, y0); py < Math.min(R.H, y1); py++)
    for (let px = Math.max(0, x0); px < Math.min(R.W, x1); px++) {
      let A = 0,
        r = 0,
        g = 0,
        b = 0
      for (let q = 0; q < 4; q++) {
        const dx = (px + (q & 1 ? 0.75 : 0.25) - cam.cx) / cam.f,
          dy = -(py + (q & 2 ? 0.75 : 0.25) - cam.hor) / cam.f,
          il = 1 / sqrt(dx * dx + dy * dy + 1)
        let t = (cz - reach * 1.2 * sc) / il
        for (let i = 0; i < 60; i++) {
          const X = dx * il * t,
            Y = cam.y + dy * il * t,
            Z = il * t,
            m = at(X, Y, Z)
          if (m < 0.0012 * sc + 0.00012 * t) {
            const id0 = part.id,
              a = e * sc,
              nx = at(X + a, Y, Z) - at(X - a, Y, Z),
              ny = at(X, Y + a, Z) - at(X, Y - a, Z),
              nz = at(X, Y, Z + a) - at(X, Y, Z - a),
              l = 1 / (sqrt(nx * nx + ny * ny + nz * nz) || 1)
            n[0] = nx * l
            n[1] = ny * l
            n[2] = nz * l
            part.id = id0
            const rx = (X - cx) / sc,
              rz = (Z - cz) / sc,
              col = shade(
                n,
                [rx * c + rz * s, (Y - gy) / sc, -rx * s + rz * c],
                [X, Y, Z],
                [dx * il, dy * il, il],
              )
            A += 0.25
            r += col[0] * 0.25
            g += col[1] * 0.25
            b += col[2] * 0.25
            break
          }
          t += m * 0.85
          if (Z > cz + reach * 1.3 * sc) break
        }
      }
      if (A > 0) frame.over(px, py, [r / A, g / A, b / A], A)
    }
}
