// A coyote trots across a frosty flat at first light: cold ground, a low sun out of frame on the right, long shadow.
import * as K from '../kit/core.mjs'
import { mesaField, renderTerrain } from '../kit/terrain.mjs'
import { makeSky, planeClouds, sunDirection } from '../kit/sky.mjs'
import { makeView, scatter, paintByDepth } from '../kit/plants.mjs'
import { drawAnimal } from '../kit/animals.mjs'
import { coyoteBody, coyoteCoat } from '../kit/creatures-coyote.mjs'
import { sagebrush } from './coyote/sage.mjs'
const { clamp, mix, ss, fbm, n2, mix3, mul3, norm, dot } = K
const { sqrt, exp, pow, max } = Math

const EYE = 1.25,
  F = 1560,
  HORIZON = 548,
  deg = Math.PI / 180,
  sun = sunDirection(52 * deg, 4.6 * deg),
  az = norm([sun[0], 0, sun[2]]),
  sunColor = [2.4, 1.5, 1.0],
  ambient = [0.34, 0.44, 0.68],
  COYOTE = { x: 2.35, z: 10.5, scale: 1, heading: Math.PI + 0.16 }
const mesa = mesaField([
  [-2600, 9200, 1200, 900, 420, 7.2],
  [-760, 10800, 240, 210, 400, 2.6],
  [1700, 13500, 1700, 1000, 440, 4.7],
  [-6800, 17000, 2200, 1300, 680, 1.9],
  [6400, 18500, 2200, 1400, 640, 8.1],
  [-300, 25000, 4200, 1800, 760, 5.5],
])
const ground = (x, z) => 0.5 * fbm(x / 42 + 7, z / 42, 3) * ss(5, 40, z) + 0.05 * fbm(x / 2.2, z / 2.2, 2)
const hf = (x, z) => {
  let y = ground(x, z)
  if (z > 250) y += ss(250, 2400, z) * (13 * fbm(x / 700 + 5, z / 700, 4) - 4)
  if (z > 6000) {
    const q = mesa(x, z)
    if (q > 0) y = max(y, y * 0.3 + q)
  }
  return y
}
const look = {
  sun,
  spread: 0.34,
  height: 0.42,
  towards: [
    [0, '#ffdfb4'],
    [0.07, '#fdcba4'],
    [0.17, '#f4b9a6'],
    [0.32, '#d9b6bc'],
    [0.52, '#a9b2cf'],
    [0.78, '#7d9fcb'],
    [1, '#648cbd'],
  ],
  away: [
    [0, '#b9b4cb'],
    [0.06, '#cbb4c4'],
    [0.14, '#dbb8be'],
    [0.26, '#c6b9ca'],
    [0.44, '#9db0d2'],
    [0.7, '#7198ca'],
    [1, '#527fb6'],
  ],
}
/** Frost: 1 on open ground, less under the blades and where the low sun has reached it. */
const frost = (x, z) => clamp(0.8 + 0.55 * fbm(x / 3.4, z / 7, 3))

export default async function coyote(R) {
  const { W, S } = R,
    cam = { y: EYE, f: F * S, hor: HORIZON * S, cx: W / 2 },
    view = makeView(R, cam),
    frame = R.frame(),
    sky = makeSky({ ...look, lobes: [[20, [0.26, 0.15, 0.07]]] }),
    air = makeSky(look),
    clouds = planeClouds({
      sun,
      scale: [0.2, 1],
      seed: 3.9,
      cover: -0.04,
      curve: 0.06,
      shadeCool: [0.52, 0.5, 0.64],
      shadeWarm: [0.86, 0.62, 0.56],
      lightCool: [0.95, 0.76, 0.76],
      lightWarm: [1.4, 0.96, 0.7],
      spread: 0.4,
      opacity: 0.62,
      low: 0.03,
    })
  R.rows(Math.ceil(cam.hor + 10 * S), (y) => {
    for (let x = 0; x < W; x++) {
      const d = norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])
      frame.set(x, y, d[1] > 0 ? clouds(d, sky(d)) : air([d[0], 0.002, d[2]]))
    }
  })
  const hazeAt = (x, y, z) => {
    const low = air(norm([x / z, 0.012, 1])),
      up = air(norm([x / z, 0.08, 1])),
      mist =
        0.85 *
        ss(60, 420, z) *
        exp(-max(0, y + 2) / (3 + z * 0.007)) *
        (0.5 + 0.7 * fbm(x / (50 + z * 0.06), z / (160 + z * 0.1), 3)),
      T = 1 - exp(-z / 12000)
    return [clamp(T + mist * (1 - T)), mix3(mul3(up, 0.84), mul3(low, 0.97), clamp(0.35 + mist))]
  }
  const { x: cx, z: cz } = COYOTE,
    tanEl = sun[1] / sqrt(1 - sun[1] ** 2)
  /** The coyote's long shadow, as the run of its body and legs seen from the sun. */
  const shadow = (x, z) => {
    const rx = x - cx,
      rz = z - cz,
      u = -(rx * az[0] + rz * az[2]),
      v = rx * az[2] - rz * az[0],
      h = u * tanEl
    if (u < -0.4 || h > 0.8) return 0
    const w = 0.09 + 0.012 * u,
      body = exp(-(((v + 0.02) / 0.42) ** 4)) * ss(0.34, 0.4, h) * ss(0.64, 0.56, h),
      legs = max(...[-0.27, -0.1, 0.12, 0.26].map((c) => exp(-(((v - c) / w) ** 2)))) * ss(0.42, 0.36, h)
    return 0.75 * max(body, legs) * exp(-u / 14)
  }
  renderTerrain(
    R,
    frame,
    cam,
    hf,
    (x, y, z, n, d, out) => {
      const slope = 1 - n[1],
        f = frost(x, z)
      let a = mix3([0.17, 0.135, 0.08], [0.3, 0.235, 0.145], ss(-0.35, 0.4, fbm(x / 6 + 1, z / 12, 3)))
      a = mix3(a, [0.62, 0.66, 0.72], (z < 3000 ? 0.3 + 0.55 * f : 0.42) * (1 - ss(0.15, 0.35, slope)))
      if (z > 250) {
        const jun = ss(0.16, 0.3, fbm(x / 24, z / 44, 2) + 0.4 * fbm(x / 350, z / 500, 2))
        a = mix3(a, [0.1, 0.115, 0.1], 0.65 * jun * (1 - ss(0.4, 0.6, slope)) * (1 - ss(6000, 12000, z)))
      }
      const rock = ss(0.12, 0.38, slope) * ss(3000, 5000, z)
      if (rock > 0)
        a = mix3(
          a,
          mix3(
            [0.32, 0.17, 0.115],
            [0.48, 0.3, 0.21],
            0.5 + 0.5 * Math.sin(y * 0.085 + 2 * n2(y * 0.011, 3.3)),
          ),
          rock,
        )
      const drift =
          z < 90
            ? (fbm(x / 1.6, z / 1.2, 3) - fbm(x / 1.6 + az[0] * 0.2, z / 1.2 + az[2] * 0.2, 3)) *
              (1 - ss(30, 90, z))
            : 0,
        lit = 1 - (z < 40 ? shadow(x, z) : 0),
        back = pow(max(0, d[0] * az[0] + d[2] * az[2]), 5),
        key =
          (max(0, dot(n, sun)) * (z > 3000 ? 1.15 : 1.9) +
            (z < 3000 ? 0.05 + 0.25 * back : 0.03) -
            drift * 0.35) *
          lit,
        [hz, hc] = hazeAt(x, y, z)
      for (let j = 0; j < 3; j++) {
        const c = a[j] * (sunColor[j] * max(0, key) + ambient[j] * (0.5 + 0.45 * n[1]))
        out[j] = c + (hc[j] - c) * hz
      }
    },
    { z0: 2.2, k: 0.0021 / sqrt(S * R.ss), minStep: 0.015, zmax: 45000, minEps: 0.04 },
  )
  R.once(() => {
    const g = R.canvas(),
      style = grassStyle(hazeAt, shadow),
      items = sagebrush(view, ground, { sun, sunColor, ambient, haze: hazeAt })
    items.push({
      z: cz,
      raster: true,
      draw: () =>
        drawAnimal(
          R,
          frame,
          cam,
          { ...COYOTE, y: ground(cx, cz) - 0.012 },
          coyoteBody,
          0.72,
          0.86,
          (n, l, w, d) => {
            const a = coyoteCoat(...l),
              key = max(0, dot(n, sun)),
              rim = pow(clamp(1 + dot(n, d)), 1.7) * ss(-0.25, 0.7, dot(n, az) + 0.35 * n[1])
            return [0, 1, 2].map(
              (j) =>
                a[j] *
                  (sunColor[j] * key * 1.15 +
                    ambient[j] * (0.6 + 0.4 * n[1]) +
                    [0.2, 0.2, 0.22][j] * max(0, -n[1])) +
                sunColor[j] * 0.62 * rim,
            )
          },
        ),
    })
    const tufts = scatter(view, {
      seed: 47,
      count: 44000,
      near: 2.3,
      far: 95,
      scale: [2.4, 3.2],
      keep: (x, z, den, v) => den > -0.12 || v > 0.7,
    })
    paintByDepth(g, frame, view, ground, tufts, style, items)
    frame.bloom(0.85, [
      [7 * S, 0.14],
      [30 * S, 0.12],
      [110 * S, 0.15],
    ])
  })
  R.log('coyote and grass')
  return { frame, finish: { exposure: 0.94, vig: 0.17, sat: 1.04, grain: 0.009, contrast: 0.1 } }
}
/** Short winter grass with rime on the upper half of every blade. */
function grassStyle(haze, shadow) {
  return {
    wind: 0.1,
    heads: 0.5,
    nearDim: 0.8,
    blades: (z) => (z < 12 ? 9 : z < 30 ? 6 : 3),
    height: (t) => (0.06 + 0.13 * t.v * t.v + 0.12 * max(0, t.den)) * (t.z < 6 ? 0.9 : 1),
    color: (v, hv, t) => {
      const f = clamp(frost(t.x, t.z) * 0.85 + 0.25 * v)
      return {
        base: mix3([0.1, 0.075, 0.045], [0.3, 0.31, 0.33], f * 0.6),
        tip: mix3(mix3([0.42, 0.31, 0.18], [0.52, 0.41, 0.27], hv), [0.74, 0.78, 0.84], f),
      }
    },
    light: (x, z) => {
      const back = pow(clamp(dot(norm([x, 0, z]), az)), 4),
        s = 1 - shadow(x, z)
      return (v) => (0.18 + 0.3 * v + 0.75 * back * (0.3 + 0.7 * v)) * s + 0.08
    },
    tone: (c, k) => [0, 1, 2].map((j) => c[j] * mix(ambient[j] * 1.15, sunColor[j] * 0.72, clamp(k / 1.05))),
    haze,
  }
}
