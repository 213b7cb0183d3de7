// The adobe room itself: hollow with deep windows, vigas and latillas, casements, a kiva fireplace. Every maker returns parts for makeWorld.
import { clamp, n2, n3 } from './core.mjs'
import { box, capsule, cylinder, ellipsoid, smin } from './sdf.mjs'
import { latilla, soot, charcoal, wood } from './interior-surface.mjs'
const { max, min, round, sqrt } = Math

const smax = (a, b, k) => -smin(-a, -b, k)

/**
 * Walls and ceiling as one hollow. room [x0,y0,z0,x1,y1,z1]; openings: [{ wall: 'back'|'left'|'right', at: [along, up], w, h }] with half sizes;
 * depth: wall thickness. The reveals flare inwards, edges are rounded by hand.
 */
export function hollow({ room, openings, depth, mat, extra, round: edge = 0.2 }) {
  const [x0, y0, z0, x1, y1, z1] = room,
    cx = (x0 + x1) / 2,
    cy = (y0 + y1) / 2,
    cz = (z0 + z1) / 2
  const d = (x, y, z) => {
    let h = box(x - cx, y - cy, z - cz, (x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2, edge)
    for (const q of openings) {
      const back = q.wall === 'back',
        into = back ? z - z1 : q.wall === 'left' ? x0 - x : x - x1,
        along = (back ? x : z) - q.at[0],
        flare = max(0, depth - max(into, 0)) * 0.16,
        t = box(along, y - q.at[1], into, q.w + flare, q.h + flare * 0.6, 2.5, 0.03)
      h = smin(h, t * 0.96, 0.09)
    }
    let s = -h
    if (extra) s = extra(x, y, z, s)
    if (s < 0.14) {
      const u = 0.8 * x + 0.6 * y,
        v = 0.8 * y - 0.6 * x,
        a = 0.8 * v + 0.6 * z,
        b = 0.8 * z - 0.6 * v
      s += 0.011 * n3(u * 1.7, a * 1.7, b * 1.7) + 0.0035 * n3(a * 4.7, b * 4.7, u * 4.7)
    }
    return s * 0.93
  }
  return { d, mat }
}
/** The opening as a light: a rectangle in the middle of the wall, its normal into the room. */
export function windowLights(room, openings, depth, samples = 12) {
  return openings.map(({ wall, at, w, h }) =>
    wall === 'back'
      ? { p: [at[0], at[1], room[5] + depth * 0.45], u: [w, 0, 0], v: [0, h, 0], n: [0, 0, -1], samples }
      : {
          p: [wall === 'left' ? room[0] - depth * 0.45 : room[3] + depth * 0.45, at[1], at[0]],
          u: [0, 0, w],
          v: [0, h, 0],
          n: [wall === 'left' ? 1 : -1, 0, 0],
          samples,
        },
  )
}
/** Wooden frame with bars in an opening, `inset` behind the inner wall face. cols and rows count the panes. */
export function casement(
  room,
  { wall, at, w, h },
  { inset, cols = 2, rows = 2, mat, bar = 0.02, rail = 0.055 },
) {
  const back = wall === 'back',
    plane = back ? room[5] + inset : wall === 'left' ? room[0] - inset : room[3] + inset
  const d = (x, y, z) => {
    const a = (back ? x : z) - at[0],
      b = y - at[1],
      c = (back ? z : x) - plane,
      out = box(a, b, c, w + 0.12, h + 0.12, 0.05)
    if (out > 0.1) return out
    const ring = max(box(a, b, c, w + 0.1, h + 0.1, 0.032, 0.004), -box(a, b, c, w - rail, h - rail, 1, 0))
    let q = ring
    const pw = (2 * w) / cols,
      ph = (2 * h) / rows
    for (let i = 1; i < cols; i++) q = min(q, box(a + w - i * pw, b, c, bar, h, 0.02, 0.004))
    for (let i = 1; i < rows; i++) q = min(q, box(a, b + h - i * ph, c, w, bar * 0.9, 0.02, 0.004))
    return q
  }
  return { d, mat }
}
/** Round beams under the ceiling. axis 'x' or 'z' is their length; across: centre, spacing, first and last index. */
export function vigas({ axis, y, radius, centre, spacing, from, to, mat }) {
  const d = (x, yy, z) => {
    if (yy < y - radius - 0.3) return y - radius - 0.05 - yy
    const a = axis === 'x' ? z : x,
      l = axis === 'x' ? x : z,
      k = round(clamp((a - centre) / spacing, from, to)),
      c = a - centre - k * spacing,
      wob = 0.014 * n2(l * 0.8, k * 5.3),
      r = radius * (1 + 0.09 * n2(l * 0.35 + k * 3.1, k)) + 0.004 * n2(l * 2.6, k * 9)
    return (sqrt((c + wob) ** 2 + (yy - y + wob) ** 2) - r) * 0.92
  }
  return { d, mat }
}
/** Thin peeled poles side by side above the beams; axis is their length. */
export function latillas({ axis, y, radius = 0.042, spacing = 0.086 }) {
  const d = (x, yy, z) => {
    if (yy < y - radius - 0.2) return y - radius - 0.04 - yy
    const a = axis === 'x' ? z : x,
      l = axis === 'x' ? x : z,
      k = round(a / spacing),
      c = a - k * spacing + 0.006 * n2(l * 0.7, k * 3.7)
    return (sqrt(c * c + (yy - y - 0.006 * n2(l * 0.9, k * 7.1)) ** 2) - radius) * 0.9
  }
  return { d, mat: latilla(axis, spacing) }
}
/**
 * Kiva fireplace in a corner. at [x,z]: the corner's foot; side: 1 when the room lies to +x of it, -1 when to -x (always towards -z).
 * extra(x,y,z,d) joins its body to the walls; `parts` are the soot-black inside and the logs; `fire` is the point above the logs.
 */
export function kiva([kx, kz], side, size = 1) {
  const fx = 0.4 * size,
    fz = -0.4 * size
  const mouth = (x, y, z) => {
    const a = (x - fx) * 0.7071 - (z - fz) * 0.7071,
      b = (x - fx) * 0.7071 + (z - fz) * 0.7071
    return max(ellipsoid(a + 0.02, y - 0.46, b, 0.46 * size, 0.5 * size, 0.31 * size), 0.44 - y)
  }
  const body = (x, y, z) => {
    let k = smin(
      cylinder(x, y - 0.2, z, 0.82 * size, 0.25, 0.1),
      capsule(x, y, z, 0.02, 0.75, -0.02, -0.16, 3.3, 0.16, 0.6 * size, 0.22 * size),
      0.22,
    )
    // a small stepped shelf over the mouth
    k = smin(k, cylinder(x, y - 1.16 * size - 0.06, z, 0.6 * size, 0.035, 0.03), 0.06)
    return k
  }
  const extra = (x, y, z, s) => {
    const a = (x - kx) * side,
      c = z - kz
    if (a * a + c * c > 2.2) return min(s, max(0.3, sqrt(a * a + c * c) - 1.0))
    return smax(smin(s, body(a, y, c), 0.14), -mouth(a, y, c), 0.05)
  }
  const near = (x, z) => sqrt((x - fx) ** 2 + (z - fz) ** 2) - 0.7 * size
  // the black is a skin just inside the hollowed mouth
  const black = (x, y, z) => {
    const a = (x - kx) * side,
      c = z - kz,
      far = near(a, c)
    if (far > 0.3) return far
    const m = mouth(a, y, c)
    return max(smax(body(a, y, c) + 0.03, -m - 0.006, 0.05), m - 0.05) * 0.93
  }
  const logs = (x, y, z) => {
    const a = (x - kx) * side,
      c = z - kz,
      far = near(a, c)
    if (far > 0.3) return far
    return min(
      capsule(a, y, c, fx - 0.16, 0.5, fz - 0.06, fx + 0.13, 0.52, fz + 0.1, 0.045),
      capsule(a, y, c, fx - 0.08, 0.5, fz + 0.13, fx + 0.06, 0.54, fz - 0.14, 0.042),
      capsule(a, y, c, fx - 0.12, 0.58, fz + 0.04, fx + 0.1, 0.57, fz, 0.04),
    )
  }
  return {
    extra,
    parts: [
      { d: black, mat: soot },
      { d: logs, mat: charcoal },
    ],
    fire: [kx + side * (fx + 0.12), 0.72, kz + fz - 0.12],
    hearth: [kx + side * fx, 0.5, kz + fz],
  }
}
export const beamWood = (axis) => wood({ tone: [0.3, 0.175, 0.092], axis, scale: 0.7, wax: 0.02 })
