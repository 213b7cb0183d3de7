import { shadow } from '../../kit/sdf.mjs'
import { map } from './map.mjs'
import { BULBS, CANDLES, FIRE } from './places.mjs'
const { max, sqrt } = Math

/** x, y, z, power, and how near a shadow ends: the fire ring and the oven's mouth. */
const FIRES = [
  [FIRE[0], 0.5, FIRE[1], 1.5, 0.75],
  [3.25, 1.12, 8.6, 0.5, 0.25],
]

/** Adds the light of bulbs, candles and fires on a point with normal n to [r, g, b]. */
export function addLamps({ at, n, ao }, light) {
  const above = [at[0] + n[0] * 0.012, at[1] + n[1] * 0.012, at[2] + n[2] * 0.012]
  const bulbs = ofBulbs(at, n, { ao, above })
  light[0] += bulbs * 2.3
  light[1] += bulbs * 1.3
  light[2] += bulbs * 0.56
  for (const candle of CANDLES) addCandle(candle, at, n, light)
  for (const fire of FIRES) addFire(fire, { at, n, above }, light)
}

function towards([lx, ly, lz], [x, y, z]) {
  return [lx - x, ly - y, lz - z]
}

/** All bulbs, with shadows of the three nearest strong ones alone. */
function ofBulbs(at, n, { ao, above }) {
  const near = [
    [9, -1],
    [9, -1],
    [9, -1],
  ]
  let sum = 0
  for (let i = 0; i < BULBS.length; i++) {
    const [lx, ly, lz] = towards(BULBS[i], at)
    const d2 = lx * lx + ly * ly + lz * lz
    const d = sqrt(d2)
    const c = (n[0] * lx + n[1] * ly + n[2] * lz) / d
    if (c <= 0) continue
    const k = c / (d2 + 0.06)
    sum += k
    if (k <= 0.12) continue
    const m = farthest(near)
    if (d < near[m][0]) near[m] = [d, i, k]
  }
  let lit = sum * (0.35 + 0.65 * ao)
  for (const [d, i, k] of near)
    if (i >= 0) {
      const [lx, ly, lz] = towards(BULBS[i], at)
      lit -= k * (1 - shadow(map, ...above, lx / d, ly / d, lz / d, d - 0.05, 14, 0.03, 22, 0.5))
    }
  return max(0, lit) * 0.086
}

function farthest([a, b, c]) {
  if (a[0] > b[0]) return a[0] > c[0] ? 0 : 2
  return b[0] > c[0] ? 1 : 2
}

function addCandle(candle, at, n, light) {
  const [lx, ly, lz] = towards(candle, at)
  const d2 = lx * lx + ly * ly + lz * lz
  if (d2 > 5) return
  const c = max(0, (n[0] * lx + n[1] * ly + n[2] * lz) / sqrt(d2) + 0.1)
  const k = (0.034 * c) / (d2 + 0.008)
  light[0] += k * 2.4
  light[1] += k * 1.15
  light[2] += k * 0.34
}

function addFire([fx, fy, fz, power, radius], { at, n, above }, light) {
  const [lx, ly, lz] = towards([fx, fy, fz], at)
  const d2 = lx * lx + ly * ly + lz * lz
  if (d2 > 60) return
  const d = sqrt(d2)
  const c = max(0, (n[0] * lx + n[1] * ly + n[2] * lz) / d + 0.05)
  if (c <= 0) return
  const open = shadow(map, ...above, lx / d, ly / d, lz / d, d - radius, 6, 0.06, 24, 0.8)
  const k = ((power * c) / (0.3 + d2 * 0.6)) * open
  light[0] += k * 2.4
  light[1] += k * 0.98
  light[2] += k * 0.24
}
