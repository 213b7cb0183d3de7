// The long work table: bread on a board, dough and flour, eggs, chiles, enamel and a cloth over the edge.
import { fbm, fbm3, n2, rng, ss, TAU } from '../../kit/core.mjs'
import { box, capsule, ellipsoid, smin } from '../../kit/sdf.mjs'
import * as M from '../../kit/interior-surface.mjs'
import * as P from '../../kit/interior-props.mjs'
const { abs, cos, max, min, sin, sqrt } = Math

const TOP = 0.92,
  FROM = [-2.2, 0.72],
  TO = [1.12, 1.62]

/** The butcher-block top, with flour where the dough lies. */
function block() {
  const w = M.wood({
      tone: [0.5, 0.3, 0.155],
      axis: 'x',
      scale: 1.3,
      planks: 0.11,
      across: 'z',
      wax: 0.035,
      rough: 0.025,
    }),
    cx = (FROM[0] + TO[0]) / 2,
    cz = (FROM[1] + TO[1]) / 2,
    hx = (TO[0] - FROM[0]) / 2,
    hz = (TO[1] - FROM[1]) / 2
  const floured = {
    ...w,
    color: (x, y, z, o) => {
      w.color(x, y, z, o)
      const d = sqrt(((x + 0.62) / 0.42) ** 2 + ((z - 1.06) / 0.26) ** 2),
        f = 0.85 * ss(1.15, 0.2, d + 0.5 * fbm(x * 6, z * 6, 4)) * ss(-0.9, 0.6, n2(x * 34, z * 34) + 1.1 - d)
      for (let j = 0; j < 3; j++) o[j] += ([0.8, 0.77, 0.71][j] - o[j]) * f
    },
  }
  return [
    { d: (x, y, z) => box(x - cx, y - TOP + 0.04, z - cz, hx, 0.04, hz, 0.01), mat: floured },
    {
      d: (x, y, z) =>
        min(
          box(x - cx, y - TOP + 0.14, z - cz, hx - 0.1, 0.06, hz - 0.09, 0.008),
          box(x - TO[0] + 0.14, y - 0.42, abs(z - cz) - hz + 0.13, 0.055, 0.42, 0.055, 0.01),
          box(x - cx, y - 0.2, z - cz, hx - 0.12, 0.02, hz - 0.12, 0.006),
        ),
      mat: M.wood({ tone: [0.12, 0.2, 0.19], axis: 'x', scale: 1.4 }),
    },
  ]
}
/** A round loaf: flour in the score marks, dark at the ridges. */
function boule(x0, z0, y0, r, turn) {
  const c = cos(turn),
    s = sin(turn)
  const score = (x, z) => {
    const u = (x * c - z * s) / r,
      v = (x * s + z * c) / r
    return min(abs(u + 0.16 * v * v), abs(abs(v) - 0.3) + 0.18 * abs(u))
  }
  return {
    d: (x, y, z) => {
      const dx = x - x0,
        dz = z - z0,
        dy = y - y0 - r * 0.42,
        e = ellipsoid(dx, dy, dz, r, r * 0.62, r)
      if (e > 0.03) return e - 0.01
      const cut = 0.014 * ss(0.1, 0.0, score(dx, dz)) * ss(0, 0.06, dy)
      return max(e + cut - 0.004 * n2(dx * 26, dz * 26), -dy - r * 0.42) * 0.8
    },
    mat: {
      color: (x, y, z, o) => {
        const dx = x - x0,
          dz = z - z0,
          q = score(dx, dz),
          up = ss(y0, y0 + r * 0.9, y),
          bake = 1.2 - 0.5 * up + 0.3 * fbm3(dx * 11, y * 11, dz * 11, 3),
          flour =
            0.5 * ss(-0.1, 0.5, fbm3(dx * 34 + 3, y * 34, dz * 34, 4) + 0.6 * up - 0.38) * ss(0.05, 0.16, q),
          open = ss(0.1, 0.03, q) * ss(0.3, 0.6, up)
        const a = [0.4 * bake, 0.175 * bake, 0.058 * bake],
          b = [0.72, 0.5, 0.27]
        for (let j = 0; j < 3; j++) {
          o[j] = a[j] + (b[j] - a[j]) * open * 0.8
          o[j] += ([0.78, 0.72, 0.62][j] - o[j]) * flour
        }
      },
      bump: (x, y, z) => 0.0022 * fbm(x * 60 + y * 40, z * 60 - y * 40, 3),
    },
  }
}
/** Red chiles in a heap. */
function chiles(x0, z0, n, seed) {
  const r = rng(seed),
    mat = M.plain([0.42, 0.025, 0.014], { grain: 0.25, freq: 18, gloss: 0.05, rough: 0.04, bump: 0.001 }),
    stem = M.plain([0.12, 0.14, 0.04]),
    out = []
  for (let i = 0; i < n; i++) {
    const a = r() * TAU,
      x = x0 + (r() - 0.5) * 0.26,
      z = z0 + (r() - 0.5) * 0.16,
      y = TOP + 0.016 + (i > n * 0.6 ? 0.026 : 0),
      l = 0.05 + 0.02 * r(),
      b = a + 0.5
    const m = [x + cos(a) * l, y + 0.004, z + sin(a) * l],
      t = [m[0] + cos(b) * l * 1.1, y - 0.006, m[2] + sin(b) * l * 1.1]
    out.push({
      d: (px, py, pz) =>
        smin(
          capsule(px, py, pz, x, y, z, ...m, 0.016, 0.014),
          capsule(px, py, pz, ...m, ...t, 0.014, 0.003),
          0.008,
        ),
      mat,
    })
    out.push({
      d: (px, py, pz) =>
        capsule(px, py, pz, x, y, z, x - cos(a) * 0.035, y + 0.012, z - sin(a) * 0.035, 0.006, 0.003),
      mat: stem,
    })
  }
  return out
}
export function tableParts() {
  const white = M.enamel(),
    blue = M.enamel([0.03, 0.07, 0.18]),
    board = M.wood({ tone: [0.34, 0.18, 0.085], axis: 'x', scale: 1.6, wax: 0.03 }),
    pale = M.wood({ tone: [0.55, 0.36, 0.2], axis: 'x', scale: 3 }),
    egg = M.plain([0.66, 0.45, 0.3], { grain: 0.03, freq: 60 })
  const pitcher = P.vessel(
      [
        [0, 0.075],
        [0.05, 0.105],
        [0.17, 0.09],
        [0.26, 0.066],
        [0.31, 0.08],
      ],
      0.006,
    ),
    bowl = P.vessel(
      [
        [0, 0.065],
        [0.02, 0.08],
        [0.085, 0.15],
        [0.095, 0.156],
      ],
      0.006,
    ),
    pan = P.vessel(
      [
        [0, 0.15],
        [0.02, 0.165],
        [0.13, 0.17],
        [0.14, 0.178],
      ],
      0.006,
    )
  const out = [
    ...block(),
    { d: (x, y, z) => box(x - 0.14, y - TOP - 0.014, z - 1.16, 0.34, 0.014, 0.19, 0.012), mat: board },
    boule(0.03, 1.17, TOP + 0.028, 0.165, 0.5),
    boule(0.3, 1.3, TOP + 0.028, 0.13, 1.6),
    // dough under its flour, and the pin
    {
      d: (x, y, z) => max(ellipsoid(x + 0.66, y - TOP - 0.02, z - 1.1, 0.15, 0.075, 0.12), TOP - y) * 0.9,
      mat: M.plain([0.78, 0.7, 0.56], { grain: 0.03, freq: 14, bump: 0.0012 }),
    },
    {
      d: (x, y, z) => {
        const u = (x + 0.42) * 0.93 + (z - 0.92) * 0.37,
          v = -(x + 0.42) * 0.37 + (z - 0.92) * 0.93
        return min(
          capsule(u, y, v, -0.17, TOP + 0.028, 0, 0.17, TOP + 0.028, 0, 0.028),
          capsule(u, y, v, -0.26, TOP + 0.028, 0, 0.26, TOP + 0.028, 0, 0.012),
        )
      },
      mat: pale,
    },
    // pitcher
    {
      d: (x, y, z) =>
        min(pitcher(x + 1.12, y - TOP, z - 1.36), P.torusZ(x + 1.01, y - TOP - 0.17, z - 1.36, 0.06, 0.009)),
      mat: white,
    },
    { d: (x, y, z) => P.ring(x + 1.12, y - TOP - 0.31, z - 1.36, 0.079, 0.005), mat: blue },
    // bowl of eggs
    { d: (x, y, z) => bowl(x + 0.3, y - TOP, z - 1.42), mat: white },
    { d: (x, y, z) => P.ring(x + 0.3, y - TOP - 0.095, z - 1.42, 0.154, 0.005), mat: blue },
    ...[
      [-0.36, 0.08, 1.4, 0.5],
      [-0.25, 0.082, 1.39, 1.4],
      [-0.31, 0.08, 1.49, 2.4],
      [-0.22, 0.085, 1.48, 0.2],
      [-0.295, 0.115, 1.43, 1.0],
    ].map(([ex, ey, ez, a]) => ({
      d: (x, y, z) => {
        const u = (x - ex) * cos(a) + (z - ez) * sin(a),
          v = -(x - ex) * sin(a) + (z - ez) * cos(a)
        return ellipsoid(u, y - TOP - ey, v, 0.036, 0.027, 0.027)
      },
      mat: egg,
    })),
    // a copper pan with its iron handle
    { d: (x, y, z) => pan(x - 0.82, y - TOP, z - 1.34), mat: M.copper },
    {
      d: (x, y, z) => capsule(x, y, z, 0.98, TOP + 0.115, 1.31, 1.2, TOP + 0.16, 1.24, 0.012, 0.01),
      mat: M.iron,
    },
    ...chiles(0.62, 1.0, 12, 6),
    ...knife(),
    ...cloth(),
  ]
  return out
}
function knife() {
  const at = (x, z) => [(x - 0.25) * 0.97 + (z - 1.02) * 0.24, -(x - 0.25) * 0.24 + (z - 1.02) * 0.97],
    y0 = TOP + 0.03
  return [
    {
      d: (x, y, z) => {
        const [u, v] = at(x, z)
        return (
          max(box(u + 0.06, y - y0, v, 0.12, 0.0016, 0.02, 0.001), v * 0.9 - u * 0.32 - 0.072 + 0.02) * 0.9
        )
      },
      mat: M.steel,
    },
    {
      d: (x, y, z) => {
        const [u, v] = at(x, z)
        return box(u - 0.115, y - y0, v - 0.002, 0.06, 0.009, 0.013, 0.006)
      },
      mat: M.leather([0.06, 0.03, 0.018]),
    },
  ]
}
/** A striped towel that lies on the table and hangs over its front edge. */
function cloth() {
  const X = 0.86,
    edge = FROM[1]
  const stripes = M.woven(
    (x) => x - X + 0.19,
    0.38,
    [
      [0.1, [0.74, 0.7, 0.62]],
      [0.14, [0.05, 0.13, 0.24]],
      [0.2, [0.74, 0.7, 0.62]],
      [0.22, [0.05, 0.13, 0.24]],
      [0.78, [0.76, 0.72, 0.64]],
      [0.8, [0.05, 0.13, 0.24]],
      [0.86, [0.74, 0.7, 0.62]],
      [0.9, [0.05, 0.13, 0.24]],
      [1, [0.74, 0.7, 0.62]],
    ],
    520,
  )
  return [
    {
      d: (x, y, z) => {
        const fold = 0.012 * sin((x - X) * 22 + 1.2 * n2(z * 5, y * 5)) + 0.004 * n2(x * 12, (z + y) * 9),
          lie = box(x - X, y - TOP - 0.006 - abs(fold) * 0.4, z - edge - 0.1, 0.17, 0.005, 0.12, 0.004),
          drop = TOP - y,
          hang = box(
            x - X,
            y - TOP + 0.14,
            z - edge + 0.012 - fold * ss(0, 0.15, drop),
            0.17 - 0.03 * drop,
            0.145,
            0.005,
            0.004,
          )
        return min(lie, hang) * 0.75
      },
      mat: stripes,
    },
  ]
}
