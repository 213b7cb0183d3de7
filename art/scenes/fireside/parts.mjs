// What stands in the bedroom by the fire: the same adobe, banco, rug and bed as in `room`, an armchair drawn up to the hearth.
import { box, capsule, cylinder, ellipsoid, smin } from '../../kit/sdf.mjs'
import * as M from '../../kit/interior-surface.mjs'
import * as Shell from '../../kit/interior-shell.mjs'
import * as P from '../../kit/interior-props.mjs'
import { bed } from '../../kit/interior-bed.mjs'
const { abs, max, min, sin, sqrt } = Math

export const ROOM = [-2.6, -0.4, -1.0, 2.6, 2.95, 5.0],
  DEPTH = 0.58,
  BOUNDS = [ROOM[0] - 0.05, -0.02, ROOM[2], ROOM[3] + 0.05, ROOM[4] + 0.02, ROOM[5] + DEPTH]
export const OPENINGS = [{ wall: 'back', at: [0.3, 1.56], w: 0.86, h: 0.64 }]
export const fire = Shell.kiva([-2.42, 4.82], 1)
export const LAMP = [2.16, 1.12, 4.5]
export const CANDLES = [
  [-1.86, 1.26, 4.56],
  [-2.1, 1.26, 4.28],
]
const SERAPE = [
  [0.09, [0.72, 0.6, 0.4]],
  [0.2, [0.1, 0.17, 0.19]],
  [0.34, [0.4, 0.085, 0.045]],
  [0.46, [0.62, 0.3, 0.1]],
  [0.56, [0.4, 0.085, 0.045]],
  [0.66, [0.1, 0.17, 0.19]],
  [1, [0.4, 0.085, 0.045]],
]

export function fireParts() {
  const frame = M.wood({ tone: [0.28, 0.16, 0.085], axis: 'y', scale: 1.5 }),
    wall = M.plaster([0.73, 0.59, 0.46])
  return [
    Shell.hollow({ room: ROOM, openings: OPENINGS, depth: DEPTH, mat: wall, extra: withBanco }),
    ...fire.parts,
    { d: (x, y) => y, mat: M.saltillo() },
    Shell.vigas({
      axis: 'z',
      y: 2.62,
      radius: 0.105,
      centre: 0.12,
      spacing: 0.92,
      from: -3,
      to: 2,
      mat: Shell.beamWood('z'),
    }),
    Shell.latillas({ axis: 'x', y: 2.8 }),
    ...OPENINGS.map((o) => Shell.casement(ROOM, o, { inset: 0.42, mat: frame })),
    {
      d: (x, y, z) => box(x + 0.75, y - 0.008, z - 2.9, 1.05, 0.014, 0.8, 0.01),
      mat: M.chevron([-0.75, 2.9], [1.05, 0.8]),
    },
    ...banco(),
    ...seat(),
    ...bed({ at: [1.62, 0, 2.95], throwBands: SERAPE }),
    ...lamp(),
    ...CANDLES.map(([x0, y0, z0]) => ({
      d: (x, y, z) => cylinder(x - x0, y - y0 - 0.04, z - z0, 0.024, 0.045, 0.006),
      mat: { ...M.plain([0.8, 0.7, 0.52]), glow: (x, y, z, o) => waxGlow(y - y0, o) },
    })),
    ...vase(),
  ]
}
/** Wax lit from within, brightest under the flame. */
function waxGlow(h, o) {
  const k = max(0, (h + 0.01) / 0.09)
  o[0] = 0.85 * k * k
  o[1] = 0.36 * k * k
  o[2] = 0.08 * k * k
}
/** The kiva's body and the plaster bench along the left wall. */
function withBanco(x, y, z, s) {
  const k = fire.extra(x, y, z, s)
  if (x > -1.6 || y > 1) return min(k, max(0.3, x + 1.9, y - 0.6))
  return smin(k, box(x + 2.4, y - 0.2, z - 3.1, 0.42, 0.25, 1.3, 0.1), 0.12)
}
function banco() {
  const pot = (x, y, z) =>
    smin(
      ellipsoid(x + 2.34, y - 0.63, z - 2.2, 0.18, 0.18, 0.18),
      cylinder(x + 2.34, y - 0.82, z - 2.2, 0.078, 0.05, 0.02),
      0.05,
    )
  const banded = {
    ...M.clay,
    color: (x, y, z, o) => {
      M.clay.color(x, y, z, o)
      if (abs(y - 0.68) < 0.03 || abs(y - 0.6) < 0.008) for (let j = 0; j < 3; j++) o[j] *= 0.3
    },
  }
  const fold = (i) => (x, y, z) =>
    box(
      x + 2.3 + 0.01 * i,
      y - 0.478 - 0.055 * i,
      z - 3.0 - 0.012 * i,
      0.24 - 0.01 * i,
      0.027,
      0.28 - 0.012 * i,
      0.026,
    ) -
    0.004 * sin(x * 30 + i) * sin(z * 9)
  const cushion = (x, y, z) => {
    const u = (x + 2.44) * 0.95 + (y - 0.68) * 0.31,
      v = -(x + 2.44) * 0.31 + (y - 0.68) * 0.95
    return box(u, v, z - 3.6, 0.09 - 0.5 * (v * v + (z - 3.6) ** 2), 0.2, 0.22, 0.06) * 0.8
  }
  return [
    { d: pot, mat: banded },
    { d: fold(0), mat: M.woven((x, y, z) => z, 0.34, SERAPE) },
    { d: fold(1), mat: M.plain([0.6, 0.52, 0.4], { grain: 0.08, freq: 60, bump: 0.001 }) },
    { d: fold(2), mat: M.plain([0.09, 0.2, 0.21], { grain: 0.1, freq: 60, bump: 0.001 }) },
    { d: cushion, mat: M.leather() },
  ]
}
/** The armchair by the fire, a blanket over its back, a stool with a mug and a book. */
function seat() {
  const wood = M.wood({ tone: [0.22, 0.115, 0.055], axis: 'y', scale: 2 }),
    chair = P.armchair({ frame: wood, cushion: M.leather([0.36, 0.16, 0.07]) }),
    drape = {
      d: (x, y, z) => {
        const bx = (x + 0.28) * 0.95 + (y - 0.4) * 0.31,
          by = (y - 0.4) * 0.95 - (x + 0.28) * 0.31,
          w = 0.006 * sin(z * 60 + 3 * by)
        return box(bx - 0.055 - w, by - 0.42, z - 0.06, 0.082, 0.2, 0.17, 0.06) * 0.8
      },
      mat: M.woven((x, y, z) => z + 0.5, 0.3, SERAPE),
    }
  const stool = [
    {
      d: (x, y, z) =>
        min(
          cylinder(x, y - 0.44, z, 0.19, 0.018, 0.008),
          capsule(abs(x), y, abs(z), 0.14, 0, 0.14, 0.09, 0.43, 0.09, 0.018),
        ),
      mat: wood,
    },
  ]
  const book = (x, y, z) =>
    min(
      box(x, y - 0.006, z, 0.075, 0.005, 0.105, 0.002),
      box(x - 0.006, y - 0.034, z + 0.006, 0.072, 0.005, 0.1, 0.002),
    )
  const s = [-0.42, 0, 3.72]
  return [
    ...P.place([...chair, drape], [-1.05, 0.012, 3.12], 2.42, 0.8, [0, 0.45, 0]),
    ...P.place(stool, s, 0.4, 0.5, [0, 0.25, 0]),
    ...P.place(
      [
        { d: book, mat: M.leather([0.3, 0.07, 0.04]) },
        { d: (x, y, z) => box(x, y - 0.02, z, 0.07, 0.012, 0.1, 0.002), mat: M.plain([0.75, 0.68, 0.55]) },
      ],
      [s[0] - 0.05, 0.46, s[2] + 0.02],
      0.7,
      0.2,
    ),
    ...P.place(
      P.mug(M.glaze([0.1, 0.22, 0.25]), 1.05),
      [s[0] + 0.1, 0.46, s[2] - 0.06],
      -0.6,
      0.14,
      [0, 0.05, 0],
    ),
  ]
}
/** Bedside table with a clay lamp; the shade glows, brightest near its bulb. */
function lamp() {
  const [X, Y, Z] = LAMP,
    wood = M.wood({ tone: [0.26, 0.14, 0.07], axis: 'x', scale: 1.5 })
  const shade = {
    color: (x, y, z, o) => {
      o[0] = 0.78
      o[1] = 0.68
      o[2] = 0.5
    },
    glow: (x, y, z, o) => {
      const k = 1.15 * Math.exp(-(((y - Y + 0.02) / 0.13) ** 2)) + 0.35
      o[0] = 0.78 * k
      o[1] = 0.47 * k
      o[2] = 0.21 * k
    },
  }
  return [
    {
      d: (x, y, z) =>
        min(
          box(x - X, y - 0.58, z - Z, 0.27, 0.022, 0.26, 0.01),
          box(abs(x - X) - 0.22, y - 0.28, abs(z - Z) - 0.21, 0.025, 0.29, 0.025, 0.005),
          box(x - X, y - 0.46, z - Z, 0.23, 0.08, 0.22, 0.01),
        ),
      mat: wood,
    },
    {
      d: (x, y, z) =>
        smin(
          ellipsoid(x - X, y - 0.74, z - Z, 0.11, 0.14, 0.11),
          cylinder(x - X, y - 0.93, z - Z, 0.02, 0.08, 0.01),
          0.05,
        ),
      mat: M.clay,
    },
    {
      d: (x, y, z) => {
        const h = y - Y,
          far = cylinder(x - X, h, z - Z, 0.25, 0.16)
        if (far > 0.1) return far
        const r = 0.18 - 0.3 * h * 0.35
        return max(abs(sqrt((x - X) ** 2 + (z - Z) ** 2) - r) - 0.006, abs(h) - 0.13) * 0.9
      },
      mat: shade,
    },
  ]
}
function vase() {
  const X = 0.86,
    Y = 0.93,
    Z = 5.16,
    body = P.vessel(
      [
        [0, 0.045],
        [0.1, 0.085],
        [0.2, 0.05],
        [0.26, 0.035],
        [0.3, 0.042],
      ],
      0.006,
    )
  return [{ d: (x, y, z) => body(x - X, y - Y, z - Z), mat: M.clay }]
}
