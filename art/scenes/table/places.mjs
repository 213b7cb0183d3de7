/** Where things stand on the patio; meters, x right, y up, z away from the viewer. */
import { mix } from '../../kit/core.mjs'
const { hypot, round } = Math

export const CAM = { x: 1.05, y: 1.68, f: 1060, hor: 452, cx: 800 }
/** Middle and half length of the table. */
export const TABLE = { x: -0.25, z: 5.6, half: 2.9 }
export const FIRE = [-2.95, 12.6]
export const CANDLES = [-2, -1, 0, 1, 2].map((k) => [TABLE.x + 0.02 * (k % 2), 0.86, TABLE.z + k * 1.15])

const POSTS = [0.7, 5.6, 8.9].flatMap((z) => [-1, 1].map((side) => [TABLE.x + side * 2.15, z]))
const TOP = 2.78
/** From which post to which the lights hang. */
const STRINGS = [
  [0, 3],
  [1, 2],
  [2, 5],
  [3, 4],
  [0, 2],
  [2, 4],
  [1, 3],
  [3, 5],
].map(([a, b]) => hang(POSTS[a], POSTS[b]))

/** Points along each string of lights. */
export const WIRES = STRINGS.map(({ wire }) => wire)
export const BULBS = STRINGS.flatMap(({ bulbs }) => bulbs)

/** A string between two posts, with a bulb about every 44 cm. */
function hang([ax, az], [bx, bz]) {
  const length = hypot(bx - ax, bz - az)
  const sag = 0.11 * length
  const at = (t, below) => [mix(ax, bx, t), TOP - sag * 4 * t * (1 - t) * 0.55 - below, mix(az, bz, t)]
  const count = round(length / 0.44)
  return {
    wire: Array.from({ length: 31 }, (_, i) => at(i / 30, 0)),
    bulbs: Array.from({ length: Math.max(0, count - 1) }, (_, i) => at((i + 1) / count, 0.075)),
  }
}

/** What a ray can hit. */
export const MATERIAL = {
  wood: 1,
  darkWood: 2,
  adobe: 3,
  ground: 4,
  plate: 5,
  glass: 6,
  candle: 7,
  green: 8,
  fruit: 9,
  stone: 10,
  linen: 11,
  coal: 12,
  clay: 13,
}
