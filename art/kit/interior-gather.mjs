// The camera's share of indirect light: gathered at a reduced size from windows and bounces, smoothed along surfaces, read at full size.
import { clamp, rng, TAU } from './core.mjs'
import { normalAt, shadow } from './sdf.mjs'
import { makeDirect, radianceAlong } from './interior-light.mjs'
const { abs, sqrt, exp, pow, max, floor, ceil, cos, sin, PI } = Math

/** Cosine-weighted direction number i of n about the normal, into d. */
function cosineDirection(nrm, i, n, random, d) {
  const a = TAU * ((i * 0.618034 + random() * 0.3) % 1),
    r2 = (i + random()) / n,
    s = sqrt(r2),
    c = sqrt(1 - r2),
    flat = abs(nrm[0]) > 0.6
  let ux = flat ? nrm[2] : 0,
    uy = flat ? 0 : -nrm[2],
    uz = flat ? -nrm[0] : nrm[1]
  const l = 1 / sqrt(ux * ux + uy * uy + uz * uz)
  ux *= l
  uy *= l
  uz *= l
  const vx = nrm[1] * uz - nrm[2] * uy,
    vy = nrm[2] * ux - nrm[0] * uz,
    vz = nrm[0] * uy - nrm[1] * ux,
    p = cos(a) * s,
    q = sin(a) * s
  d[0] = ux * p + vx * q + nrm[0] * c
  d[1] = uy * p + vy * q + nrm[1] * c
  d[2] = uz * p + vz * q + nrm[2] * c
}

/** Sky through the windows, sampled on the openings with soft shadows. windows: [{p, u, v, n}] (centre, half edges, inward normal). */
function windowLight(map, light, x, y, z, n, random, o) {
  const s = [0, 0, 0]
  for (const w of light.windows) {
    const area = 4 * Math.hypot(...w.u) * Math.hypot(...w.v),
      N = w.samples ?? 12
    for (let i = 0; i < N; i++) {
      const a = ((i % 4) + random()) / 2 - 1,
        b = (((i >> 2) + random()) / (N / 4)) * 2 - 1
      let lx = w.p[0] + w.u[0] * a + w.v[0] * b - x,
        ly = w.p[1] + w.u[1] * a + w.v[1] * b - y,
        lz = w.p[2] + w.u[2] * a + w.v[2] * b - z
      const d2 = lx * lx + ly * ly + lz * lz,
        d = sqrt(d2)
      lx /= d
      ly /= d
      lz /= d
      const c = n[0] * lx + n[1] * ly + n[2] * lz,
        cw = -(w.n[0] * lx + w.n[1] * ly + w.n[2] * lz)
      if (c <= 0 || cw <= 0) continue
      const k =
        (shadow(map, x, y, z, lx, ly, lz, d - 0.02, 34, 0.02, 34, 0.6) * c * cw * area) /
        (PI * (d2 + 0.06)) /
        N
      if (k <= 0) continue
      light.sky(lx, ly, lz, s)
      for (let j = 0; j < 3; j++) o[j] += s[j] * k
    }
  }
}

/**
 * Indirect light for the camera: gathered at 1/q of the size, smoothed where normal and depth agree.
 * ray(px, py) -> {o, d}. Returns indirect(px, py, n, t, x, y, z, o) for full-size pixels (falls back to the probes on thin things).
 */
export function makeGather(R, world, light, probe, { ray, q, samples = 48, cap = 2.2 }) {
  const w = ceil(R.W / q),
    h = ceil(R.H / q),
    raw = R.buffer(w * h * 3),
    geo = R.buffer(w * h * 4),
    smooth = R.buffer(w * h * 3),
    { direct } = makeDirect(world, light)
  R.rows(
    h,
    (y) => {
      const n = [0, 0, 0],
        d = [0, 0, 0],
        L = [0, 0, 0],
        e = [0, 0, 0],
        v = [0, 0, 0],
        random = rng(1000 + y)
      for (let x = 0; x < w; x++) {
        const o = y * w + x,
          c = ray((x + 0.5) * q, (y + 0.5) * q, v),
          t = world.trace(c[0], c[1], c[2], v[0], v[1], v[2], 0.05, 0.001, 160)
        if (t < 0) {
          geo[o * 4 + 3] = 99
          continue
        }
        const X = c[0] + v[0] * t,
          Y = c[1] + v[1] * t,
          Z = c[2] + v[2] * t
        normalAt(world.map, X, Y, Z, 0.004, n)
        geo.set([n[0], n[1], n[2], t], o * 4)
        const px = X + n[0] * 0.012,
          py = Y + n[1] * 0.012,
          pz = Z + n[2] * 0.012
        e[0] = e[1] = e[2] = 0
        windowLight(world.map, light, px, py, pz, n, random, e)
        for (let i = 0; i < samples; i++) {
          cosineDirection(n, i, samples, random, d)
          radianceAlong(world, light, direct, probe, px, py, pz, d, L)
          const top = max(L[0], L[1], L[2]),
            k = (top > 6 ? 6 / top : 1) / samples
          for (let j = 0; j < 3; j++) e[j] += L[j] * k
        }
        const top = max(e[0], e[1], e[2]),
          k = top > cap ? (cap + (0.4 * (top - cap)) / (1 + 0.25 * (top - cap))) / top : 1
        for (let j = 0; j < 3; j++) raw[o * 3 + j] = e[j] * k
      }
    },
    2,
  )
  R.log('bounced light')
  R.rows(h, (y) => {
    for (let x = 0; x < w; x++) {
      const o = (y * w + x) * 4
      let r = 0,
        g = 0,
        b = 0,
        s = 0
      for (let j = -4; j <= 4; j++)
        for (let i = -4; i <= 4; i++) {
          const xx = x + i,
            yy = y + j
          if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue
          const p = yy * w + xx
          if (geo[p * 4 + 3] > 50) continue
          const nd = geo[o] * geo[p * 4] + geo[o + 1] * geo[p * 4 + 1] + geo[o + 2] * geo[p * 4 + 2],
            k =
              exp(-(i * i + j * j) / 9) *
              pow(max(0, nd), 14) *
              exp((-abs(geo[o + 3] - geo[p * 4 + 3]) * 30) / (1 + geo[o + 3]))
          r += raw[p * 3] * k
          g += raw[p * 3 + 1] * k
          b += raw[p * 3 + 2] * k
          s += k
        }
      if (s > 1e-5) smooth.set([r / s, g / s, b / s], (y * w + x) * 3)
    }
  })
  return (px, py, n, t, x, y, z, o) => {
    const gx = px / q - 0.5,
      gy = py / q - 0.5,
      x0 = floor(gx),
      y0 = floor(gy)
    let r = 0,
      g = 0,
      b = 0,
      s = 0
    for (let j = 0; j < 2; j++)
      for (let i = 0; i < 2; i++) {
        const xx = clamp(x0 + i, 0, w - 1),
          yy = clamp(y0 + j, 0, h - 1),
          p = yy * w + xx
        if (geo[p * 4 + 3] > 50) continue
        const nd = n[0] * geo[p * 4] + n[1] * geo[p * 4 + 1] + n[2] * geo[p * 4 + 2],
          k =
            (0.01 + max(0, 1 - abs(gx - x0 - i)) * max(0, 1 - abs(gy - y0 - j))) *
            pow(max(0, nd), 6) *
            exp((-abs(t - geo[p * 4 + 3]) * 40) / (1 + t))
        r += smooth[p * 3] * k
        g += smooth[p * 3 + 1] * k
        b += smooth[p * 3 + 2] * k
        s += k
      }
    probe(x, y, z, n, o)
    const m = 0.02 / (0.02 + s),
      f = (1 - m) / (s + 1e-9)
    o[0] = o[0] * m + r * f
    o[1] = o[1] * m + g * f
    o[2] = o[2] * m + b * f
  }
}
