import { clamp } from '../../kit/core.mjs'
const { abs, exp, floor, max, pow } = Math

/** Smooths gathered light where normal and distance agree, and reads it at full size: (px, py, n, t) -> color. */
export function makeIndirect(R, coarse) {
  const { w, h, part } = coarse
  const smooth = R.buffer(w * h * 3)
  R.rows(h, (y) => {
    for (let x = 0; x < w; x++) {
      const c = around(coarse, x, y)
      if (c) smooth.set(c, (y * w + x) * 3)
    }
  })
  return (px, py, n, t) => between({ ...coarse, smooth }, [px / part - 0.5, py / part - 0.5], { n, t })
}

/** The mean of a point's neighbors that lie on the same surface. */
function around({ w, h, light, geometry: geo }, x, y) {
  const o = (y * w + x) * 4
  const sum = [0, 0, 0]
  let weight = 0
  for (let j = -4; j <= 4; j++)
    for (let i = -4; i <= 4; i++) {
      const xx = x + i
      const yy = y + j
      if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue
      const p = yy * w + xx
      const g = p * 4
      if (geo[g + 3] > 50) continue
      const alike = geo[o] * geo[g] + geo[o + 1] * geo[g + 1] + geo[o + 2] * geo[g + 2]
      const k = exp(-(i * i + j * j) / 11) * pow(max(0, alike), 14) * exp(-abs(geo[o + 3] - geo[g + 3]) * 9)
      for (let u = 0; u < 3; u++) sum[u] += light[p * 3 + u] * k
      weight += k
    }
  return weight > 1e-5 ? sum.map((v) => v / weight) : null
}

/** From the four coarse points around a place, by how well they fit. */
function between({ w, h, smooth, geometry: geo }, [gx, gy], { n, t }) {
  const x0 = floor(gx)
  const y0 = floor(gy)
  const sum = [0, 0, 0]
  let weight = 1e-6
  for (let j = 0; j < 2; j++)
    for (let i = 0; i < 2; i++) {
      const p = clamp(y0 + j, 0, h - 1) * w + clamp(x0 + i, 0, w - 1)
      if (geo[p * 4 + 3] > 50) continue
      const alike = n[0] * geo[p * 4] + n[1] * geo[p * 4 + 1] + n[2] * geo[p * 4 + 2]
      const k =
        (1e-3 + max(0, 1 - abs(gx - x0 - i)) * max(0, 1 - abs(gy - y0 - j))) *
        (1e-3 + pow(max(0, alike), 4)) *
        exp(-abs(t - geo[p * 4 + 3]) * 12)
      for (let u = 0; u < 3; u++) sum[u] += smooth[p * 3 + u] * k
      weight += k
    }
  return sum.map((v) => v / weight)
}
