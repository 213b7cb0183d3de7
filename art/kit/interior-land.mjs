// The land seen from a room: mesa country behind the glass, painted by the same column marcher as the landscapes.
import * as K from './core.mjs'
import { mesaField, renderTerrain } from './terrain.mjs'
import { makeSky } from './sky.mjs'
const { ss, fbm, mix3, norm, dot, rng, TAU, clamp } = K
const { exp, max, sin, cos, sqrt, pow } = Math

/**
 * cam { y, f, hor, cx } in pixels, y metres above the plain. sky: makeSky options; mesas for mesaField;
 * key: sunlight colour, fill: sky light, grass: [dark, light]; haze 0..1 thickens the air; after(frame, cam) may add stars.
 * crop [x0,y0,x1,y1] in design units: the part that the windows show. Returns land(px, py, o) in pixels of the whole picture.
 */
export function paintLand(
  R,
  {
    cam,
    sky: options,
    clouds,
    mesas,
    key,
    fill,
    grass,
    haze = 1,
    air = 0.92,
    shrubs = 60,
    after,
    crop: [x0, y0, x1, y1],
  },
) {
  const left = Math.floor(x0 * R.S),
    top = Math.floor(y0 * R.S),
    W = Math.ceil(x1 * R.S) - left,
    H = Math.ceil(y1 * R.S) - top,
    { S } = R,
    out = R.frame(W, H),
    sky = makeSky(options),
    sun = options.sun,
    mesa = mesaField(mesas)
  cam = { ...cam, cx: cam.cx - left, hor: cam.hor - top }
  const hf = (x, z) => {
    const b = 1.2 * fbm(x / 60, z / 60, 3) + ss(200, 1500, z) * (14 * fbm(x / 520 + 5, z / 520, 4) - 3),
      m = z > 3000 ? mesa(x, z) : -1
    return m > 0 ? max(b, b * 0.3 + m) : b
  }
  R.rows(H, (y) => {
    for (let x = 0; x < W; x++) {
      const d = norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])
      let c = d[1] > -0.02 ? sky(d) : [0.4, 0.35, 0.25]
      if (clouds && d[1] > 0) c = clouds(d, c)
      out.set(x, y, c)
    }
  })
  renderTerrain(
    {
      W,
      H,
      ss: R.ss,
      buffer: (n) => R.buffer(n),
      rows: (n, fn, chunk) => R.rows(n, fn, chunk),
      log: (text) => R.log('outdoors: ' + text),
    },
    out,
    cam,
    hf,
    (x, y, z, n, d, o) => {
      const slope = 1 - n[1]
      let a = mix3(grass[0], grass[1], ss(-0.3, 0.4, fbm(x / 14, z / 30, 4)))
      a = mix3(
        a,
        [0.07, 0.08, 0.045],
        0.75 * ss(0.1, 0.28, fbm(x / 22, z / 60, 4)) * (1 - ss(0.4, 0.6, slope)),
      )
      a = mix3(
        a,
        mix3([0.36, 0.16, 0.095], [0.52, 0.3, 0.19], 0.5 + 0.5 * sin(y * 0.08)),
        ss(0.12, 0.4, slope) * ss(2500, 4000, z),
      )
      const lit = max(0, dot(n, sun)),
        T = [exp((-z * haze) / 17000), exp((-z * haze) / 14500), exp((-z * haze) / 12500)],
        hz = sky(norm([d[0], 0.02, d[2]]))
      for (let j = 0; j < 3; j++)
        o[j] = a[j] * (key[j] * (lit * 1.25 + 0.12) + fill[j] * 0.8) * T[j] + hz[j] * air * (1 - T[j])
    },
    { z0: 12, k: 0.0035, zmax: 42000 },
  )
  R.once(() => {
    // juniper, smaller and hazier with distance
    const g = R.canvas(W, H),
      r = rng(8),
      f = cam.f / S,
      light = clamp((key[0] + fill[0]) * 0.34)
    g.setTransform(S, 0, 0, S, 0, 0)
    for (let i = 0; i < shrubs; i++) {
      const z = 700 * pow(0.13, r()),
        x = (r() * 2 - 1) * z * 0.85,
        px = cam.cx / S + (x * f) / z,
        py = cam.hor / S + ((cam.y - hf(x, z)) * f) / z,
        s = ((0.9 + 1.2 * r()) * f) / z,
        far = ss(40, 460, z) * 0.55
      for (let k = 0; k < 90 + s * 26; k++) {
        const a = r() * TAU,
          q = sqrt(r()),
          bx = px + cos(a) * q * s * 0.75,
          by = py - s * 0.45 + sin(a) * q * s * 0.52
        if (by > py) continue
        const lit = clamp(0.25 + 0.75 * ((cos(a) * sun[0] - sin(a) * 0.8) * q * 0.6 + 0.3)) * r(),
          c = mix3(mix3([0.012, 0.017, 0.01], [0.15, 0.15, 0.07], lit), [0.5, 0.44, 0.38], far)
        g.strokeStyle = K.css([c[0] * light, c[1] * light, c[2] * light], 0.9)
        g.lineWidth = clamp(s * 0.05, 0.5, 1.6)
        g.beginPath()
        g.moveTo(bx, by)
        g.lineTo(bx + (r() - 0.5) * s * 0.12, by - s * 0.1 * r())
        g.stroke()
      }
    }
    out.layer(g.pixels())
    if (after) after(out, cam)
  })
  return (px, py, o) => {
    const i = (clamp(Math.floor(py) - top, 0, H - 1) * W + clamp(Math.floor(px) - left, 0, W - 1)) * 3
    for (let j = 0; j < 3; j++) o[j] = out.d[i + j]
  }
}
