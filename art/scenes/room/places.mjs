/** Where things stand in the bedroom; meters, x right, y up, z away from the viewer. */
import { norm } from '../../kit/core.mjs'

export const CAM = { x: -0.5, y: 1.46, z: -0.55, f: 985, cx: 800, hor: 400 }
/** The deep window in the back wall. */
export const WIN = { x: 0.12, y: 1.56, w: 0.86, h: 0.64, z: 5.0, depth: 0.58 }
/** The corner with the kiva fireplace, and its fire. */
export const KIVA = { x: -2.42, z: 4.82 }
export const FIRE = { x: KIVA.x + 0.4, z: KIVA.z - 0.4, color: [1.5, 0.52, 0.1], power: 0.42 }
/** Direction of the sun, its color and that of the sky. */
export const SUN = { from: norm([-0.44, 0.4, 0.8]), color: [9.2, 6.6, 3.9] }
export const SKY = [2.05, 2.35, 2.75]

/** What a ray can hit. */
export const MATERIAL = {
  wall: 1,
  floor: 2,
  wood: 3,
  linen: 4,
  woven: 5,
  rug: 6,
  clay: 7,
  soot: 8,
  ember: 9,
  latilla: 10,
  shade: 11,
  leather: 12,
}
