import { clamp, dot, fbm3, n2, n3, ss } from '../../kit/core.mjs'
import { hit, normalAt, trace } from '../../kit/sdf.mjs'
import { sunVisible, throughWindow } from './daylight.mjs'
import { map } from './map.mjs'
import { albedo } from './materials.mjs'
import { CAM, FIRE, MATERIAL, SUN, WIN } from './places.mjs'
const { abs, max, pow, sin, sqrt } = Math

const DUST_STEPS = 40

/** Traces the room: (px, py, out) for the studio's `adaptive`. */
export function makeShader(R, outside, indirect) {
  return (px, py, out) => {
    const dx = (px - CAM.cx * R.S) / (CAM.f * R.S)
    const dy = -(py - CAM.hor * R.S) / (CAM.f * R.S)
    const il = 1 / sqrt(dx * dx + dy * dy + 1)
    const ray = [dx * il, dy * il, il]
    const t = trace(map, CAM.x, CAM.y, CAM.z, ...ray, 0.05, 7.5, 0.0006, 170, 0.85)
    const id = hit.id
    const at = [CAM.x + ray[0] * t, CAM.y + ray[1] * t, CAM.z + ray[2] * t]
    if (t < 0 || at[2] > WIN.z + WIN.depth + 0.02) view(R, outside, [px, py], out)
    else inside({ id, at, ray, t }, (n) => indirect(px, py, n, t), out)
    const beam = dustInBeam({ px, py, ray }, t < 0 ? 6 : t)
    for (let j = 0; j < 3; j++) out[j] += SUN.color[j] * beam * 0.62
  }
}

function view({ W, H }, outside, [px, py], out) {
  const i = (clamp(py | 0, 0, H - 1) * W + clamp(px | 0, 0, W - 1)) * 3
  for (let j = 0; j < 3; j++) out[j] = outside.d[i + j] * 1.18
}

function inside(point, indirectAt, out) {
  const { id, at, ray, t } = point
  const n = [0, 0, 0]
  normalAt(map, ...at, 0.0016, n)
  const a = albedo(id, ...at)
  const e = indirectAt(n)
  const above = [at[0] + n[0] * 0.008, at[1] + n[1] * 0.008, at[2] + n[2] * 0.008]
  const lambert = dot(n, SUN.from)
  const sun = lambert > 0 ? lambert * sunVisible(...above) : 0
  const fire = firelight(at, n)
  for (let j = 0; j < 3; j++) out[j] = a[j] * (SUN.color[j] * sun + e[j] + FIRE.color[j] * fire.light)
  if (id === MATERIAL.shade)
    for (let j = 0; j < 3; j++) out[j] += a[j] * SUN.color[j] * 0.018 * throughWindow(...at) // through the cloth
  if (id === MATERIAL.ember || id === MATERIAL.soot) glow(id, at, out)
  if (id === MATERIAL.floor || (id === MATERIAL.wood && at[1] < 2)) sheen({ id, at, ray, n, above, e }, out)
  if (fire.distance < 3.4 || id === MATERIAL.soot || id === MATERIAL.ember) flames(ray, t, out)
}

/** The fire lights only what its opening looks at. */
function firelight(at, n) {
  const fx = FIRE.x + 0.12 - at[0]
  const fy = 0.66 - at[1]
  const fz = FIRE.z - 0.12 - at[2]
  const distance = sqrt(fx * fx + fy * fy + fz * fz)
  const lambert = max(0, (n[0] * fx + n[1] * fy + n[2] * fz) / distance)
  const opening = ss(-0.15, 0.45, (-fx * 0.7071 + fz * 0.7071) / distance)
  return { distance, light: ((lambert * FIRE.power) / (0.06 + distance * distance)) * opening }
}

function glow(id, [x, y, z], out) {
  const k = id === MATERIAL.ember ? max(0, n3(x * 22, y * 22, z * 22) + 0.35) * 2.2 : 0.05
  out[0] += 1.7 * k
  out[1] += 0.48 * k
  out[2] += 0.07 * k
}

/** Wax on tiles and wood mirrors a little. */
function sheen({ id, at, ray, n, above, e }, out) {
  const vn = ray[0] * n[0] + ray[1] * n[1] + ray[2] * n[2]
  const fresnel = (0.03 + 0.5 * pow(1 + vn, 5)) * (id === MATERIAL.floor ? 1 : 0.5)
  if (fresnel <= 0.035) return
  const rough = 0.02 * n2(at[0] * 30, at[2] * 30)
  const r = [ray[0] - 2 * vn * n[0] + rough, ray[1] - 2 * vn * n[1], ray[2] - 2 * vn * n[2] + rough]
  const t = trace(map, ...above, ...r, 0.02, 7, 0.003, 50, 0.95)
  const seen = [above[0] + r[0] * t, above[1] + r[1] * t, above[2] + r[2] * t]
  if (t < 0 || seen[2] > WIN.z + 0.55) {
    for (let j = 0; j < 3; j++) out[j] += fresnel * 1.2
    return
  }
  const b = albedo(hit.id, ...seen)
  const lit = throughWindow(...seen)
  for (let j = 0; j < 3; j++) out[j] += fresnel * b[j] * (e[j] * 0.9 + (lit ? SUN.color[j] * 0.35 : 0))
}

/** Drawn as a sheet in the opening. */
function flames(ray, t, out) {
  const at = (FIRE.z - 0.05 - CAM.z) / ray[2]
  const u = CAM.x + ray[0] * at - FIRE.x
  const v = CAM.y + ray[1] * at - 0.52
  if (at >= t + 0.25 || abs(u) >= 0.24 || v <= -0.04 || v >= 0.42) return
  const m = fbm3(u * 9, v * 6 - 2, 3, 3)
  const narrow = abs(u + 0.07 * m) / (0.17 * pow(max(0, 1 - v / 0.4), 0.8) + 0.005)
  const c = ss(0, 0.7, 1 - narrow + 0.6 * m - v) * ss(-0.04, 0.03, v)
  out[0] += 2.3 * c
  out[1] += 1.15 * c * c
  out[2] += 0.3 * c ** 3
}

function dustInBeam({ px, py, ray }, t) {
  const jitter = abs(sin(px * 12.9898 + py * 78.233) * 43758.5453) % 1
  let beam = 0
  for (let i = 0; i < DUST_STEPS; i++) {
    const at = (t * (i + jitter)) / DUST_STEPS
    beam += throughWindow(CAM.x + ray[0] * at, CAM.y + ray[1] * at, CAM.z + ray[2] * at)
  }
  return beam * ((t / DUST_STEPS) * 0.011)
}
