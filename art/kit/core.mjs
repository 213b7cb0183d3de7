// Scalars, seeded randomness, noise and colour. Everything downstream works in LINEAR light.
export const clamp = (x, a = 0, b = 1) => (x < a ? a : x > b ? b : x)
export const mix = (a, b, t) => a + (b - a) * t
export const ss = (a, b, x) => {
  const t = clamp((x - a) / (b - a))
  return t * t * (3 - 2 * t)
}
export const gauss = (x, w) => Math.exp(-(x * x) / (w * w))
export const TAU = Math.PI * 2

// Seeded generator (mulberry32): the same seed gives the same picture, byte for byte.
export function rng(seed) {
  let s = seed >>> 0
  return () => {
    s = (s + 0x6d2b79f5) | 0
    let t = Math.imul(s ^ (s >>> 15), 1 | s)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

// --- noise -----------------------------------------------------------------
const P = new Uint8Array(1024),
  GX = new Float64Array(256),
  GY = new Float64Array(256)
{
  const r = rng(1234),
    p = [...Array(256).keys()]
  for (let i = 255; i > 0; i--) {
    const j = (r() * (i + 1)) | 0
    ;[p[i], p[j]] = [p[j], p[i]]
  }
  for (let i = 0; i < 1024; i++) P[i] = p[i & 255]
  for (let i = 0; i < 256; i++) {
    const a = (i / 256) * TAU
    GX[i] = Math.cos(a)
    GY[i] = Math.sin(a)
  }
}
/** 2-D gradient noise, about -1..1. */
export function n2(x, y) {
  const xi = Math.floor(x),
    yi = Math.floor(y),
    fx = x - xi,
    fy = y - yi,
    X = xi & 255,
    Y = yi & 255
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10),
    v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
  const p0 = P[X] + Y,
    p1 = P[X + 1] + Y,
    a = P[p0],
    b = P[p1],
    c = P[p0 + 1],
    d = P[p1 + 1]
  const A = GX[a] * fx + GY[a] * fy,
    B = GX[b] * (fx - 1) + GY[b] * fy,
    C = GX[c] * fx + GY[c] * (fy - 1),
    D = GX[d] * (fx - 1) + GY[d] * (fy - 1)
  return 1.5 * (A + (B - A) * u + (C - A) * v + (A - B - C + D) * u * v)
}
export function fbm(x, y, o = 5, l = 2.03, g = 0.5) {
  let s = 0,
    a = 1,
    t = 0
  for (let i = 0; i < o; i++) {
    s += a * n2(x, y)
    t += a
    a *= g
    const nx = x * 0.8 * l - y * 0.6 * l + 17.3,
      ny = x * 0.6 * l + y * 0.8 * l - 9.1
    x = nx
    y = ny
  }
  return s / t
}
export function ridged(x, y, o = 5, l = 2.07, g = 0.5) {
  let s = 0,
    a = 1,
    t = 0
  for (let i = 0; i < o; i++) {
    const n = 1 - Math.abs(n2(x, y))
    s += a * n * n
    t += a
    a *= g
    const nx = x * 0.8 * l - y * 0.6 * l + 7.3,
      ny = x * 0.6 * l + y * 0.8 * l - 3.1
    x = nx
    y = ny
  }
  return s / t
}
/** 3-D value noise, -1..1. */
export function n3(x, y, z) {
  const xi = Math.floor(x),
    yi = Math.floor(y),
    zi = Math.floor(z)
  let fx = x - xi,
    fy = y - yi,
    fz = z - zi
  fx = fx * fx * (3 - 2 * fx)
  fy = fy * fy * (3 - 2 * fy)
  fz = fz * fz * (3 - 2 * fz)
  const X = xi & 255,
    Y = yi & 255,
    Z = zi & 255,
    a = P[X] + Y,
    b = P[X + 1] + Y
  const aa = P[a] + Z,
    ab = P[a + 1] + Z,
    ba = P[b] + Z,
    bb = P[b + 1] + Z
  const q00 = P[aa] + (P[ba] - P[aa]) * fx,
    q10 = P[ab] + (P[bb] - P[ab]) * fx
  const q01 = P[aa + 1] + (P[ba + 1] - P[aa + 1]) * fx,
    q11 = P[ab + 1] + (P[bb + 1] - P[ab + 1]) * fx
  const r0 = q00 + (q10 - q00) * fy,
    r1 = q01 + (q11 - q01) * fy
  return (r0 + (r1 - r0) * fz) / 127.5 - 1
}
export function fbm3(x, y, z, o = 5, g = 0.5) {
  let s = 0,
    a = 1,
    t = 0
  for (let i = 0; i < o; i++) {
    s += a * n3(x, y, z)
    t += a
    a *= g
    const a1 = x * 2.02,
      b1 = y * 2.02,
      c1 = z * 2.02
    x = a1 * 0.8 - c1 * 0.6 + 11
    z = a1 * 0.6 + c1 * 0.8 + 5
    y = b1 + 7
  }
  return s / t
}

// --- colour ----------------------------------------------------------------
export const s2l = (c) => (c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4))
export const l2s = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * Math.pow(c, 1 / 2.4) - 0.055)
export const SRGB_TO_LIN = Float32Array.from({ length: 256 }, (_, i) => s2l(i / 255))
export const hex = (h) => {
  const n = parseInt(h.slice(1), 16)
  return [s2l(((n >> 16) & 255) / 255), s2l(((n >> 8) & 255) / 255), s2l((n & 255) / 255)]
}
/** Linear colour -> CSS string for the canvas layers. */
export const css = (c, a = 1) => {
  const q = (v) => Math.round(255 * clamp(l2s(clamp(v))))
  return a < 1 ? `rgba(${q(c[0])},${q(c[1])},${q(c[2])},${a})` : `rgb(${q(c[0])},${q(c[1])},${q(c[2])})`
}
export function toLab([r, g, b]) {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
    m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
    s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}
export function fromLab([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
/** Perceptually even (OKLab) colour ramp from [[t,'#hex'],...]; returns t -> linear rgb. */
export function ramp(stops) {
  const st = stops.map(([t, h]) => [t, toLab(hex(h))]),
    N = 1024,
    table = []
  for (let i = 0; i <= N; i++) {
    const t = i / N
    let k = 0
    while (k < st.length - 2 && t > st[k + 1][0]) k++
    const v = clamp((t - st[k][0]) / (st[k + 1][0] - st[k][0])),
      u = ss(0, 1, v) * 0.35 + v * 0.65
    table.push(fromLab([0, 1, 2].map((j) => mix(st[k][1][j], st[k + 1][1][j], u))).map((c) => Math.max(0, c)))
  }
  return (t) => table[(clamp(t) * N) | 0]
}
export const mix3 = (a, b, t) => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]
export const mul3 = (a, k) => [a[0] * k, a[1] * k, a[2] * k]
export const add3 = (a, b, k = 1) => [a[0] + b[0] * k, a[1] + b[1] * k, a[2] + b[2] * k]
export const tint = (a, b) => [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
export const len3 = (x, y, z) => Math.sqrt(x * x + y * y + z * z)
export const norm = (v) => {
  const l = 1 / Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
  return [v[0] * l, v[1] * l, v[2] * l]
}
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
/** Black-body tint for a temperature in kelvin (linear, red = 1 below 6600 K). */
export function blackBody(T) {
  const t = T / 100
  const R = t <= 66 ? 1 : 1.2929 * Math.pow(t - 60, -0.1332),
    G = t <= 66 ? clamp(0.39008 * Math.log(t) - 0.63184) : 1.1299 * Math.pow(t - 60, -0.0755),
    B = t >= 66 ? 1 : t <= 19 ? 0 : clamp(0.54321 * Math.log(t - 10) - 1.1963)
  return [s2l(clamp(R)), s2l(clamp(G)), s2l(clamp(B))]
}
