import { fbm, mix3, mul3, norm, ss } from '../../kit/core.mjs'
import { marchColumn, mesaField } from '../../kit/terrain.mjs'
const { atan2, ceil, exp, max, pow } = Math

/** Rays a pixel, each way. */
const FINE = 2
const mesa = mesaField([
  [-2700, 5200, 900, 900, 400, 1.3],
  [-900, 8600, 260, 240, 400, 2.1],
  [-520, 8900, 90, 90, 330, 3.3],
  [3600, 7000, 1000, 1000, 420, 5.2],
  [1900, 11500, 900, 800, 430, 6.4],
  [-4200, 13500, 2300, 1500, 700, 7.1],
  [5600, 17000, 3200, 1900, 900, 8.3],
  [200, 24000, 5200, 2000, 1000, 9.9],
])

function height(x, z) {
  const b = z > 150 ? ss(150, 1500, z) * (22 * fbm(x / 1100 + 3, z / 1100, 4) - 4) : 0
  const m = z > 2500 ? mesa(x, z) : -1
  return m > 0 ? max(b, b * 0.4 + m) : b
}

/** Distant mesas behind the house, lit by airglow only: added to the steady plate and to what hides the sky. */
export function mesas(R, cam, { steady, cover, brighter }) {
  const width = R.W * FINE
  const band = ceil(150 * R.S) * FINE
  const top = ceil(cam.hor + 2) * FINE - band
  const fine = { y: 2, f: cam.f * FINE, hor: cam.hor * FINE - top, cx: cam.cx * FINE }
  const depth = R.buffer(width * band)
  const level = R.buffer(width * band)
  const steps = { z0: 120, k: 0.003, zmax: 40000 }
  R.rows(width, (px) => marchColumn(px, width, band, fine, height, depth, level, steps), 16)
  R.rows(band / FINE, (k) => {
    const y = top / FINE + k
    for (let x = 0; x < R.W; x++) {
      const o = y * R.W + x
      if (cover[o] > 0.999) continue
      const sum = [0, 0, 0, 0]
      for (let j = 0; j < FINE; j++)
        for (let i = 0; i < FINE; i++) {
          const at = (k * FINE + j) * width + x * FINE + i
          if (!depth[at]) continue
          const c = colorOf((x * FINE + i + 0.5 - fine.cx) / fine.f, level[at], depth[at])
          brighter(c).forEach((v, u) => (sum[u] += v))
          sum[3]++
        }
      const f = (1 - cover[o]) / (FINE * FINE)
      for (let u = 0; u < 3; u++) steady.d[o * 3 + u] += sum[u] * f
      cover[o] += sum[3] * f
    }
  })
}

function colorOf(dx, y, z) {
  const x = dx * z
  const e = max(2, z * 0.0015)
  const n = norm([-(height(x + e, z) - height(x - e, z)), 2 * e, -(height(x, z + e) - height(x, z - e))])
  const albedo = mix3([0.1, 0.1, 0.085], [0.16, 0.1, 0.075], ss(0.1, 0.4, 1 - n[1]))
  const side = max(0, -n[0] * 0.5 + n[1] * 0.3 - n[2] * 0.6) * 1.6
  const town = exp(-pow((atan2(dx, 1) + 0.62) / 0.34, 2))
  const scattered = [0.0125 + 0.03 * town, 0.0205 + 0.018 * town, 0.029 + 0.008 * town]
  const fog = (1 - exp(-z / 5200)) * exp(-max(0, y) / 85) * 0.75
  const lit = albedo.map(
    (a, u) => a * ([0.04, 0.058, 0.105][u] * (0.5 + 0.5 * n[1]) + [0.03, 0.04, 0.062][u] * side),
  )
  return mix3(mix3(scattered, lit, exp(-z / 13000)), mul3(scattered, 1.15), fog)
}
