import { dot, fbm, mix3, norm, ss } from '../../kit/core.mjs'
import { makeSky, sunDirection } from '../../kit/sky.mjs'
import { mesaField, renderTerrain } from '../../kit/terrain.mjs'
import { CAM } from './places.mjs'
const { exp, max, PI, sin } = Math

const sun = sunDirection((-60 * PI) / 180, 0.22)
const SKY = {
  towards: [
    [0, '#ffe9cf'],
    [0.15, '#f7dccb'],
    [0.4, '#cfd8e2'],
    [1, '#93bbdc'],
  ],
  away: [
    [0, '#f5dccb'],
    [0.15, '#e5d2cf'],
    [0.4, '#bed0e0'],
    [1, '#86b2da'],
  ],
  height: 0.4,
}
const MESAS = [
  [900, 6200, 430, 420, 370, 3.9],
  [-1500, 9800, 900, 800, 450, 2.2],
  [2600, 11000, 1200, 900, 480, 6.1],
  [900, 19000, 3000, 1500, 800, 8.8],
]

/** Mesa country in early light as the window shows it: a frame of the picture's size. */
export function paintOutside(R) {
  const frame = R.frame()
  const cam = { y: 3.4, f: CAM.f * R.S, hor: CAM.hor * R.S - 24 * R.S, cx: CAM.cx * R.S }
  const sky = makeSky({ sun, ...SKY })
  R.rows(R.H, (y) => {
    for (let x = 0; x < R.W; x++) {
      const d = norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])
      frame.set(x, y, d[1] > 0 ? sky(d) : [0.4, 0.35, 0.25])
    }
  })
  const mesa = mesaField(MESAS)
  const height = (x, z) => {
    const b = 1.2 * fbm(x / 60, z / 60, 3) + ss(200, 1500, z) * (14 * fbm(x / 520 + 5, z / 520, 4) - 3)
    const m = z > 3500 ? mesa(x, z) : -1
    return m > 0 ? max(b, b * 0.3 + m) : b
  }
  const steps = { z0: 12, k: 0.0035, zmax: 42000 }
  renderTerrain(R, frame, cam, height, makeShader(sky), steps)
  return frame
}

function makeShader(sky) {
  return (x, y, z, n, d, out) => {
    const a = albedo({ x, y, z, slope: 1 - n[1] })
    const key = max(0, dot(n, sun)) * 1.25 + 0.12
    const far = sky(norm([d[0], 0.02, d[2]]))
    for (let j = 0; j < 3; j++) {
      const T = exp(-z / [17000, 14500, 12500][j])
      const lit = a[j] * ([2.5, 1.75, 1.05][j] * key + [0.42, 0.5, 0.7][j] * 0.8)
      out[j] = lit * T + far[j] * 0.92 * (1 - T)
    }
  }
}

function albedo({ x, y, z, slope }) {
  const grass = mix3([0.2, 0.15, 0.07], [0.4, 0.29, 0.145], ss(-0.3, 0.4, fbm(x / 14, z / 30, 4)))
  const juniper = 0.7 * ss(0.12, 0.3, fbm(x / 22, z / 60, 3)) * (1 - ss(0.4, 0.6, slope))
  const rock = mix3([0.36, 0.16, 0.095], [0.52, 0.3, 0.19], 0.5 + 0.5 * sin(y * 0.08))
  return mix3(mix3(grass, [0.07, 0.08, 0.045], juniper), rock, ss(0.12, 0.4, slope) * ss(3000, 4500, z))
}
