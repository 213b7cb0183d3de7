import { fbm, mix, norm, ss } from '../../kit/core.mjs'
import { sunDirection } from '../../kit/sky.mjs'
import { mesaField } from '../../kit/terrain.mjs'
const { exp, max, PI, sin } = Math

const deg = PI / 180
export const EYE = 1.55
/** A longer lens than the other scenes'. */
export const FOCAL = 2250
export const HORIZON = 625
export const sun = sunDirection(13 * deg, 4.6 * deg)
export const azimuth = norm([sun[0], 0, sun[2]])
export const sunColor = [2.5, 1.48, 0.66]
export const ambient = [0.36, 0.4, 0.58]
/** Height of the land below the ridge. */
export const DROP = -85

const mesa = mesaField([
  [-1900, 6800, 900, 700, 330, 2.2],
  [700, 9200, 520, 460, 330, 3.7],
  [2900, 8400, 900, 800, 300, 6.1],
  [-4800, 14000, 1800, 1200, 560, 5.7],
  [900, 17500, 2200, 1300, 520, 9.2],
  [5200, 21000, 2800, 1600, 760, 8.4],
  [-2500, 28000, 4200, 1800, 800, 10.1],
])

/** Distance of the crest: it runs across the view at about 24 m, and is higher on the right. */
export function crest(x) {
  return 24 + 0.12 * x
}

function crestHeight(x) {
  return 1.05 + 1.15 * ss(-9, 9, x) + 0.28 * sin(x * 0.55) + 0.25 * fbm(x / 5, 3, 3)
}

/** Height of the ridge in meters; behind the crest the land drops away. */
export function ridge(x, z) {
  const u = z - crest(x)
  return u < 0
    ? crestHeight(x) * exp(-((u / 13) ** 2)) + 0.1 * fbm(x / 1.6, z / 2.2, 3)
    : crestHeight(x) - u * u * 0.02 - u * 0.05
}

function plain(x, z) {
  const y = DROP + 16 * fbm(x / 700 + 5, z / 900, 4)
  const q = z > 4000 ? mesa(x, z) : -1
  return q > 0 ? max(y, DROP + q) : y
}

/** Height of the whole land. */
export function height(x, z) {
  if (z < 60) return ridge(x, z)
  return z < 420 ? mix(-26, plain(x, z), ss(60, 420, z)) : plain(x, z)
}
