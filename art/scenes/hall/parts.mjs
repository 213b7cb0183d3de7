// What stands in the gathering room: the shell, the table for eleven, its chairs and the things people left on it.
import { rng } from '../../kit/core.mjs'
import { box } from '../../kit/sdf.mjs'
import * as M from '../../kit/interior-surface.mjs'
import * as Shell from '../../kit/interior-shell.mjs'
import * as P from '../../kit/interior-props.mjs'

export const ROOM = [-3.2, -0.4, -1.9, 3.1, 3.42, 8.6],
  DEPTH = 0.5,
  BOUNDS = [ROOM[0] - DEPTH, -0.02, ROOM[2], ROOM[3] + 0.05, ROOM[4] + 0.05, ROOM[5] + DEPTH]
export const OPENINGS = [
  { wall: 'back', at: [-0.75, 1.62], w: 1.75, h: 0.78 },
  { wall: 'left', at: [1.6, 1.62], w: 0.8, h: 0.78 },
  { wall: 'left', at: [4.1, 1.62], w: 0.8, h: 0.78 },
  { wall: 'left', at: [6.6, 1.62], w: 0.8, h: 0.78 },
]
export const fire = Shell.kiva([ROOM[3] - 0.2, ROOM[5] - 0.2], -1, 1.1)
const TABLE = { x: -0.75, z: 4.15, half: 2.5, wide: 0.56, top: 0.76 }

export function hallParts() {
  const frameWood = M.wood({ tone: [0.26, 0.15, 0.08], axis: 'y', scale: 2, wax: 0.03 }),
    tableWood = M.wood({
      tone: [0.4, 0.22, 0.105],
      axis: 'z',
      scale: 1.1,
      planks: 0.19,
      across: 'x',
      wax: 0.04,
      rough: 0.025,
    }),
    legWood = M.wood({ tone: [0.27, 0.15, 0.075], axis: 'y', scale: 1.5 })
  const parts = [
    Shell.hollow({
      room: ROOM,
      openings: OPENINGS,
      depth: DEPTH,
      mat: M.plaster([0.74, 0.6, 0.47]),
      extra: fire.extra,
    }),
    ...fire.parts,
    { d: (x, y) => y, mat: M.saltillo({ size: 0.46, diagonal: false, tone: [0.38, 0.185, 0.1] }) },
    Shell.vigas({
      axis: 'x',
      y: 2.9,
      radius: 0.125,
      centre: 0.2,
      spacing: 1.02,
      from: -2,
      to: 8,
      mat: Shell.beamWood('x'),
    }),
    Shell.latillas({ axis: 'z', y: 3.09 }),
    ...OPENINGS.map((o) =>
      Shell.casement(ROOM, o, {
        inset: 0.34,
        cols: o.wall === 'back' ? 4 : 2,
        rows: 2,
        mat: frameWood,
        bar: 0.018,
      }),
    ),
    ...P.place(P.longTable({ half: TABLE.half, wide: TABLE.wide, mat: tableWood, legs: legWood }), [
      TABLE.x,
      0,
      TABLE.z,
    ]),
    ...seats(),
    ...hearthside(),
    ...work(),
  ]
  return parts
}
/** Ten along the sides and one at the far end; each a little out of line, as people leave them. */
function seats() {
  const r = rng(31),
    model = P.chair({
      wood: M.wood({ tone: [0.3, 0.16, 0.078], axis: 'y', scale: 2.2, wax: 0.05 }),
      seat: P.rush,
    }),
    out = []
  for (let i = 0; i < 5; i++)
    for (const s of [-1, 1]) {
      const pull = 0.04 + 0.16 * r(),
        x = TABLE.x - s * (TABLE.wide + 0.1 + pull),
        z = TABLE.z + (i - 2) * 0.94 + 0.1 * (r() - 0.5),
        turn = (s > 0 ? 0 : Math.PI) + 0.34 * (r() - 0.5)
      out.push(...P.place(model, [x, 0, z], turn, 0.72, [0, 0.52, 0]))
    }
  out.push(
    ...P.place(
      model,
      [TABLE.x + 0.05, 0, TABLE.z + TABLE.half + 0.26],
      Math.PI / 2 + 0.1,
      0.72,
      [0, 0.52, 0],
    ),
  )
  return out
}
/** A rug and two low armchairs turned to the fire. */
function hearthside() {
  const rug = M.chevron([1.25, 6.55], [1.0, 0.72]),
    frame = M.wood({ tone: [0.24, 0.125, 0.06], axis: 'y', scale: 2 }),
    hide = M.leather([0.34, 0.15, 0.065]),
    r = 0.75
  return [
    { d: (x, y, z) => box(x - 1.25, y - 0.008, z - 6.55, 1.0, 0.014, 0.72, 0.01), mat: rug },
    ...P.place(P.armchair({ frame, cushion: hide }), [0.72, 0, 6.95], -0.55, r, [0, 0.45, 0]),
    ...P.place(P.armchair({ frame, cushion: hide }), [1.75, 0, 5.75], -1.35, r, [0, 0.45, 0]),
  ]
}
/** Notebooks, mugs, a jug and a vase of sage on the table. */
function work() {
  const paper = M.plain([0.8, 0.77, 0.7], { grain: 0.02, freq: 90 }),
    covers = [M.leather(), M.leather([0.1, 0.13, 0.12]), M.leather([0.33, 0.1, 0.05])],
    mugs = [M.glaze([0.1, 0.22, 0.25]), M.glaze([0.55, 0.47, 0.36]), M.glaze([0.3, 0.12, 0.06])],
    r = rng(12),
    out = [],
    y = TABLE.top
  for (let i = 0; i < 5; i++)
    for (const s of [-1, 1]) {
      const x = TABLE.x - s * (0.3 + 0.05 * r()),
        z = TABLE.z + (i - 2) * 0.94 + 0.1 * (r() - 0.5),
        k = (i * 2 + (s > 0 ? 1 : 0)) % 3
      if (r() < 0.8)
        out.push(
          ...P.place(
            P.notebook({ paper, cover: covers[k] }),
            [x, y, z],
            (s > 0 ? -1 : 1) * 1.57 + 0.5 * (r() - 0.5),
            0.24,
          ),
        )
      if (r() < 0.75)
        out.push(
          ...P.place(
            P.mug(mugs[(k + i) % 3]),
            [x + s * 0.1, y, z + 0.24 * (r() < 0.5 ? 1 : -1)],
            r() * 6,
            0.14,
            [0, 0.05, 0],
          ),
        )
    }
  const jug = P.vessel(
      [
        [0, 0.055],
        [0.09, 0.1],
        [0.2, 0.075],
        [0.26, 0.05],
        [0.3, 0.06],
      ],
      0.007,
    ),
    bowl = P.vessel(
      [
        [0, 0.06],
        [0.02, 0.07],
        [0.09, 0.17],
      ],
      0.008,
    )
  out.push({ d: (a, b, c) => jug(a - TABLE.x - 0.02, b - y, c - 4.75), mat: M.clay })
  out.push(
    ...P.place(
      P.stems({
        count: 13,
        length: 0.42,
        seed: 5,
        stem: M.plain([0.2, 0.19, 0.1]),
        leaf: M.plain([0.24, 0.29, 0.17], { grain: 0.2 }),
        from: 0.26,
      }),
      [TABLE.x - 0.02, y, 4.75],
    ),
  )
  out.push({ d: (a, b, c) => bowl(a - TABLE.x, b - y, c - 3.0), mat: M.clay })
  return out
}
