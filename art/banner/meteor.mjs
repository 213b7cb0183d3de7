import { mix, ss } from '../kit/core.mjs'
const { exp, floor, min, PI, sin } = Math

const BEGINS = 0.585
const LASTS = 0.052
const FROM = [655, 262]
const TO = [440, 402]

/** One shooting star, low on the left, half a second long; t in 0 … 1 is the moment of the loop. */
export function meteor({ S }, frame, t) {
  const u = (t - BEGINS) / LASTS
  if (u < 0 || u > 1) return
  const head = ss(-0.1, 1.05, u)
  const glow = sin(PI * u) ** 0.8
  for (let k = 0; k < 260; k++) {
    const b = head - (k / 260) * 0.6
    if (b < 0) break
    const v = glow * (1 - k / 260) ** 3 * (k < 5 ? 2.2 : 1) * 0.17 * min(1, S)
    spark(S, frame, { x: mix(FROM[0], TO[0], b) * S, y: mix(FROM[1], TO[1], b) * S, v })
  }
}

function spark(S, frame, { x, y, v }) {
  for (let j = -2; j <= 2; j++)
    for (let i = -2; i <= 2; i++) {
      const px = floor(x) + i
      const py = floor(y) + j
      const d = (px + 0.5 - x) ** 2 + (py + 0.5 - y) ** 2
      frame.add(px, py, [0.85, 0.95, 1], v * exp(-d / (0.7 * S * S)))
    }
}
