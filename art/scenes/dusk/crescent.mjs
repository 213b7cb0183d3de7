import { clamp } from '../../kit/core.mjs'
const { exp, hypot } = Math

/** x, y, brightness */
const STARS = [
  [1100, 236, 2.4],
  [1420, 60, 0.5],
  [900, 70, 0.4],
  [1530, 190, 0.35],
  [700, 40, 0.4],
  [1010, 120, 0.25],
  [1340, 250, 0.22],
  [450, 30, 0.3],
  [1180, 40, 0.25],
  [1580, 40, 0.4],
  [820, 170, 0.2],
]

/** A young moon with earthshine, and the first stars. */
export function crescentAndStars(R, frame) {
  crescent(R, frame)
  for (const star of STARS) point(R, frame, star)
}

function crescent({ S }, frame) {
  const mx = 1245 * S
  const my = 150 * S
  const q = 15.5 * S
  for (let y = (my - q * 2) | 0; y < my + q * 2; y++)
    for (let x = (mx - q * 2) | 0; x < mx + q * 2; x++) {
      const dx = (x - mx) / q
      const dy = (y - my) / q
      const l = hypot(dx, dy)
      const a = clamp((1 - l) * q + 0.5) * clamp((hypot(dx - 0.258, dy + 0.15) - 0.985) * q + 0.5)
      if (a > 0) frame.over(x, y, [2.1, 1.85, 1.5], a)
      else if (l < 1) frame.add(x, y, [0.035, 0.032, 0.045])
    }
}

function point({ S }, frame, [x, y, k]) {
  for (let j = (-5 * S) | 0; j <= 5 * S; j++)
    for (let i = (-5 * S) | 0; i <= 5 * S; i++) {
      const d = i * i + j * j
      const spread = exp(-d / (1.1 * S * S)) * 0.9 + 0.03 * exp(-d / (7 * S * S))
      frame.add((x * S + i) | 0, (y * S + j) | 0, [1, 0.95, 0.85], k * spread)
    }
}
