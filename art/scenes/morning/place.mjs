import { fbm, norm, ss } from '../../kit/core.mjs'
import { sunDirection } from '../../kit/sky.mjs'
import { mesaField } from '../../kit/terrain.mjs'
const { abs, cos, exp, max, sin } = Math

export const sun = sunDirection(0.3, 0.082)
export const azimuth = norm([sun[0], 0, sun[2]])
/** x, z, scale, heading (0 = facing right), grazing, coat */
export const COWS = [
  [-7.2, 31, 1, 0.25, 1, 0],
  [-3.6, 36, 1, 2.8, 0, 0],
  [2.0, 27, 1, -0.35, 1, 1],
  [5.2, 33, 0.62, 0.5, 0, 1],
  [9.2, 44, 1, 3.3, 1, 0],
  [14.5, 58, 1, 0.3, 1, 2],
  [-13, 52, 1, -0.2, 1, 0],
  [-9, 66, 1, 2.6, 1, 2],
  [4, 74, 1, 0.1, 1, 0],
  [22, 86, 1, 2.9, 1, 1],
  [13, 95, 1, 0.4, 1, 0],
  [-2, 110, 1, 3.0, 1, 0],
  [30, 120, 1, 0.2, 1, 0],
  [8.2, 23.2, 1, 2.75, 0, 0],
]
/** x and z of the windmill. */
export const MILL = [-20.5, 78]

const mesa = mesaField([
  [-2500, 8200, 1100, 900, 330, 2.2],
  [1100, 14500, 1300, 1100, 430, 4.1],
  [-6200, 17000, 2600, 1500, 640, 5.7],
  [4300, 12500, 760, 900, 370, 6.3],
  [8200, 21000, 3000, 1600, 760, 8.8],
  [-900, 26000, 3800, 2000, 860, 9.2],
])

/** Height of the pasture near the viewer, in meters. */
export const ground = (x, z) =>
  1.9 * fbm(x / 95 + 11, z / 95 + 3, 3) * ss(6, 70, z) +
  0.9 * fbm(x / 34 + 2, z / 34, 2) * ss(5, 40, z) +
  3.2 * exp(-(((x + 34) / 48) ** 2 + ((z - 92) / 60) ** 2)) -
  1.2 * exp(-(((x - 10) / 60) ** 2 + ((z - 60) / 30) ** 2))

/** Height of the whole land. */
export const height = (x, z) => {
  let y = ground(x, z)
  if (z > 300)
    y += ss(300, 2200, z) * (16 * fbm(x / 620 + 5, z / 620, 4) + 14 * fbm(x / 1900, z / 1900 + 7, 3) - 6)
  if (z > 5000) {
    const q = mesa(x, z)
    if (q > 0) y = max(y, y * 0.3 + q)
  }
  return y
}

const away = [-sin(0.3), -cos(0.3)]

/** The cattle's long shadows on the ground: (x, z) -> 0 … 1. */
export function cowShadow(x, z) {
  let s = 0
  for (const [cx, cz, sc] of COWS) {
    const rx = x - cx
    const rz = z - cz
    const u = rx * away[0] + rz * away[1]
    const v = rz * away[0] - rx * away[1]
    if (u < -1 || u > 17 * sc || abs(v) > 2) continue
    const across = exp(-((v / (0.55 * sc + 0.02 * u)) ** 2) * 1.2)
    s = max(s, across * ss(-0.8, 0.2, u) * (1 - ss(8 * sc, 17 * sc, u)))
  }
  return s
}
