import { fbm, mix, n2, norm, ss } from '../../kit/core.mjs'
import { sunDirection } from '../../kit/sky.mjs'
import { mesaField } from '../../kit/terrain.mjs'
const { abs, exp, max, PI, sin, sqrt } = Math

const deg = PI / 180
export const EYE = 2.9
export const FOCAL = 1300
export const HORIZON = 505
/** Direction of the sun, and its azimuth. */
export const sun = sunDirection(-34 * deg, 7.5 * deg)
export const azimuth = norm([sun[0], 0, sun[2]])
export const sunColor = [2.35, 1.5, 0.74]
export const ambient = [0.42, 0.46, 0.62]
/** Distance of the gateway. */
export const GATE = 19

const mesa = mesaField([
  [3300, 9000, 1250, 1000, 470, 2.9],
  [1150, 10800, 250, 230, 450, 3.3],
  [-1500, 15500, 1600, 1000, 470, 4.1],
  [6900, 15000, 2400, 1500, 720, 5.7],
  [-8200, 20000, 2600, 1600, 780, 8.8],
  [900, 26000, 4600, 2000, 860, 9.2],
])

/** The road's middle: it winds away to the mesas. */
export function roadX(z) {
  return (
    0.55 +
    3.0 * sin((z - 12) / 25) * ss(17, 52, z) +
    19 * sin((z - 40) / 64) * ss(45, 140, z) +
    62 * sin((z - 110) / 185) * ss(150, 400, z) -
    0.06 * max(0, z - 260)
  )
}

/** Rises and dips, so that the road shows itself again and again. */
function roll(z) {
  return (
    2.6 * sin((z - 30) / 62) * ss(30, 90, z) * (1 - ss(500, 900, z)) -
    2.2 * ss(30, 80, z) +
    6.5 * ss(130, 640, z)
  )
}

/** 1 in the middle of either wheel track. */
export function ruts(x, z) {
  return exp(-(((abs(x - roadX(z)) - 0.82) / 0.34) ** 2))
}

function rough(x, z) {
  return (
    roll(z) +
    1.3 * fbm(x / 80 + 5, z / 80 + 3, 3) * ss(12, 70, z) +
    0.5 * fbm(x / 24 + 2, z / 24, 2) * ss(8, 40, z)
  )
}

/** Height of the near ground in meters, with the tracks worn in. */
export function ground(x, z) {
  const flat = exp(-((abs(x - roadX(z)) / 2.6) ** 2))
  return rough(mix(x, roadX(z), flat), z) - 0.09 * ruts(x, z) * (z < 200 ? 1 : 0)
}

/** Height of the land out to the mesas. */
export function height(x, z) {
  let y = ground(x, z)
  if (z > 500)
    y += ss(500, 2400, z) * (15 * fbm(x / 620 + 5, z / 620, 4) + 12 * fbm(x / 1900, z / 1900 + 7, 3) - 8)
  if (z > 6000) {
    const q = mesa(x, z)
    if (q > 0) y = max(y, y * 0.3 + q)
  }
  return y
}

/** 1 on the bare tracks, less on the grass between them. */
export function onRoad(x, z) {
  const u = abs(x - roadX(z)) + 0.16 * n2(x * 1.7, z * 0.9)
  return (1 - ss(1.3, 1.75, u)) * (1 - 0.62 * (1 - ss(0.18, 0.42, u)) * (z < 300 ? 1 : 0.4))
}

const away = [-azimuth[0], -azimuth[2]]
const rise = sun[1] / sqrt(1 - sun[1] ** 2)
const gateX = roadX(GATE)

/** The gateway's shadow towards the viewer: posts, crossbeam and board; 0 … 1. */
export function shade(x, z) {
  let s = 0
  for (const px of [gateX - 3.5, gateX + 3.5]) s = max(s, postShade(x - px, z - GATE))
  const u = (z - GATE) / away[1]
  const across = abs(x - away[0] * u - gateX)
  if (u <= 0 || across >= 4.1) return s
  const h = u * rise
  const board = across < 1.7 ? 0.8 * exp(-(((h - 3.55) / 0.42) ** 4)) : 0
  return max(s, 0.8 * exp(-(((h - 4.35) / 0.16) ** 2)), board)
}

function postShade(rx, rz) {
  const h = 4.6
  const u = rx * away[0] + rz * away[1]
  const v = rx * away[1] - rz * away[0]
  if (u < 0 || u > h / rise) return 0
  return exp(-((v / (0.17 + 0.006 * u)) ** 2)) * (1 - (0.5 * u * rise) / h)
}
