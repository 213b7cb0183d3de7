import { clamp, n2, n3, ss } from '../../kit/core.mjs'
import { box, nearer } from '../../kit/sdf.mjs'
import { MATERIAL } from './places.mjs'
const { abs, cos, max, min, pow, sin } = Math

/** x, y, z, tilt, size: two rows that lean on the headboard. */
const PILLOWS = [
  [2.3, 0.86, 2.54, 0.95, 0.34],
  [2.3, 0.86, 3.44, 0.95, 0.34],
  [2.1, 0.78, 2.58, 0.75, 0.31],
  [2.09, 0.78, 3.4, 0.75, 0.31],
]

/** The bed; from afar the box around it. */
export function bed(d, x, y, z) {
  const around = box(x - 1.55, y - 0.62, z - 3.0, 1.16, 0.68, 1.14)
  if (around > 0.25) return nearer(d, around, MATERIAL.linen)
  const withWood = nearer(nearer(d, frame(x, y, z), MATERIAL.wood), headboard(x, y, z), MATERIAL.wood)
  const bedding = min(duvet(x, y, z) * 0.8, box(x - 1.56, y - 0.42, z - 3.0, 1.0, 0.18, 0.94, 0.09))
  const isThrow = x < 0.98 && x > 0.52 && y > 0
  let nearest = nearer(withWood, bedding, isThrow ? MATERIAL.woven : MATERIAL.linen)
  for (const place of PILLOWS) nearest = nearer(nearest, pillow(x, y, z, place), MATERIAL.linen)
  return nearer(nearest, cushion(x - 1.93, y - 0.74, z - 2.98), MATERIAL.leather)
}

function frame(x, y, z) {
  return min(
    box(x - 1.55, y - 0.2, z - 3.0, 1.06, 0.1, 0.95, 0.02),
    box(abs(x - 1.52) - 1.0, y - 0.1, abs(z - 3.0) - 0.88, 0.05, 0.12, 0.05, 0.01),
  )
}

function headboard(x, y, z) {
  const groove = abs(((z * 4) % 1) + (z < 0 ? 1 : 0) - 0.5) > 0.46 ? -1 : 0
  return box(x - 2.53, y - 0.72, z - 3.0, 0.045, 0.6, 1.02, 0.02) - 0.006 * groove
}

/** Soft folds on top, hanging pleats at the sides. */
function duvet(x, y, z) {
  const hang = ss(0.62, 0.3, y)
  const atSides = 0.03 * hang * sin(x * 17 + 2.2 * n2(x * 2, 4)) * ss(0.7, 1, abs(z - 3.0))
  const atFoot = 0.03 * hang * sin(z * 15 + 2 * n2(z * 2, 9)) * ss(0.75, 1, -(x - 1.35) / 0.85)
  const crease =
    0.022 * n2(x * 2.3 + 0.6 * n2(z * 2, x), z * 2.6) +
    0.016 * (1 - abs(n2(x * 3.1 + z * 1.4, z * 3.7 - x))) -
    0.008
  const plain = box(x - 1.36, y - 0.42, z - 3.0, 0.88, 0.235, 1.04, 0.12)
  return plain - crease * ss(0.45, 0.62, y) - atSides - atFoot
}

function pillow(x, y, z, [px, py, pz, tilt, size]) {
  const c = cos(tilt)
  const s = sin(tilt)
  const lx = (x - px) * c + (y - py) * s
  const ly = -(x - px) * s + (y - py) * c
  const lz = z - pz
  if (abs(lx) > 0.5 || abs(ly) > 0.4 || abs(lz) > 0.62) return Infinity
  const u = clamp(1 - (lx / 0.36) ** 2) * clamp(1 - (lz / (size + 0.1)) ** 2)
  const thick = 0.035 + 0.105 * pow(max(0, u), 0.55)
  const creases = 0.012 * n3(lx * 6 + px * 9, ly * 6, lz * 6 + pz * 5)
  return (box(lx, ly, lz, 0.27, thick, size, min(thick, 0.05)) - creases) * 0.7
}

function cushion(x, y, z) {
  return box(x * 0.8 + y * 0.6, -x * 0.6 + y * 0.8, z, 0.17, 0.085 - 0.5 * z ** 2 * 0.4, 0.27, 0.06) * 0.8
}
