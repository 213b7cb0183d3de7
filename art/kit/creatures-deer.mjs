// Mule deer in grey autumn coats, as distance bodies in their own frame: x forward, y up, z sideways, metres. Shoulder height about 1 m.
import { mix, ss, n3 } from './core.mjs'
import { capsule, ellipsoid, smin, sphere } from './sdf.mjs'
import { part } from './animals.mjs'
const { abs, min, max, cos, sin } = Math

/** Corrections of the measures below: shorter in the back, longer in the leg. */
const SHORT = 0.88,
  TALL = 1.09
/** Poll (top of the neck), direction of the face and its turn to the side, for every pose of the head. */
const POSES = {
  up: { poll: [0.63, 1.29], face: [0.93, -0.37], yaw: 0 },
  watch: { poll: [0.57, 1.3], face: [0.95, -0.31], yaw: 1.15 },
  graze: { poll: [0.8, 0.4], face: [0.42, -0.91], yaw: 0 },
}
/** Distance to the head in its own frame: u along the face, v up from it, w sideways; sets part.id for horn, eye and nose. */
function head(u, v, w, antlers) {
  const aw = abs(w)
  let d = smin(
    ellipsoid(u - 0.04, v, w, 0.1, 0.078, 0.068),
    capsule(u, v, w, 0.08, -0.012, 0, 0.235, -0.035, 0, 0.058, 0.033),
    0.04,
  )
  d = smin(d, sphere(u - 0.245, v + 0.035, w, 0.033), 0.02)
  // the ears that give the mule deer its name: long, held out
  const ear = smin(
    capsule(u, v, aw, -0.03, 0.045, 0.05, -0.055, 0.1, 0.13, 0.022, 0.043),
    capsule(u, v, aw, -0.055, 0.1, 0.13, -0.07, 0.15, 0.2, 0.043, 0.009),
    0.02,
  )
  d = smin(d, ear, 0.018)
  part.id = 0
  const dark = min(sphere(u - 0.075, v - 0.022, aw - 0.062, 0.017), sphere(u - 0.268, v + 0.03, w, 0.02))
  if (dark < d) {
    d = dark
    part.id = 1
  }
  if (antlers > 0) {
    // every beam forks, and each half forks again
    const k = antlers,
      at = (a, b) =>
        capsule(
          u,
          v,
          aw,
          a[0] * k,
          0.05 + a[1] * k,
          0.035 + a[2] * k,
          b[0] * k,
          0.05 + b[1] * k,
          0.035 + b[2] * k,
          a[3],
          b[3],
        ),
      base = [0, 0, 0, 0.022],
      fork = [-0.05, 0.17, 0.13, 0.017],
      front = [0.05, 0.3, 0.2, 0.013],
      rear = [-0.13, 0.3, 0.22, 0.013],
      horn = min(
        at(base, fork),
        at(fork, front),
        at(fork, rear),
        at(front, [0.13, 0.41, 0.2, 0.006]),
        at(front, [0.02, 0.43, 0.26, 0.006]),
        at(rear, [-0.08, 0.43, 0.26, 0.006]),
        at(rear, [-0.2, 0.39, 0.27, 0.006]),
      )
    if (horn < d) {
      d = horn
      part.id = 2
    }
  }
  return d
}
/** pose 'up' | 'watch' | 'graze'; side: which way a watching deer turns its head (1 or -1); step -1..1; antlers 0 or their size. */
export function deerBody(alongBody, height, z, { pose = 'up', side = 1, step = 0, antlers = 0 }) {
  const x = alongBody / SHORT,
    y = height / TALL,
    az = abs(z),
    P = POSES[pose],
    [nx, ny] = P.poll
  let d = ellipsoid(x - 0.27, y - 0.83, z, 0.26, 0.196, 0.145)
  d = smin(d, ellipsoid(x + 0.06, y - 0.855, z, 0.34, 0.158, 0.148), 0.12)
  d = smin(d, ellipsoid(x + 0.37, y - 0.88, z, 0.225, 0.178, 0.138), 0.12)
  d = smin(d, capsule(x, y, z, -0.44, 0.995, 0, 0.28, 0.99, 0, 0.05), 0.1)
  d = smin(
    d,
    capsule(x, y, z, 0.38, 0.9, 0, nx - 0.02, ny - 0.03, 0, antlers ? 0.16 : 0.135, antlers ? 0.098 : 0.08),
    0.09,
  )
  const s = 0.085 * step * (z > 0 ? 1 : -1),
    fore = smin(
      capsule(x, y, az, 0.3, 0.7, 0.085, 0.32 + s, 0.4, 0.085, 0.075, 0.032),
      capsule(x, y, az, 0.32 + s, 0.4, 0.085, 0.31 + s * 1.9, 0.04, 0.085, 0.028, 0.02),
      0.02,
    ),
    hind = smin(
      smin(
        capsule(x, y, az, -0.4, 0.84, 0.085, -0.33 - s * 0.4, 0.62, 0.09, 0.13, 0.07),
        capsule(x, y, az, -0.33 - s * 0.4, 0.62, 0.09, -0.53 - s, 0.44, 0.088, 0.06, 0.033),
        0.05,
      ),
      capsule(x, y, az, -0.53 - s, 0.44, 0.088, -0.47 - s * 1.9, 0.04, 0.088, 0.029, 0.021),
      0.02,
    )
  d = smin(d, fore, 0.05)
  d = smin(d, hind, 0.06)
  d = smin(d, capsule(x, y, z, -0.575, 0.95, 0, -0.61, 0.79, 0, 0.035, 0.022), 0.03)
  const a = x - nx,
    b = y - ny,
    c = cos(P.yaw * side),
    q = sin(P.yaw * side),
    along = a * c + z * q,
    [fx, fy] = P.face,
    h = head(along * fx + b * fy, -along * fy + b * fx, -a * q + z * c, antlers),
    id = part.id
  part.id = h < d ? id : 0
  return SHORT * (id ? min(d, h) : smin(d, h, 0.05))
}
/** Grey-brown, with a pale rump patch, belly, throat and muzzle, and a black-tipped tail. Linear albedo. */
export function deerCoat(alongBody, height, z, { pose = 'up' }) {
  const x = alongBody / SHORT,
    y = height / TALL
  if (part.id === 1) return [0.012, 0.01, 0.009]
  if (part.id === 2) return [0.22, 0.15, 0.09]
  const w = 0.025 * n3(x * 14, y * 14, z * 14),
    [nx, ny] = POSES[pose].poll,
    rump = ss(-0.53 + w, -0.58 + w, x) * ss(0.72, 0.78, y),
    belly = ss(0.74 + w, 0.69 + w, y) * ss(0.26, 0.16, abs(x + 0.03)) * ss(0.56, 0.62, y),
    throat = pose === 'graze' ? 0 : ss(0.16, 0.1, Math.hypot(x - nx - 0.07, y - ny + 0.17)),
    leg = ss(0.6, 0.5, y) * (pose === 'graze' && x > 0.5 ? 0 : 1),
    face =
      ss(0.12, 0.2, Math.hypot(x - nx, y - ny)) *
      (x > nx - 0.02 || pose === 'watch' ? 1 : 0) *
      (pose === 'graze' ? ss(0.4, 0.3, y) : ss(ny - 0.2, ny - 0.12, y))
  let a = [0.25, 0.185, 0.13]
  const to = (c, k) => {
    a = [0, 1, 2].map((j) => mix(a[j], c[j], k))
  }
  to([0.19, 0.14, 0.1], ss(0.88, 1.0, y) * (x < 0.4 ? 0.7 : 0))
  to([0.33, 0.22, 0.13], leg * 0.6)
  to([0.6, 0.54, 0.46], max(rump, belly * 0.7, throat * 0.8))
  to([0.42, 0.36, 0.3], face * 0.6)
  if (x < -0.585 && y < 0.84 && y > 0.72) to([0.02, 0.017, 0.015], 0.9)
  const k = 0.92 + 0.18 * n3(x * 34, y * 44, z * 34)
  return a.map((c) => c * k)
}
