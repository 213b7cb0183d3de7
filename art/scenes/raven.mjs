// A raven glides past the rim of a canyon in the late afternoon: sunlit walls, blue shadow below, tableland to the horizon.
import * as K from '../kit/core.mjs'
import { renderTerrain } from '../kit/terrain.mjs'
import { makeSky, planeClouds, sunDirection } from '../kit/sky.mjs'
import { makeView } from '../kit/plants.mjs'
import { raven as paintRaven } from '../kit/creatures-birds.mjs'
import { canyon, rock, shadowMap } from './raven/canyon.mjs'
import { rimPlants } from './raven/rim.mjs'
const { ss, mix3, mul3, norm, dot } = K
const { sqrt, exp, max } = Math

const CAM = { y: 8.6, f: 1120, hor: 318 },
  deg = Math.PI / 180,
  sun = sunDirection(-124 * deg, 24 * deg),
  sunColor = [2.15, 1.6, 1.02],
  ambient = [0.26, 0.36, 0.56]
const look = {
  sun,
  spread: 0.8,
  height: 0.5,
  towards: [
    [0, '#f4e6d0'],
    [0.1, '#dfe0dc'],
    [0.3, '#a8cbe4'],
    [1, '#4c8dcb'],
  ],
  away: [
    [0, '#dbe3e6'],
    [0.1, '#b9d2e4'],
    [0.3, '#80b1da'],
    [0.6, '#4f90cb'],
    [1, '#306fb3'],
  ],
}

export default async function raven(R) {
  const { W, S } = R,
    cam = { y: CAM.y, f: CAM.f * S, hor: CAM.hor * S, cx: W / 2 },
    view = makeView(R, cam),
    frame = R.frame(),
    sky = makeSky(look),
    clouds = planeClouds({
      sun,
      scale: [0.2, 0.62],
      seed: 2.6,
      cover: -0.06,
      shadeCool: [0.66, 0.71, 0.8],
      shadeWarm: [0.86, 0.8, 0.76],
      lightCool: [1.06, 1.03, 0.98],
      lightWarm: [1.28, 1.14, 0.94],
      opacity: 0.74,
      low: 0.03,
    })
  R.rows(Math.ceil(cam.hor + 10 * S), (y) => {
    for (let x = 0; x < W; x++) {
      const d = norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])
      frame.set(x, y, clouds(d, sky(d)))
    }
  })
  const shade = shadowMap(R, sun)
  R.log('sky and shadows')
  const hazeColor = (dx, up) => sky(norm([dx, up, 1]))
  renderTerrain(
    R,
    frame,
    cam,
    canyon,
    (x, y, z, n, d, out) => {
      const a = rock(x, y, z, n),
        lit = ss(-2 - z * 0.002, 3 + z * 0.003, y - shade(x, z)),
        ndl = max(0, dot(n, sun)),
        bounce = max(0, -n[0] * 0.6 - n[2] * 0.35) * 0.16 * ss(-430, -60, y),
        open = 0.5 + 0.5 * ss(-430, 0, y),
        dist = z / d[2],
        h = mix3(mul3(hazeColor(d[0], 0.09), 0.72), hazeColor(d[0], 0.015), ss(5000, 42000, dist)),
        T = [15000, 12000, 8600].map((t) => exp(-dist / t))
      for (let j = 0; j < 3; j++) {
        const e =
          sunColor[j] * ndl * lit * 1.05 +
          ambient[j] * open * (0.5 + 0.5 * n[1]) +
          [0.9, 0.5, 0.32][j] * bounce
        out[j] = a[j] * e * T[j] + h[j] * (1 - T[j])
      }
    },
    { z0: 2.5, k: 0.0016 / sqrt(S * R.ss), minStep: 0.02, zmax: 52000, normalEps: 0.0007, minEps: 0.12 },
  )
  R.once(() => {
    const g = R.canvas()
    rimPlants(g, view, canyon)
    frame.layer(g.pixels())
    frame.bloom(0.9, [
      [8 * S, 0.12],
      [40 * S, 0.12],
    ])
    const at = [0.82, CAM.y - 0.36, 3.15]
    paintRaven(
      g,
      ([x, y, z]) => {
        const [px, py] = view.at(at[0] + x, at[1] + y, at[2] + z)
        return [px, py, CAM.f / (at[2] + z)]
      },
      { heading: 0.35, pitch: 0.02, roll: -0.72, raise: 0.15, spread: 1 },
      { sun, key: sunColor, sky: [0.5, 0.66, 0.95], ground: [0.3, 0.26, 0.26] },
    )
    frame.layer(g.pixels())
  })
  R.log('raven')
  return { frame, finish: { exposure: 0.95, vig: 0.17, sat: 1.05, grain: 0.009, contrast: 0.12 } }
}
