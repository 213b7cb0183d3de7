// What hangs in the kitchen: copper pans on an iron rail, ladles, a ristra of red chiles.
import { rng } from '../../kit/core.mjs'
import { capsule, cylinder, smin } from '../../kit/sdf.mjs'
import * as M from '../../kit/interior-surface.mjs'
import * as P from '../../kit/interior-props.mjs'
const { abs, cos, min, sin } = Math

const RAIL = { y: 2.14, z: 3.06, x0: 0.12, x1: 0.86 }
/** Pans hang by the handle with the bottom towards us: [x, radius, depth, handle]. */
const PANS = [
  [0.2, 0.105, 0.05, 0.19],
  [0.45, 0.13, 0.065, 0.21],
  [0.74, 0.155, 0.05, 0.24],
]
export function copperParts() {
  const out = [
    {
      d: (x, y, z) =>
        min(
          capsule(x, y, z, RAIL.x0 - 0.06, RAIL.y, RAIL.z, RAIL.x1 + 0.06, RAIL.y, RAIL.z, 0.011),
          capsule(x, y, z, RAIL.x0 - 0.03, RAIL.y, RAIL.z, RAIL.x0 - 0.03, RAIL.y, 3.25, 0.01),
          capsule(x, y, z, RAIL.x1 + 0.03, RAIL.y, RAIL.z, RAIL.x1 + 0.03, RAIL.y, 3.25, 0.01),
        ),
      mat: M.iron,
    },
  ]
  for (const [cx, r, depth, handle] of PANS) {
    const cy = RAIL.y - 0.05 - handle - r,
      cz = 3.2 - depth - 0.03
    out.push({
      d: (x, y, z) => {
        const dx = x - cx,
          dy = y - cy
        return smin(
          cylinder(dx, z - cz, dy, r, depth, 0.022),
          cylinder(dx, z - cz - depth * 0.8, dy, r * 1.06, 0.008, 0.004),
          0.02,
        )
      },
      mat: M.copper,
    })
    out.push({
      d: (x, y, z) => {
        const dx = x - cx
        return min(
          capsule(
            dx,
            y,
            z,
            0,
            cy + r * 0.9,
            cz + depth * 0.3,
            0,
            cy + r + handle - 0.02,
            RAIL.z,
            0.013,
            0.009,
          ),
          P.torusZ(dx, y - RAIL.y + 0.03, z - RAIL.z, 0.03, 0.005),
        )
      },
      mat: M.iron,
    })
  }
  return out
}
/** Chiles tied on a string, tips down and outwards; a few hundred light parts would be slow, 74 read as many. */
export function ristra() {
  const r = rng(41),
    X = -1.66,
    Z = 3.1,
    top = 2.3,
    length = 0.86,
    reds = [0.34, 0.42, 0.27].map((v) =>
      M.plain([v, 0.022, 0.014], { grain: 0.25, freq: 22, gloss: 0.045, rough: 0.05, bump: 0.0014 }),
    ),
    out = [
      {
        d: (x, y, z) => capsule(x, y, z, X, top + 0.22, 3.14, X, top - length, Z, 0.007),
        mat: M.plain([0.4, 0.31, 0.18]),
      },
    ]
  for (let i = 0; i < 74; i++) {
    const u = i / 74,
      wide = 0.05 + 0.075 * sin(Math.PI * (0.18 + 0.72 * u)),
      a = i * 2.399963 + 0.5 * r(),
      y = top - length * u,
      l = 0.085 + 0.05 * r(),
      ox = cos(a),
      oz = -abs(sin(a)) * 0.85 + 0.1,
      mx = X + ox * wide,
      mz = Z + oz * wide * 0.8,
      tipX = X + ox * (wide + 0.02 + 0.03 * r()),
      tipZ = Z + oz * (wide + 0.02)
    out.push({
      d: (x, py, z) =>
        smin(
          capsule(x, py, z, X + ox * 0.02, y, Z + oz * 0.02, mx, y - l * 0.42, mz, 0.013, 0.0155),
          capsule(x, py, z, mx, y - l * 0.42, mz, tipX, y - l, tipZ, 0.0155, 0.004),
          0.01,
        ),
      mat: reds[i % 3],
    })
  }
  return out
}
