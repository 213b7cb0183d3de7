// Night: the adobe house under the Milky Way, a fire in the ring. Still picture and the banner loop share these plates.
// Variant `porch`: the same house from close by, its portal lit at blue hour.
import * as K from '../kit/core.mjs'
import { hit, box, smin, capsule, sphere, trace, normalAt, shadow, occlusion, cylinder } from '../kit/sdf.mjs'
import { mesaField, marchColumn } from '../kit/terrain.mjs'
import { galaxy, starCatalogue, drawStar } from '../kit/stars.mjs'
import { flames } from '../kit/fire.mjs'
const { clamp, mix, ss, fbm, fbm3, n2, n3, mix3, mul3, norm, dot, rng, gauss } = K
const { abs, sqrt, exp, pow, max, min, floor, round } = Math

export const finish = { exposure: 1.55, vig: 0.2, sat: 1.14, grain: 0.01 }
export const milkyWay = galaxy([0.16, 0.3, 1], [0.55, 1, 0.05])
const skyRamp = K.ramp([
  [0, '#26373f'],
  [0.06, '#1e303b'],
  [0.16, '#152637'],
  [0.32, '#0d1a2d'],
  [0.6, '#081124'],
  [1, '#050a19'],
])
export const variants = ['night', 'porch']
const EYE = 1.75
let PORCH = false,
  F = 880,
  HOR = 742
const blueRamp = K.ramp([
  [0, '#e9b183'],
  [0.05, '#d3a692'],
  [0.13, '#8f93b0'],
  [0.28, '#4f74ae'],
  [0.5, '#2f559c'],
  [0.75, '#1c3c80'],
  [1, '#122c66'],
])
export const camera = (R) => ({ y: EYE, f: F * R.S, hor: HOR * R.S, cx: R.W / 2 })
/** The sky without stars: gradient, airglow, one faint town glow far in the south-west. */
export function darkSky(dx, dy, dz, out) {
  const el = Math.asin(clamp(dy, -1, 1)),
    c = skyRamp(clamp(el / 0.75)),
    air = exp(-pow((el - 0.1) / 0.13, 2)) * (0.85 + 0.35 * fbm3(dx * 2.2, dy * 7, dz * 2.2, 4))
  const town = exp(-pow((Math.atan2(dx, dz) + 0.62) / 0.34, 2)) * exp(-max(0, el) / 0.1)
  out[0] = c[0] + 0.006 * air + 0.085 * town
  out[1] = c[1] + 0.018 * air + 0.048 * town
  out[2] = c[2] + 0.012 * air + 0.02 * town
}

// --- the house, in its own frame: x right, y up, z away from the viewer -----------------
let HX = 8.1,
  HZ = 24,
  ROT = -0.42,
  cr = Math.cos(ROT),
  sr = Math.sin(ROT)
const toLocal = (x, z) => [(x - HX) * cr - (z - HZ) * sr, (x - HX) * sr + (z - HZ) * cr]
const toWorld = (hx, hz) => [HX + hx * cr + hz * sr, HZ - hx * sr + hz * cr]
const WINDOWS = [
  [-4.6, 1.55, 0.55, 0.62, -3],
  [-1.1, 1.55, 0.5, 0.62, -3],
  [5.1, 1.35, 0.42, 0.5, -2.9],
  [7.3, 1.35, 0.42, 0.5, -2.9],
  [-2.9, 4.15, 0.38, 0.45, -1.5],
] // x, y, half w, half h, face z
const HEARTH = 0,
  DOOR = 1.4 // the window that flickers; door x
const FIRE = [-3.1, 15.6],
  [FX, FZ] = toLocal(...FIRE)
const CHAIRS = [
  [-1.75, 0.15, 1.9],
  [-0.9, 1.5, 2.6],
  [1.25, 1.25, -2.4],
].map(([x, z, a]) => {
  const [lx, lz] = toLocal(FIRE[0] + x, FIRE[1] + z)
  return [lx, lz, Math.cos(a), Math.sin(a)]
})
const GROUND = 0,
  ADOBE = 1,
  PANE = 2,
  WOOD = 3,
  LEAF = 4,
  STONE = 5,
  LAMP = 6,
  CHILE = 7,
  POT = 8,
  FLAG = 9,
  GREEN = 10
/** The camera stands still; a view moves the house. Called first by every thread. */
function setView(porch) {
  PORCH = porch
  ;[F, HOR, ROT] = porch ? [1270, 650, -0.36] : [880, 742, -0.42]
  cr = Math.cos(ROT)
  sr = Math.sin(ROT)
  ;[HX, HZ] = porch ? [1.75 - (1.4 * cr - 5.3 * sr), 8.6 + 1.4 * sr + 5.3 * cr] : [8.1, 24]
}
const hash = (i) => {
  const v = Math.sin(i * 12.9898) * 43758.5453
  return v - floor(v)
}
function portalThings(x, y, z) {
  // only seen from close by: flagged floor, lantern, ristra, pots, door panels
  let d = box(x - 1.4, y - 0.05, z + 4.25, 2.95, 0.09, 1.4, 0.02)
  hit.id = FLAG
  let q = min(box(x - DOOR, y - 2.05, z + 4.3, 0.085, 0.13, 0.085, 0.01))
  if (q < d) {
    d = q
    hit.id = LAMP
  }
  q = min(
    box(x - DOOR, y - 2.2, z + 4.3, 0.12, 0.02, 0.12, 0.01),
    box(x - DOOR, y - 1.905, z + 4.3, 0.1, 0.015, 0.1, 0.01),
    capsule(x - DOOR, y, z + 4.3, 0, 2.2, 0, 0, 2.55, 0, 0.012),
    box(abs(x - DOOR) - 0.088, y - 2.05, abs(z + 4.3) - 0.088, 0.012, 0.14, 0.012, 0.003),
  )
  if (q < d) {
    d = q
    hit.id = WOOD
  }
  for (const rx of [0.42]) {
    const lx = x - rx,
      lz = z + 3.42
    if (abs(lx) < 0.5 && abs(lz) < 0.5) {
      for (let i = 0; i < 26; i++) {
        const a = i * 2.4,
          t = i / 25,
          r = 0.085 * (1 - 0.35 * t),
          cx = r * Math.cos(a),
          cz = r * Math.sin(a) * 0.7,
          cy = 1.86 - 0.72 * t
        q = capsule(lx, y, lz, cx * 0.4, cy + 0.05, cz * 0.4, cx * 1.35, cy - 0.07, cz * 1.35, 0.024, 0.012)
        if (q < d) {
          d = q
          hit.id = CHILE
        }
      }
    } else {
      q = sqrt(lx * lx + lz * lz + max(0, abs(y - 1.5) - 0.5) ** 2) - 0.25
      if (q < d) {
        d = q
        hit.id = CHILE
      }
    }
  }
  for (const [px, pz, s] of [
    [-0.55, -5.75, 1],
    [4.45, -5.7, 1.15],
    [3.95, -5.95, 0.72],
  ]) {
    const lx = x - px,
      lz = z - pz,
      r = sqrt(lx * lx + lz * lz)
    if (r > 0.9 || y > 1.4) {
      q = sqrt(max(0, r - 0.5 * s) ** 2 + max(0, y - 1 * s) ** 2) + 0.05
      if (q < d) {
        d = q
        hit.id = POT
      }
      continue
    }
    const h = 0.34 * s,
      w = (0.15 + 0.085 * clamp(y / h)) * s
    q = max(abs(r - w + 0.02) - 0.02, abs(y - h / 2) - h / 2) * 0.8
    q = min(q, max(abs(r - 0.245 * s) - 0.025, abs(y - h) - 0.03), max(r - w, abs(y - h * 0.8) - 0.02))
    if (q < d) {
      d = q
      hit.id = POT
    }
    for (let i = 0; i < 13; i++) {
      const a = i * 2.4 + s,
        l = (0.3 + 0.25 * hash(i + s)) * s,
        e = (0.1 + 0.34 * hash(i * 3 + s)) * s
      q = capsule(lx, y, lz, 0, h - 0.02, 0, Math.cos(a) * e, h + l * 1.1, Math.sin(a) * e, 0.032 * s, 0.006)
      if (q < d) {
        d = q
        hit.id = GREEN
      }
    }
  }
  q = min(
    box(x - DOOR, y - 1.0, z + 2.78, 0.5, 0.05, 0.02, 0.01),
    box(x - DOOR, y - 0.22, z + 2.78, 0.5, 0.08, 0.02, 0.01),
    box(x - DOOR, y - 1.85, z + 2.78, 0.5, 0.07, 0.02, 0.01),
    box(abs(x - DOOR) - 0.47, y - 1, z + 2.78, 0.07, 1.05, 0.02, 0.01),
  )
  if (q < d) {
    d = q
    hit.id = LEAF
  }
  q = sphere(x - DOOR + 0.43, y - 1.0, z + 2.84, 0.035)
  if (q < d) {
    d = q
    hit.id = STONE
  }
  q = box(abs(x - DOOR) - 0.64, y - 1.05, z + 3.02, 0.07, 1.18, 0.07, 0.02)
  q = min(q, box(x - DOOR, y - 2.17, z + 3.04, 0.86, 0.09, 0.09, 0.02))
  if (q < d) {
    d = q
    hit.id = WOOD
  }
  return d
}

function chair(x, y, z) {
  // Adirondack chair facing +x
  let d = box(x - 0.05, y - 0.34 - x * 0.12, z, 0.3, 0.022, 0.3, 0.01)
  const bx = (x + 0.3) * 0.94 + (y - 0.4) * 0.3,
    by = -(x + 0.3) * 0.3 + (y - 0.4) * 0.94
  d = min(d, box(bx, by - 0.33, z, 0.022, 0.42, 0.28 - 0.1 * clamp(by - 0.45), 0.01))
  const az = abs(z) - 0.33
  return min(
    d,
    box(x, y - 0.58, az, 0.36, 0.02, 0.07, 0.01),
    box(x - 0.3, y - 0.28, az, 0.03, 0.3, 0.04, 0.01),
    box(x + 0.24, y - 0.26, az, 0.03, 0.3, 0.04, 0.01),
  )
}
function house(x, y, z) {
  let d = box(x + 1.2, y - 1.6, z, 5.2, 2.0, 3, 0.34)
  hit.id = ADOBE // main block
  d = smin(d, box(x - 6.1, y - 1.25, z + 0.3, 2.7, 1.55, 2.6, 0.32), 0.25) // low wing
  d = smin(d, box(x + 3.0, y - 2.6, z - 0.7, 2.0, 2.75, 2.2, 0.36), 0.3) // upper room
  d = smin(d, box(x + 5.9, y - 1.2, z + 1.9, 0.34, 1.5, 1.8, 0.3), 0.55) // buttress
  d = smin(d, box(x - 2.9, y - 3.3, z - 1.2, 0.42, 1.5, 0.42, 0.16), 0.25) // chimney
  d = smin(d, box(x + 8.6, y - 0.45, z + 2.3, 2.9, 0.62, 0.22, 0.2), 0.3) // garden walls
  d = smin(d, box(x - 11.3, y - 0.4, z + 1.7, 3.1, 0.56, 0.22, 0.2), 0.3)
  if (d < 0.7) {
    d += 0.05 * n3(x * 0.9, y * 0.9, z * 0.9) + 0.018 * n3(x * 3.1, y * 3.1, z * 3.1) // hand-plastered surface
    for (let i = 0; i < 5; i++) {
      const w = WINDOWS[i],
        wx = x - w[0],
        wy = y - w[1],
        wz = z - w[4]
      if (abs(wx) > 1.3 || abs(wy) > 1.4 || abs(wz) > 1.2) continue
      const hole = -box(wx, wy, wz, w[2], w[3], 0.42, 0.05)
      if (hole > d) {
        d = hole
        hit.id = ADOBE
      }
      const pane = box(wx, wy, wz - 0.3, w[2] + 0.05, w[3] + 0.05, 0.05, 0.01)
      if (pane < d) {
        d = pane
        hit.id = PANE
      }
      const bars = min(
        box(wx, wy, wz - 0.2, 0.03, w[3], 0.03, 0.01),
        box(wx, wy, wz - 0.2, w[2], 0.03, 0.03, 0.01),
      )
      if (bars < d) {
        d = bars
        hit.id = WOOD
      }
      const sill = box(wx, wy + w[3] + 0.06, wz + 0.02, w[2] + 0.14, 0.05, 0.12, 0.02)
      if (sill < d) {
        d = sill
        hit.id = WOOD
      }
    }
    const hole = -box(x - DOOR, y - 1.0, z + 3, 0.56, 1.12, 0.42, 0.06)
    if (hole > d) d = hole
    const leaf = box(x - DOOR, y - 1.0, z + 2.72, 0.56, 1.12, 0.05, 0.01)
    if (leaf < d) {
      d = leaf
      hit.id = LEAF
    }
  }
  // vigas: round beam ends, three rows
  if (z < -0.8) {
    if (x < 4.3) {
      const vx = x + 1.2 - round(clamp((x + 1.2) / 0.95, -5, 5)) * 0.95,
        v = max(sqrt(vx * vx + (y - 2.95) ** 2) - 0.105, abs(z + 3.2) - 0.52)
      if (v < d) {
        d = v
        hit.id = WOOD
      }
    } else {
      const vx = x - 6.1 - round(clamp((x - 6.1) / 0.9, -2, 2)) * 0.9,
        v = max(sqrt(vx * vx + (y - 2.25) ** 2) - 0.1, abs(z + 2.5) - 0.5)
      if (v < d) {
        d = v
        hit.id = WOOD
      }
    }
    if (y > 3.5) {
      const vx = x + 3 - round(clamp((x + 3) / 0.8, -2, 2)) * 0.8,
        v = max(sqrt(vx * vx + (y - 4.85) ** 2) - 0.09, abs(z + 1.6) - 0.5)
      if (v < d) {
        d = v
        hit.id = WOOD
      }
    }
    // porch
    let p = min(
      box(x - 1.4, y - 2.42, z + 5.3, 2.7, 0.13, 0.13, 0.03),
      box(x - 1.4, y - 2.62, z + 4.2, 2.9, 0.09, 1.35, 0.04),
    )
    const px = x - 1.4 - round(clamp((x - 1.4) / 2.4, -1, 1)) * 2.4,
      pr = sqrt(px * px + (z + 5.3) ** 2) - 0.12
    p = min(p, max(pr, abs(y - 1.15) - 1.3), box(px, y - 2.25, z + 5.3, 0.36, 0.08, 0.11, 0.04))
    p = min(
      p,
      box(x - 3.2, y - 0.42, z + 3.35, 0.62, 0.04, 0.22, 0.02),
      box(abs(x - 3.2) - 0.52, y - 0.2, z + 3.35, 0.05, 0.22, 0.18, 0.01),
    ) // bench by the door
    if (p < d) {
      d = p
      hit.id = WOOD
    }
    if (PORCH) {
      const id = hit.id,
        near = box(x - 1.9, y - 1.25, z + 4.45, 3.25, 1.35, 2.0),
        q = near > 0.35 ? near : portalThings(x, y, z)
      if (near > 0.35) hit.id = WOOD
      if (q < d) d = q
      else hit.id = id
    }
    // horno
    const hx = x + 9.2,
      hz = z + 5.2,
      q = sqrt(hx * hx + ((y - 0.3) * 0.82) ** 2 + hz * hz) - 0.8,
      mouth = sqrt((hx + 0.34) ** 2 + ((y - 0.42) * 0.85) ** 2 + (hz + 0.78) ** 2) - 0.3
    const h = min(
      max(q, -y, -mouth) + 0.02 * n3(hx * 1.7 + 3, y * 1.9, hz * 1.7),
      cylinder(hx, y - 0.07, hz, 0.98, 0.12, 0.06) + 0.015 * n3(hx * 3, y, hz * 3),
    )
    if (h < d) {
      d = h
      hit.id = ADOBE
    }
    // ladder to the upper room
    const lz = z + 3.6 - clamp(y / 3.6) * 0.5,
      lx = x + (PORCH ? 2.6 : 0.15)
    let v = max(sqrt((abs(lx) - 0.26) ** 2 + lz * lz) - 0.05, abs(y - 1.95) - 2.0)
    v = min(v, max(sqrt((y - round(clamp(y / 0.42, 1, 8)) * 0.42) ** 2 + lz * lz) - 0.035, abs(lx) - 0.27))
    if (v < d) {
      d = v
      hit.id = WOOD
    }
  }
  return d
}
function yard(x, y, z) {
  // fire ring and chairs
  const fx = x - FX,
    fz = z - FZ,
    a = Math.atan2(fz, fx),
    k = round((a / K.TAU) * 12),
    sa = (k / 12) * K.TAU,
    sx = fx - 0.62 * Math.cos(sa),
    sz = fz - 0.62 * Math.sin(sa)
  let d = sphere(sx, (y - 0.06) * 1.2, sz, 0.155 + 0.03 * Math.sin(k * 7.3)) * 0.85
  hit.id = STONE
  const logs = min(
    capsule(fx, y, fz, -0.4, 0.06, -0.1, 0.35, 0.16, 0.15, 0.06),
    capsule(fx, y, fz, 0.3, 0.06, -0.3, -0.2, 0.2, 0.25, 0.055),
    capsule(fx, y, fz, 0, 0.05, 0.38, 0.05, 0.24, -0.2, 0.06),
  )
  if (logs < d) {
    d = logs
    hit.id = WOOD
  }
  for (const [cx, cz, c, s] of CHAIRS) {
    const rx = x - cx,
      rz = z - cz
    if (abs(rx) > 1.2 || abs(rz) > 1.2) {
      const far = sqrt(rx * rx + rz * rz) - 0.8
      if (far < d) {
        d = far
        hit.id = WOOD
      }
      continue
    }
    const q = chair(rx * c + rz * s, y, -rx * s + rz * c)
    if (q < d) {
      d = q
      hit.id = WOOD
    }
  }
  return d
}
function map(x, y, z) {
  const g = y - 0.07 * n2(x / 4, z / 4) - 0.015 * n2(x * 1.3, z * 1.3)
  const hb = box(x - 0.6, y - 2.6, z + 1.6, 14.2, 3.6, 5.6),
    yb = box(x - FX, y - 0.5, z - FZ, 2.7, 0.8, 2.7)
  let d, id
  if (hb > 0.6) {
    d = hb
    id = ADOBE
  } else {
    d = house(x, y, z)
    id = hit.id
  }
  if (yb > 0.4) {
    if (yb < d) {
      d = yb
      id = STONE
    }
  } else {
    const q = yard(x, y, z)
    if (q < d) {
      d = q
      id = hit.id
    }
  }
  if (g < d) {
    d = g
    id = GROUND
  }
  hit.id = id
  return d
}
// Lights: [x,y,z,power,group,kind]; groups: 1 steady (windows, lantern), 2 hearth window, 3 fire ring
const LIGHTS = WINDOWS.map((w, i) => [
  w[0],
  w[1],
  w[4] - 0.45,
  w[2] * w[3] * 4,
  i === HEARTH ? 2 : 1,
  'window',
])
LIGHTS.push([DOOR, 2.05, -4.3, 1.6, 1, 'lantern'], [FX, 0.42, FZ, 1.15, 3, 'fire'])
const CH = 13 // 4 groups x rgb + coverage

// path from the foreground to the door, in world space
const pathX = (z) => 10.5 - 10.2 * pow(clamp((21.6 - z) / 15), 1.25) + 0.3 * Math.sin(z * 0.7)
const onPath = (x, z) => {
  if (PORCH) {
    const [lx, lz] = toLocal(x, z),
      w = 0.35 * n2(x * 1.1, z * 0.7) + 0.2 * n2(x * 3.1, z * 3.1)
    return max(
      1 - ss(0.55, 1.2, abs(lx - 1.4 + 0.22 * (lz + 5.6)) / 1.05 + w),
      1 - ss(1.2, 2.4, -lz - 5.2 + w),
      lz > -5.8 ? 1 : 0,
    )
  }
  return farPath(x, z)
}
const farPath = (x, z) =>
  z < 21.8 ? 1 - ss(0.35, 0.85, abs(x - pathX(z)) / (0.8 + 0.02 * z) + 0.25 * n2(x * 1.1, z * 0.7)) : 0
const fogColor = [0.012, 0.019, 0.027]

function makeSampler(R) {
  const A = PORCH ? [2.3, 2.6, 3.0] : [1, 1, 1],
    cam = camera(R),
    n = [0, 0, 0],
    [ox, oz] = toLocal(0, 0)
  return (px, py, out) => {
    const dx = (px - cam.cx) / cam.f,
      dy = -(py - cam.hor) / cam.f
    if (!PORCH && dy > 0 && px < 560 * R.S) return
    const il = 1 / sqrt(dx * dx + dy * dy + 1),
      wx = dx * il,
      vy = dy * il,
      wz = il,
      vx = wx * cr - wz * sr,
      vz = wx * sr + wz * cr
    let t = trace(
        map,
        ox,
        EYE,
        oz,
        vx,
        vy,
        vz,
        dy < 0 ? min(PORCH ? 3 : 9, (EYE * 0.7) / -vy) : PORCH ? 3 : 9,
        dy > -0.02 ? 62 : 70,
        0.0011,
        150,
        0.85,
      ),
      id = hit.id
    if (t < 0) {
      if (vy >= 0) return
      t = EYE / -vy
      id = GROUND
    }
    const far = t > 60,
      x = ox + vx * t,
      y = EYE + vy * t,
      z = oz + vz * t,
      X = wx * t,
      Z = wz * t,
      e = 0.012 + 0.0006 * t
    if (far) {
      n[0] = n[2] = 0
      n[1] = 1
    } else normalAt(map, x, y, z, e, n)
    out[12] = 1
    if (id === PANE) {
      // a lit room behind the glass: curtains at the sides, warmer and brighter low down
      let w = WINDOWS[0],
        i0 = 0
      WINDOWS.forEach((q, i) => {
        if (abs(x - q[0]) < q[2] + 0.1 && abs(y - q[1]) < q[3] + 0.1) {
          w = q
          i0 = i
        }
      })
      const u = (x - w[0]) / w[2],
        v = (y - w[1]) / w[3],
        curtain = ss(0.5, 0.72, abs(u) + 0.05 * v)
      let b =
        (0.8 - 0.22 * v + 0.22 * n3(x * 2.2, y * 2.2, 3)) * mix(1, 0.5 + 0.16 * Math.sin(u * 34), curtain)
      b *= 1 - 0.35 * ss(0.55, 0.9, v)
      const g = i0 === HEARTH ? 6 : 3
      out[g] = 2.5 * b
      out[g + 1] = 1.22 * b
      out[g + 2] = 0.4 * b * mix(1, 0.8, curtain)
      return
    }
    let r, g, b
    if (id === LAMP) {
      const k = 0.7 + 0.5 * exp(-(((y - 2.02) / 0.08) ** 2))
      out[3] = 3.4 * k
      out[4] = 1.9 * k
      out[5] = 0.62 * k
      return
    }
    if (id === CHILE) {
      const k = 0.7 + 0.5 * n3(x * 30, y * 30, z * 30)
      r = 0.34 * k
      g = 0.022 * k
      b = 0.014 * k
    } else if (id === POT) {
      const k = 0.85 + 0.3 * n3(x * 6, y * 6, z * 6)
      if (y > 0.3 && n[1] > 0.8) {
        r = 0.05
        g = 0.035
        b = 0.02
      } else {
        r = 0.4 * k
        g = 0.16 * k
        b = 0.085 * k
      }
    } else if (id === GREEN) {
      const k = 0.7 + 0.6 * n3(x * 9, y * 5, z * 9)
      r = 0.1 * k
      g = 0.15 * k
      b = 0.085 * k
    } else if (id === FLAG) {
      const [gx, gz] = [x / 0.62 + 0.18 * n2(x, z), z / 0.48 + 0.18 * n2(z, x)],
        row = floor(gz),
        u = gx + 0.5 * (row & 1),
        e = min(abs(u - round(u)), abs(gz - round(gz))),
        k =
          (0.75 + 0.35 * hash(floor(u) + row * 17) + 0.14 * n2(x * 9, z * 9)) *
          (0.45 + 0.55 * ss(0.02, 0.06, e))
      r = 0.26 * k
      g = 0.185 * k
      b = 0.135 * k
    } else if (id === ADOBE) {
      const k =
        0.88 +
        0.25 * fbm3(x * 0.8, y * 0.8, z * 0.8, 4) +
        0.07 * fbm3(x * 5 + y, y * 5 - z, z * 5 + x, 2) -
        0.12 * (1 - ss(0, 0.6, y))
      r = 0.43 * k
      g = 0.255 * k
      b = 0.158 * k
    } else if (id === WOOD) {
      const k = 0.8 + 0.4 * n3(x * 5, y * 9, z * 5)
      r = 0.17 * k
      g = 0.095 * k
      b = 0.05 * k
    } else if (id === LEAF) {
      const k = abs(x - DOOR) % 0.19 < 0.012 ? 0.5 : 1
      r = 0.03 * k
      g = 0.21 * k
      b = 0.24 * k
    } else if (id === STONE) {
      const k = 0.7 + 0.5 * n3(x * 5, y * 5, z * 5)
      r = 0.17 * k
      g = 0.15 * k
      b = 0.135 * k
    } else {
      const k = ss(-0.3, 0.5, fbm(X / 1.3, Z / 2.2, 4)),
        p = onPath(X, Z),
        yardDust = 0.7 * exp(-((x - FX) ** 2 + (z - FZ) ** 2) / 5.5),
        dust = max(p, yardDust),
        grit = 1 + 0.18 * n2(X * 9, Z * 9)
      r = mix(mix(0.115, 0.17, k), 0.3 * grit, dust)
      g = mix(mix(0.095, 0.135, k), 0.225 * grit, dust)
      b = mix(mix(0.055, 0.08, k), 0.155 * grit, dust)
    }
    const ao = far ? 1 : occlusion(map, x, y, z, n[0], n[1], n[2]),
      sky = 0.5 + 0.5 * n[1]
    const wnx = n[0] * cr + n[2] * sr,
      wnz = -n[0] * sr + n[2] * cr,
      core = max(0, dot([wnx, n[1], wnz], [-0.54, 0.6, -0.58])) * ao
    const fog = (1 - exp(-t / 240)) * (id === GROUND ? 1 : 0.3),
      q = 1 - fog
    out[0] = q * r * A[0] * ((0.072 * sky + 0.012) * ao + 0.028 * core) + fog * fogColor[0] * A[0]
    out[1] = q * g * A[1] * ((0.098 * sky + 0.015) * ao + 0.036 * core) + fog * fogColor[1] * A[1]
    out[2] = q * b * A[2] * ((0.16 * sky + 0.022) * ao + 0.055 * core) + fog * fogColor[2] * A[2]
    if (t > 62) return
    for (const [lx, ly, lz, power, group, kind] of LIGHTS) {
      let ax = lx - x,
        ay = ly - y,
        az = lz - z
      const dd = sqrt(ax * ax + ay * ay + az * az)
      if (dd > (kind === 'fire' ? 24 : 20)) continue
      ax /= dd
      ay /= dd
      az /= dd
      const lam = max(0, n[0] * ax + n[1] * ay + n[2] * az + 0.08) / 1.08,
        face = kind === 'window' ? max(0, az) : 1
      if (lam * face <= 0) continue
      if (PORCH && (power * lam * pow(face, 1.3) * 3.4) / (1 + dd * dd * 0.34) < 0.012) continue
      const bias = PORCH ? 0.1 : 0.05,
        s =
          PORCH && kind === 'window' && id === ADOBE && n[2] < -0.75 && abs(lz + 0.45 - z) < 0.3
            ? 1
            : kind === 'fire'
              ? shadow(
                  map,
                  x + n[0] * bias,
                  y + n[1] * bias,
                  z + n[2] * bias,
                  ax,
                  ay,
                  az,
                  dd - 0.75,
                  5,
                  0.1,
                  24,
                )
              : shadow(
                  map,
                  x + n[0] * bias,
                  y + n[1] * bias,
                  z + n[2] * bias,
                  ax,
                  ay,
                  az,
                  dd - 0.3,
                  PORCH && kind === 'lantern' ? 26 : 9,
                  0.12,
                  PORCH ? 40 : 26,
                )
      const k =
          (kind === 'window'
            ? 3.4 / (1 + dd * dd * 0.34)
            : kind === 'fire'
              ? 2.6 / (0.35 + dd * dd * 0.36)
              : 2.1 / (1 + dd * dd * 0.55)) *
          power *
          lam *
          pow(face, 1.3) *
          s *
          q,
        o = group * 3
      if (group === 3) {
        out[o] += r * k * 2.45
        out[o + 1] += g * k * 0.98
        out[o + 2] += b * k * 0.24
      } else {
        out[o] += r * k * 2.3
        out[o + 1] += g * k * 1.12
        out[o + 2] += b * k * 0.36
      }
    }
    if (id === WOOD && sqrt((x - FX) ** 2 + (z - FZ) ** 2) < 0.4) {
      const em = max(0, n3(x * 9, y * 9, z * 9) + 0.3) * 1.2
      out[9] += em * 1.6
      out[10] += em * 0.42
      out[11] += em * 0.06
    } // embers on the logs
  }
}

/** Everything that does not move: { steady, hearth, fire } light plates and the coverage that hides the sky. */
export function plates(R) {
  const { W, H, S } = R,
    cam = camera(R),
    y0 = PORCH ? floor(cam.hor - 480 * S) : floor(cam.hor - 310 * S)
  const raw = R.adaptive(CH, makeSampler(R), { y0, extra: PORCH ? 3 : 6 })
  R.log('house traced')
  const steady = R.frame(),
    hearth = R.frame(),
    fire = R.frame(),
    cover = R.buffer(W * H)
  R.once(() => {
    for (let i = y0 * W; i < W * H; i++) {
      const o = i * CH
      for (let j = 0; j < 3; j++) {
        steady.d[i * 3 + j] = raw[o + j] + raw[o + 3 + j]
        hearth.d[i * 3 + j] = raw[o + 6 + j]
        fire.d[i * 3 + j] = raw[o + 9 + j]
      }
      cover[i] = raw[o + 12]
    }
  })
  // distant mesas behind the house, lit by airglow only
  const mesa = mesaField([
    [-2700, 5200, 900, 900, 400, 1.3],
    [-900, 8600, 260, 240, 400, 2.1],
    [-520, 8900, 90, 90, 330, 3.3],
    [3600, 7000, 1000, 1000, 420, 5.2],
    [1900, 11500, 900, 800, 430, 6.4],
    [-4200, 13500, 2300, 1500, 700, 7.1],
    [5600, 17000, 3200, 1900, 900, 8.3],
    [200, 24000, 5200, 2000, 1000, 9.9],
  ])
  const hf = (x, z) => {
    const b = z > 150 ? ss(150, 1500, z) * (22 * fbm(x / 1100 + 3, z / 1100, 4) - 4) : 0,
      m = z > 2500 ? mesa(x, z) : -1
    return m > 0 ? max(b, b * 0.4 + m) : b
  }
  const q = 2,
    W2 = W * q,
    band = Math.ceil(150 * S) * q,
    top = Math.ceil(cam.hor + 2) * q - band,
    c2 = { y: 2, f: cam.f * q, hor: cam.hor * q - top, cx: cam.cx * q }
  const depth = R.buffer(W2 * band),
    hgt = R.buffer(W2 * band)
  R.rows(W2, (px) => marchColumn(px, W2, band, c2, hf, depth, hgt, { z0: 120, k: 0.003, zmax: 40000 }), 16)
  R.rows(band / q, (k) => {
    const y = top / q + k
    for (let x = 0; x < W; x++) {
      const o = y * W + x
      if (cover[o] > 0.999) continue
      let r = 0,
        g = 0,
        b = 0,
        a = 0
      for (let j = 0; j < q; j++)
        for (let i = 0; i < q; i++) {
          const px = x * q + i,
            py = k * q + j,
            z = depth[py * W2 + px]
          if (!z) continue
          const dx = (px + 0.5 - c2.cx) / c2.f,
            wx = dx * z,
            wy = hgt[py * W2 + px],
            e = max(2, z * 0.0015),
            n = norm([-(hf(wx + e, z) - hf(wx - e, z)), 2 * e, -(hf(wx, z + e) - hf(wx, z - e))])
          const alb = mix3([0.1, 0.1, 0.085], [0.16, 0.1, 0.075], ss(0.1, 0.4, 1 - n[1])),
            side = max(0, -n[0] * 0.5 + n[1] * 0.3 - n[2] * 0.6) * 1.6
          const town = exp(-pow((Math.atan2(dx, 1) + 0.62) / 0.34, 2)),
            ins = [0.0125 + 0.03 * town, 0.0205 + 0.018 * town, 0.029 + 0.008 * town],
            T = exp(-z / 13000),
            fog = (1 - exp(-z / 5200)) * exp(-max(0, wy) / 85) * 0.75
          let c = [0, 1, 2].map(
            (u) => alb[u] * ([0.04, 0.058, 0.105][u] * (0.5 + 0.5 * n[1]) + [0.03, 0.04, 0.062][u] * side),
          )
          c = mix3(mix3(ins, c, T), mul3(ins, 1.15), fog)
          if (PORCH) c = [c[0] * 3.4 + 0.05, c[1] * 3.6 + 0.06, c[2] * 4.2 + 0.09]
          r += c[0]
          g += c[1]
          b += c[2]
          a++
        }
      const f = (1 - cover[o]) / (q * q)
      steady.d[o * 3] += r * f
      steady.d[o * 3 + 1] += g * f
      steady.d[o * 3 + 2] += b * f
      cover[o] += a * f
    }
  })
  R.log('mesas')
  R.once(() => plants(R, cam, { steady, hearth, fire, cover }))
  R.log('plants')
  return { steady, hearth, fire, cover }
}

// Grass, chamisa and juniper. Each stroke is drawn once per light plate, coloured by the light on the ground at its root.
function plants(R, cam, { steady, hearth, fire, cover }) {
  const { W, H, S } = R,
    sets = [steady, hearth, fire],
    g = sets.map(() => R.canvas()),
    q = rng(41)
  const groundLight = (frame, x, y) => {
    const px = clamp((x * S) | 0, 0, W - 1),
      py = clamp((y * S) | 0, 0, H - 1),
      o = (py * W + px) * 3
    return [frame.d[o] / 0.14, frame.d[o + 1] / 0.115, frame.d[o + 2] / 0.07]
  }
  const lit = [0, 0, 0].map(() => [0, 0, 0])
  const stroke = (x0, y0, cx, cy, x1, y1, width, alb, gain, alpha) => {
    for (let k = 0; k < 3; k++) {
      const L = lit[k]
      g[k].strokeStyle = K.css([alb[0] * L[0] * gain, alb[1] * L[1] * gain, alb[2] * L[2] * gain], alpha)
      g[k].lineWidth = width
      g[k].beginPath()
      g[k].moveTo(x0, y0)
      g[k].quadraticCurveTo(cx, cy, x1, y1)
      g[k].stroke()
    }
  }
  const light = (x, y) => {
    for (let k = 0; k < 3; k++) {
      const a = groundLight(sets[k], x, y),
        b = groundLight(sets[k], x + 6, y + 4)
      for (let j = 0; j < 3; j++) lit[k][j] = min(6, (a[j] + b[j]) / 2)
    }
  }
  const worldOf = (x, y) => {
    const z = (EYE * F) / max(1, y - HOR)
    return [((x - 800) * z) / F, z]
  }
  const items = []
  for (let i = 0; i < (PORCH ? 30000 : 15000); i++) {
    const t = pow(q(), 0.62),
      y = HOR + 15 + t * (PORCH ? 285 : 160),
      x = q() * 1660 - 30,
      v = q(),
      w = q()
    items.push([y, x, v, w, 'grass'])
  }
  for (const [x, y, s] of PORCH
    ? [
        [1560, 800, 66],
        [1500, 872, 84],
      ]
    : [
        [96, 838, 40],
        [214, 868, 54],
        [30, 884, 60],
        [402, 822, 26],
        [1486, 850, 44],
        [1562, 880, 62],
        [1380, 884, 50],
        [318, 900, 58],
        [800, 806, 15],
        [512, 800, 17],
      ])
    items.push([y, x, s, q(), 'chamisa'])
  items.sort((a, b) => a[0] - b[0])
  for (const [y, x, v, w, kind] of items) {
    const [X, Z] = worldOf(x, y),
      near = (y - HOR) / 158
    light(x, min(898, y))
    if (kind === 'grass') {
      const [lx, lz] = toLocal(X, Z),
        ring = (lx - FX) ** 2 + (lz - FZ) ** 2
      if (onPath(X, Z) > 0.25 && w < 0.93) continue
      if (ring < 5 && w < 0.96) continue
      if (PORCH && ((lz > -5.9 && lx > -2 && lx < 4.9) || (lz > -3.25 && lx > -12 && lx < 9))) continue
      if (
        cover[min(H - 1, (y * S) | 0) * W + clamp((x * S) | 0, 0, W - 1)] &&
        Z < 30 &&
        map(lx, 0.35, lz) < 0.2
      )
        continue
      const tuft = 0.55 + 0.9 * ss(-0.3, 0.5, fbm(X / 1.7, Z / 2.4, 3)),
        h = (6 + w * 17) * near * tuft,
        lean = (q() - 0.42) * h * 0.7
      stroke(
        x,
        y,
        x + lean * 0.3,
        y - h * 0.6,
        x + lean,
        y - h,
        0.5 + near * 0.85,
        mix3([0.12, 0.1, 0.055], [0.26, 0.2, 0.1], v),
        0.75 * (PORCH ? 0.62 : 1) + 0.75 * (PORCH ? 0.62 : 1) * v,
        0.55 + 0.4 * near,
      )
    } else {
      const s = v
      for (let i = 0; i < s * 16; i++) {
        const a = (q() - 0.5) * 2.5,
          l = s * (0.45 + 0.55 * q()) * (1 - 0.12 * abs(a)),
          bx = x + (q() - 0.5) * s * 0.35,
          ex = bx + Math.sin(a) * l,
          ey = y - Math.cos(a) * l * 0.85,
          v2 = q()
        stroke(
          bx,
          y,
          mix(bx, ex, 0.4),
          mix(y, ey, 0.65),
          ex,
          ey,
          0.6 + near * 0.5,
          mix3([0.075, 0.085, 0.06], [0.24, 0.24, 0.15], v2 * v2),
          0.55 + (0.8 * v2 * (y - ey)) / s,
          0.8,
        )
      }
    }
  }
  // junipers: dark tufted silhouettes at the edge of the yard
  for (const [x, y, s, seed] of PORCH
    ? [
        [1585, 682, 30, 9],
        [1530, 672, 16, 4],
      ]
    : [
        [430, 768, 30, 5],
        [474, 766, 20, 8],
        [330, 762, 18, 12],
        [1560, 770, 34, 9],
        [60, 766, 26, 13],
        [690, 762, 15, 3],
      ]) {
    const r = rng(seed),
      lobes = [
        [0, -0.2 * s, 0.62 * s],
        [-0.3 * s, -0.15 * s, 0.45 * s],
        [0.35 * s, -0.14 * s, 0.42 * s],
      ]
    for (let i = 0; i < 7; i++)
      lobes.push([(r() - 0.5) * 1.5 * s, -(0.15 + 0.75 * r()) * s, (0.22 + 0.22 * r()) * s])
    for (let i = 0; i < 3000; i++) {
      const l = lobes[(r() * lobes.length) | 0],
        a = r() * 6.283,
        rr = sqrt(r()) * l[2],
        bx = x + l[0] + Math.cos(a) * rr,
        by = y + l[1] + Math.sin(a) * rr * 0.8
      if (by > y + 2) continue
      const v = (0.0016 + 0.0036 * clamp((y - by) / (s * 1.2)) * r()) * (PORCH ? 5 : 1)
      g[0].strokeStyle = K.css([v * 0.7, v, v * 1.25], 0.9)
      g[0].lineWidth = 0.8
      g[0].beginPath()
      g[0].moveTo(bx, by)
      g[0].lineTo(bx + (r() - 0.5) * 4, by - 1 - r() * 3.5)
      g[0].stroke()
    }
  }
  const data = g.map((c) => c.pixels()),
    a0 = data[0]
  for (let i = 0; i < W * H; i++) {
    const a = a0[i * 4 + 3] / 255
    if (!a) continue
    for (let k = 0; k < 3; k++)
      for (let j = 0; j < 3; j++) {
        const o = i * 3 + j
        sets[k].d[o] = sets[k].d[o] * (1 - a) + K.SRGB_TO_LIN[data[k][i * 4 + j]] * a
      }
    cover[i] += (1 - cover[i]) * a
  }
}

/** Flames in the ring; t in 0..1 loops. */
export function drawFire(R, frame, t, strength = 1) {
  const cam = camera(R),
    k = cam.f / FIRE[1]
  flames(frame, cam.cx + k * FIRE[0], cam.hor + k * (EYE - 0.1), 0.95 * k, 0.36 * k, t, strength)
}
/** A breath of chimney smoke. */
export function drawSmoke(R, frame, t) {
  const cam = camera(R),
    S = R.S,
    [cx, cz] = toWorld(2.9, 1.2),
    sx = cam.cx + (cam.f * cx) / cz,
    sy = cam.hor - (cam.f * (4.75 - EYE)) / cz
  const cloud = (x, y, w) => fbm(x / S / 13, y / S / 21 + w * 9, 4)
  for (let y = floor(sy - 170 * S); y < sy; y++) {
    const u = (sy - y) / S,
      sway =
        5 * fbm(u / 34 - 0, 7 + Math.sin(K.TAU * t) * 0.35, 3) * min(1, u / 40) +
        3 * Math.sin(K.TAU * t - u / 30) * min(1, u / 90),
      xc = sx + S * (u * 0.16 + 0.0011 * u * u + sway),
      wd = S * (2.4 + u * 0.11)
    for (let x = floor(xc - wd * 3); x < xc + wd * 3; x++) {
      const n = mix(cloud(x, y, t), cloud(x + 300 * S, y, t - 1), ss(0.5, 1, t)),
        k = exp(-(((x - xc) / wd) ** 2)) * ss(0, 7, u) * (1 - ss(50, 165, u)) * (0.55 + 0.8 * n)
      if (k > 0) frame.over(x, y, [0.105, 0.098, 0.095], clamp(0.5 * k))
    }
  }
}

export default async function night(R) {
  setView(R.options.variant === 'porch')
  const { W, H, S } = R,
    cam = camera(R),
    frame = R.frame(),
    yMax = Math.ceil(cam.hor) + 2,
    stars = R.main ? starCatalogue(milkyWay) : null,
    p = plates(R)
  R.rows(Math.ceil(cam.hor + 6 * S), (y) => {
    const c = [0, 0, 0],
      m = [0, 0, 0, 0]
    for (let x = 0; x < W; x++) {
      const [dx, dy, dz] = norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])
      if (PORCH) {
        const el = Math.asin(clamp(dy, -1, 1)),
          az = Math.atan2(dx, dz),
          u = blueRamp(clamp(el / 0.62)),
          w = exp(-pow((az + 0.75) / 0.5, 2)) * exp(-max(0, el) / 0.13),
          v = 1 + 0.1 * fbm((dx / (dy + 0.08)) * 0.5 + 3, (dz / (dy + 0.08)) * 0.9, 4)
        frame.set(x, y, [
          u[0] * (0.62 + 0.25 * w) * v + 0.2 * w,
          u[1] * 0.62 * v + 0.075 * w,
          u[2] * 0.66 * v + 0.02 * w,
        ])
        continue
      }
      darkSky(dx, dy, dz, c)
      milkyWay(dx, dy, dz, m)
      const k = (0.105 + m[3] * 0.062) * (0.2 + 0.8 * ss(-0.01, 0.24, Math.asin(dy)))
      frame.set(x, y, [c[0] + m[0] * k, c[1] + m[1] * k, c[2] + m[2] * k])
    }
  })
  R.log('sky')
  R.once(() => {
    if (PORCH) stars.splice(0, stars.length, ...stars.sort((a, b) => b.flux - a.flux).slice(0, 90))
    for (const s of stars) drawStar(frame, cam, S, ...s.d, s.c, s.flux, yMax)
    drawSmoke(R, frame, 0.3)
    for (let i = 0; i < W * H; i++)
      for (let j = 0; j < 3; j++) {
        const o = i * 3 + j
        frame.d[o] = frame.d[o] * (1 - p.cover[i]) + p.steady.d[o] + p.hearth.d[o] + p.fire.d[o]
      }
    if (!PORCH) drawFire(R, frame, 0.3)
    frame.bloom(0.55, [
      [5 * S, 0.2],
      [22 * S, 0.16],
      [80 * S, 0.16],
    ])
  })
  return {
    frame,
    finish: PORCH ? { exposure: 1.12, vig: 0.18, sat: 1.08, grain: 0.01, contrast: 0.08 } : finish,
  }
}
