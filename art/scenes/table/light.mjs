import { clamp, mix, n3, norm } from '../../kit/core.mjs'
import { hit, normalAt, occlusion, trace } from '../../kit/sdf.mjs'
import { sky } from './evening.mjs'
import { addLamps } from './lamps.mjs'
import { map } from './map.mjs'
import { surfaceAt } from './materials.mjs'
import { BULBS, CAM, MATERIAL } from './places.mjs'
const { abs, exp, max, pow, sqrt } = Math

/** The channel that tells where grass may grow. */
export const GRASS = 3
const FOG = [0.2, 0.135, 0.15]

/** Traces the patio before a finished evening: (x, y, out) for the studio's `adaptive`, four channels. */
export function makeShader({ W, H, S }, evening) {
  return (px, py, out) => {
    const dx = (px - CAM.cx * S) / (CAM.f * S)
    const dy = -(py - CAM.hor * S) / (CAM.f * S)
    const il = 1 / sqrt(dx * dx + dy * dy + 1)
    const ray = [dx * il, dy * il, il]
    const t = trace(map, CAM.x, CAM.y, 0, ...ray, 0.8, 46, 0.0006, 190, 0.85)
    const id = hit.id
    if (t < 0) {
      const i = (clamp(py | 0, 0, H - 1) * W + clamp(px | 0, 0, W - 1)) * 3
      for (let j = 0; j < 3; j++) out[j] = evening.d[i + j]
      out[GRASS] = 1
      return
    }
    const at = [CAM.x + ray[0] * t, CAM.y + ray[1] * t, ray[2] * t]
    const n = [0, 0, 0]
    normalAt(map, ...at, 0.0012 + 0.0004 * t, n)
    if (id === MATERIAL.candle) candle(at, n, out)
    else lit({ id, at, n, ray, t }, out)
  }
}

/** The jar glows. */
function candle(at, n, out) {
  const h = (at[1] - 0.775) / 0.125
  const k = (0.55 + 1.7 * exp(-(((h - 0.45) / 0.32) ** 2))) * (0.75 + 0.35 * abs(n[2]))
  out[0] = 1.9 * k
  out[1] = 0.86 * k
  out[2] = 0.24 * k
}

function lit(point, out) {
  const { id, at, n, t } = point
  const { color, gloss, grass } = surfaceAt(id, ...at)
  out[GRASS] = grass
  const ao = occlusion(map, ...at, ...n, t < 12 ? 0.09 : 0.22, 1.5)
  const light = fromSky(n, ao)
  addLamps({ at, n, ao }, light)
  for (let j = 0; j < 3; j++) out[j] = color[j] * light[j]
  if (gloss) mirror(point, { gloss, ao }, out)
  if (id === MATERIAL.coal && at[0] > 2) embers(at, out)
  const fog = 1 - exp(-max(0, t - 14) / 120)
  for (let j = 0; j < 3; j++) out[j] = mix(out[j], FOG[j], fog)
}

/** Blue from above, the last warmth from the left. */
function fromSky(n, ao) {
  const up = (0.5 + 0.5 * n[1]) * 0.8 + 0.1
  const glow = max(0, n[2] * 0.7 + n[1] * 0.2 - n[0] * 0.3) * 0.16 * ao
  return [0.15 * up * ao + glow, 0.165 * up * ao + glow * 0.5, 0.32 * up * ao + glow * 0.38]
}

function mirror({ id, at, n, ray }, { gloss, ao }, out) {
  const vn = ray[0] * n[0] + ray[1] * n[1] + ray[2] * n[2]
  const fresnel = gloss + (1 - gloss) * 0.55 * pow(clamp(1 + vn), 5)
  const r = [ray[0] - 2 * vn * n[0], ray[1] - 2 * vn * n[1], ray[2] - 2 * vn * n[2]]
  const dull = id === MATERIAL.wood || id === MATERIAL.ground
  const bulbs = bulbsIn(r, at, dull ? { sharp: 90, bright: 1.3 } : { sharp: 700, bright: 9 })
  const s = r[1] > 0 ? sky(norm([r[0], max(0.02, r[1]), abs(r[2])])) : [0.05, 0.04, 0.03]
  out[0] += fresnel * (s[0] * 0.8 * ao + bulbs * 2.2)
  out[1] += fresnel * (s[1] * 0.8 * ao + bulbs * 1.3)
  out[2] += fresnel * (s[2] * 0.8 * ao + bulbs * 0.55)
}

function bulbsIn(r, [x, y, z], { sharp, bright }) {
  let sum = 0
  for (const q of BULBS) {
    const lx = q[0] - x
    const ly = q[1] - y
    const lz = q[2] - z
    const il = 1 / sqrt(lx * lx + ly * ly + lz * lz)
    const c = (r[0] * lx + r[1] * ly + r[2] * lz) * il
    if (c > 0.9) sum += pow(c, sharp) * il * il * bright
  }
  return sum
}

/** In the oven. */
function embers([x, y, z], out) {
  const k = exp(-(((y - 0.9) / 0.14) ** 2)) * (1.0 + 0.6 * n3(x * 12, y * 12, z * 12))
  out[0] += 1.9 * k
  out[1] += 0.62 * k
  out[2] += 0.1 * k
}
