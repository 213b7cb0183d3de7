// A ranch entrance: log gateway with a hanging blank board, and the cattle guard in the road below it.
import { mix, mix3, mul3, rng, css } from './core.mjs'
const { min, max } = Math

/** Colours in morning light, from the left; pass others for another hour. */
const MORNING = {
  lit: [0.62, 0.37, 0.18], // the edge towards the light
  dark: [0.062, 0.043, 0.03],
  post: [0.09, 0.06, 0.042],
  bounce: [0.3, 0.26, 0.24], // what the ground throws back on the under side
  ends: [
    [0.55, 0.36, 0.2],
    [0.16, 0.11, 0.08],
  ],
  chain: [0.07, 0.06, 0.055],
  board: [
    [0.215, 0.135, 0.08],
    [0.155, 0.097, 0.058],
    [0.115, 0.072, 0.044],
  ],
  grain: [0.14, 0.088, 0.052],
  side: -1, // which side the light comes from
}
/** A log from a to b, w wide, with its shading across and painted grain along. */
function log(pen, [a, b], w, [lit, dark]) {
  const { g, tone, r, look } = pen,
    dx = b[0] - a[0],
    dy = b[1] - a[1],
    l = Math.hypot(dx, dy),
    nx = -dy / l,
    ny = dx / l,
    gr = g.createLinearGradient(
      a[0] - (nx * w) / 2,
      a[1] - (ny * w) / 2,
      a[0] + (nx * w) / 2,
      a[1] + (ny * w) / 2,
    )
  gr.addColorStop(0, tone(lit))
  gr.addColorStop(0.25, tone(mix3(lit, dark, 0.55)))
  gr.addColorStop(0.7, tone(dark))
  gr.addColorStop(1, tone(mix3(dark, look.bounce, 0.25)))
  g.lineCap = 'butt'
  g.strokeStyle = gr
  g.lineWidth = w
  g.beginPath()
  g.moveTo(...a)
  g.lineTo(...b)
  g.stroke()
  for (let i = 0; i < 26; i++) {
    const t0 = r(),
      t1 = t0 + 0.05 + 0.2 * r(),
      o = (r() - 0.5) * w * 0.86
    g.strokeStyle = tone(mul3(dark, 0.35 + 0.6 * r()))
    g.globalAlpha = 0.5
    g.lineWidth = 0.5 + r() * 0.5
    g.beginPath()
    g.moveTo(a[0] + dx * t0 + nx * o, a[1] + dy * t0 + ny * o)
    g.lineTo(a[0] + dx * min(1, t1) + nx * o * 1.02, a[1] + dy * min(1, t1) + ny * o)
    g.stroke()
  }
  g.globalAlpha = 1
  g.lineCap = 'round'
}
function board(pen, P, sc) {
  const { g, tone, r, look } = pen,
    bw = 1.62,
    top = 3.86,
    bot = 3.12
  g.strokeStyle = tone(look.chain)
  g.lineWidth = 0.035 * sc
  for (const s of [-1.25, 1.25]) {
    g.beginPath()
    g.moveTo(...P(s, 4.3))
    g.lineTo(...P(s, top))
    g.stroke()
  }
  const a = P(-bw, top),
    b = P(bw, bot),
    wd = b[0] - a[0],
    ht = b[1] - a[1],
    gr = g.createLinearGradient(a[0], a[1], b[0], b[1])
  look.board.forEach((c, i) => gr.addColorStop(i / 2, tone(c)))
  g.fillStyle = gr
  g.beginPath()
  g.moveTo(a[0], a[1])
  for (let i = 0; i <= 24; i++) g.lineTo(a[0] + (wd * i) / 24, a[1] + (r() - 0.5) * 0.9)
  for (let i = 24; i >= 0; i--) g.lineTo(a[0] + (wd * i) / 24, b[1] + (r() - 0.5) * 1.1)
  g.fill()
  for (let i = 0; i < 60; i++) {
    const y = a[1] + r() * ht,
      x0 = a[0] + r() * wd * 0.8,
      l = wd * (0.1 + 0.35 * r()),
      k = 0.55 + 0.75 * r()
    g.strokeStyle = tone(mul3(look.grain, k))
    g.globalAlpha = 0.35
    g.lineWidth = 0.5 + 0.5 * r()
    g.beginPath()
    g.moveTo(x0, y)
    g.quadraticCurveTo(x0 + l / 2, y + (r() - 0.5) * 2.4, min(b[0], x0 + l), y + (r() - 0.5))
    g.stroke()
  }
  g.globalAlpha = 1
  g.strokeStyle = tone(look.lit)
  g.lineWidth = 0.045 * sc
  const [near, far] = look.side < 0 ? [a[0], b[0]] : [b[0], a[0]]
  g.beginPath()
  g.moveTo(near, b[1])
  g.lineTo(near, a[1])
  g.lineTo(far, a[1])
  g.stroke()
}
/**
 * Log gateway, 8.5 m wide and 4.6 m high, standing at place {x, y, z}. The board stays empty for the venue's name.
 * haze [amount, colour] is the air in front of it; look changes the colours (see MORNING).
 */
export function gateway(g, view, { x, y, z }, haze, look = {}) {
  const L = { ...MORNING, ...look },
    [hz, hc] = haze,
    tone = (c) => css(mix3(c, hc, hz)),
    sc = view.px(z),
    P = (a, h) => view.at(x + a, y + h, z),
    pen = { g, tone, r: rng(9), look: L }
  for (const s of [-1, 1]) {
    const a = P(s * 3.5, -0.1),
      b = P(s * 3.46, 4.62)
    log(
      pen,
      [
        [b[0], b[1]],
        [a[0], a[1]],
      ],
      0.36 * sc,
      [L.dark, L.dark],
    )
    log(pen, [b, a], 0.36 * sc, [L.post, L.dark])
    const e = P(s * 3.5 + L.side * 0.15, 0),
      f = P(s * 3.46 + L.side * 0.15, 4.62)
    g.strokeStyle = tone(L.lit)
    g.lineWidth = 0.05 * sc
    g.beginPath()
    g.moveTo(...e)
    g.lineTo(...f)
    g.stroke()
    g.strokeStyle = tone(mix3(L.lit, L.dark, 0.6))
    g.lineWidth = 0.08 * sc
    g.beginPath()
    g.moveTo(e[0] - L.side * 0.06 * sc, e[1])
    g.lineTo(f[0] - L.side * 0.06 * sc, f[1])
    g.stroke()
  }
  log(pen, [P(-4.25, 4.36), P(4.25, 4.44)], 0.32 * sc, [L.lit, L.dark])
  for (const a of [-4.25, 4.25]) {
    const c = P(a, a < 0 ? 4.36 : 4.44)
    g.fillStyle = tone(L.ends[a < 0 ? 0 : 1])
    g.beginPath()
    g.ellipse(c[0], c[1], 0.07 * sc, 0.16 * sc, 0, 0, 7)
    g.fill()
  }
  board(pen, P, sc)
}
/** Steel pipes across the road over a shallow pit, with the wings that keep cattle from walking round. place {x, z}. */
export function cattleGuard(g, view, ground, { x, z: at }, look = {}) {
  const { pit, rust, lit, side } = {
    pit: [0.016, 0.012, 0.01],
    rust: [0.115, 0.072, 0.05],
    lit: [0.74, 0.47, 0.25],
    side: -1,
    ...look,
  }
  const y = (z) => ground(x, z) + 0.02,
    w = 2.3,
    P = (a, z, h = 0) => view.at(x + a, y(z) + h, z),
    z0 = at - 1.9,
    z1 = at + 1.5,
    n = 8
  g.lineCap = 'butt'
  g.fillStyle = css(pit)
  g.beginPath()
  ;[
    [-w, z0],
    [w, z0],
    [w, z1],
    [-w, z1],
  ].forEach(([a, z], i) => {
    const p = P(a, z)
    if (i) g.lineTo(...p)
    else g.moveTo(...p)
  })
  g.fill()
  for (let i = n; i >= 0; i--) {
    const z = mix(z0, z1, i / n),
      sc = view.px(z),
      a = P(-w, z),
      b = P(w, z),
      gr = g.createLinearGradient(side < 0 ? a[0] : b[0], 0, side < 0 ? b[0] : a[0], 0)
    gr.addColorStop(0, css(lit))
    gr.addColorStop(0.5, css(mix3(lit, rust, 0.55)))
    gr.addColorStop(1, css(rust))
    g.strokeStyle = css(rust)
    g.lineWidth = 0.085 * sc
    g.beginPath()
    g.moveTo(...a)
    g.lineTo(...b)
    g.stroke()
    g.strokeStyle = gr
    g.lineWidth = max(0.45, 0.022 * sc)
    g.beginPath()
    g.moveTo(a[0], a[1] - 0.032 * sc)
    g.lineTo(b[0], b[1] - 0.032 * sc)
    g.stroke()
  }
  for (const s of [-1, 1]) {
    const foot0 = P(s * w, z0),
      foot1 = P(s * w, z1),
      peak = P(s * (w + 0.85), at - 0.2, 1.15),
      base = P(s * (w + 0.85), at - 0.2, 0),
      bar = (a, b, k) => {
        g.strokeStyle = css(rust)
        g.lineWidth = 0.06 * view.px(at)
        g.beginPath()
        g.moveTo(...a)
        g.lineTo(...b)
        g.stroke()
        g.strokeStyle = css(mul3(lit, k))
        g.lineWidth = 0.016 * view.px(at)
        g.beginPath()
        g.moveTo(a[0] + side, a[1])
        g.lineTo(b[0] + side, b[1])
        g.stroke()
      }
    bar(foot1, peak, 0.5)
    bar(foot0, peak, 0.9)
    bar(base, peak, 0.8)
    for (const t of [0.35, 0.68])
      bar([mix(foot0[0], peak[0], t), mix(foot0[1], peak[1], t)], [base[0], mix(base[1], peak[1], t)], 0.7)
  }
  g.lineCap = 'round'
}
