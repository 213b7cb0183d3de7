// Ranch furniture drawn as projected vectors: wire fence, windmill.
import { mix, rng, mix3, css, TAU } from './core.mjs'

/** Juniper-post wire fence along points [[x,z],...]; returns depth-sorted items for paintByDepth. look {wood, lit, wire}; haze(x,y,z). */
export function fence(
  view,
  ground,
  points,
  look,
  haze,
  { height = 1.25, seed = 3, wires = 4, litSide = 1, cast = null } = {},
) {
  const r = rng(seed),
    items = [],
    posts = points.map(([x, z], i) => ({
      x,
      z,
      y: ground(x, z),
      h: height * (0.92 + 0.22 * r()),
      w: (0.055 + 0.03 * r()) * (i % 6 === 0 ? 1.7 : 1),
      lean: (r() - 0.5) * 0.1,
    }))
  posts.forEach((p, i) =>
    items.push({
      z: p.z,
      draw: (g) => {
        const next = posts[i + 1],
          [hz, hc] = haze(p.x, p.y + 0.6, p.z),
          sc = view.px(p.z),
          tone = (c) => css(mix3(c, hc, hz)),
          top = view.at(p.x + p.lean, p.y + p.h, p.z),
          foot = view.at(p.x, p.y - 0.06, p.z),
          w = Math.max(0.8, p.w * 2 * sc)
        if (next)
          for (let k = 0; k < wires; k++) {
            const y = 0.28 + k * 0.29,
              a = view.at(p.x + (p.lean * y) / p.h, p.y + y, p.z),
              b = view.at(next.x + (next.lean * y) / next.h, next.y + y, next.z)
            if (a[0] < -900 || b[0] < -900 || a[0] > 2600) continue
            g.strokeStyle = tone(k === wires - 1 ? (look.wireLit ?? look.wire) : look.wire)
            g.lineWidth = Math.max(0.35, Math.min(1.3, 0.008 * sc))
            g.globalAlpha = 0.8
            g.beginPath()
            g.moveTo(...a)
            g.quadraticCurveTo((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + 0.02 * sc, ...b)
            g.stroke()
            g.globalAlpha = 1
          }
        if (cast && p.z + cast.z > 1.5) {
          const end = view.at(p.x + cast.x, ground(p.x + cast.x, p.z + cast.z), p.z + cast.z)
          g.strokeStyle = tone(cast.color)
          g.globalAlpha = cast.alpha
          g.lineWidth = w * 0.8
          g.beginPath()
          g.moveTo(...foot)
          g.lineTo(...end)
          g.stroke()
          g.globalAlpha = 1
        }
        const gr = g.createLinearGradient(foot[0] - w / 2, 0, foot[0] + w / 2, 0),
          lit = litSide > 0 ? [look.wood, look.wood, look.lit] : [look.lit, look.wood, look.wood]
        gr.addColorStop(0, tone(lit[0]))
        gr.addColorStop(0.5, tone(mix3(lit[1], litSide > 0 ? lit[0] : lit[2], 0.3)))
        gr.addColorStop(1, tone(lit[2]))
        g.strokeStyle = gr
        g.lineCap = 'butt'
        g.lineWidth = w
        g.beginPath()
        g.moveTo(...foot)
        g.quadraticCurveTo(
          mix(foot[0], top[0], 0.5) + (p.lean > 0 ? -1 : 1) * w * 0.18,
          mix(foot[1], top[1], 0.5),
          ...top,
        )
        g.stroke()
        g.lineCap = 'round'
        if (look.cap) {
          g.fillStyle = tone(look.cap)
          g.beginPath()
          g.ellipse(top[0], top[1], w * 0.62, Math.max(0.8, w * 0.38), 0, 0, TAU)
          g.fill()
        }
      },
    }),
  )
  return items
}
/** Straight run of fence posts. */
export const run = (x0, z0, x1, z1, step = 5) => {
  const n = Math.ceil(Math.hypot(x1 - x0, z1 - z0) / step)
  return Array.from({ length: n + 1 }, (_, i) => [mix(x0, x1, i / n), mix(z0, z1, i / n)])
}

/**
 * Aermotor windmill at (x,z): 18-blade wheel, vane, lattice tower. shade(dark|mid|rim colour, height) -> css; turn = wheel angle.
 * `facing` -1 turns wheel and vane to the other side.
 */
export function windmill(g, view, gy, x, z, tone, { turn = 0.07, height = 11.2, litX = 1, facing = 1 } = {}) {
  const H = height,
    dark = tone([0.045, 0.034, 0.03]),
    mid = tone([0.11, 0.085, 0.07]),
    rim = tone([1.15, 0.72, 0.36], 0.65),
    sc = view.px(z),
    P = (a, y, b = 0) => view.at(x + a, gy + y, z + b),
    u = sc / 17
  const line = (a, b, w, c) => {
    g.strokeStyle = c
    g.lineWidth = Math.max(0.45, w * u)
    g.beginPath()
    g.moveTo(...a)
    g.lineTo(...b)
    g.stroke()
  }
  const half = (y) => mix(1.55, 0.16, y / H),
    levels = [0, 2.1, 4.0, 5.7, 7.2, 8.5, 9.6, 10.5]
  for (const [a, b] of [
    [-1, 1],
    [1, 1],
    [-1, -1],
    [1, -1],
  ])
    line(P(a * 1.55, 0, b * 1.55), P(a * 0.16, H, b * 0.16), 2.0, b < 0 ? dark : mid)
  for (let i = 1; i < levels.length; i++) {
    const y0 = levels[i - 1],
      y1 = levels[i]
    for (const b of [1, -1]) {
      line(P(-half(y1), y1, b * half(y1)), P(half(y1), y1, b * half(y1)), 1.0, dark)
      line(P(-half(y0), y0, b * half(y0)), P(half(y1), y1, b * half(y1)), 0.7, dark)
      line(P(half(y0), y0, b * half(y0)), P(-half(y1), y1, b * half(y1)), 0.7, dark)
    }
  }
  line(
    [P(litX * 1.55, 0, -1.55)[0] + 0.8 * u * litX, P(1.55, 0, -1.55)[1]],
    [P(litX * 0.16, H, -0.16)[0] + 0.8 * u * litX, P(0.16, H, -0.16)[1]],
    0.7,
    rim,
  )
  line(P(0, 0.2), P(0, H), 0.9, dark)
  line(P(-0.75, 9.7, -0.5), P(0.75, 9.7, -0.5), 2.4, dark)
  const Rw = 1.95,
    sq = 0.8,
    C = P(-0.25 * facing, H + 0.35, -0.6),
    pt = (r, a) => [C[0] + Math.cos(a) * r * sc * sq, C[1] - Math.sin(a) * r * sc]
  g.fillStyle = dark
  g.beginPath()
  ;[
    [0.5, 0.06],
    [2.0, 0.16],
    [3.35, 0.62],
    [3.5, -0.5],
    [2.0, -0.16],
    [0.5, -0.04],
  ].forEach(([a, b], i) => {
    const p = [C[0] + facing * a * sc * 0.92, C[1] - b * sc]
    if (i) g.lineTo(...p)
    else g.moveTo(...p)
  })
  g.closePath()
  g.fill()
  g.strokeStyle = rim
  g.lineWidth = Math.max(0.5, 0.8 * u)
  g.beginPath()
  ;[
    [2, 0.16],
    [3.35, 0.62],
    [3.5, -0.5],
  ].forEach(([a, b], i) => {
    const p = [C[0] + facing * a * sc * 0.92, C[1] - b * sc]
    if (i) g.lineTo(...p)
    else g.moveTo(...p)
  })
  g.stroke()
  for (let i = 0; i < 18; i++) {
    const a = (i / 18) * TAU + turn,
      lit = Math.max(0, Math.cos(a - 0.15) * litX)
    g.fillStyle = tone(mix3([0.05, 0.04, 0.034], [0.55, 0.36, 0.2], lit ** 2.2))
    g.beginPath()
    ;[pt(0.62, a - 0.06), pt(Rw, a - 0.115), pt(Rw, a + 0.125), pt(0.62, a + 0.1)].forEach((q, k) =>
      k ? g.lineTo(...q) : g.moveTo(...q),
    )
    g.closePath()
    g.fill()
  }
  for (const r of [0.62, 1.42]) {
    g.strokeStyle = dark
    g.lineWidth = Math.max(0.5, 0.8 * u)
    g.beginPath()
    g.ellipse(C[0], C[1], r * sc * sq, r * sc, 0, 0, 7)
    g.stroke()
  }
  for (let i = 0; i < 6; i++) line(C, pt(1.42, (i / 6) * TAU + turn), 0.7, dark)
  g.fillStyle = dark
  g.beginPath()
  g.ellipse(C[0], C[1], 3.2 * u, 3.8 * u, 0, 0, 7)
  g.fill()
}
