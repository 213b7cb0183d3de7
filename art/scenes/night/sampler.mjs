import { dot, n3 } from '../../kit/core.mjs'
import { hit, normalAt, occlusion, trace } from '../../kit/sdf.mjs'
import { COVER, makeLamps } from './lights.mjs'
import { makeMap } from './map.mjs'
import { albedo, ownLight } from './materials.mjs'
import { makePath } from './path.mjs'
import { FX, FZ, MATERIAL } from './places.mjs'
import { cameraOf, EYE } from './view.mjs'
const { exp, max, min, sqrt } = Math

const FOG = [0.012, 0.019, 0.027]
/** Skylight on what looks up, on everything, and from where the Milky Way is brightest. */
const SKYLIGHT = [
  [0.072, 0.012, 0.028],
  [0.098, 0.015, 0.036],
  [0.16, 0.022, 0.055],
]

/** Traces house and yard: (x, y, out) for the studio's `adaptive`, with the channels of `lights.mjs`. */
export function makeSampler(R, view) {
  const map = makeMap(view)
  const see = makeTracer(R, view, map)
  const pathAt = makePath(view)
  const lamps = makeLamps(map, view)
  const brighter = view.porch ? [2.3, 2.6, 3.0] : [1, 1, 1]
  return (px, py, out) => {
    const at = see(px, py)
    if (!at) return
    out[COVER] = 1
    const own = ownLight(at.id, at.x, at.y)
    if (own) {
      out[own[0]] = own[1]
      out[own[0] + 1] = own[2]
      out[own[0] + 2] = own[3]
      return
    }
    const fog = (1 - exp(-at.t / 240)) * (at.id === MATERIAL.ground ? 1 : 0.3)
    const surface = { ...at, albedo: albedo(at.id, at, pathAt), clear: 1 - fog }
    skylight({ map, view, brighter }, surface, out)
    if (at.t > 62) return
    lamps(surface, out)
    embers(surface, out)
  }
}

/** What is behind a pixel: material, distance, point in the house's frame and in the world, normal; null is sky. */
function makeTracer(R, view, map) {
  const { porch, c, s, toLocal } = view
  const cam = cameraOf(R, view)
  const [ox, oz] = toLocal(0, 0)
  const start = porch ? 3 : 9
  return (px, py) => {
    const dx = (px - cam.cx) / cam.f
    const dy = -(py - cam.hor) / cam.f
    // Nothing but sky there.
    if (!porch && dy > 0 && px < 560 * R.S) return null
    const wz = 1 / sqrt(dx * dx + dy * dy + 1)
    const wx = dx * wz
    const vy = dy * wz
    const vx = wx * c - wz * s
    const vz = wx * s + wz * c
    const from = dy < 0 ? min(start, (EYE * 0.7) / -vy) : start
    let t = trace(map, ox, EYE, oz, vx, vy, vz, from, dy > -0.02 ? 62 : 70, 0.0011, 150, 0.85)
    let id = hit.id
    if (t < 0) {
      if (vy >= 0) return null
      t = EYE / -vy
      id = MATERIAL.ground
    }
    const n = [0, 1, 0]
    const [x, y, z] = [ox + vx * t, EYE + vy * t, oz + vz * t]
    if (t <= 60) normalAt(map, x, y, z, 0.012 + 0.0006 * t, n)
    return { id, t, x, y, z, n, X: wx * t, Z: wz * t }
  }
}

function skylight({ map, view: { c, s }, brighter }, { t, x, y, z, n, albedo, clear }, out) {
  const ao = t > 60 ? 1 : occlusion(map, x, y, z, n[0], n[1], n[2])
  const up = 0.5 + 0.5 * n[1]
  const world = [n[0] * c + n[2] * s, n[1], -n[0] * s + n[2] * c]
  const core = max(0, dot(world, [-0.54, 0.6, -0.58])) * ao
  const fog = 1 - clear
  SKYLIGHT.forEach(([fromAbove, all, fromCore], j) => {
    out[j] =
      clear * albedo[j] * brighter[j] * ((fromAbove * up + all) * ao + fromCore * core) +
      fog * FOG[j] * brighter[j]
  })
}

/** On the logs. */
function embers({ id, x, y, z }, out) {
  if (id !== MATERIAL.wood || sqrt((x - FX) ** 2 + (z - FZ) ** 2) >= 0.4) return
  const glow = max(0, n3(x * 9, y * 9, z * 9) + 0.3) * 1.2
  out[9] += glow * 1.6
  out[10] += glow * 0.42
  out[11] += glow * 0.06
}
