import { clamp, css, mix3, rng, ss, TAU } from '../../kit/core.mjs'
import { CAM } from './places.mjs'
const { cos, pow, sin, sqrt } = Math

/** Scattered junipers between the yard and the mesas. */
export function junipers(R, frame, view) {
  const g = R.canvas()
  const r = rng(8)
  for (let i = 0; i < 46; i++) juniper(g, r, view)
  frame.layer(g.pixels())
}

function juniper(g, r, view) {
  const z = 56 * pow(10, pow(r(), 0.7))
  const [px, py] = view.at((r() * 2 - 1) * z * 0.85, 0, z)
  const s = ((0.7 + 1.1 * r()) * CAM.f) / z
  const far = ss(40, 420, z)
  const lobes = Array.from({ length: 5 }, () => [
    (r() - 0.5) * 1.7 * s,
    -(0.18 + 0.42 * r()) * s,
    (0.28 + 0.26 * r()) * s,
  ])
  for (let k = 0; k < 80 + s * 40; k++) {
    const [lx, ly, size] = lobes[(r() * 5) | 0]
    const a = r() * TAU
    const q = sqrt(r()) * size
    const bx = px + lx + cos(a) * q
    const by = py + ly + sin(a) * q * 0.85
    if (by > py + 1) continue
    const lit = clamp((py - by) / s) * r() * clamp(0.6 - 0.5 * cos(a))
    const c = mix3(mix3([0.016, 0.014, 0.016], [0.13, 0.075, 0.06], lit), [0.22, 0.14, 0.16], far * 0.6)
    g.strokeStyle = css(c, 0.9)
    g.lineWidth = clamp(s * 0.06, 0.5, 1.4)
    g.beginPath()
    g.moveTo(bx, by)
    g.lineTo(bx + (r() - 0.5) * s * 0.14, by - s * 0.1 * r())
    g.stroke()
  }
}
