/** Where things stand: in the house's own frame, x right, y up, z away from the viewer; meters. */
import { makeView } from './view.mjs'
const { cos, sin } = Math

/** x, y, half width, half height, z of the face */
export const WINDOWS = [
  [-4.6, 1.55, 0.55, 0.62, -3],
  [-1.1, 1.55, 0.5, 0.62, -3],
  [5.1, 1.35, 0.42, 0.5, -2.9],
  [7.3, 1.35, 0.42, 0.5, -2.9],
  [-2.9, 4.15, 0.38, 0.45, -1.5],
]
/** The window whose light flickers. */
export const HEARTH = 0
/** x of the door. */
export const DOOR = 1.4

/** The fire ring, in world space. */
export const FIRE = [-3.1, 15.6]
const { toLocal } = makeView('night')
export const [FX, FZ] = toLocal(...FIRE)

/** x, z and heading of the chairs round it. */
export const CHAIRS = [
  [-1.75, 0.15, 1.9],
  [-0.9, 1.5, 2.6],
  [1.25, 1.25, -2.4],
].map(([x, z, angle]) => [...toLocal(FIRE[0] + x, FIRE[1] + z), cos(angle), sin(angle)])

/** What a ray can hit. */
export const MATERIAL = {
  ground: 0,
  adobe: 1,
  pane: 2,
  wood: 3,
  leaf: 4,
  stone: 5,
  lamp: 6,
  chile: 7,
  pot: 8,
  flag: 9,
  green: 10,
}
