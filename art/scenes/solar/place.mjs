import { fbm, n2, norm, ss } from '../../kit/core.mjs'
import { mesaField } from '../../kit/terrain.mjs'
const { abs, exp, max, sqrt } = Math

const mesa = mesaField([
  [-3600, 9000, 1300, 1000, 430, 2.2],
  [-1300, 13500, 420, 380, 430, 3.4],
  [2400, 10500, 1200, 800, 360, 4.1],
  [-7600, 17000, 2600, 1500, 700, 5.7],
  [6900, 15000, 1500, 1100, 520, 6.3],
  [900, 27000, 4600, 2000, 860, 9.2],
])

/** Height of the pasture near the viewer, in meters. */
export const ground = (x, z) =>
  1.5 * fbm(x / 90 + 8, z / 95 + 3, 3) * ss(12, 70, z) + 0.6 * fbm(x / 30 + 2, z / 30, 2) * ss(11, 40, z)

/** Height of the whole land. */
export const height = (x, z) => {
  let y = ground(x, z)
  if (z > 300)
    y += ss(300, 2200, z) * (16 * fbm(x / 620 + 5, z / 620, 4) + 12 * fbm(x / 1900, z / 1900 + 7, 3) - 8)
  if (z > 6000) {
    const q = mesa(x, z)
    if (q > 0) y = max(y, y * 0.3 + q)
  }
  return y
}

/** The stock tank: its center, radius, height of rim and water; meters. */
export function makeTank([x, z]) {
  return { x, z, r: 2.75, rim: 0.64, water: 0.53 }
}

/** Trampled earth round the tank: (x, z) -> 0 … 1. */
export function makeBare(tank) {
  return (x, z) => {
    const d = sqrt((x - tank.x) ** 2 + (z - tank.z) ** 2) - tank.r
    return 1 - ss(0.5, 2.4, d + 0.5 * n2(x * 1.2, z * 1.2))
  }
}

/** Shadows of cattle, tank and panels on the ground: (x, z) -> 0 … 1. */
export function makeShade({ sun, cows, panels }, tank) {
  const away = norm([-sun[0], 0, -sun[2]])
  const rise = sun[1] / sqrt(1 - sun[1] ** 2)
  /** Along the shadow of what stands there, and beside it. */
  const along = (rx, rz) => [rx * away[0] + rz * away[2], rx * away[2] - rz * away[0]]
  const ofTank = (x, z) => {
    const [u, v] = along(x - tank.x, z - tank.z)
    if (abs(v) >= tank.r) return 0
    const end = sqrt(tank.r ** 2 - v * v) + tank.rim / rise
    return ss(0, 0.1, u) * (1 - ss(end - 0.3, end, u))
  }
  return (x, z) => {
    let shade = 0
    for (const [cx, cz] of cows) {
      const [u, v] = along(x - cx, z - cz)
      if (u > -0.8 && u < 5 && abs(v) < 2)
        shade = max(shade, exp(-((v / 0.62) ** 2)) * ss(-0.8, 0, u) * (1 - ss(3.2, 5, u)))
    }
    shade = max(shade, ofTank(x, z))
    return panels ? max(shade, ofPanels(x, z)) : shade
  }
}

function ofPanels(x, z) {
  if (x >= -1 || x <= -13 || z <= 15 || z >= 19) return 0
  return 0.8 * ss(15.2, 15.8, z) * (1 - ss(17.6, 18.6, z)) * ss(-11.6, -11, x) * (1 - ss(-2.2, -1.4, x))
}
