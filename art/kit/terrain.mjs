// Mesa country as a height field, and the column marcher ("voxel space") that renders it.
import { clamp, mix, ss, fbm, ridged, n2 } from './core.mjs'

/** Mesa height as a function of signed distance d to the cap rim (d<0 inside): cap cliff, bench, lower cliff, concave talus. */
export function mesaProfile(d, h) {
  const c1 = 0.07 * h,
    c2 = 0.05 * h,
    b = 0.16 * h,
    t = clamp((d - b) / (h * 1.75))
  return (
    h * 0.4 * (1 - ss(-c1, 0, d)) +
    h * 0.05 * (1 - ss(0, b, d)) +
    h * 0.15 * (1 - ss(b, b + c2, d)) +
    h * 0.4 * Math.pow(1 - t, 2.3)
  )
}
/** mesas: [x, z, radiusX, radiusZ, height, seed]. Returns (x,z) -> metres, or -1 away from every mesa. */
export function mesaField(mesas) {
  return (x, z) => {
    let best = -1
    for (const [mx, mz, rx, rz, h, sd] of mesas) {
      const ux = x - mx,
        uz = z - mz,
        lim = h * 2.2
      if (Math.abs(ux) > rx * 1.5 + lim || Math.abs(uz) > rz * 1.5 + lim) continue
      const m = Math.min(rx, rz),
        a = ux / rx,
        b = uz / rz
      let d = (Math.sqrt(a * a + b * b) - 1) * m
      if (d > lim + 0.5 * m) continue
      d += 0.42 * m * fbm(x / (1.15 * m) + sd * 3.1, z / (1.15 * m) - sd, 3) // promontories and bays
      const s = h / 330
      d +=
        s *
        (34 * (ridged(x / (210 * s) + sd, z / (210 * s), 3) - 0.6) +
          13 * n2(x / (52 * s) + sd, z / (52 * s)) +
          6 * n2(x / (19 * s), z / (19 * s) + sd)) // alcoves, flutes
      let y = mesaProfile(d, h)
      if (d < 0)
        y +=
          h * 0.035 * fbm(x / (300 * s), z / (300 * s), 3) +
          h * 0.06 * ss(-0.05 * m, -0.5 * m, d) * ss(-0.1, 0.4, fbm(x / (600 * s) + sd, z / (600 * s), 2))
      else if (d > 0.1 * h)
        y -=
          h *
          0.055 *
          (1 - ridged(x / (95 * s) + sd, z / (95 * s), 3)) *
          ss(0.16 * h, 0.4 * h, d) *
          (1 - ss(0.9 * h, 1.7 * h, d))
      if (y > best) best = y
    }
    return best
  }
}
/**
 * Render one pixel column of a height field, front to back. cam {y, f, hor, cx} in the pixels of this raster.
 * Writes depth (z, 0 = sky) and surface height per pixel.
 */
export function marchColumn(
  px,
  W,
  H,
  cam,
  hf,
  depth,
  hgt,
  { z0 = 4, zmax = 60000, k = 0.0016, minStep = 0.15 } = {},
) {
  const dx = (px + 0.5 - cam.cx) / cam.f
  let top = H,
    z = z0,
    pz = z0,
    pys = cam.hor - (cam.f * (hf(dx * z, z) - cam.y)) / z
  while (z < zmax && top > 0) {
    z += Math.max(minStep, z * k)
    const ys = cam.hor - (cam.f * (hf(dx * z, z) - (z * z) / 1.7e7 - cam.y)) / z
    if (ys < top) {
      const a = Math.max(0, Math.ceil(ys)),
        b = Math.min(H, Math.ceil(top))
      for (let y = b - 1; y >= a; y--) {
        const t = pys > ys + 1e-6 ? clamp((pys - y) / (pys - ys)) : 1,
          zz = mix(pz, z, t)
        depth[y * W + px] = zz
        hgt[y * W + px] = cam.y - ((y + 0.5 - cam.hor) * zz) / cam.f
      }
      top = Math.min(top, Math.max(0, ys))
    }
    pz = z
    pys = ys
  }
}
/**
 * Whole landscape pass at `ss` x supersampling: march, shade, average into the frame (which already holds the sky).
 * shade(x, y, z, n, d, out) gets world position, normal, view direction. Returns {depth} at frame resolution (nearest sample, 0 = sky).
 */
export function renderTerrain(
  R,
  frame,
  cam,
  hf,
  shade,
  { ss: q = R.ss, normalEps = 0.0009, minEps = 1.2, ...marchOptions } = {},
) {
  const W = R.W * q,
    H = R.H * q,
    c = { y: cam.y, f: cam.f * q, hor: cam.hor * q, cx: cam.cx * q }
  const depth = R.buffer(W * H),
    hgt = R.buffer(W * H),
    small = R.buffer(R.W * R.H)
  R.rows(W, (px) => marchColumn(px, W, H, c, hf, depth, hgt, marchOptions), 8)
  R.log('terrain marched')
  R.rows(
    R.H,
    (y) => {
      const n = [0, 0, 0],
        d = [0, 0, 0],
        out = [0, 0, 0]
      for (let x = 0; x < R.W; x++) {
        let r = 0,
          g = 0,
          b = 0,
          cover = 0,
          zmin = 0
        for (let j = 0; j < q; j++)
          for (let i = 0; i < q; i++) {
            const px = x * q + i,
              py = y * q + j,
              z = depth[py * W + px]
            if (!z) continue
            const dx = (px + 0.5 - c.cx) / c.f,
              dy = -(py + 0.5 - c.hor) / c.f,
              il = 1 / Math.sqrt(dx * dx + dy * dy + 1)
            d[0] = dx * il
            d[1] = dy * il
            d[2] = il
            const wx = dx * z,
              e = Math.max(minEps, z * normalEps),
              hx = hf(wx + e, z) - hf(wx - e, z),
              hz = hf(wx, z + e) - hf(wx, z - e),
              l = 1 / Math.sqrt(hx * hx + hz * hz + 4 * e * e)
            n[0] = -hx * l
            n[1] = 2 * e * l
            n[2] = -hz * l
            shade(wx, hgt[py * W + px], z, n, d, out)
            r += out[0]
            g += out[1]
            b += out[2]
            cover++
            if (!zmin || z < zmin) zmin = z
          }
        if (!cover) continue
        small[y * R.W + x] = zmin
        const o = (y * R.W + x) * 3,
          k = 1 / (q * q),
          s = 1 - cover * k
        frame.d[o] = frame.d[o] * s + r * k
        frame.d[o + 1] = frame.d[o + 1] * s + g * k
        frame.d[o + 2] = frame.d[o + 2] * s + b * k
      }
    },
    4,
  )
  R.log('terrain shaded')
  return { depth: small }
}
