// Linear-light float picture: compositing, bloom, tone map ("finish").
import sharp from 'sharp'
import { clamp, mix, rng, l2s, SRGB_TO_LIN } from './core.mjs'

export class Frame {
  /** data: Float32Array(w*h*3), usually a shared buffer from the studio. */
  constructor(w, h, data = new Float32Array(w * h * 3)) {
    this.w = w
    this.h = h
    this.d = data
  }
  set(x, y, c) {
    const i = (y * this.w + x) * 3,
      d = this.d
    d[i] = c[0]
    d[i + 1] = c[1]
    d[i + 2] = c[2]
  }
  get(x, y) {
    const i = (y * this.w + x) * 3,
      d = this.d
    return [d[i], d[i + 1], d[i + 2]]
  }
  add(x, y, c, k = 1) {
    if (x < 0 || y < 0 || x >= this.w || y >= this.h) return
    const i = (y * this.w + x) * 3,
      d = this.d
    d[i] += c[0] * k
    d[i + 1] += c[1] * k
    d[i + 2] += c[2] * k
  }
  over(x, y, c, a) {
    if (x < 0 || y < 0 || x >= this.w || y >= this.h) return
    const i = (y * this.w + x) * 3,
      d = this.d
    d[i] += (c[0] - d[i]) * a
    d[i + 1] += (c[1] - d[i + 1]) * a
    d[i + 2] += (c[2] - d[i + 2]) * a
  }
  clone() {
    return new Frame(this.w, this.h, this.d.slice())
  }
  /** Composite an 8-bit RGBA canvas (same size, sRGB) over this in linear light. */
  layer(rgba, opacity = 1) {
    const n = this.w * this.h,
      d = this.d
    for (let i = 0; i < n; i++) {
      const a8 = rgba[i * 4 + 3]
      if (!a8) continue
      const a = (a8 / 255) * opacity
      for (let j = 0; j < 3; j++) d[i * 3 + j] += (SRGB_TO_LIN[rgba[i * 4 + j]] - d[i * 3 + j]) * a
    }
  }
  /** Glow of the light above a threshold: [[radius px, strength],...]. Runs on a reduced copy, so it is cheap. */
  bloom(threshold, radii, cap = 8) {
    const { w, h, d } = this
    for (const [r, k] of radii) {
      const s = Math.max(1, Math.round(r / 3)),
        W = Math.ceil(w / s),
        H = Math.ceil(h / s),
        b = new Float32Array(W * H * 3)
      for (let y = 0; y < h; y++)
        for (let x = 0; x < w; x++) {
          const i = (y * w + x) * 3,
            o = (((y / s) | 0) * W + ((x / s) | 0)) * 3
          for (let j = 0; j < 3; j++) {
            const v = d[i + j] - threshold
            if (v > 0) b[o + j] += v > cap ? cap : v
          }
        }
      const area = 1 / (s * s)
      for (let i = 0; i < b.length; i++) b[i] *= area
      const g = blur(b, W, H, r / s)
      for (let y = 0; y < h; y++) {
        const gy = clamp((y + 0.5) / s - 0.5, 0, H - 1),
          y0 = gy | 0,
          y1 = Math.min(H - 1, y0 + 1),
          v = gy - y0
        for (let x = 0; x < w; x++) {
          const gx = clamp((x + 0.5) / s - 0.5, 0, W - 1),
            x0 = gx | 0,
            x1 = Math.min(W - 1, x0 + 1),
            u = gx - x0,
            i = (y * w + x) * 3
          const a = (y0 * W + x0) * 3,
            bb = (y0 * W + x1) * 3,
            c = (y1 * W + x0) * 3,
            e = (y1 * W + x1) * 3
          for (let j = 0; j < 3; j++)
            d[i + j] +=
              k * ((g[a + j] * (1 - u) + g[bb + j] * u) * (1 - v) + (g[c + j] * (1 - u) + g[e + j] * u) * v)
        }
      }
    }
  }
  /** Tone map to 8-bit sRGB: linear to .5, soft exponential shoulder, vignette, triangular grain (also the dither). */
  finish({ exposure = 1, grain = 0.012, vig = 0.18, sat = 1.06, seed = 5, contrast = 0 } = {}) {
    const { w, h, d } = this,
      buf = Buffer.alloc(w * h * 3),
      r = rng(seed),
      c = [0, 0, 0]
    const shoulder = (x) => (x <= 0 ? 0 : x < 0.5 ? x : 0.5 + 0.5 * (1 - Math.exp(-(x - 0.5) / 0.5)))
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const i = (y * w + x) * 3,
          vx = (x / w - 0.5) * 1.15,
          vy = (y / h - 0.5) * 0.95
        const e = exposure * (1 - vig * Math.pow(Math.sqrt(vx * vx + vy * vy) * 1.35, 2.2))
        const L = (0.2126 * d[i] + 0.7152 * d[i + 1] + 0.0722 * d[i + 2]) * e
        for (let j = 0; j < 3; j++) c[j] = L + (d[i + j] * e - L) * sat
        const m = Math.max(c[0], c[1], c[2], 1e-6),
          keep = shoulder(m) / m,
          g = (r() + r() - 1) * grain,
          dither = (r() - 0.5) / 255
        for (let j = 0; j < 3; j++) {
          let q = LIN_TO_SRGB(mix(c[j] * keep, shoulder(c[j]), 0.6))
          if (contrast) q += contrast * (q - 0.5) * q * (1 - q) * 4
          buf[i + j] = (clamp(q + g * (0.4 + 0.6 * (1 - q)) + dither) * 255 + 0.5) | 0
        }
      }
    return buf
  }
  async png(file, options) {
    await sharp(this.finish(options), { raw: { width: this.w, height: this.h, channels: 3 } })
      .png({ compressionLevel: 9 })
      .toFile(file)
    return file
  }
}

const TABLE = Float32Array.from({ length: 4098 }, (_, i) => l2s((i / 4096) ** 2))
function LIN_TO_SRGB(v) {
  if (v <= 0) return 0
  if (v >= 1) return 1
  const t = Math.sqrt(v) * 4096,
    i = t | 0
  return TABLE[i] + (TABLE[i + 1] - TABLE[i]) * (t - i)
}

/** Separable gaussian on an interleaved rgb buffer. */
export function blur(b, W, H, sigma) {
  const R = Math.ceil(sigma * 2.5),
    ker = []
  let sum = 0
  for (let i = -R; i <= R; i++) {
    const v = Math.exp((-i * i) / (2 * sigma * sigma))
    ker.push(v)
    sum += v
  }
  for (const vertical of [0, 1]) {
    const t = new Float32Array(b.length)
    for (let y = 0; y < H; y++)
      for (let x = 0; x < W; x++) {
        let r = 0,
          g = 0,
          bl = 0
        for (let i = -R; i <= R; i++) {
          const xx = vertical ? x : x + i < 0 ? 0 : x + i >= W ? W - 1 : x + i,
            yy = vertical ? (y + i < 0 ? 0 : y + i >= H ? H - 1 : y + i) : y,
            p = (yy * W + xx) * 3,
            k = ker[i + R]
          r += b[p] * k
          g += b[p + 1] * k
          bl += b[p + 2] * k
        }
        const o = (y * W + x) * 3
        t[o] = r / sum
        t[o + 1] = g / sum
        t[o + 2] = bl / sum
      }
    b = t
  }
  return b
}
