import { css, mix } from '../../kit/core.mjs'

const WIDTH = 2.05
const GAP = 0.06
const LOW = 0.62
const HIGH = 1.95
const DEPTH = 1.55
const GLASS = [
  [0, [0.012, 0.022, 0.06]],
  [0.45, [0.03, 0.062, 0.15]],
  [0.62, [0.13, 0.21, 0.36]],
  [0.72, [0.06, 0.11, 0.23]],
  [1, [0.1, 0.16, 0.28]],
]

/** One row of framed modules on posts, tilted towards the viewer (south): `count` of them from `x0` on. */
export function panels(g, view, { z, x0, count }) {
  const at = (x, t) => view.at(x, mix(LOW, HIGH, t), z + DEPTH * t)
  for (let i = 0; i <= count; i++) posts(g, view, { x: x0 + i * (WIDTH + GAP) - GAP / 2, z, at })
  for (let i = 0; i < count; i++) {
    const a = x0 + i * (WIDTH + GAP)
    module(g, { a, b: a + WIDTH, at, scale: view.px(z) })
  }
  g.lineCap = 'round'
}

function posts(g, view, { x, z, at }) {
  for (const [t, c] of [
    [0.82, [0.2, 0.19, 0.19]],
    [0.2, [0.26, 0.24, 0.23]],
  ]) {
    g.strokeStyle = css(c)
    g.lineWidth = 0.09 * view.px(z)
    g.lineCap = 'butt'
    line(g, at(x, t), view.at(x, 0, z + DEPTH * t))
  }
}

function module(g, { a, b, at, scale }) {
  const corners = [at(a, 0), at(b, 0), at(b, 1), at(a, 1)]
  glass(g, corners)
  cells(g, { a, b, at })
  g.strokeStyle = css([0.62, 0.6, 0.58])
  g.lineWidth = Math.max(1, 0.035 * scale)
  g.lineJoin = 'miter'
  outline(g, corners)
  g.stroke()
  g.lineJoin = 'round'
  g.strokeStyle = css([1.2, 1.0, 0.75])
  g.lineWidth = Math.max(0.6, 0.016 * scale)
  line(g, corners[3], corners[2])
}

function glass(g, corners) {
  const shine = g.createLinearGradient(...corners[0], ...corners[2])
  for (const [at, c] of GLASS) shine.addColorStop(at, css(c))
  g.fillStyle = shine
  outline(g, corners)
  g.fill()
}

function cells(g, { a, b, at }) {
  g.strokeStyle = css([0.22, 0.28, 0.36], 0.55)
  g.lineWidth = 0.55
  for (let k = 1; k < 10; k++) {
    const x = mix(a, b, k / 10)
    line(g, at(x, 0), at(x, 1))
  }
  for (let k = 1; k < 6; k++) line(g, at(a, k / 6), at(b, k / 6))
}

function outline(g, points) {
  g.beginPath()
  points.forEach((p, k) => (k ? g.lineTo(...p) : g.moveTo(...p)))
  g.closePath()
}

function line(g, from, to) {
  g.beginPath()
  g.moveTo(...from)
  g.lineTo(...to)
  g.stroke()
}
