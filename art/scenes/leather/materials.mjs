import { fbm, fbm3, mix, n2, n3, ss } from '../../kit/core.mjs'
import { HIDE, hideEdge } from './hides.mjs'
import { MATERIAL } from './places.mjs'
const { abs, atan2, floor, sin } = Math

function tint(r, g, b, k) {
  return [r * k, g * k, b * k]
}

const SURFACES = {
  [MATERIAL.bench]: { gloss: 0.06, sharp: 22, color: bench },
  [MATERIAL.wall]: {
    gloss: 0,
    sharp: 30,
    color: (x, y, z) => tint(0.46, 0.31, 0.21, 0.9 + 0.16 * fbm3(x * 2, y * 2, z * 2, 4)),
  },
  [MATERIAL.hide]: { gloss: 0.1, sharp: 26, color: leather },
  [MATERIAL.strap]: {
    gloss: 0.14,
    sharp: 34,
    color: (x, y, z) => tint(0.27, 0.088, 0.034, 0.85 + 0.2 * fbm3(x * 20, y * 20, z * 20, 3)),
  },
  [MATERIAL.oak]: {
    gloss: 0.09,
    sharp: 40,
    color: (x, y, z) => tint(0.44, 0.245, 0.115, 0.8 + 0.3 * fbm3(x * 30, y * 7, z * 30, 3)),
  },
  [MATERIAL.dark]: { gloss: 0.16, sharp: 60, color: () => [0.085, 0.042, 0.024] },
  [MATERIAL.steel]: { gloss: 0.05, sharp: 120, metal: true, color: () => [0.52, 0.52, 0.54] },
  [MATERIAL.brass]: { gloss: 0.05, sharp: 60, metal: true, color: () => [0.66, 0.42, 0.17] },
  [MATERIAL.thread]: {
    gloss: 0.05,
    sharp: 30,
    color: (x, y) => tint(0.78, 0.68, 0.48, 0.9 + 0.12 * sin(y * 1500)),
  },
  [MATERIAL.rawhide]: {
    gloss: 0.06,
    sharp: 30,
    color: (x, y, z) => tint(0.62, 0.46, 0.27, 0.85 + 0.2 * n3(x * 40, y * 40, z * 40)),
  },
}

/** How a point looks: color, how much and how sharply it shines, whether it is metal. Bends the normal of leather. */
export function surfaceAt(id, [x, y, z], n) {
  const { gloss, sharp, metal = false, color } = SURFACES[id]
  if (id === MATERIAL.hide) {
    n[0] += 0.06 * n2(x * 160, z * 160)
    n[2] += 0.06 * n2(x * 160 + 9, z * 160)
  }
  return { color: color(x, y, z), gloss, sharp, metal }
}

function bench(x, y, z) {
  const row = floor(z / 0.168 + 0.5)
  const grain = 0.7 + 0.42 * fbm(x * 2.2 + row * 7, z * 34, 4) + 0.1 * n2(x * 14, z * 220)
  const stain = 0.75 + 0.35 * ss(-0.3, 0.3, fbm(x * 3 + 4, z * 3, 3))
  return [0.235 * grain * stain, 0.13 * grain * stain, 0.066 * grain * stain]
}

/** With a line of stitches along its edge, in a groove. */
function leather(x, y, z) {
  const lx = x - HIDE[0]
  const lz = z - HIDE[1]
  const e = hideEdge(lx, lz)
  const k = 0.86 + 0.22 * fbm(x * 9, z * 9, 4) + 0.08 * n2(x * 120, z * 120)
  const along = (((atan2(lz, lx) * 52) % 1) + 1) % 1
  const stitch = abs(e - 0.03) < 0.0022 && along < 0.62
  let c = stitch
    ? [mix(0.47 * k, 0.8, 1), mix(0.205 * k, 0.7, 1), mix(0.082 * k, 0.52, 1)]
    : tint(0.47, 0.205, 0.082, k)
  if (abs(e - 0.03) < 0.0045 && !stitch) c = [c[0] * 0.62, c[1] * 0.58, c[2] * 0.55]
  return e < 0.006 ? tint(...c, 0.6) : c
}
