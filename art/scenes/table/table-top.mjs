import { clamp, n3 } from '../../kit/core.mjs'
import { box, cylinder, ellipsoid, nearer, smin, sphere } from '../../kit/sdf.mjs'
import { MATERIAL, TABLE } from './places.mjs'
const { abs, max, min, round, sqrt } = Math

const FRUIT = [
  [-0.06, 0.868, 0.05],
  [0.065, 0.865, 0.03],
  [0.0, 0.87, -0.07],
  [0.01, 0.915, 0.01],
]

/** What is laid on the table: places, runner with greens, candles in jars, a bowl of fruit, bottle and jug. */
export function tableTop(d, x, y, z) {
  const sz = z - 0.2 - round(clamp((z - 0.2) / 0.74, -3.5, 3)) * 0.74
  let nearest = setting(d, 0.33 - abs(x), y - 0.775, sz * (x > 0 ? 1 : -1))
  nearest = nearer(nearest, box(x, y - 0.777, z, 0.17, 0.004, TABLE.half - 0.1, 0.002), MATERIAL.linen)
  const greens =
    box(x, y - 0.785, z, 0.075, 0.022, TABLE.half - 0.5, 0.02) - 0.028 * n3(x * 26, y * 26, z * 26) + 0.012
  nearest = nearer(nearest, greens * 0.6, MATERIAL.green)
  nearest = nearer(nearest, candleJar(x, y, z), MATERIAL.candle)
  nearest = fruitBowl(nearest, x, y, z + 1.72)
  nearest = nearer(nearest, bottle(x - 0.03, y, z + 0.58), MATERIAL.glass)
  return nearer(nearest, jug(x, y, z - 0.6), MATERIAL.clay)
}

/** One place, seen from its plate with the table's edge at -x: plate, napkin, glass. */
function setting(d, x, y, z) {
  const plate = min(
    cylinder(x, y - 0.012, z, 0.135, 0.006, 0.004),
    max(cylinder(x, y - 0.02, z, 0.135, 0.012, 0.004), -cylinder(x, y - 0.034, z, 0.115, 0.02, 0.004)),
  )
  const napkin = box(x + 0.005, y - 0.012, z - 0.2, 0.085, 0.006, 0.04, 0.003)
  const gx = x - 0.185
  const gz = z + 0.12
  const r = sqrt(gx * gx + gz * gz)
  const glass = max(abs(r - 0.031 - 0.06 * (y - 0.05)) - 0.0035, abs(y - 0.062) - 0.056)
  const foot = max(r - 0.03, abs(y - 0.008) - 0.006)
  const withPlate = nearer(d, plate, MATERIAL.plate)
  return nearer(nearer(withPlate, napkin, MATERIAL.linen), min(glass, foot), MATERIAL.glass)
}

function candleJar(x, y, z) {
  const k = round(clamp(z / 1.15, -2, 2))
  const cz = z - k * 1.15
  const cx = x - 0.02 * (k % 2)
  return max(sqrt(cx * cx + cz * cz) - 0.048, abs(y - 0.84) - 0.062)
}

function fruitBowl(d, x, y, z) {
  const bowl = max(
    ellipsoid(x, y - 0.86, z, 0.17, 0.085, 0.17),
    -ellipsoid(x, y - 0.885, z, 0.155, 0.08, 0.155),
    y - 0.87,
  )
  let nearest = nearer(d, bowl, MATERIAL.clay)
  for (const [fx, fy, fz] of FRUIT)
    nearest = nearer(nearest, sphere(x - fx, y - fy, z - fz, 0.055), MATERIAL.fruit)
  return nearest
}

function bottle(x, y, z) {
  return smin(cylinder(x, y - 0.88, z, 0.038, 0.1, 0.012), cylinder(x, y - 1.02, z, 0.013, 0.06, 0.004), 0.04)
}

function jug(x, y, z) {
  return smin(ellipsoid(x, y - 0.87, z, 0.085, 0.1, 0.085), cylinder(x, y - 0.98, z, 0.04, 0.05, 0.01), 0.04)
}
