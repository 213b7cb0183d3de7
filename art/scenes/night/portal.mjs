/** What stands in the portal, seen only from close by: flagged floor, lantern, ristra, pots, the door's panels. */
import { clamp } from '../../kit/core.mjs'
import { box, capsule, hit, nearer, sphere } from '../../kit/sdf.mjs'
import { DOOR, MATERIAL } from './places.mjs'
const { abs, cos, floor, max, min, sin, sqrt } = Math

const RISTRA = 0.42
/** x, z, size */
const POTS = [
  [-0.55, -5.75, 1],
  [4.45, -5.7, 1.15],
  [3.95, -5.95, 0.72],
]

export function portalThings(x, y, z) {
  let d = box(x - 1.4, y - 0.05, z + 4.25, 2.95, 0.09, 1.4, 0.02)
  hit.id = MATERIAL.flag
  d = lantern(d, x - DOOR, y, z + 4.3)
  d = nearer(d, ristra(x - RISTRA, y, z + 3.42), MATERIAL.chile)
  for (const [px, pz, size] of POTS) d = pot(d, x - px, y, z - pz, size)
  return door(d, x - DOOR, y, z)
}

function lantern(d, x, y, z) {
  const lit = nearer(d, box(x, y - 2.05, z, 0.085, 0.13, 0.085, 0.01), MATERIAL.lamp)
  const frame = min(
    box(x, y - 2.2, z, 0.12, 0.02, 0.12, 0.01),
    box(x, y - 1.905, z, 0.1, 0.015, 0.1, 0.01),
    capsule(x, y, z, 0, 2.2, 0, 0, 2.55, 0, 0.012),
    box(abs(x) - 0.088, y - 2.05, abs(z) - 0.088, 0.012, 0.14, 0.012, 0.003),
  )
  return nearer(lit, frame, MATERIAL.wood)
}

/** A string of chiles. */
function ristra(x, y, z) {
  if (abs(x) >= 0.5 || abs(z) >= 0.5) return sqrt(x * x + z * z + max(0, abs(y - 1.5) - 0.5) ** 2) - 0.25
  let d = Infinity
  for (let i = 0; i < 26; i++) {
    const a = i * 2.4
    const t = i / 25
    const r = 0.085 * (1 - 0.35 * t)
    const cx = r * cos(a)
    const cz = r * sin(a) * 0.7
    const cy = 1.86 - 0.72 * t
    d = min(d, capsule(x, y, z, cx * 0.4, cy + 0.05, cz * 0.4, cx * 1.35, cy - 0.07, cz * 1.35, 0.024, 0.012))
  }
  return d
}

function hash(i) {
  const v = sin(i * 12.9898) * 43758.5453
  return v - floor(v)
}

/** A pot with a plant; from afar its bounding shape. */
function pot(d, x, y, z, s) {
  const r = sqrt(x * x + z * z)
  if (r > 0.9 || y > 1.4)
    return nearer(d, sqrt(max(0, r - 0.5 * s) ** 2 + max(0, y - 1 * s) ** 2) + 0.05, MATERIAL.pot)
  const h = 0.34 * s
  const w = (0.15 + 0.085 * clamp(y / h)) * s
  const body = max(abs(r - w + 0.02) - 0.02, abs(y - h / 2) - h / 2) * 0.8
  const lip = max(abs(r - 0.245 * s) - 0.025, abs(y - h) - 0.03)
  const earth = max(r - w, abs(y - h * 0.8) - 0.02)
  let nearest = nearer(d, min(body, lip, earth), MATERIAL.pot)
  for (let i = 0; i < 13; i++) {
    const a = i * 2.4 + s
    const l = (0.3 + 0.25 * hash(i + s)) * s
    const e = (0.1 + 0.34 * hash(i * 3 + s)) * s
    const leaf = capsule(x, y, z, 0, h - 0.02, 0, cos(a) * e, h + l * 1.1, sin(a) * e, 0.032 * s, 0.006)
    nearest = nearer(nearest, leaf, MATERIAL.green)
  }
  return nearest
}

/** Panels, knob and frame of the door. */
function door(d, x, y, z) {
  const panels = min(
    box(x, y - 1.0, z + 2.78, 0.5, 0.05, 0.02, 0.01),
    box(x, y - 0.22, z + 2.78, 0.5, 0.08, 0.02, 0.01),
    box(x, y - 1.85, z + 2.78, 0.5, 0.07, 0.02, 0.01),
    box(abs(x) - 0.47, y - 1, z + 2.78, 0.07, 1.05, 0.02, 0.01),
  )
  const withPanels = nearer(d, panels, MATERIAL.leaf)
  const withKnob = nearer(withPanels, sphere(x + 0.43, y - 1.0, z + 2.84, 0.035), MATERIAL.stone)
  const frame = min(
    box(abs(x) - 0.64, y - 1.05, z + 3.02, 0.07, 1.18, 0.07, 0.02),
    box(x, y - 2.17, z + 3.04, 0.86, 0.09, 0.09, 0.02),
  )
  return nearer(withKnob, frame, MATERIAL.wood)
}
