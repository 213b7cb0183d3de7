import { clamp, n3 } from '../../kit/core.mjs'
import { box, cylinder, hit, nearer, smin } from '../../kit/sdf.mjs'
import { DOOR, MATERIAL, WINDOWS } from './places.mjs'
import { portalThings } from './portal.mjs'
const { abs, max, min, round, sqrt } = Math

/** Distance to the adobe house with all that belongs to it; `near` adds what only shows from close by. */
export function house(x, y, z, near) {
  let d = walls(x, y, z)
  hit.id = MATERIAL.adobe
  if (d < 0.7) d = openings(d + plaster(x, y, z), x, y, z)
  if (z >= -0.8) return d
  d = nearer(d, vigas(x, y, z), MATERIAL.wood)
  if (y > 3.5)
    d = nearer(
      d,
      beamEnds(x + 3, y - 4.85, z + 1.6, { apart: 0.8, each: 2, r: 0.09, out: 0.5 }),
      MATERIAL.wood,
    )
  d = nearer(d, portal(x, y, z), MATERIAL.wood)
  if (near) d = closeBy(d, x, y, z)
  d = nearer(d, horno(x + 9.2, y, z + 5.2), MATERIAL.adobe)
  return nearer(d, ladder(x + (near ? 2.6 : 0.15), y, z), MATERIAL.wood)
}

/** Rounded boxes that run into each other. */
function walls(x, y, z) {
  let d = box(x + 1.2, y - 1.6, z, 5.2, 2.0, 3, 0.34) // main block
  d = smin(d, box(x - 6.1, y - 1.25, z + 0.3, 2.7, 1.55, 2.6, 0.32), 0.25) // low wing
  d = smin(d, box(x + 3.0, y - 2.6, z - 0.7, 2.0, 2.75, 2.2, 0.36), 0.3) // upper room
  d = smin(d, box(x + 5.9, y - 1.2, z + 1.9, 0.34, 1.5, 1.8, 0.3), 0.55) // buttress
  d = smin(d, box(x - 2.9, y - 3.3, z - 1.2, 0.42, 1.5, 0.42, 0.16), 0.25) // chimney
  d = smin(d, box(x + 8.6, y - 0.45, z + 2.3, 2.9, 0.62, 0.22, 0.2), 0.3) // garden walls
  return smin(d, box(x - 11.3, y - 0.4, z + 1.7, 3.1, 0.56, 0.22, 0.2), 0.3)
}

/** The surface as a hand leaves it. */
function plaster(x, y, z) {
  return 0.05 * n3(x * 0.9, y * 0.9, z * 0.9) + 0.018 * n3(x * 3.1, y * 3.1, z * 3.1)
}

function openings(wall, x, y, z) {
  let d = wall
  for (const w of WINDOWS) {
    const wx = x - w[0]
    const wy = y - w[1]
    const wz = z - w[4]
    if (abs(wx) > 1.3 || abs(wy) > 1.4 || abs(wz) > 1.2) continue
    d = oneWindow(d, [wx, wy, wz], w)
  }
  const hole = -box(x - DOOR, y - 1.0, z + 3, 0.56, 1.12, 0.42, 0.06)
  if (hole > d) d = hole
  return nearer(d, box(x - DOOR, y - 1.0, z + 2.72, 0.56, 1.12, 0.05, 0.01), MATERIAL.leaf)
}

/** A hole in the wall, with pane, bars and sill. */
function oneWindow(wall, [x, y, z], [, , w, h]) {
  let d = wall
  const hole = -box(x, y, z, w, h, 0.42, 0.05)
  if (hole > d) {
    d = hole
    hit.id = MATERIAL.adobe
  }
  d = nearer(d, box(x, y, z - 0.3, w + 0.05, h + 0.05, 0.05, 0.01), MATERIAL.pane)
  const bars = min(box(x, y, z - 0.2, 0.03, h, 0.03, 0.01), box(x, y, z - 0.2, w, 0.03, 0.03, 0.01))
  d = nearer(d, bars, MATERIAL.wood)
  return nearer(d, box(x, y + h + 0.06, z + 0.02, w + 0.14, 0.05, 0.12, 0.02), MATERIAL.wood)
}

/** Round beam ends: the row on the main block, the row on the wing. */
function vigas(x, y, z) {
  return x < 4.3
    ? beamEnds(x + 1.2, y - 2.95, z + 3.2, { apart: 0.95, each: 5, r: 0.105, out: 0.52 })
    : beamEnds(x - 6.1, y - 2.25, z + 2.5, { apart: 0.9, each: 2, r: 0.1, out: 0.5 })
}

function beamEnds(x, y, z, { apart, each, r, out }) {
  const dx = x - round(clamp(x / apart, -each, each)) * apart
  return max(sqrt(dx * dx + y ** 2) - r, abs(z) - out)
}

/** Roof, posts with their brackets, and the bench by the door. */
function portal(x, y, z) {
  const roof = min(
    box(x - 1.4, y - 2.42, z + 5.3, 2.7, 0.13, 0.13, 0.03),
    box(x - 1.4, y - 2.62, z + 4.2, 2.9, 0.09, 1.35, 0.04),
  )
  const px = x - 1.4 - round(clamp((x - 1.4) / 2.4, -1, 1)) * 2.4
  const post = sqrt(px * px + (z + 5.3) ** 2) - 0.12
  const bench = min(
    box(x - 3.2, y - 0.42, z + 3.35, 0.62, 0.04, 0.22, 0.02),
    box(abs(x - 3.2) - 0.52, y - 0.2, z + 3.35, 0.05, 0.22, 0.18, 0.01),
  )
  return min(roof, max(post, abs(y - 1.15) - 1.3), box(px, y - 2.25, z + 5.3, 0.36, 0.08, 0.11, 0.04), bench)
}

/** The portal's things, or from afar the box around them. */
function closeBy(d, x, y, z) {
  const before = hit.id
  const around = box(x - 1.9, y - 1.25, z + 4.45, 3.25, 1.35, 2.0)
  const q = around > 0.35 ? around : portalThings(x, y, z)
  if (around > 0.35) hit.id = MATERIAL.wood
  if (q < d) return q
  hit.id = before
  return d
}

/** The oven in the yard. */
function horno(x, y, z) {
  const dome = sqrt(x * x + ((y - 0.3) * 0.82) ** 2 + z * z) - 0.8
  const mouth = sqrt((x + 0.34) ** 2 + ((y - 0.42) * 0.85) ** 2 + (z + 0.78) ** 2) - 0.3
  return min(
    max(dome, -y, -mouth) + 0.02 * n3(x * 1.7 + 3, y * 1.9, z * 1.7),
    cylinder(x, y - 0.07, z, 0.98, 0.12, 0.06) + 0.015 * n3(x * 3, y, z * 3),
  )
}

/** Up to the upper room. */
function ladder(x, y, z) {
  const lz = z + 3.6 - clamp(y / 3.6) * 0.5
  const rails = max(sqrt((abs(x) - 0.26) ** 2 + lz * lz) - 0.05, abs(y - 1.95) - 2.0)
  const rung = sqrt((y - round(clamp(y / 0.42, 1, 8)) * 0.42) ** 2 + lz * lz) - 0.035
  return min(rails, max(rung, abs(x) - 0.27))
}
