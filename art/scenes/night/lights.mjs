import { shadow } from '../../kit/sdf.mjs'
import { DOOR, FX, FZ, HEARTH, MATERIAL, WINDOWS } from './places.mjs'
const { abs, max, pow, sqrt } = Math

/**
 * A traced point has four groups of red, green, blue, and at the end whether it hides the sky. Groups: 0 the sky's
 * light, 1 what burns steadily (windows, lantern), 2 the window whose light flickers, 3 the fire.
 */
export const CHANNELS = 13
export const COVER = 12

const WINDOW = {
  reach: 20,
  falloff: (dd) => 3.4 / (1 + dd * dd * 0.34),
  color: [2.3, 1.12, 0.36],
  shorter: 0.3,
  softness: 9,
  startAt: 0.12,
}
const LANTERN = { ...WINDOW, falloff: (dd) => 2.1 / (1 + dd * dd * 0.55), closeSoftness: 26 }
const FIRELIGHT = {
  reach: 24,
  falloff: (dd) => 2.6 / (0.35 + dd * dd * 0.36),
  color: [2.45, 0.98, 0.24],
  shorter: 0.75,
  softness: 5,
  startAt: 0.1,
}

const LIGHTS = [
  ...WINDOWS.map(([x, y, w, h, z], i) => ({
    at: [x, y, z - 0.45],
    power: w * h * 4,
    group: i === HEARTH ? 2 : 1,
    kind: WINDOW,
  })),
  { at: [DOOR, 2.05, -4.3], power: 1.6, group: 1, kind: LANTERN },
  { at: [FX, 0.42, FZ], power: 1.15, group: 3, kind: FIRELIGHT },
]

/** Adds the light of lamps, windows and fire on a surface to the channels. */
export function makeLamps(map, { porch }) {
  const bias = porch ? 0.1 : 0.05
  const shade = ({ x, y, z, n }, kind, [ax, ay, az, dd]) =>
    shadow(
      map,
      x + n[0] * bias,
      y + n[1] * bias,
      z + n[2] * bias,
      ax,
      ay,
      az,
      dd - kind.shorter,
      (porch && kind.closeSoftness) || kind.softness,
      kind.startAt,
      kind !== FIRELIGHT && porch ? 40 : kind === FIRELIGHT ? 24 : 26,
    )
  return (surface, out) => {
    for (const light of LIGHTS) {
      const k = lightOn(surface, light, { porch, shade })
      if (k === 0) continue
      const o = light.group * 3
      for (let j = 0; j < 3; j++) out[o + j] += surface.albedo[j] * k * light.kind.color[j]
    }
  }
}

function lightOn(surface, { at, power, kind }, { porch, shade }) {
  const { x, y, z, n, clear } = surface
  let ax = at[0] - x
  let ay = at[1] - y
  let az = at[2] - z
  const dd = sqrt(ax * ax + ay * ay + az * az)
  if (dd > kind.reach) return 0
  ax /= dd
  ay /= dd
  az /= dd
  const lambert = max(0, n[0] * ax + n[1] * ay + n[2] * az + 0.08) / 1.08
  const face = kind === WINDOW ? max(0, az) : 1
  if (lambert * face <= 0) return 0
  // Close by, what would not be seen is not traced.
  if (porch && (power * lambert * pow(face, 1.3) * 3.4) / (1 + dd * dd * 0.34) < 0.012) return 0
  const open =
    porch && kind === WINDOW && besideWindow(surface, at) ? 1 : shade(surface, kind, [ax, ay, az, dd])
  return kind.falloff(dd) * power * lambert * pow(face, 1.3) * open * clear
}

/** The wall round a window is lit by it without shadows, which would be blotches on the plaster. */
function besideWindow({ id, n, z }, at) {
  return id === MATERIAL.adobe && n[2] < -0.75 && abs(at[2] + 0.45 - z) < 0.3
}
