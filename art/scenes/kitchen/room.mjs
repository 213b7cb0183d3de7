// The kitchen's shell and what is built in: counter, tiles, range under a plaster hood, shelves of enamelware, sink and sill.
import { box, capsule, cylinder, smin, sphere } from '../../kit/sdf.mjs'
import * as M from '../../kit/interior-surface.mjs'
import * as Shell from '../../kit/interior-shell.mjs'
import * as P from '../../kit/interior-props.mjs'
const { abs, max, min, round } = Math
const clampTo = (v, a, b) => max(a, min(b, v))

export const ROOM = [-3.0, -0.4, -1.6, 3.2, 3.05, 3.2],
  DEPTH = 0.52,
  BOUNDS = [ROOM[0] - DEPTH, -0.02, ROOM[2], ROOM[3] + DEPTH, ROOM[4] + 0.05, ROOM[5] + DEPTH]
export const OPENINGS = [
  { wall: 'back', at: [-0.72, 1.78], w: 0.74, h: 0.62 },
  { wall: 'left', at: [0.1, 1.62], w: 0.7, h: 0.7 },
  { wall: 'right', at: [-0.3, 1.62], w: 0.6, h: 0.7 },
]
const RANGE = { x: 1.72, half: 0.72 },
  SILL = 1.135

/** The hood: a plaster bell that narrows to the ceiling. */
function hood(x, y, z, s) {
  if (y < 1.6) return min(s, max(0.25, 1.8 - y))
  const k = 1 - 0.34 * clampTo((y - 1.95) / 1.0, 0, 1),
    body = box((x - RANGE.x) / k, y - 2.6, (z - 3.3) / k, 0.92, 0.68, 0.86, 0.09) * 0.62
  return smin(s, body, 0.12)
}
export function roomParts() {
  const wall = M.plaster([0.78, 0.66, 0.53]),
    oak = M.wood({ tone: [0.3, 0.17, 0.085], axis: 'x', scale: 1.2 })
  return [
    Shell.hollow({ room: ROOM, openings: OPENINGS, depth: DEPTH, mat: wall, extra: hood }),
    { d: (x, y) => y, mat: M.saltillo({ size: 0.3, tone: [0.3, 0.15, 0.085] }) },
    Shell.vigas({
      axis: 'z',
      y: 2.72,
      radius: 0.105,
      centre: 0.15,
      spacing: 0.95,
      from: -4,
      to: 3,
      mat: Shell.beamWood('z'),
    }),
    Shell.latillas({ axis: 'x', y: 2.88 }),
    ...OPENINGS.map((o) =>
      Shell.casement(ROOM, o, {
        inset: 0.36,
        mat: M.plain([0.09, 0.2, 0.21], { grain: 0.12, freq: 30, gloss: 0.02 }),
      }),
    ),
    { d: (x, y, z) => box(x - RANGE.x, y - 1.965, z - 2.47, 0.95, 0.05, 0.045, 0.012), mat: oak },
    ...counter(),
    ...range(),
    ...shelves(oak),
    ...sill(),
  ]
}
function counter() {
  const base = M.plaster([0.74, 0.62, 0.49]),
    slab = M.plain([0.16, 0.13, 0.115], { grain: 0.14, freq: 14, gloss: 0.045, rough: 0.025 })
  const left = RANGE.x - RANGE.half - 0.02,
    right = RANGE.x + RANGE.half + 0.02
  const run = (y, hy, front, r) => (x, py, z) =>
    min(
      box(x - (ROOM[0] + left) / 2, py - y, z - 2.95, (left - ROOM[0]) / 2, hy, front, r),
      box(x - (ROOM[3] + right) / 2, py - y, z - 2.95, (ROOM[3] - right) / 2, hy, front, r),
    )
  return [
    { d: run(0.42, 0.44, 0.34, 0.04), mat: base },
    { d: run(0.885, 0.028, 0.39, 0.012), mat: slab },
    { d: (x, y, z) => box(x + 0.02, y - 1.01, z - 3.22, 3.4, 0.092, 0.045, 0.004), mat: M.talavera(0.1) },
    {
      d: (x, y, z) => box(x - RANGE.x, y - 1.4, z - 3.22, RANGE.half, 0.5, 0.05, 0.004),
      mat: M.talavera(0.1),
    },
  ]
}
/** A six-burner range: black enamel, steel top, brass rail and knobs; a copper stockpot and a blue enamel pot on it. */
function range() {
  const body = M.plain([0.028, 0.034, 0.038], { grain: 0.03, gloss: 0.05, rough: 0.03 }),
    lx = (x) => x - RANGE.x
  const stock = P.vessel([
      [0, 0.19],
      [0.03, 0.2],
      [0.3, 0.2],
      [0.31, 0.21],
    ]),
    blue = P.vessel([
      [0, 0.13],
      [0.03, 0.15],
      [0.17, 0.16],
      [0.18, 0.168],
    ])
  const sx = 1.34,
    bx = 2.02,
    z0 = 2.84,
    top = 0.955
  return [
    {
      d: (x, y, z) =>
        min(
          box(lx(x), y - 0.45, z - 2.93, RANGE.half, 0.44, 0.36, 0.012),
          box(abs(lx(x)) - 0.36, y - 0.42, z - 2.575, 0.31, 0.25, 0.012, 0.01),
        ),
      mat: body,
    },
    { d: (x, y, z) => box(lx(x), y - 0.905, z - 2.92, RANGE.half + 0.012, 0.016, 0.39, 0.006), mat: M.steel },
    {
      d: (x, y, z) => {
        const a = lx(x) - clampTo(round(lx(x) / 0.46), -1, 1) * 0.46,
          bars = abs(a - clampTo(round(a / 0.09), -2, 2) * 0.09) - 0.008
        return max(bars, abs(a) - 0.2, abs(y - 0.937) - 0.012, abs(z - 2.9) - 0.3) * 0.9
      },
      mat: M.iron,
    },
    {
      d: (x, y, z) => {
        const k = clampTo(round(lx(x) / 0.2), -3, 3) * 0.2
        return min(
          capsule(lx(x), y, z, -0.66, 0.74, 2.5, 0.66, 0.74, 2.5, 0.014),
          capsule(abs(lx(x)), y, z, 0.6, 0.74, 2.5, 0.6, 0.74, 2.58, 0.01),
          cylinder(lx(x) - k, z - 2.55, y - 0.825, 0.03, 0.022, 0.008),
        )
      },
      mat: M.brass,
    },
    { d: (x, y, z) => stock(x - sx, y - top, z - z0), mat: M.copper },
    {
      d: (x, y, z) =>
        min(
          P.torusX(x - sx - 0.21, y - top - 0.23, z - z0, 0.04, 0.009),
          P.torusX(x - sx + 0.21, y - top - 0.23, z - z0, 0.04, 0.009),
        ),
      mat: M.brass,
    },
    { d: (x, y, z) => blue(x - bx, y - top, z - z0), mat: M.enamel([0.03, 0.085, 0.2]) },
    {
      d: (x, y, z) =>
        min(
          smin(
            cylinder(x - bx, y - top - 0.192, z - z0, 0.165, 0.01, 0.006),
            sphere(x - bx, y - top - 0.14, z - z0, 0.085),
            0.08,
          ),
          sphere(x - bx, y - top - 0.245, z - z0, 0.02),
        ),
      mat: M.enamel([0.03, 0.085, 0.2]),
    },
  ]
}
/** Two shelves left of the window: enamel mugs, plates on edge, jars. */
function shelves(oak) {
  const X = -2.36,
    out = [
      {
        d: (x, y, z) =>
          min(
            box(x - X, y - 1.5, z - 3.08, 0.56, 0.018, 0.14, 0.004),
            box(x - X, y - 1.92, z - 3.08, 0.56, 0.018, 0.14, 0.004),
            capsule(abs(x - X), y, z, 0.45, 1.48, 2.99, 0.45, 1.36, 3.2, 0.014),
            capsule(abs(x - X), y, z, 0.45, 1.9, 2.99, 0.45, 1.78, 3.2, 0.014),
          ),
        mat: oak,
      },
    ]
  const white = M.enamel(),
    rim = M.enamel([0.03, 0.06, 0.16])
  for (let i = 0; i < 5; i++) {
    const at = [X - 0.44 + i * 0.19, 1.518, 3.04]
    out.push(...P.place(P.mug(i === 3 ? rim : white, 1.15), at, 0.6 + i * 0.5, 0.14, [0, 0.05, 0]))
  }
  const crock = P.vessel([
      [0, 0.08],
      [0.03, 0.095],
      [0.2, 0.095],
      [0.24, 0.075],
      [0.26, 0.08],
    ]),
    jar = P.vessel([
      [0, 0.055],
      [0.02, 0.065],
      [0.15, 0.065],
      [0.18, 0.045],
      [0.21, 0.048],
    ])
  const stone = M.glaze([0.44, 0.34, 0.22])
  out.push({ d: (x, y, z) => crock(x - X + 0.42, y - 1.938, z - 3.06), mat: stone })
  out.push({ d: (x, y, z) => jar(x - X + 0.2, y - 1.938, z - 3.05), mat: M.clay })
  for (let i = 0; i < 6; i++)
    out.push({
      d: (x, y, z) =>
        cylinder(x - X - 0.14, y - 1.947 - i * 0.017, z - 3.06, 0.125 - 0.003 * (i % 2), 0.006, 0.004),
      mat: white,
    })
  const pitcher = P.vessel(
    [
      [0, 0.06],
      [0.06, 0.085],
      [0.16, 0.07],
      [0.23, 0.052],
      [0.27, 0.064],
    ],
    0.005,
  )
  out.push({
    d: (x, y, z) =>
      min(
        pitcher(x - X - 0.42, y - 1.938, z - 3.05),
        P.torusZ(x - X - 0.34, y - 2.08, z - 3.05, 0.055, 0.008),
      ),
    mat: white,
  })
  return out
}
/** Herbs on the sill, a gooseneck tap under it. */
function sill() {
  const pot = P.vessel(
      [
        [0, 0.05],
        [0.1, 0.068],
        [0.115, 0.075],
      ],
      0.006,
    ),
    green = M.plain([0.13, 0.25, 0.06], { grain: 0.25, freq: 30 }),
    stem = M.plain([0.16, 0.2, 0.07]),
    out = []
  for (const [x0, seed, n] of [
    [-1.24, 3, 16],
    [-0.3, 9, 13],
  ]) {
    out.push({ d: (x, y, z) => pot(x - x0, y - SILL, z - 3.38), mat: M.clay })
    out.push(
      ...P.place(
        P.stems({
          count: n,
          length: 0.2,
          spread: 0.7,
          seed,
          stem,
          leaf: green,
          leafSize: 0.026,
          leaves: 8,
          from: 0.1,
        }),
        [x0, SILL, 3.38],
      ),
    )
  }
  out.push({
    d: (x, y, z) => {
      const cx = x + 0.72
      return min(
        capsule(cx, y, z, 0, 0.9, 2.98, 0, 1.14, 2.98, 0.013),
        max(P.torusX(cx, y - 1.14, z - 2.9, 0.08, 0.012), 1.14 - y),
        capsule(cx, y, z, 0, 1.14, 2.82, 0, 1.07, 2.82, 0.012),
        capsule(abs(cx), y, z, 0.1, 0.91, 2.98, 0.1, 0.97, 2.98, 0.016),
        capsule(abs(cx), y, z, 0.07, 0.97, 2.98, 0.13, 0.97, 2.98, 0.008),
      )
    },
    mat: M.brass,
  })
  return out
}
