import { clamp, mix, mul3, n2, norm, SRGB_TO_LIN, ss, TAU } from '../../kit/core.mjs'
const { abs, exp, floor, max, min, PI, pow, round, sin, sqrt } = Math

const DEEP = [0.018, 0.034, 0.036]

/** The water: a true planar reflection of the sky and the windmill, with faint ripples from the pipe. */
export function water(parts, drawMill) {
  const { R, frame, g, view, tank, at } = parts
  drawMill(g, { ...view, at: (x, y, z) => view.at(x, 2 * tank.water - y, z) })
  const mirror = { ...parts, mill: g.pixels() }
  const edge = Array.from({ length: 181 }, (_, i) => at((i / 180) * TAU, tank.water)[0])
  const top = at(PI / 2, tank.water)[1]
  const bottom = at(-PI / 2, tank.rim)[1]
  for (let py = floor(top * R.S); py <= min(R.H - 1, bottom * R.S + 1); py++)
    for (let px = floor(min(...edge) * R.S - 20); px <= min(R.W - 1, max(...edge) * R.S + 20); px++) {
      const seen = surfaceAt(mirror, px, py)
      if (seen) frame.over(px, py, colorOf(mirror, seen), seen.cover)
    }
}

/** The point of the surface behind a pixel; null where the tank's wall hides it. */
function surfaceAt({ R, cam, view, tank }, px, py) {
  const dx = (px + 0.5 - cam.cx) / cam.f
  const dy = -(py + 0.5 - cam.hor) / cam.f
  const z = (tank.water - cam.y) / dy
  const x = dx * z
  const d = sqrt((x - tank.x) ** 2 + (z - tank.z) ** 2)
  const t2 = (tank.rim - cam.y) / dy
  const d2 = sqrt((dx * t2 - tank.x) ** 2 + (t2 - tank.z) ** 2)
  const sharp = (edge) => clamp(edge * view.px(z) * R.S * 0.5 + 0.5)
  const cover = sharp(tank.r - 0.03 - d) * sharp(tank.r - 0.02 - d2)
  return cover > 0 ? { px, py, dx, dy, x, z, d, cover } : null
}

function colorOf(mirror, { px, py, dx, dy, x, z, d }) {
  const { R, cam, tank, skyAt, mill } = mirror
  const [rx, ry] = ripples(mirror.source, x, z)
  const D = norm([dx + rx, -dy + ry * 1.6, 1])
  const s = skyAt(D)
  const fresnel = 0.3 + 0.62 * pow(1 - min(1, abs(D[1]) * 1.6), 2.2)
  let c = [0, 1, 2].map((j) => s[j] * fresnel * 1.06 + DEEP[j])
  const qx = clamp(round(px + rx * cam.f), 0, R.W - 1)
  const qy = clamp(round(py + ry * cam.f), 0, R.H - 1)
  const o = (qy * R.W + qx) * 4
  const a = mill[o + 3] / 255
  if (a) c = [0, 1, 2].map((j) => mix(c[j], SRGB_TO_LIN[mill[o + j]] * 0.9 + DEEP[j], a * 0.92))
  const lip = ss(0.26, 0.0, tank.r - d) * 0.45
  return mul3(c, 1 - lip * (z < tank.z ? 1 : 0.35))
}

function ripples([sx, sz], x, z) {
  const rd = sqrt((x - sx) ** 2 + (z - sz) ** 2)
  return [
    0.006 * n2(x * 2.1 + 4, z * 3.1) +
      0.0022 * n2(x * 9, z * 14) +
      (0.01 * sin(rd * 26) * exp(-rd * 1.4) * (x - sx)) / (rd + 0.1),
    0.007 * n2(x * 1.8, z * 3.6 + 9) + 0.003 * n2(x * 8 + 5, z * 15) + 0.01 * sin(rd * 26) * exp(-rd * 1.4),
  ]
}
