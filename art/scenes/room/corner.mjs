import { box, capsule, cylinder, ellipsoid, hit, nearer, smin } from '../../kit/sdf.mjs'
import { FIRE, KIVA, MATERIAL } from './places.mjs'
import { smax } from './smax.mjs'
const { max, min, sin } = Math

/** The kiva fireplace in the corner, and the banco along the wall with a pot and a folded throw. */
export function corner(wall, x, y, z) {
  const arch = archOf(x - FIRE.x, y, z - FIRE.z)
  const kiva = smax(body(x, y, z), -arch, 0.05)
  if (kiva < wall) hit.id = arch < 0.035 && y > 0.4 ? MATERIAL.soot : MATERIAL.wall
  let d = smin(wall, kiva, 0.14)
  if (arch < 0.1) d = nearer(d, logs(x, y, z), MATERIAL.ember)
  const pot = smin(
    ellipsoid(x + 2.38, y - 0.62, z - 2.72, 0.17, 0.17, 0.17),
    cylinder(x + 2.38, y - 0.8, z - 2.72, 0.075, 0.05, 0.02),
    0.05,
  )
  d = nearer(d, pot, MATERIAL.clay)
  const fold = box(x + 2.32, y - 0.51, z - 3.45, 0.24, 0.05, 0.3, 0.045) - 0.006 * sin(x * 40) * sin(z * 7)
  return nearer(d, fold, MATERIAL.woven)
}

function body(x, y, z) {
  const kiva = smin(
    cylinder(x - KIVA.x, y - 0.2, z - KIVA.z, 0.82, 0.25, 0.1),
    capsule(x, y, z, KIVA.x + 0.02, 0.75, KIVA.z - 0.02, KIVA.x - 0.16, 3.1, KIVA.z + 0.16, 0.6, 0.22),
    0.22,
  )
  return smin(kiva, box(x + 2.4, y - 0.2, z - 3.35, 0.38, 0.25, 1.0, 0.1), 0.12)
}

/** The hollow for the fire: it looks into the room. */
function archOf(x, y, z) {
  const inwards = x * 0.7071 - z * 0.7071
  const sideways = x * 0.7071 + z * 0.7071
  return max(ellipsoid(inwards + 0.02, y - 0.46, sideways, 0.46, 0.5, 0.31), 0.44 - y)
}

function logs(x, y, z) {
  return min(
    capsule(x, y, z, FIRE.x - 0.16, 0.5, FIRE.z - 0.06, FIRE.x + 0.13, 0.52, FIRE.z + 0.1, 0.045),
    capsule(x, y, z, FIRE.x - 0.08, 0.5, FIRE.z + 0.13, FIRE.x + 0.06, 0.54, FIRE.z - 0.14, 0.042),
    capsule(x, y, z, FIRE.x - 0.12, 0.58, FIRE.z + 0.04, FIRE.x + 0.1, 0.57, FIRE.z + 0.0, 0.04),
  )
}
