import { clamp, css, rng } from '../../kit/core.mjs'
const { cos, sin, sqrt } = Math

/** x, y, size, seed */
const PLACES = {
  night: [
    [430, 768, 30, 5],
    [474, 766, 20, 8],
    [330, 762, 18, 12],
    [1560, 770, 34, 9],
    [60, 766, 26, 13],
    [690, 762, 15, 3],
  ],
  porch: [
    [1585, 682, 30, 9],
    [1530, 672, 16, 4],
  ],
}

/** Dark tufted silhouettes at the edge of the yard. */
export function junipers(g, porch) {
  for (const place of PLACES[porch ? 'porch' : 'night']) juniper(g, place, porch ? 5 : 1)
}

function juniper(g, [x, y, s, seed], brightness) {
  const r = rng(seed)
  const lobes = lobesOf(r, s)
  for (let i = 0; i < 3000; i++) {
    const [dx, dy, size] = lobes[(r() * lobes.length) | 0]
    const a = r() * 6.283
    const away = sqrt(r()) * size
    const bx = x + dx + cos(a) * away
    const by = y + dy + sin(a) * away * 0.8
    if (by > y + 2) continue
    const v = (0.0016 + 0.0036 * clamp((y - by) / (s * 1.2)) * r()) * brightness
    g.strokeStyle = css([v * 0.7, v, v * 1.25], 0.9)
    g.lineWidth = 0.8
    g.beginPath()
    g.moveTo(bx, by)
    g.lineTo(bx + (r() - 0.5) * 4, by - 1 - r() * 3.5)
    g.stroke()
  }
}

function lobesOf(r, s) {
  const lobes = [
    [0, -0.2 * s, 0.62 * s],
    [-0.3 * s, -0.15 * s, 0.45 * s],
    [0.35 * s, -0.14 * s, 0.42 * s],
  ]
  for (let i = 0; i < 7; i++)
    lobes.push([(r() - 0.5) * 1.5 * s, -(0.15 + 0.75 * r()) * s, (0.22 + 0.22 * r()) * s])
  return lobes
}
