import { clamp, dot, fbm, mix3, norm, rng, ss } from '../../kit/core.mjs'
import { makeSky, planeClouds, sunDirection } from '../../kit/sky.mjs'
import { mesaField, renderTerrain } from '../../kit/terrain.mjs'
import { CAM } from './places.mjs'
const { ceil, exp, floor, max, pow, sqrt } = Math

const sun = sunDirection(-0.42, -0.02)
/** The sky after sunset. */
export const sky = makeSky({
  sun,
  towards: [
    [0, '#ffc98c'],
    [0.06, '#f9a06f'],
    [0.15, '#dd7a72'],
    [0.28, '#a8628a'],
    [0.45, '#6a548f'],
    [0.68, '#3a437f'],
    [1, '#1b2654'],
  ],
  away: [
    [0, '#b98a94'],
    [0.08, '#a47d98'],
    [0.2, '#7d6c9a'],
    [0.4, '#545a93'],
    [0.68, '#303f7a'],
    [1, '#18234e'],
  ],
  spread: 0.3,
  height: 0.42,
  lobes: [
    [90, [0.2, 0.11, 0.05]],
    [14, [0.16, 0.08, 0.04]],
  ],
})
const clouds = planeClouds({
  sun,
  scale: [0.2, 0.7],
  seed: 3.1,
  cover: -0.03,
  shadeCool: [0.22, 0.17, 0.28],
  shadeWarm: [0.42, 0.22, 0.26],
  lightCool: [0.5, 0.3, 0.4],
  lightWarm: [1.2, 0.58, 0.36],
  spread: 0.5,
  opacity: 0.7,
  low: 0.02,
})
const mesa = mesaField([
  [-3300, 7600, 1300, 900, 460, 2.2],
  [-700, 9300, 330, 300, 430, 3.3],
  [2900, 11500, 1500, 1000, 480, 6.1],
  [-8200, 17000, 2600, 1500, 760, 5.7],
  [900, 21000, 3600, 1700, 800, 9.2],
])

/** Sky, mesas, first stars and a young moon. */
export function paintEvening(R, frame) {
  const cam = { y: 26, f: CAM.f * R.S, hor: CAM.hor * R.S, cx: CAM.cx * R.S }
  R.rows(ceil(cam.hor + 10 * R.S), (y) => {
    for (let x = 0; x < R.W; x++) {
      const d = norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])
      frame.set(x, y, clouds(d, sky(d)))
    }
  })
  renderTerrain(R, frame, cam, height, shade, { z0: 24, k: 0.003, zmax: 42000 })
  R.once(() => {
    stars(R, frame, cam.hor)
    moon(R, frame)
  })
}

function height(x, z) {
  const b = ss(30, 600, z) * (16 * fbm(x / 700 + 5, z / 700, 4) - 4)
  const m = z > 3000 ? mesa(x, z) : -1
  return m > 0 ? max(b, b * 0.3 + m) : b
}

function shade(x, y, z, n, d, out) {
  let a = mix3([0.19, 0.14, 0.075], [0.32, 0.235, 0.125], ss(-0.3, 0.4, fbm(x / 60, z / 140, 4)))
  a = mix3(a, [0.06, 0.065, 0.05], 0.75 * ss(0.12, 0.3, fbm(x / 24, z / 50, 2)))
  a = mix3(a, [0.34, 0.15, 0.09], ss(0.12, 0.4, 1 - n[1]))
  const far = sky(norm([d[0], 0.03, d[2]]))
  const pink = max(0, -n[2]) * 0.3
  const side = pow(max(0, dot(n, [-0.9, 0.2, 0.38])), 1.2)
  for (let j = 0; j < 3; j++) {
    const T = exp(-z / [15000, 13000, 11500][j])
    const light =
      [0.25, 0.26, 0.48][j] * (0.5 + 0.4 * n[1]) + [0.6, 0.34, 0.44][j] * pink + [1.1, 0.48, 0.28][j] * side
    out[j] = a[j] * light * T + far[j] * 0.62 * (1 - T)
  }
}

function stars({ W, S }, frame, horizon) {
  const r = rng(12)
  for (let i = 0; i < 170; i++) {
    const x = r() * W
    const y = r() * r() * horizon * 0.9
    const k = (0.06 + 0.9 * pow(r(), 9)) * (1 - ss(0.35, 0.85, y / horizon))
    for (let b = -2; b <= 2; b++)
      for (let a = -2; a <= 2; a++) {
        const px = floor(x) + a
        const py = floor(y) + b
        const d = (px + 0.5 - x) ** 2 + (py + 0.5 - y) ** 2
        frame.add(px, py, [1, 0.95, 0.88], k * exp(-d / (0.9 * S * S)))
      }
  }
}

function moon({ S }, frame) {
  const mx = 1190 * S
  const my = 120 * S
  const q = 13 * S
  for (let y = (my - q * 2) | 0; y < my + q * 2; y++)
    for (let x = (mx - q * 2) | 0; x < mx + q * 2; x++) {
      const dx = (x - mx) / q
      const dy = (y - my) / q
      const l = sqrt(dx * dx + dy * dy)
      const dark = sqrt((dx - 0.3) ** 2 + (dy + 0.18) ** 2)
      const a = clamp((1 - l) * q + 0.5) * clamp((dark - 0.985) * q + 0.5)
      if (a > 0) frame.over(x, y, [1.9, 1.7, 1.4], a)
      else if (l < 1) frame.add(x, y, [0.02, 0.02, 0.03])
    }
}
