// Sagebrush on the flat: low grey bushes, rimed on top, lit from the sun's side. Returns depth-sorted items for paintByDepth.
import { clamp, mix, rng, mix3, css } from '../../kit/core.mjs'

/** Bushes over the whole flat, except where the coyote goes. */
export function sagebrush(view, ground, { sun, sunColor, ambient, haze }) {
  const r = rng(83),
    items = []
  for (let i = 0; i < 46; i++) {
    const z = 6.5 * Math.pow(22, Math.pow(r(), 0.8)),
      x = (r() * 2 - 1) * z * 0.56,
      size = 0.34 + 0.4 * r(),
      seed = (r() * 1e6) | 0
    if (z > 7.6 && z < 13 && x > 0.2 && x < 4.4) continue // the coyote's way stays open
    items.push({
      z,
      draw: (g) => bush(g, view, [x, ground(x, z), z], { size, seed, sun, sunColor, ambient, haze }),
    })
  }
  return items
}
function bush(g, view, [x, y, z], { size, seed, sun, sunColor, ambient, haze }) {
  const r = rng(seed),
    [px, py] = view.at(x, y, z),
    s = size * view.px(z),
    [hz, hc] = haze(x, y + 0.3, z),
    n = Math.round(clamp(s * 9, 60, 900))
  for (let i = 0; i < n; i++) {
    const a = (r() - 0.5) * 2.5,
      q = Math.sqrt(r()),
      bx = px + Math.sin(a) * q * s * 0.85,
      by = py - Math.cos(a) * q * s * 0.8 * (0.75 + 0.35 * r()),
      side = clamp(0.5 + 0.55 * Math.sin(a) * Math.sign(sun[0]) + 0.25 * (q - 0.5)),
      top = clamp((py - by) / (s * 0.8)),
      rime = clamp(top * 1.1 - 0.25 + 0.4 * (r() - 0.5)),
      albedo = mix3([0.13, 0.135, 0.115], [0.62, 0.66, 0.72], 0.75 * rime),
      k = (0.16 + 0.62 * side * q * (0.4 + 0.6 * top)) * (0.3 + 0.7 * r()),
      c = [0, 1, 2].map((j) => albedo[j] * (ambient[j] * (0.35 + 0.6 * top) + sunColor[j] * k))
    if (by > py + 1) continue
    g.strokeStyle = css(mix3(c, hc, hz))
    g.lineWidth = clamp(s * 0.018, 0.4, 1.3)
    const l = s * mix(0.09, 0.2, r()),
      b = a * 0.7 + (r() - 0.5) * 0.9
    g.beginPath()
    g.moveTo(bx, by)
    g.lineTo(bx + Math.sin(b) * l, by - Math.cos(b) * l)
    g.stroke()
  }
}
