// Where the moonlit road runs: the moon, the land and its mesas, the two-track, the gateway's shadow.
import { mix, ss, fbm, n2, mix3, norm } from '../../kit/core.mjs'
import { mesaField } from '../../kit/terrain.mjs'
import { sunDirection } from '../../kit/sky.mjs'
const { abs, sqrt, exp, max } = Math

const deg = Math.PI / 180
/** Direction and colour of the moonlight, and what the sky gives into the shadows (linear light). */
export const moon = sunDirection(56 * deg, 19 * deg),
  az = norm([moon[0], 0, moon[2]]),
  moonColor = [0.56, 0.72, 1.06],
  ambient = [0.05, 0.078, 0.155]
const mesa = mesaField([
  [-4300, 9800, 1500, 1000, 470, 4.9],
  [-1500, 12500, 300, 260, 420, 1.3],
  [3900, 14500, 1900, 1100, 520, 6.1],
  [-9800, 19000, 2600, 1500, 760, 2.8],
  [900, 25000, 4200, 2000, 860, 7.2],
])
/** Distance of the gateway, and the house as [x, z], in metres. */
export const GATE = 20.5,
  HOUSE = [17, 205]
/** Centre line of the road: in from the lower left, through the gate, in long bends to the house. */
export const roadX = (z) =>
  mix(
    -0.9 + 5.0 * ss(2, GATE + 2, z),
    HOUSE[0] + 9.5 * Math.sin((z - 30) / 24) * (1 - ss(120, 200, z)),
    ss(GATE, 80, z),
  )
/** 1 in the middle of either wheel track. */
export const ruts = (x, z) => exp(-(((abs(x - roadX(z)) - 0.82) / 0.34) ** 2))
const roll = (z) => -2.4 * ss(30, 85, z) + 3.6 * ss(80, 190, z) - 5 * ss(230, 420, z)
const rough = (x, z) =>
  roll(z) +
  1.1 * fbm(x / 80 + 9, z / 80 + 3, 3) * ss(14, 70, z) +
  0.45 * fbm(x / 24 + 2, z / 24, 2) * ss(8, 40, z)
/** Height of the near ground in metres, with the tracks worn in. */
export const ground = (x, z) => {
  const flat = exp(-(((x - roadX(z)) / 2.6) ** 2))
  return rough(mix(x, roadX(z), flat), z) - 0.09 * ruts(x, z) * (z < 200 ? 1 : 0)
}
/** Height of the land out to the mesas. */
export const hf = (x, z) => {
  let y = ground(x, z)
  if (z > 400)
    y += ss(400, 2400, z) * (15 * fbm(x / 620 + 5, z / 620, 4) + 12 * fbm(x / 1900, z / 1900 + 7, 3) - 6)
  if (z > 6000) {
    const q = mesa(x, z)
    if (q > 0) y = max(y, y * 0.3 + q)
  }
  return y
}
/** 1 on the bare tracks, less on the grass between them. */
export const onRoad = (x, z) => {
  const u = abs(x - roadX(z)) + 0.16 * n2(x * 1.7, z * 0.9)
  return z > HOUSE[1] ? 0 : (1 - ss(1.3, 1.75, u)) * (1 - 0.62 * (1 - ss(0.18, 0.42, u)))
}
const tanEl = moon[1] / sqrt(1 - moon[1] ** 2)
/** Shadow of the gateway on the ground, 0..1: posts, beam and board along the moon's azimuth. */
export function gateShadow(x, z) {
  const gx = roadX(GATE)
  let s = 0
  for (const px of [gx - 3.5, gx + 3.5]) {
    const rx = x - px,
      rz = z - GATE,
      u = -(rx * az[0] + rz * az[2]),
      v = rx * az[2] - rz * az[0]
    if (u > 0 && u < 4.6 / tanEl) s = max(s, exp(-((v / (0.17 + 0.005 * u)) ** 2)) * (1 - 0.06 * u))
  }
  const u = (GATE - z) / az[2],
    bx = x + az[0] * u - gx
  if (u > 0 && abs(bx) < 4.25) {
    const h = u * tanEl
    s = max(s, 0.85 * exp(-(((h - 4.38) / 0.17) ** 2)))
    if (abs(bx) < 1.66) s = max(s, 0.85 * exp(-(((h - 3.5) / 0.4) ** 6)))
  }
  return s
}
/** Night eyes: colour drains towards a cool grey of the same brightness. */
export const nightEye = (a, k = 0.4) => {
  const l = 0.3 * a[0] + 0.6 * a[1] + 0.1 * a[2]
  return mix3(a, [l * 0.82, l * 0.98, l * 1.22], k)
}
