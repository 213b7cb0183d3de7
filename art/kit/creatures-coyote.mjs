// A coyote in winter coat at a trot, as a distance body in its own frame: x forward, y up, z sideways, metres. Shoulder height 0.58 m.
import { mix, ss, n3, fbm3 } from './core.mjs'
import { capsule, ellipsoid, smin, sphere } from './sdf.mjs'
import { part } from './animals.mjs'
const { abs, max, min } = Math

/** Joints of the legs at the trot's widest moment: [front, hind] for the side whose foreleg reaches out, then for the other side. */
const REACH = {
  front: [
    [0.2, 0.42, 0.062],
    [0.2, 0.3, 0.04],
    [0.3, 0.175, 0.021],
    [0.375, 0.05, 0.016],
    [0.405, 0.022, 0.019],
  ],
  hind: [
    [-0.2, 0.44, 0.095],
    [-0.19, 0.29, 0.05],
    [-0.345, 0.2, 0.025],
    [-0.395, 0.075, 0.016],
    [-0.375, 0.03, 0.018],
  ],
}
const GATHER = {
  front: [
    [0.19, 0.42, 0.062],
    [0.165, 0.3, 0.04],
    [0.17, 0.17, 0.021],
    [0.075, 0.1, 0.016],
    [0.06, 0.07, 0.018],
  ],
  hind: [
    [-0.2, 0.44, 0.095],
    [-0.1, 0.3, 0.05],
    [-0.175, 0.175, 0.024],
    [-0.075, 0.055, 0.016],
    [-0.045, 0.024, 0.019],
  ],
}
function leg(x, y, az, joints, z0, z1) {
  let d = 9
  for (let i = 1; i < joints.length; i++) {
    const [ax, ay, ar] = joints[i - 1],
      [bx, by, br] = joints[i],
      q = capsule(x, y, az, ax, ay, mix(z0, z1, (i - 1) / 4), bx, by, mix(z0, z1, i / 4), ar, br)
    d = i === 1 ? q : smin(d, q, 0.018)
  }
  return d
}
/** Distance to the coyote in metres; sets part.id 1 on eye and nose. */
export function coyoteBody(x, y, z) {
  const az = abs(z)
  part.id = 0
  let d = ellipsoid(x - 0.2, y - 0.445, z, 0.185, 0.132, 0.094)
  d = smin(d, ellipsoid(x + 0.03, y - 0.462, z, 0.22, 0.1, 0.084), 0.08)
  d = smin(d, ellipsoid(x + 0.21, y - 0.468, z, 0.135, 0.11, 0.086), 0.07)
  d = smin(d, capsule(x, y, z, -0.24, 0.545, 0, 0.2, 0.55, 0, 0.03), 0.06)
  d = smin(d, capsule(x, y, z, 0.26, 0.485, 0, 0.4, 0.585, 0, 0.1, 0.072), 0.06) // neck and ruff
  d = smin(d, ellipsoid(x - 0.31, y - 0.43, z, 0.075, 0.1, 0.07), 0.06)
  let head = smin(
    ellipsoid(x - 0.445, y - 0.605, z, 0.078, 0.06, 0.062),
    ellipsoid(x - 0.425, y - 0.585, az - 0.035, 0.05, 0.045, 0.035),
    0.03,
  )
  head = smin(head, capsule(x, y, z, 0.49, 0.595, 0, 0.605, 0.562, 0, 0.036, 0.019), 0.03)
  d = smin(d, head, 0.035)
  const ear = capsule(x, y, az, 0.42, 0.645, 0.036, 0.404, 0.752, 0.056, 0.039, 0.0075)
  d = smin(d, ear, 0.014)
  const eye = sphere(x - 0.487, y - 0.622, az - 0.047, 0.011),
    nose = sphere(x - 0.622, y - 0.562, z, 0.0155)
  const tail = smin(
    capsule(x, y, z, -0.31, 0.5, 0, -0.4, 0.41, 0.01, 0.036, 0.052),
    smin(
      capsule(x, y, z, -0.4, 0.41, 0.01, -0.47, 0.27, 0.02, 0.052, 0.054),
      capsule(x, y, z, -0.47, 0.27, 0.02, -0.505, 0.165, 0.025, 0.05, 0.012),
      0.03,
    ),
    0.03,
  )
  d = smin(d, tail, 0.03)
  const gait = z > 0 ? REACH : GATHER
  d = smin(d, leg(x, y, az, gait.front, 0.062, 0.05), 0.035)
  d = smin(d, leg(x, y, az, gait.hind, 0.06, 0.056), 0.04)
  // fur breaks the outline on the body, not on the shins
  if (d < 0.05)
    d -=
      (0.0065 * fbm3(x * 30, y * 34, z * 30, 3) + 0.003) *
      ss(0.2, 0.34, y + (x < -0.36 ? 0.2 : 0)) *
      ss(0.64, 0.58, y)
  const dark = min(eye, nose)
  if (dark < d) {
    d = dark
    part.id = 1
  }
  return d
}
/** Grizzled grey back, rust on legs, ears and muzzle, pale throat and belly, black tip of the tail. Linear albedo. */
export function coyoteCoat(x, y, z) {
  if (part.id === 1) return [0.012, 0.01, 0.009]
  const w = 0.045 * n3(x * 22, y * 16, z * 22),
    grizzle = 0.95 + 0.22 * n3(x * 60, y * 130, z * 60),
    back = ss(0.44 + w, 0.53 + w, y) * (x < 0.36 ? 1 : 0),
    belly = 0.75 * ss(0.42 + w, 0.345 + w, y) * ss(-0.2, -0.02, x) * ss(0.27, 0.34, y),
    throat = ss(0.27, 0.38, x + w) * ss(0.6 + w, 0.5 + w, y),
    rust = max(ss(0.3, 0.2, y) * (x > -0.4 ? 1 : 0), x > 0.5 ? 0.6 : 0, ss(0.65, 0.68, y))
  let a = [0.31, 0.225, 0.145]
  const to = (c, k) => {
    a = [0, 1, 2].map((j) => mix(a[j], c[j], k))
  }
  to([0.17, 0.145, 0.12], back * 0.85)
  to([0.47, 0.395, 0.3], max(belly, throat) * 0.9)
  to([0.36, 0.19, 0.09], rust * 0.8)
  if (x > 0.53 && y < 0.57) to([0.55, 0.48, 0.4], 0.8)
  if (x < -0.36) to([0.05, 0.045, 0.04], max(ss(0.26 + w, 0.2 + w, y), 0.75 * ss(0.46, 0.53, y)))
  return a.map((c) => c * grizzle)
}
