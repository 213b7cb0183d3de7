import { clamp } from '../../kit/core.mjs'
import { BULBS, CAM, WIRES } from './places.mjs'
const { ceil, exp, floor, sqrt } = Math

/** The strings of lights over a finished picture; `at` gives a point's place in design units. */
export function drawStrings(R, frame, at) {
  const g = R.canvas()
  for (const wire of WIRES) drawWire(g, wire, at)
  for (const [x, y, z] of BULBS) {
    const [px, py] = at(x, y, z)
    const k = CAM.f / z
    g.fillStyle = 'rgb(24,18,16)'
    g.fillRect(px - 0.011 * k, py - 0.068 * k, 0.022 * k, 0.04 * k)
  }
  frame.layer(g.pixels())
  for (const [x, y, z] of BULBS) {
    const [px, py] = at(x, y, z)
    bulb(frame, { x: px * R.S, y: py * R.S, radius: (0.027 * CAM.f * R.S) / z })
  }
}

function drawWire(g, wire, at) {
  g.strokeStyle = 'rgba(18,14,16,.9)'
  for (let i = 1; i < wire.length; i++) {
    const [a, b] = [wire[i - 1], wire[i]]
    if (a[2] < 1 || b[2] < 1) continue
    g.lineWidth = clamp((0.012 * CAM.f) / b[2], 0.5, 3)
    g.beginPath()
    g.moveTo(...at(...a))
    g.lineTo(...at(...b))
    g.stroke()
  }
}

function bulb(frame, { x, y, radius }) {
  for (let j = -ceil(radius * 2); j <= radius * 2; j++)
    for (let i = -ceil(radius * 2); i <= radius * 2; i++) {
      const px = floor(x) + i
      const py = floor(y) + j
      const u = (px + 0.5 - x) / radius
      const v = (py + 0.5 - y) / (radius * 1.2)
      const q = sqrt(u * u + v * v)
      const a = clamp((1 - q) * radius + 0.5)
      if (a <= 0) continue
      const c = exp(-q * q * 2.2)
      frame.over(px, py, [2.1 + 2.8 * c, 1.18 + 1.9 * c, 0.42 + 0.9 * c], a)
    }
}
