import { css, fbm, mix3, mul3, ss, TAU } from '../../kit/core.mjs'
const { cos, max, min, sin } = Math

/** Spring flowers: paintbrush, purple verbena, desert marigold, white primrose; color and size. */
const KINDS = [
  [[0.8, 0.13, 0.04], 0.36],
  [[0.33, 0.13, 0.62], 0.42],
  [[0.95, 0.66, 0.03], 0.46],
  [[0.92, 0.9, 0.84], 0.5],
]
const PAINTBRUSH = 0
const PRIMROSE = 3

/** What a tuft may bear beside its grass, for a style of `paintByDepth`: flowers, in drifts by kind. */
export function flowers(g, bx, by, sc, t, r, light, hz, hc, tall) {
  const drift = fbm(t.x / 5.5 + 3, t.z / 8 + 9, 3)
  const kind = (((fbm(t.x / 16 + 40, t.z / 22, 2) + 1) * 6.3) | 0) % 4
  if (r() > ss(0.02, 0.38, drift) * 0.95) return
  const [color, size] = KINDS[r() < 0.82 ? kind : (r() * 4) | 0]
  const count = t.z < 26 ? 1 + ((r() * 3) | 0) : 1
  for (let i = 0; i < count; i++) {
    const x = bx + (r() - 0.5) * 0.3 * sc
    const y = by - tall * sc * (0.45 + 0.55 * r())
    const q = max(0.8, min(7.5, 0.03 * size * 2 * sc))
    const k = 0.75 + 0.75 * light(r())
    stem(g, { x, y, by, sc, color: css(mix3([0.06, 0.11, 0.02], hc, hz)) })
    g.fillStyle = css(mix3(mul3(color, k), hc, hz))
    if (q < 2.4) dot(g, { x, y, q })
    else if (kind === PAINTBRUSH) paintbrush(g, r, { x, y, q, k, color })
    else
      rosette(g, r, { x, y, q, k, color, heart: kind === PRIMROSE ? [0.85, 0.62, 0.08] : mul3(color, 0.45) })
  }
}

function stem(g, { x, y, by, sc, color }) {
  g.globalAlpha = 0.95
  g.strokeStyle = color
  g.lineWidth = max(0.4, 0.006 * sc)
  g.beginPath()
  g.moveTo(x, by)
  g.lineTo(x, y)
  g.stroke()
}

function dot(g, { x, y, q }) {
  g.beginPath()
  g.ellipse(x, y, q, q * 0.75, 0, 0, TAU)
  g.fill()
}

function paintbrush(g, r, { x, y, q, k, color }) {
  for (let j = 0; j < 9; j++) {
    const a = (j / 8 - 0.5) * 2.1
    g.strokeStyle = css(mul3(color, k * (0.7 + 0.6 * r())))
    g.lineWidth = q * 0.32
    g.beginPath()
    g.moveTo(x, y + q)
    g.lineTo(x + sin(a) * q * 1.1, y - cos(a) * q * 1.5)
    g.stroke()
  }
}

function rosette(g, r, { x, y, q, k, color, heart }) {
  for (let j = 0; j < 7; j++) {
    const a = (j / 7) * TAU
    g.fillStyle = css(mul3(color, k * (0.75 + 0.45 * r())))
    g.beginPath()
    g.ellipse(x + cos(a) * q * 0.62, y + sin(a) * q * 0.4, q * 0.46, q * 0.3, a, 0, TAU)
    g.fill()
  }
  g.fillStyle = css(heart)
  g.beginPath()
  g.ellipse(x, y, q * 0.26, q * 0.2, 0, 0, TAU)
  g.fill()
}
