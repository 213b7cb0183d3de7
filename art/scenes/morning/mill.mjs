import { css, mix3, norm } from '../../kit/core.mjs'
import { windmill } from '../../kit/props.mjs'
import { ground, MILL } from './place.mjs'

const DARK = [0.045, 0.034, 0.03]
const RIM = [1.15, 0.72, 0.36]
const PANEL = [
  [-1.25, 1.55],
  [1.15, 2.35],
  [1.15, 2.5],
  [-1.25, 1.7],
]

/** The windmill with its tank and a solar panel on a post. */
export function millAndTank(g, view, { hazeAt, clear }) {
  const [x, z] = MILL
  const y = ground(x, z)
  const [hz, hc] = hazeAt(x, y + 6, z)
  const tone = (c, k = 1) => css(mix3(c, hc, hz * k))
  const at = (a, b) => view.at(x + a, y + b, z - 1)
  windmill(g, view, y, x, z, tone)
  tank(g, at(4.2, 0), { scale: view.px(z), tone, water: css(clear(norm([x / z, 0.09, 1]))) })
  panel(g, at, tone)
}

function tank(g, [x, y], { scale, tone, water }) {
  const w = 2.3 * scale
  const h = 0.62 * scale
  const wall = g.createLinearGradient(x - w, 0, x + w, 0)
  wall.addColorStop(0, tone([0.11, 0.085, 0.07]))
  wall.addColorStop(0.7, tone(DARK))
  wall.addColorStop(1, tone(RIM))
  g.fillStyle = wall
  g.fillRect(x - w, y - h, w * 2, h)
  g.fillStyle = water
  g.strokeStyle = tone(RIM)
  g.lineWidth = 0.7
  g.beginPath()
  g.ellipse(x, y - h, w, w * 0.06 + 1, 0, 0, 7)
  g.fill()
  g.stroke()
}

function panel(g, at, tone) {
  line(g, at(-4.4, 0), at(-4.4, 1.9), { color: tone(DARK), width: 1.8 })
  g.fillStyle = tone([0.03, 0.045, 0.075])
  g.beginPath()
  PANEL.forEach(([a, b], i) => (i ? g.lineTo(...at(-4.4 + a, b)) : g.moveTo(...at(-4.4 + a, b))))
  g.closePath()
  g.fill()
  line(g, at(-5.65, 1.72), at(-3.25, 2.52), { color: tone(RIM), width: 0.8 })
}

function line(g, from, to, { color, width }) {
  g.strokeStyle = color
  g.lineWidth = width
  g.beginPath()
  g.moveTo(...from)
  g.lineTo(...to)
  g.stroke()
}
