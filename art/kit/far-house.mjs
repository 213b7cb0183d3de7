// The adobe house as one sees it from the road at night: a low dark shape, lit windows, their light on the yard, smoke.
import { css, ss, fbm } from './core.mjs'
const { exp, floor } = Math

const ADOBE = [0.034, 0.04, 0.056],
  LIT = [0.1, 0.12, 0.16]
/** Windows: [x, height, width, height, strength] in metres from the house's middle. */
const WINDOWS = [
  [-4.1, 1.3, 1, 1.1, 1],
  [-1.6, 1.3, 1, 1.1, 0.8],
  [1.2, 1.0, 1, 1.9, 0.55],
  [3.6, 1.3, 1, 1.1, 0.95],
  [-0.4, 4.3, 0.9, 0.8, 0.7],
]
/** Draws the house at [x, y, z], 15 m wide; adds light to the frame, so call it between the layers behind and in front. */
export function farHouse(R, frame, view, [x, y, z]) {
  const g = R.canvas(),
    k = view.px(z),
    box = (cx, w, h0, h1, c) => {
      const [px, py] = view.at(x + cx, y + h0, z)
      g.fillStyle = css(c)
      g.beginPath()
      g.roundRect(px - (w / 2) * k, py - (h1 - h0) * k, w * k, (h1 - h0) * k, 0.25 * k)
      g.fill()
    }
  box(0, 14, -0.4, 3.4, ADOBE)
  box(-1, 6.5, 3.2, 5.8, ADOBE)
  box(8.4, 3.4, -0.4, 2.7, ADOBE)
  box(6.85, 0.35, 0, 3.4, LIT)
  box(2.1, 0.3, 3.3, 5.8, LIT)
  box(9.95, 0.3, 0, 2.7, LIT)
  box(-4.6, 0.7, 3.3, 4.7, ADOBE)
  frame.layer(g.pixels())
  for (const [wx, wy, w, h, s] of WINDOWS) glow(R, frame, view, [x + wx, y + wy, z], [w, h, s])
  smoke(R, frame, view, [x - 4.6, y + 4.7, z])
}
/** One lit window with its halo. */
function glow(R, frame, view, at, [w, h, s]) {
  const { S } = R,
    [px, py] = view.at(...at).map((v) => v * S),
    k = view.px(at[2]) * S,
    reach = 9 * k
  for (let j = floor(py - reach); j < py + reach; j++)
    for (let i = floor(px - reach); i < px + reach; i++) {
      const dx = (i + 0.5 - px) / k,
        dy = (py - j - 0.5) / k,
        pane =
          ss(w / 2 + 0.5 / k, w / 2 - 0.5 / k, Math.abs(dx)) *
          ss(h / 2 + 0.5 / k, h / 2 - 0.5 / k, Math.abs(dy)),
        halo = 0.1 * exp(-(dx * dx + dy * dy) / 2.2) + 0.022 * exp(-(dx * dx + dy * dy) / 18)
      frame.add(i, j, [2.6, 1.25, 0.38], s * (pane + halo))
    }
}
/** Wood smoke, leaning with the wind, grey in the moon. */
function smoke(R, frame, view, at) {
  const { S } = R,
    [px, py] = view.at(...at).map((v) => v * S),
    k = view.px(at[2]) * S
  for (let j = floor(py - 13 * k); j < py; j++) {
    const v = (py - j) / k,
      bend = 0.5 * v + 0.045 * v * v + 0.5 * fbm(v * 0.4, 3.1, 3),
      width = 0.35 + 0.16 * v
    for (let i = floor(px - 4 * k); i < px + 16 * k; i++) {
      const u = ((i + 0.5 - px) / k - bend) / width,
        a =
          0.3 * exp(-u * u) * ss(0, 1.5, v) * (1 - ss(5, 13, v)) * (0.7 + 0.5 * fbm(u * 0.8, v * 0.5 - 3, 3))
      if (a > 0.003) frame.over(i, j, [0.15, 0.18, 0.24], a)
    }
  }
}
