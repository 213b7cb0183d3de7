import { clamp, dot, mix, n2, norm, ss } from '../../kit/core.mjs'
import { hit, normalAt, occlusion, shadow, trace } from '../../kit/sdf.mjs'
import { map } from './bench.mjs'
import { glassAndFlame, LAMP } from './lantern.mjs'
import { surfaceAt } from './materials.mjs'
import { MATERIAL } from './places.mjs'
const { exp, max, min, pow, sin, sqrt } = Math

const CAM = { x: 0, y: 0.56, f: 1230, hor: 40, cx: 800 }
/** Where the last daylight comes from. */
const WINDOW = norm([-0.8, 0.62, -0.1])
/** Colors of lantern, window and all the rest. */
const WARM = [2.5, 1.34, 0.52]
const COOL = [0.52, 0.66, 0.95]
const ROOM = [1.0, 0.8, 0.66]

/** Traces the bench: (x, y, out) for the studio's `adaptive`. */
export function makeShader({ S }) {
  return (px, py, out) => {
    const dx = (px - CAM.cx * S) / (CAM.f * S)
    const dy = -(py - CAM.hor * S) / (CAM.f * S)
    const il = 1 / sqrt(dx * dx + dy * dy + 1)
    const ray = [dx * il, dy * il, il]
    const t = trace(map, CAM.x, CAM.y, 0, ...ray, 0.3, 4, 0.0004, 200, 0.8)
    const id = hit.id
    if (t < 0) return
    const at = [CAM.x + ray[0] * t, CAM.y + ray[1] * t, ray[2] * t]
    const n = [0, 0, 0]
    normalAt(map, ...at, 0.0009, n)
    const surface = surfaceAt(id, at, n)
    const l = 1 / sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
    for (let j = 0; j < 3; j++) n[j] *= l
    reflected({ id, at, n, ray }, surface, out)
    glassAndFlame(CAM, ray, t, out)
  }
}

/** The light that a point sends back along the ray. */
function reflected(point, { color, gloss, sharp, metal }, out) {
  const { at, n, ray } = point
  const ao = occlusion(map, ...at, ...n, 0.028, 1.5) * (0.5 + 0.5 * occlusion(map, ...at, ...n, 0.1, 1.2))
  const lamp = lampOn(point)
  const daylight = daylightOn(point)
  const vn = ray[0] * n[0] + ray[1] * n[1] + ray[2] * n[2]
  const mirror = [0, 1, 2].map((j) => ray[j] - 2 * vn * n[j])
  const lampShine = pow(max(0, dot(mirror, lamp.from)), sharp) * lamp.open * lamp.falloff
  const dayShine = pow(max(0, dot(mirror, WINDOW)), sharp * 0.6) * daylight.open
  const room = (0.055 + 0.05 * max(0, n[1])) * ao
  const all = { ao, lamp, daylight, mirror, lampShine, dayShine, room }
  const fresnel = pow(clamp(1 + vn), 5)
  for (let j = 0; j < 3; j++)
    out[j] = metal
      ? color[j] * offMetal(all, at, j)
      : color[j] * (WARM[j] * lamp.key + COOL[j] * daylight.key + ROOM[j] * room) +
        (gloss + 0.25 * fresnel) * (WARM[j] * lampShine * 0.055 + COOL[j] * dayShine * 0.3)
}

function offMetal({ ao, lamp, mirror, lampShine, dayShine, room }, [x, , z], j) {
  const around =
    mix(0.04, 0.2, ss(-0.2, 0.7, mirror[1])) *
    ao *
    (0.55 + 0.45 * sin(x * 55 + z * 30) + 0.3 * n2(x * 300, z * 12))
  return (
    WARM[j] * (lampShine * 0.16 + lamp.key * 0.35) +
    COOL[j] * (dayShine * 0.9 + around) +
    ROOM[j] * room * 0.5 +
    WARM[j] * 0.1 * max(0, mirror[0]) * lamp.falloff * 0.3
  )
}

function lifted({ id, at, n }) {
  const e = id === MATERIAL.wall ? 0.035 : 0.0025
  return [at[0] + n[0] * e, at[1] + n[1] * e, at[2] + n[2] * e]
}

function lampOn(point) {
  const { id, at, n } = point
  const from = [LAMP[0] - at[0], LAMP[1] + 0.015 - at[1], LAMP[2] - at[2]]
  const far = sqrt(from[0] * from[0] + from[1] * from[1] + from[2] * from[2])
  for (let j = 0; j < 3; j++) from[j] /= far
  const wall = id === MATERIAL.wall
  const open =
    far < 0.12
      ? 1
      : shadow(map, ...lifted(point), ...from, far - 0.115, wall ? 120 : 42, wall ? 0.05 : 0.006, 70, 0.06)
  const falloff = 1 / (0.03 + far * far)
  const lambert = max(0, n[0] * from[0] + n[1] * from[1] + n[2] * from[2])
  return { from, open, falloff, key: min(1.5, lambert * falloff * open * 0.205 + 0.012 * falloff * 0.2) }
}

function daylightOn(point) {
  const { id, at, n } = point
  const lambert = id === MATERIAL.wall ? 0 : max(0, dot(n, WINDOW))
  const open = lambert > 0 ? shadow(map, ...lifted(point), ...WINDOW, 1.1, 16, 0.008, 40, 0.06) : 0
  return { open, key: lambert * open * 0.55 * exp(-(((at[0] + 0.55) / 1.0) ** 2)) }
}
