// The night sky: Milky Way, star catalogue and star drawing. All stars live on the celestial sphere, so a film only rotates directions.
import { clamp, mix, ss, rng, fbm3, norm, cross, blackBody } from './core.mjs'

/** Galaxy oriented by the direction of its nucleus and the way its pole tilts. Returns milkyWay(dx,dy,dz,out): out = [r,g,b,emission]. */
export function galaxy(nucleus, tilt) {
  const nuc = norm(nucleus),
    gz = norm(cross(nuc, norm(tilt))),
    gy = norm(cross(gz, nuc))
  return (dx, dy, dz, out) => {
    const x = dx * nuc[0] + dy * nuc[1] + dz * nuc[2],
      y = dx * gy[0] + dy * gy[1] + dz * gy[2],
      z = dx * gz[0] + dy * gz[1] + dz * gz[2]
    const l = Math.atan2(y, x),
      X = dx * 4.6,
      Y = dy * 4.6,
      Z = dz * 4.6,
      b0 = Math.asin(clamp(z, -1, 1))
    if (Math.abs(b0) > 1) {
      out[0] = out[1] = out[2] = out[3] = 0
      return
    }
    const b = b0 + 0.035 * fbm3(X * 1.1, Y * 1.1, Z * 1.1, 3),
      w = 0.085 + 0.065 * Math.exp((-l * l) / 0.1)
    const band = Math.exp((-b * b) / (2 * w * w)),
      bulge = Math.exp(-((l * l) / 0.04 + (b * b) / 0.016))
    const cl = fbm3(X * 2.1 + 5, Y * 2.1, Z * 2.1, 6, 0.56),
      fine = fbm3(X * 7 + 9, Y * 7, Z * 7, 4, 0.55)
    const em = Math.max(
      0,
      band * (0.62 + 0.3 * Math.exp(-Math.abs(l) * 0.9)) * (1 + 0.55 * cl + 0.35 * fine) +
        bulge * 1.25 * (1 + 0.25 * cl) +
        0.1 * Math.exp((-b * b) / 0.12),
    )
    // dust: the great rift slightly north of the plane, plus side filaments
    const rift = Math.exp(-Math.pow((b - 0.028 - 0.03 * Math.sin(l * 3.1 + 0.6)) / 0.04, 2)),
      rn = fbm3(X * 3.1 + 31, Y * 3.1, Z * 3.1, 6, 0.6)
    const fil = 1 - Math.abs(fbm3(X * 2.3 - 13, Y * 2.3, Z * 2.3, 6, 0.58)) * 2.6
    const T = Math.exp(
      -Math.max(
        0,
        2.3 * rift * ss(-0.35, 0.4, rn + 0.15) +
          1.25 * band * ss(0.45, 0.98, fil) * ss(-0.15, 0.4, rn + 0.12),
      ),
    )
    const warm = clamp(bulge * 1.2 + 0.55 * Math.exp((-l * l) / 0.25) * band)
    out[0] = em * mix(0.62, 1.08, warm) * Math.pow(T, 0.78)
    out[1] = em * mix(0.74, 0.86, warm) * Math.pow(T, 0.9)
    out[2] = em * mix(1.02, 0.62, warm) * T
    out[3] = em * T
  }
}
/** Catalogue: N(<m) ~ 10^(.5 m), black-body tints, plus faint stars that crowd where the Milky Way shines through. */
export function starCatalogue(
  milkyWay,
  { seed = 2024, field = 90000, bright = 34, crowd = 60000, front = 0.05 } = {},
) {
  const r = rng(seed),
    stars = [],
    m = [0, 0, 0, 0]
  const onSphere = () => {
    const z = r() * 2 - 1,
      a = r() * 6.2832,
      q = Math.sqrt(1 - z * z)
    return [q * Math.cos(a), z, q * Math.sin(a)]
  }
  const temperature = () => {
    const u = r()
    return u < 0.12
      ? 3600 + 900 * r()
      : u < 0.42
        ? 4800 + 1200 * r()
        : u < 0.75
          ? 6200 + 1800 * r()
          : 9000 + 6000 * r()
  }
  const put = (d, flux, T) => {
    if (d[2] > front && d[1] > -0.12) stars.push({ d, flux, c: blackBody(T), phase: r() })
    else r()
  }
  for (let i = 0; i < field; i++) {
    const mag = 1.2 + Math.log10(1 + r() * (10 ** (0.5 * 6.2) - 1)) / 0.5
    put(onSphere(), 3.4 * Math.pow(10, -0.4 * (mag - 1.2)), temperature())
  }
  for (let i = 0; i < bright; i++) put(onSphere(), 2.2 + 4.5 * r() * r(), temperature())
  for (let i = 0, n = 0; i < 1600000 && n < crowd; i++) {
    const d = onSphere()
    if (d[2] < 0.2 || d[1] < 0) continue
    milkyWay(d[0], d[1], d[2], m)
    if (r() < Math.pow(m[3], 1.4) * 0.75) {
      put(d, 0.02 + 0.14 * Math.pow(r(), 3.4), 4200 + r() * 4500)
      n++
    }
  }
  return stars
}
/** Add one star: gaussian core, halo only for the bright ones (the radius covers the halo, so it never shows as a square). */
export function drawStar(frame, cam, S, dx, dy, dz, c, flux, yMax) {
  if (dz <= 0.05) return
  const px = cam.cx + (cam.f * dx) / dz,
    py = cam.hor - (cam.f * dy) / dz
  if (px < -6 || py < -6 || px > frame.w + 6 || py > yMax) return
  const ext = Math.pow(ss(-0.02, 0.3, dy), 0.8),
    k = flux * (0.15 + 0.85 * ext),
    r = c[0] * 1.05,
    g = c[1] * mix(0.8, 1, ext),
    b = c[2] * mix(0.6, 1, ext)
  const s = 0.62 * Math.max(S, 0.95),
    R = Math.ceil(k > 1 ? 20 * S : k > 0.25 ? 9 * S : 3.2 * s + 1),
    x0 = Math.floor(px),
    y0 = Math.floor(py),
    i2 = 1 / (2 * s * s),
    h1 = 1 / (2 * (2.4 * S) ** 2),
    h2 = 1 / (2 * (5.5 * S) ** 2),
    gain = S < 0.95 ? (S / 0.95) ** 2 : 1
  const W = frame.w,
    d = frame.d
  for (let j = -R; j <= R; j++) {
    const y = y0 + j
    if (y < 0 || y >= yMax) continue
    for (let i = -R; i <= R; i++) {
      const x = x0 + i
      if (x < 0 || x >= W) continue
      const q = (x + 0.5 - px) ** 2 + (y + 0.5 - py) ** 2
      let v = q < 18 * s * s ? Math.exp(-q * i2) * gain : 0
      if (k > 0.25) v += 0.008 * Math.exp(-q * h1)
      if (k > 1) v += 0.0018 * Math.exp(-q * h2)
      if (v > 1e-4) {
        const o = (y * W + x) * 3
        v *= k
        d[o] += r * v
        d[o + 1] += g * v
        d[o + 2] += b * v
      }
    }
  }
}
