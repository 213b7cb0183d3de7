// A made bed: head at +x, white duvet in soft folds, pillows against a board, a woven throw across the foot.
import { clamp, n2, n3, ss } from './core.mjs'
import { box } from './sdf.mjs'
import * as M from './interior-surface.mjs'
const { abs, cos, max, min, pow, sin } = Math

/** Pillows lean on the headboard: [x, y, z, tilt, half length], from the middle of the bed. */
const PILLOWS = [
  [0.73, 0.86, -0.46, 0.95, 0.34],
  [0.73, 0.86, 0.46, 0.95, 0.34],
  [0.52, 0.78, -0.42, 0.75, 0.31],
  [0.52, 0.78, 0.42, 0.75, 0.31],
]
function pillow(px, py, pz, tilt, size) {
  const c = cos(tilt),
    s = sin(tilt)
  return (x, y, z) => {
    const u = (x - px) * c + (y - py) * s,
      v = -(x - px) * s + (y - py) * c,
      w = z - pz,
      far = max(abs(u) - 0.42, abs(v) - 0.3, abs(w) - size - 0.2)
    if (far > 0.1) return far
    const puff = clamp(1 - (u / 0.36) ** 2) * clamp(1 - (w / (size + 0.1)) ** 2),
      t = 0.035 + 0.105 * pow(puff, 0.55)
    return (
      (box(u, v, w, 0.27, t, size, min(t, 0.05)) - 0.012 * n3(u * 6 + px * 9, v * 6, w * 6 + pz * 5)) * 0.7
    )
  }
}
/** at: the middle of the bed on the floor. throwBands: stops for M.woven. */
export function bed({ at: [bx, by, bz], throwBands }) {
  const wood = M.wood({ tone: [0.28, 0.155, 0.08], axis: 'z', scale: 1.2 })
  const duvet = (x, y, z) => {
    const far = box(x, y - 0.4, z, 1.08, 0.36, 1.14)
    if (far > 0.15) return far
    const hang = ss(0.62, 0.3, y),
      pleat = 0.03 * hang * sin(x * 17 + 2.2 * n2(x * 2, 4)) * ss(0.7, 1, abs(z)),
      foot = 0.03 * hang * sin(z * 15 + 2 * n2(z * 2, 9)) * ss(0.75, 1, -(x + 0.2) / 0.85),
      crease =
        0.022 * n2(x * 2.3 + 0.6 * n2(z * 2, x), z * 2.6) +
        0.016 * (1 - abs(n2(x * 3.1 + z * 1.4, z * 3.7 - x))) -
        0.008
    return (
      (box(x + 0.2, y - 0.42, z, 0.88, 0.235, 1.04, 0.12) - crease * ss(0.45, 0.62, y) - pleat - foot) * 0.8
    )
  }
  // the throw is the duvet's own skin, a little thicker between two lines
  const wrap = (x, y, z) => max(duvet(x, y, z) - 0.009, abs(x + 0.62) - 0.24) * 0.9
  const parts = [
    { d: duvet, mat: M.linen },
    { d: wrap, mat: M.woven((x) => x - bx + 2, 0.235, throwBands) },
    { d: (x, y, z) => box(x, y - 0.42, z, 1.0, 0.18, 0.94, 0.09), mat: M.linen },
    {
      d: (x, y, z) =>
        min(
          box(x, y - 0.2, z, 1.06, 0.1, 0.95, 0.02),
          box(abs(x) - 1.0, y - 0.1, abs(z) - 0.88, 0.05, 0.12, 0.05, 0.01),
          box(x - 0.95, y - 0.72, z, 0.045, 0.6, 1.02, 0.02),
        ),
      mat: wood,
    },
    ...PILLOWS.map((p) => ({ d: pillow(...p), mat: M.linen })),
  ]
  return parts.map(({ d, mat }) => ({ d: (x, y, z) => d(x - bx, y - by, z - bz), mat }))
}
