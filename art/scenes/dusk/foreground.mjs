import { fbm, gauss, mix, rng, ss } from '../../kit/core.mjs'
import { yucca } from '../../kit/plants.mjs'
const { max } = Math

/** The near ridge of each look: its line, where its grass is brightest, its yuccas (x, size, stalk). */
const RIDGES = {
  dusk: {
    line: (x) => 842 - 58 * gauss(x - 1330, 420) - 24 * gauss(x - 180, 330) + 9 * fbm(x / 120, 2, 4),
    bright: 400,
    yuccas: [
      [1385, 58, 196],
      [1462, 50, 138],
      [1310, 38, 0],
      [1530, 40, 0],
      [236, 42, 0],
      [132, 50, 150],
    ],
  },
  dawn: {
    line: (x) => 858 - 66 * gauss(x - 120, 420) + 8 * fbm(x / 120, 5, 4),
    bright: 1350,
    yuccas: [
      [205, 56, 186],
      [118, 44, 0],
      [292, 36, 120],
      [40, 46, 0],
      [1490, 34, 0],
    ],
  },
  moonrise: {
    line: (x) => 866 - 30 * gauss(x - 330, 300) - 20 * gauss(x - 1500, 240) + 8 * fbm(x / 120, 8, 4),
    bright: 1100,
    yuccas: [
      [300, 46, 150],
      [372, 34, 0],
      [1505, 40, 118],
      [1440, 30, 0],
    ],
  },
}

/** Grass and yuccas on the near ridge, against the land. */
export function foreground(R, frame, { name, look }) {
  const g = R.canvas()
  const r = rng(77)
  const ridge = RIDGES[name]
  const [dark, bright, fill] = look.grass
  const color = (t) => `rgb(${dark.map((v, i) => mix(v, bright[i], t) | 0)})`
  earth(g, ridge, fill)
  for (let layer = 0; layer < 5; layer++) for (let i = 0; i < 5200; i++) blade(g, r, { layer, ridge, color })
  for (const [x, size, stalk] of ridge.yuccas) yucca(g, x, ridge.line(x) + 4, size, stalk, color, r)
  frame.layer(g.pixels())
}

function earth(g, { line }, fill) {
  g.fillStyle = fill
  g.beginPath()
  g.moveTo(0, 900)
  for (let x = 0; x <= 1600; x += 2) g.lineTo(x, line(x))
  g.lineTo(1600, 910)
  g.lineTo(0, 910)
  g.fill()
}

function blade(g, r, { layer, ridge, color }) {
  const x = r() * 1640 - 20
  const base = ridge.line(x) + layer * 17 + r() * 26
  const h = (9 + r() * 26) * (1 + 0.3 * layer) * (0.6 + 0.7 * ss(-0.2, 0.4, fbm(x / 60, layer, 3)))
  const lean = (r() - 0.42) * h * 0.55 + 3
  const tx = x + lean
  const ty = base - h
  const lit = 0.75 * (1 - layer * 0.17) * r() * (0.25 + 0.75 * gauss(x - ridge.bright, 520)) + 0.04
  g.strokeStyle = color(max(0, lit))
  g.lineWidth = 0.7 + r() * 0.9
  g.beginPath()
  g.moveTo(x, base)
  g.quadraticCurveTo(x + lean * 0.25, base - h * 0.65, tx, ty)
  g.stroke()
  if (r() < 0.075 && layer < 2) gramaHead(g, r, tx, ty)
}

/** The "eyelash" seed head of blue grama. */
function gramaHead(g, r, tx, ty) {
  const L = 6 + r() * 6
  const a = -0.15 + r() * 0.3
  g.lineWidth = 1.1
  g.beginPath()
  g.moveTo(tx, ty)
  g.quadraticCurveTo(tx + L * 0.5, ty - 2 + a * 6, tx + L, ty + a * 14)
  g.stroke()
  g.lineWidth = 0.5
  for (let k = 0; k < 7; k++) {
    const u = k / 6
    const bx = tx + L * u
    const by = ty + a * 14 * u * u - 4 * u * (1 - u)
    g.beginPath()
    g.moveTo(bx, by)
    g.lineTo(bx + 1, by + 3.2)
    g.stroke()
  }
}
