// Painted plants on a canvas in design units: grass tufts with seed heads, cottonwoods, yucca, wildflowers.
import { clamp, mix, ss, rng, mix3, mul3, css, fbm, TAU } from './core.mjs'

/** Perspective helper for vector work in design units (1600x900). */
export const makeView = (R, cam) => {
  const f = cam.f / R.S,
    hor = cam.hor / R.S,
    cx = cam.cx / R.S
  return {
    f,
    hor,
    cx,
    y: cam.y,
    at: (x, y, z) => [cx + (f * x) / z, hor - (f * (y - cam.y)) / z],
    px: (z) => f / z,
  }
}

/** Scatter tufts over the ground inside the view, far to near. keep(x,z,density,random) may reject. */
export function scatter(
  view,
  { seed = 99, count = 40000, near = 3, far = 120, bias = 0.8, keep, scale = [3.2, 4.5] },
) {
  const r = rng(seed),
    out = []
  for (let i = 0; i < count; i++) {
    const z = near * Math.pow(far / near, Math.pow(r(), bias)),
      x = ((r() * 2 - 1) * z * 880) / view.f,
      den = fbm(x / scale[0] + 4, z / scale[1], 3),
      v = r(),
      w = r()
    if (den < -0.22 && v < 0.75) continue
    if (keep && !keep(x, z, den, v)) continue
    out.push({ x, z, den, v: w })
  }
  return out.sort((a, b) => b.z - a.z)
}
/**
 * One tuft. style: { height(t), blades(z), color(v, hv, t) -> {base, tip}, light(x,z) -> k (0..~2.4), haze(x,y,z) -> [amount, colour], heads }.
 */
export function drawTuft(g, view, ground, t, style, r) {
  const { x, z } = t,
    gy = ground(x, z),
    [bx, by] = view.at(x, gy, z),
    sc = view.px(z)
  if (by > 985 || by < -20) return
  const light = style.light(x, z, t),
    [hz, hc] = style.haze(x, gy + 0.3, z),
    n = style.blades(z),
    tall = style.height(t),
    nearDim = mix(style.nearDim ?? 0.55, 1, ss(3.2, 14, z))
  for (let i = 0; i < n; i++) {
    const v = r(),
      hv = r(),
      h = tall * (0.55 + 0.6 * r()) * sc,
      lean = ((r() - 0.5) * 0.9 + (style.wind ?? 0.16)) * h,
      x0 = bx + (r() - 0.5) * 0.22 * sc,
      y0 = by + 1,
      tx = x0 + lean,
      ty = y0 - h
    let { base, tip } = style.color(v, hv, t)
    const k = light(v) * nearDim
    base = mul3(base, (0.45 + 0.3 * k) * nearDim)
    tip = mul3(tip, k)
    if (style.tone) {
      base = style.tone(base, k)
      tip = style.tone(tip, k)
    }
    base = mix3(base, hc, hz)
    tip = mix3(tip, hc, hz)
    if (h > 7) {
      const gr = g.createLinearGradient(x0, y0, tx, ty)
      gr.addColorStop(0, css(base))
      gr.addColorStop(0.55, css(mix3(base, tip, 0.55)))
      gr.addColorStop(1, css(tip))
      g.strokeStyle = gr
      g.globalAlpha = 0.95
    } else {
      g.strokeStyle = css(mix3(base, tip, 0.62))
      g.globalAlpha = 0.75
    }
    g.lineWidth = Math.max(0.42, Math.min(1.9, 0.0062 * sc * (0.6 + 0.8 * v)))
    g.beginPath()
    g.moveTo(x0, y0)
    g.quadraticCurveTo(x0 + lean * 0.22, y0 - h * 0.62, tx, ty)
    g.stroke()
    if (style.heads && z < 26 && v > 0.6 && i < 3 && style.heads > hv) {
      // blue grama: the eyelash seed head
      const L = 0.085 * sc * (0.7 + 0.6 * v),
        up = (r() - 0.35) * 0.35
      g.lineWidth = Math.max(0.5, 0.006 * sc)
      g.strokeStyle = css(mul3(tip, 1.15))
      g.beginPath()
      g.moveTo(tx, ty)
      g.quadraticCurveTo(tx + L * 0.5, ty - L * 0.12, tx + L, ty - L * up)
      g.stroke()
      g.globalAlpha = 0.55
      g.lineWidth = Math.max(0.4, 0.0035 * sc)
      for (let q = 1; q < 9; q++) {
        const u = q / 9,
          ex = tx + L * u,
          ey = ty - L * up * u * u - L * 0.2 * u * (1 - u)
        g.beginPath()
        g.moveTo(ex, ey)
        g.lineTo(ex + L * 0.05, ey + L * 0.2 * (1 - 0.4 * Math.abs(u - 0.5)))
        g.stroke()
      }
    }
  }
  if (style.extra) style.extra(g, bx, by, sc, t, r, light, hz, hc, tall)
  g.globalAlpha = 1
}
/** Paint tufts and solid items back to front. items: [{z, draw()}]; flush composites the canvas into the frame. */
export function paintByDepth(g, frame, view, ground, tufts, style, items = [], seed = 7) {
  const r = rng(seed),
    flush = () => frame.layer(g.pixels()),
    list = [...items].sort((a, b) => b.z - a.z)
  let i = 0
  for (const it of list) {
    while (i < tufts.length && tufts[i].z > it.z) drawTuft(g, view, ground, tufts[i++], style, r)
    if (it.raster) {
      flush()
      it.draw()
    } else it.draw(g)
  }
  while (i < tufts.length) drawTuft(g, view, ground, tufts[i++], style, r)
  flush()
}
/**
 * Cottonwood: trunk and limbs, then leaf dabs on lobes lit by the sun (sun in view space: x right, y up, z away).
 * look: { leafDark, leafMid, leafLight, bark, barkLit, fill 0..1 (0 = bare), snow }, haze [amount, colour].
 */
export function cottonwood(g, x, y, h, sun, look, haze, seed) {
  const r = rng(seed),
    [hz, hc] = haze,
    tone = (c) => css(mix3(c, hc, hz)),
    lean = (r() - 0.5) * 0.12 * h,
    limbs = []
  const limb = (x0, y0, a, l, w, depth) => {
    const x1 = x0 + Math.sin(a) * l,
      y1 = y0 - Math.cos(a) * l,
      mx = (x0 + x1) / 2 + (r() - 0.5) * l * 0.22,
      my = (y0 + y1) / 2 + (r() - 0.5) * l * 0.12
    limbs.push([x0, y0, mx, my, x1, y1, w, depth])
    if (depth > 0) {
      const n = depth > 2 ? 3 : 2 + (r() < 0.45)
      for (let i = 0; i < n; i++)
        limb(
          x1,
          y1,
          a * 0.85 + (i - (n - 1) / 2) * (0.62 + 0.2 * r()) + (r() - 0.5) * 0.35,
          l * (0.66 + 0.16 * r()),
          w * 0.6,
          depth - 1,
        )
    }
  }
  const depth = look.fill > 0.1 ? 3 : h > 90 ? 6 : 5
  limb(x, y, lean / h, h * 0.27, h * 0.055, depth)
  if (r() < 0.5) limb(x + h * 0.03, y, 0.3 * (r() < 0.5 ? -1 : 1), h * 0.24, h * 0.04, depth - 1)
  for (const [x0, y0, mx, my, x1, y1, w] of limbs) {
    g.lineWidth = Math.max(0.45, w)
    g.strokeStyle = tone(look.bark)
    g.beginPath()
    g.moveTo(x0, y0)
    g.quadraticCurveTo(mx, my, x1, y1)
    g.stroke()
    if (w > 0.8) {
      g.lineWidth = Math.max(0.4, w * 0.35)
      const o = sun[0] > 0 ? w * 0.28 : -w * 0.28
      g.strokeStyle = tone(look.barkLit)
      g.beginPath()
      g.moveTo(x0 + o, y0)
      g.quadraticCurveTo(mx + o, my, x1 + o * 0.7, y1)
      g.stroke()
    }
    if (look.snow && Math.abs(y1 - y0) < Math.abs(x1 - x0) * 1.6) {
      g.lineWidth = Math.max(0.4, w * 0.4)
      g.strokeStyle = tone(look.snow)
      g.beginPath()
      g.moveTo(x0, y0 - w * 0.4)
      g.quadraticCurveTo(mx, my - w * 0.4, x1, y1 - w * 0.4)
      g.stroke()
    }
  }
  if (look.fill < 0.05) return
  const lobes = []
  for (const [, , , , x1, y1, , dp] of limbs)
    if (dp <= 1 && lobes.length < 34)
      lobes.push([
        x1 + (r() - 0.5) * h * 0.05,
        y1 + (r() - 0.5) * h * 0.05,
        (r() - 0.5) * h * 0.34,
        h * (0.085 + 0.06 * r()),
      ])
  for (let i = 0; i < 8; i++) {
    const a = r() * TAU,
      q = Math.sqrt(r()) * 0.27
    lobes.push([
      x + lean * 0.7 + Math.cos(a) * q * h,
      y - h * 0.64 + Math.sin(a) * q * 0.9 * h,
      (r() - 0.5) * h * 0.3,
      h * (0.1 + 0.06 * r()),
    ])
  }
  lobes.sort((a, b) => b[2] - a[2])
  const cx = x + lean * 0.7,
    cy = y - h * 0.62,
    size = Math.max(0.72, h / 155),
    n = Math.round(clamp(h * 2.1, 24, 640) * look.fill)
  for (const [lx, ly, lz, lr] of lobes)
    for (let i = 0; i < n; i++) {
      const u = r() * 2 - 1,
        a = r() * TAU,
        q = Math.sqrt(1 - u * u),
        nx = q * Math.cos(a),
        ny = u,
        nz = q * Math.sin(a),
        rr = lr * (0.5 + 0.62 * Math.sqrt(r())),
        px = lx + nx * rr,
        py = ly - ny * rr * 0.85
      if (py > y - h * 0.13) continue
      const gx = (px - cx) / (h * 0.4),
        gy = -(py - cy) / (h * 0.4),
        gz = lz / (h * 0.3),
        gl = 1 / Math.max(0.6, Math.sqrt(gx * gx + gy * gy + gz * gz))
      const facing =
          0.55 * (nx * sun[0] + ny * sun[1] + nz * sun[2]) +
          0.65 * (gx * sun[0] + gy * sun[1] + gz * sun[2]) * gl,
        L = clamp(0.42 + 0.58 * facing + (r() - 0.5) * 0.35),
        c = L < 0.5 ? mix3(look.leafDark, look.leafMid, L * 2) : mix3(look.leafMid, look.leafLight, L * 2 - 1)
      g.fillStyle = tone(mul3(c, 0.82 + 0.36 * r()))
      g.beginPath()
      g.ellipse(px, py, size * (0.5 + 0.7 * r()), size * (0.35 + 0.45 * r()), r() * 3, 0, TAU)
      g.fill()
    }
}
/** Yucca rosette with an optional flower stalk; color(t) gives a css colour for brightness t. */
export function yucca(g, x, y, s, stalk, color, r) {
  for (let i = 0; i < 46; i++) {
    const a = -Math.PI / 2 + (r() - 0.5) * 2.7,
      l = s * (0.65 + 0.45 * r())
    g.strokeStyle = color(0.05 + 0.25 * r())
    g.lineWidth = Math.max(0.6, s * 0.028)
    g.beginPath()
    g.moveTo(x + (r() - 0.5) * s * 0.1, y)
    g.lineTo(x + Math.cos(a) * l, y + Math.sin(a) * l)
    g.stroke()
  }
  if (!stalk) return
  g.strokeStyle = color(0.12)
  g.lineWidth = Math.max(0.8, s * 0.042)
  g.beginPath()
  g.moveTo(x, y)
  g.quadraticCurveTo(x + s * 0.05, y - stalk * 0.6, x + s * 0.1, y - stalk)
  g.stroke()
  for (let i = 0; i < 120; i++) {
    const t = 0.5 + (0.5 * i) / 120,
      w = ((Math.pow(Math.max(0, 1 - Math.abs((t - 0.7) / 0.3)), 0.7) * 10 + 1.2) * s) / 55
    g.fillStyle = color(0.06 + 0.5 * r() * r())
    g.beginPath()
    g.ellipse(
      x + s * 0.1 * t * t + (r() - 0.5) * 2 * w,
      y - stalk * t + (r() - 0.5) * 5,
      ((1.2 + r() * 1.2) * s) / 55,
      ((2 + r() * 1.6) * s) / 55,
      (r() - 0.5) * 1.2,
      0,
      7,
    )
    g.fill()
  }
}
