import { mix, mix3 } from '../../kit/core.mjs'
const { abs, cos, min, sin } = Math

/** A bush of thin twigs, lighter towards their tips. */
export function chamisa(pen, random, { x, y, size, near }) {
  pen.lightAt(x, min(898, y))
  for (let i = 0; i < size * 16; i++) {
    const a = (random() - 0.5) * 2.5
    const l = size * (0.45 + 0.55 * random()) * (1 - 0.12 * abs(a))
    const root = x + (random() - 0.5) * size * 0.35
    const ex = root + sin(a) * l
    const ey = y - cos(a) * l * 0.85
    const tone = random()
    pen.stroke([root, y], [mix(root, ex, 0.4), mix(y, ey, 0.65)], [ex, ey], {
      width: 0.6 + near * 0.5,
      albedo: mix3([0.075, 0.085, 0.06], [0.24, 0.24, 0.15], tone * tone),
      gain: 0.55 + (0.8 * tone * (y - ey)) / size,
      alpha: 0.8,
    })
  }
}
