// A raven on the wing, built feather by feather in three dimensions and projected. Own frame: x towards the bill, y up, z to the right wing.
import { clamp, mix, ss, rng, mix3, mul3, add3, css, dot, norm } from './core.mjs'
const { sin, cos, pow, max, abs } = Math

/** Turns a point of the bird into the view: roll about x, pitch about z, heading about y (0 flies to the right). */
export const attitude = ({ heading = 0, pitch = 0, roll = 0 }) => {
  const [ch, sh, cp, sp, cr, sr] = [cos(heading), sin(heading), cos(pitch), sin(pitch), cos(roll), sin(roll)]
  return ([x, y, z]) => {
    const y1 = y * cr - z * sr,
      z1 = y * sr + z * cr,
      x2 = x * cp - y1 * sp,
      y2 = x * sp + y1 * cp
    return [x2 * ch + z1 * sh, y2, -x2 * sh + z1 * ch]
  }
}
/** One feather: root, direction (unit), length, width, how much the outer half narrows, camber of the vane. */
const feather = (root, dir, length, width, narrow = 0, lift = 0) => ({
  root,
  dir,
  length,
  width,
  narrow,
  lift,
})

/** Feathers of one wing (side 1 right, -1 left), back to front in painting order: secondaries, primaries, coverts. */
function wing(side, { spread = 1, raise = 0.16 }) {
  const up = (z) => 0.02 + raise * pow(z / 0.62, 1.5),
    at = (x, z) => [x, up(z), z],
    bone = (t) =>
      t < 0.62
        ? at(mix(0.085, 0.155, ss(0, 0.62, t)), mix(0.05, 0.31, t / 0.62))
        : at(mix(0.155, 0.1, (t - 0.62) / 0.38), mix(0.31, 0.41, (t - 0.62) / 0.38)),
    out = []
  for (let i = 0; i < 11; i++) {
    const t = mix(0.06, 0.64, i / 10),
      b = bone(t)
    out.push(
      feather(
        [b[0] - 0.03, b[1] - 0.004, b[2]],
        norm([-1, -0.05, mix(-0.12, 0.3, i / 10)]),
        mix(0.195, 0.225, i / 10),
        0.076,
        0,
        0,
      ),
    )
  }
  for (let i = 0; i < 10; i++) {
    const t = mix(0.66, 1, i / 9),
      b = bone(t),
      a = mix(0.36, 1.52 * spread, pow(i / 9, 0.86)), // angle from straight back to straight out
      tip = [0.25, 0.258, 0.268, 0.279, 0.291, 0.302, 0.306, 0.298, 0.272, 0.215][i]
    out.push(
      feather(
        [b[0] - 0.012, b[1], b[2]],
        norm([-cos(a), 0.06 + 0.3 * raise * (i / 9) * 4, sin(a)]),
        tip,
        mix(0.062, 0.043, i / 9),
        i > 4 ? 0.34 : 0.08,
        0.05 * (i / 9),
      ),
    )
  }
  for (const [row, from, n, len] of [
    [0, 0.03, 19, 0.108],
    [1, 0.02, 24, 0.068],
    [2, 0.0, 28, 0.042],
  ])
    for (let i = 0; i < n; i++) {
      const t = mix(0.05, 0.99, i / (n - 1)),
        b = bone(t),
        a = t < 0.62 ? mix(-0.1, 0.3, t / 0.62) : mix(0.3, 1.15, (t - 0.62) / 0.38)
      out.push({
        ...feather(
          [b[0] - from * 0.4 + 0.012, b[1] + 0.006 + 0.003 * row, b[2]],
          norm([-cos(a), -0.02, sin(a)]),
          len * (t > 0.9 ? 0.8 : 1),
          len * 0.3 + 0.026,
          0,
          0,
        ),
        covert: row + 1,
      })
    }
  return out.map((f) => ({
    ...f,
    root: [f.root[0], f.root[1], f.root[2] * side],
    dir: [f.dir[0], f.dir[1], f.dir[2] * side],
    side,
  }))
}
function tail() {
  const out = []
  for (const i of [5, -5, 4, -4, 3, -3, 2, -2, 1, -1, 0]) {
    const a = i * 0.052
    out.push({
      ...feather([-0.17, 0.004, i * 0.005], [-cos(a), -0.02, sin(a)], 0.23 - 0.0026 * i * i, 0.04, 0, 0),
      side: 1,
      tail: true,
    })
  }
  return out
}
/** Spine of head and body: x, y, radius. */
const SPINE = [
  [-0.23, 0.004, 0.024],
  [-0.17, 0.002, 0.046],
  [-0.09, -0.004, 0.07],
  [0, -0.008, 0.083],
  [0.07, -0.004, 0.079],
  [0.12, 0.004, 0.064],
  [0.155, 0.014, 0.054],
  [0.19, 0.022, 0.05],
  [0.218, 0.022, 0.042],
  [0.236, 0.018, 0.03],
]
const BILL = [
  [0.228, 0.02, 0.028],
  [0.256, 0.019, 0.0245],
  [0.283, 0.014, 0.0185],
  [0.304, 0.005, 0.0098],
  [0.315, -0.004, 0.0025],
]
/**
 * Paints a raven. project(point in metres, relative to the bird) -> [x, y, px per metre]; pose: attitude angles plus spread and raise of the wings;
 * light {sun (view space), key, sky, ground}: colours of the light from the sun, from above and from below.
 */
export function raven(g, project, pose, light) {
  const turn = attitude(pose),
    r = rng(3),
    depth = (f) => turn([f.root[0], f.root[1], f.root[2]])[2],
    shadeOf = (n, gloss, k) => {
      const key = abs(dot(n, light.sun)),
        up = 0.5 + 0.5 * n[1],
        half = norm([light.sun[0], light.sun[1], light.sun[2] - 1]),
        spec = pow(clamp(abs(dot(n, half))), 22) * gloss
      return [0, 1, 2].map(
        (j) =>
          [0.016, 0.0185, 0.027][j] * k * (light.key[j] * key + mix(light.ground[j], light.sky[j], up)) +
          spec * mix(light.key[j], light.sky[j], 0.75) * 0.34,
      )
    }
  const paint = (f) => {
    const across = norm([f.dir[2] * f.side, 0, -f.dir[0] * f.side]),
      n0 = norm([-f.dir[1] * f.dir[0] * 2, 1, -f.dir[1] * f.dir[2] * 2]),
      left = [],
      right = [],
      mid = [],
      steps = 12
    for (let i = 0; i <= steps; i++) {
      const t = 1 - pow(1 - i / steps, 2.2),
        w =
          f.width *
          0.5 *
          ss(-0.15, 0.25, t) *
          (1 - f.narrow * ss(0.42, 0.62, t)) *
          pow(max(0, 1 - pow(t, 9)), 0.5),
        bend = f.lift * t * t,
        p = [0, 1, 2].map((j) => f.root[j] + f.dir[j] * f.length * t + (j === 1 ? bend : 0))
      mid.push(project(turn(p)))
      left.push(project(turn([0, 1, 2].map((j) => p[j] + across[j] * w))))
      right.push(project(turn([0, 1, 2].map((j) => p[j] - across[j] * w))))
    }
    const n = turn(n0),
      facing = n[2] < 0 ? n : mul3(n, -1),
      even = f.covert ? 0.35 : 1,
      tone = 1 + even * 0.5 * (r() - 0.5),
      gloss = (f.covert ? 0.6 : 0.9) * (1 + even * 0.7 * (r() - 0.5)),
      lit = shadeOf(
        norm([facing[0] + 0.16 * across[0], facing[1], facing[2] + 0.16 * across[2]]),
        gloss,
        tone,
      ),
      dim = shadeOf(
        norm([facing[0] - 0.2 * across[0], facing[1] - 0.08, facing[2] - 0.2 * across[2]]),
        gloss * 0.6,
        tone * 0.8,
      ),
      fill = (edge, c) => {
        g.fillStyle = css(c)
        g.beginPath()
        edge.forEach((p, i) => (i ? g.lineTo(p[0], p[1]) : g.moveTo(p[0], p[1])))
        for (let i = mid.length - 1; i >= 0; i--) g.lineTo(mid[i][0], mid[i][1])
        g.closePath()
        g.fill()
        g.strokeStyle = css(c)
        g.lineWidth = 0.7
        g.stroke()
      }
    fill(left, lit)
    fill(right, dim)
    g.strokeStyle = css(mul3(dim, 0.5), f.covert ? 0.25 : 0.7)
    g.lineWidth = max(0.35, 0.0016 * mid[0][2])
    g.beginPath()
    mid.forEach((p, i) => (i ? g.lineTo(p[0], p[1]) : g.moveTo(p[0], p[1])))
    g.stroke()
    // the edge of the vane catches the sky and parts the feathers
    g.strokeStyle = css(add3(lit, light.sky, 0.022), f.covert ? 0.3 : 0.6)
    g.lineWidth = max(0.4, 0.0022 * mid[0][2])
    for (const side of [left, right]) {
      g.beginPath()
      side.forEach((p, i) => (i ? g.lineTo(p[0], p[1]) : g.moveTo(p[0], p[1])))
      g.stroke()
    }
  }
  const tube = (spine, side, gloss) => {
    for (let i = 0; i < spine.length - 1; i++)
      for (let k = 0; k < 30; k++) {
        const t = k / 30,
          [x, y, rad] = [0, 1, 2].map((j) => mix(spine[i][j], spine[i + 1][j], t)),
          [px, py, m] = project(turn([x, y, 0])),
          q = rad * m
        const top = shadeOf(norm([light.sun[0] * 0.6, 0.85, -0.5]), gloss, 1),
          low = shadeOf([0, -0.8, -0.6], 0, 0.6),
          gr = g.createLinearGradient(px + side * q * 0.5, py - q, px - side * q * 0.2, py + q)
        gr.addColorStop(0, css(top))
        gr.addColorStop(0.5, css(mix3(top, low, 0.75)))
        gr.addColorStop(1, css(low))
        g.fillStyle = gr
        g.beginPath()
        g.ellipse(px, py, q, q, 0, 0, 7)
        g.fill()
      }
  }
  /** Short plumes over the seam of body and wing, and the shaggy throat. */
  const plumes = () => {
    for (let i = 0; i < 260; i++) {
      const x = mix(-0.17, 0.2, r()),
        a = (r() - 0.5) * 2.6,
        k = SPINE.findIndex((p) => p[0] > x),
        [p, q] = [SPINE[k - 1], SPINE[k]],
        t = (x - p[0]) / (q[0] - p[0]),
        rad = mix(p[2], q[2], t) * 0.96,
        n = [0, cos(a), sin(a)],
        l = mix(0.018, 0.034, r()),
        A = project(turn([x, mix(p[1], q[1], t) + n[1] * rad, n[2] * rad])),
        B = project(turn([x - l, mix(p[1], q[1], t) + n[1] * rad * 0.98, n[2] * rad * 0.98]))
      if (turn(n)[2] > 0.1) continue
      g.strokeStyle = css(shadeOf(turn(n), 0.25 * r(), 0.7 + 0.6 * r()), 0.3)
      g.lineWidth = max(0.4, 0.0045 * A[2])
      g.beginPath()
      g.moveTo(A[0], A[1])
      g.lineTo(B[0], B[1])
      g.stroke()
    }
  }
  const wings = [wing(1, pose), wing(-1, pose)].sort((a, b) => depth(b[20]) - depth(a[20]))
  for (const f of wings[0]) paint(f)
  for (const f of tail()) paint(f)
  tube(SPINE, Math.sign(light.sun[0]), 0.16)
  tube(BILL, Math.sign(light.sun[0]), 0.5)
  plumes()
  const eye = project(turn([0.206, 0.037, -0.036 * Math.sign(turn([0, 0, 1])[2] || 1)]))
  g.fillStyle = css([0.16, 0.17, 0.2])
  g.beginPath()
  g.ellipse(eye[0], eye[1], 0.0035 * eye[2], 0.0035 * eye[2], 0, 0, 7)
  g.fill()
  for (const f of wings[1]) paint(f)
}
