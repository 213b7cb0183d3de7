import { dot, rng, TAU } from '../../kit/core.mjs'
import { hit, normalAt, shadow, trace } from '../../kit/sdf.mjs'
import { skyThroughWindow, sunVisible, throughWindow } from './daylight.mjs'
import { map } from './map.mjs'
import { albedo } from './materials.mjs'
import { CAM, FIRE, MATERIAL, SKY, SUN, WIN } from './places.mjs'
import { makeIndirect } from './smoothed.mjs'
const { abs, ceil, cos, max, PI, sin, sqrt } = Math

/** The light is gathered at this part of the size. */
const PART = 6
const SKY_SAMPLES = 14
const BOUNCES = 64

/** Light that came through the window, and from one wall to another: (px, py, normal, distance) -> color. */
export function gatherLight(R) {
  const w = ceil(R.W / PART)
  const h = ceil(R.H / PART)
  const light = R.buffer(w * h * 3)
  /** Normal and distance of each point; a distance of 99 is the open air. */
  const geometry = R.buffer(w * h * 4)
  R.rows(
    h,
    (y) => {
      const random = rng(1000 + y)
      for (let x = 0; x < w; x++) {
        const o = y * w + x
        const at = pointAt(R, x, y)
        if (!at) {
          geometry[o * 4 + 3] = 99
          continue
        }
        geometry.set([...at.n, at.t], o * 4)
        light.set(tamed(irradiance(at, random)), o * 3)
      }
    },
    2,
  )
  R.log('bounced light')
  return makeIndirect(R, { w, h, part: PART, light, geometry })
}

function pointAt({ S }, x, y) {
  const dx = ((x + 0.5) * PART - CAM.cx * S) / (CAM.f * S)
  const dy = -((y + 0.5) * PART - CAM.hor * S) / (CAM.f * S)
  const il = 1 / sqrt(dx * dx + dy * dy + 1)
  const t = trace(map, CAM.x, CAM.y, CAM.z, dx * il, dy * il, il, 0.05, 7, 0.0009, 140, 0.9)
  if (t < 0) return null
  const point = [CAM.x + dx * il * t, CAM.y + dy * il * t, CAM.z + il * t]
  const n = [0, 0, 0]
  normalAt(map, ...point, 0.004, n)
  return { t, n, p: lifted(point, n, 0.012) }
}

function lifted(p, n, by) {
  return [p[0] + n[0] * by, p[1] + n[1] * by, p[2] + n[2] * by]
}

/** What is brighter than paper in the sun would speckle. */
function tamed(light) {
  const top = max(...light)
  const cap = top > 1.5 ? (1.5 + (0.35 * (top - 1.5)) / (1 + 0.2 * (top - 1.5))) / top : 1
  return light.map((v) => v * cap)
}

function irradiance(at, random) {
  const sum = [0, 0, 0]
  for (let i = 0; i < SKY_SAMPLES; i++) {
    const s = skySample(at, i, random)
    if (s > 0) for (let j = 0; j < 3; j++) sum[j] += SKY[j] * s
  }
  const frame = tangents(at.n)
  for (let i = 0; i < BOUNCES; i++) bounce(at, direction(frame, at.n, i, random), sum)
  return sum
}

/** Sky through the window: jittered points on the opening. */
function skySample({ n, p }, i, random) {
  const u = (((i % 7) + random()) / 7) * 2 - 1
  const v = ((((i / 7) | 0) + random()) / 2) * 2 - 1
  let lx = WIN.x + u * WIN.w - p[0]
  let ly = WIN.y + v * WIN.h - p[1]
  let lz = WIN.z + 0.33 - p[2]
  const d2 = lx * lx + ly * ly + lz * lz
  const d = sqrt(d2)
  lx /= d
  ly /= d
  lz /= d
  const c = n[0] * lx + n[1] * ly + n[2] * lz
  if (c <= 0 || lz <= 0) return 0
  const open = shadow(map, ...p, lx, ly, lz, d - 0.03, 40, 0.02, 36, 0.6)
  const s = (open * c * lz * 4 * WIN.w * WIN.h) / (PI * (d2 + 0.05)) / SKY_SAMPLES
  return s * 3.0 * (ly > 0 ? 1 : 0.75)
}

/** Two directions across a normal. */
function tangents(n) {
  const flat = abs(n[0]) > 0.6
  const tx = flat ? 0 : 1
  const ty = flat ? 1 : 0
  const u = [ty * n[2], -tx * n[2], tx * n[1] - ty * n[0]]
  const l = 1 / sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2])
  for (let j = 0; j < 3; j++) u[j] *= l
  return { u, v: [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]] }
}

/** One of the cosine-weighted directions. */
function direction({ u, v }, n, i, random) {
  const angle = TAU * ((i * 0.618034 + random() * 0.3) % 1)
  const r2 = (i + random()) / BOUNCES
  const out = sqrt(r2)
  const up = sqrt(1 - r2)
  const ca = cos(angle) * out
  const sa = sin(angle) * out
  return [0, 1, 2].map((j) => u[j] * ca + v[j] * sa + n[j] * up)
}

/** Adds what a surface in a direction sends. */
function bounce({ p }, d, sum) {
  const t = trace(map, ...p, ...d, 0.02, 7, 0.004, 44, 0.95)
  const id = hit.id
  if (t < 0) return
  const b = lifted(p, d, t)
  if (b[2] > WIN.z + 0.5) return
  if (id === MATERIAL.ember) {
    for (let j = 0; j < 3; j++) sum[j] += (2.4 * FIRE.color[j]) / BOUNCES
    return
  }
  const a = albedo(id, ...b)
  const m = [0, 0, 0]
  normalAt(map, ...b, 0.01, m)
  const lambert = dot(m, SUN.from)
  const above = lifted(b, m, 0.02)
  const sun = lambert > 0 && throughWindow(...above) ? lambert * sunVisible(...above) : 0
  const sky = skyThroughWindow(b, m) * 2.6
  for (let j = 0; j < 3; j++)
    sum[j] += (a[j] * (SUN.color[j] * sun + SKY[j] * sky + [0.3, 0.26, 0.215][j])) / BOUNCES
}
