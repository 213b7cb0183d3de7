// The two-track and the log gateway by moonlight: the moon stands out of frame on the right, the house shows as a few warm windows.
import * as K from '../kit/core.mjs'
import { renderTerrain } from '../kit/terrain.mjs'
import { makeSky } from '../kit/sky.mjs'
import { galaxy, starCatalogue, drawStar } from '../kit/stars.mjs'
import { makeView } from '../kit/plants.mjs'
import { HOUSE, ambient, gateShadow, hf, moon, moonColor, nightEye, onRoad, ruts } from './moonroad/place.mjs'
import { plants } from './moonroad/plants.mjs'
const { clamp, ss, fbm, n2, mix3, mul3, norm, dot } = K
const { sqrt, exp, pow, max } = Math

const EYE = 2.3,
  F = 1150,
  HORIZON = 612
const base = {
  sun: moon,
  spread: 0.9,
  height: 0.6,
  towards: [
    [0, '#5f7799'],
    [0.07, '#4a648d'],
    [0.2, '#31497a'],
    [0.45, '#1c3162'],
    [0.75, '#11224c'],
    [1, '#0b173a'],
  ],
  away: [
    [0, '#3c5072'],
    [0.07, '#2e4268'],
    [0.2, '#1d2f58'],
    [0.45, '#111f44'],
    [0.75, '#0b1636'],
    [1, '#08102a'],
  ],
}

export default async function moonroad(R) {
  const { W, S } = R,
    cam = { y: EYE, f: F * S, hor: HORIZON * S, cx: W / 2 },
    view = makeView(R, cam),
    frame = R.frame(),
    sky = makeSky({ ...base, lobes: [[7, [0.03, 0.042, 0.062]]] }),
    plain = makeSky(base),
    dirAt = (x, y) => norm([(x - cam.cx) / cam.f, -(y - cam.hor) / cam.f, 1]),
    way = galaxy([-0.62, 0.16, 1], [0.75, 0.55, 0.1])
  R.rows(Math.ceil(cam.hor + 8 * S), (y) => {
    const m = [0, 0, 0, 0]
    for (let x = 0; x < W; x++) {
      const d = dirAt(x + 0.5, y + 0.5),
        c = sky(d),
        k = 0.038 * ss(0, 0.3, d[1])
      way(d[0], d[1], d[2], m)
      frame.set(x, y, [c[0] + k * m[0] * 0.85, c[1] + k * m[1] * 0.95, c[2] + k * m[2] * 1.1])
    }
  })
  R.once(() => {
    const yMax = Math.ceil(cam.hor)
    for (const q of starCatalogue(way)) {
      const k = q.d[2] > 0.05 ? ss(10 * S, 320 * S, (cam.f * q.d[1]) / q.d[2]) : 0
      if (k > 0.02) drawStar(frame, cam, S, ...q.d, q.c, q.flux * 1.25 * k, yMax)
    }
  })
  R.log('sky')
  const hazeAt = (x, y, z) => {
    const low = plain(norm([x / z, 0.012, 1])),
      up = plain(norm([x / z, 0.07, 1])),
      mist =
        0.5 *
        ss(70, 330, z) *
        exp(-max(0, y + 4) / (3.5 + z * 0.008)) *
        (0.5 + 0.7 * fbm(x / (60 + z * 0.05), z / (130 + z * 0.08), 3)),
      T = 1 - exp(-z / 14000)
    return [clamp(T + mist * (1 - T)), mix3(mul3(up, 0.8), mul3(low, 0.95), clamp(0.35 + mist))]
  }
  renderTerrain(
    R,
    frame,
    cam,
    hf,
    (x, y, z, n, d, out) => {
      const slope = 1 - n[1],
        p = fbm(x / 9 + 1, z / 16, 4),
        q = z < 300 ? fbm(x / 1.3, z / 3.2, 3) : 0,
        r = onRoad(x, z)
      let a = mix3([0.105, 0.085, 0.034], [0.3, 0.21, 0.095], ss(-0.35, 0.4, p + 0.35 * q))
      if (z > 300) {
        const jun =
          ss(0.18, 0.32, fbm(x / 26, z / 40, 2) + 0.45 * fbm(x / 400, z / 500, 2)) * (1 - ss(0.4, 0.6, slope))
        a = mix3(a, [0.05, 0.058, 0.045], 0.7 * jun * (1 - ss(9000, 16000, z)))
      }
      const rock = ss(0.12, 0.38, slope) * ss(3000, 5000, z)
      if (rock > 0)
        a = mix3(
          a,
          mix3(
            [0.26, 0.15, 0.11],
            [0.4, 0.28, 0.21],
            0.5 + 0.5 * Math.sin(y * 0.085 + 2 * n2(y * 0.011, 3.3)),
          ),
          rock,
        )
      if (r > 0) {
        const pebble = z < 60 ? 0.22 * n2(x * 11, z * 8) + 0.14 * n2(x * 31, z * 22) * (1 - ss(8, 30, z)) : 0,
          dust = mix3([0.23, 0.165, 0.118], [0.31, 0.228, 0.166], ruts(x, z))
        a = mix3(a, mul3(dust, 1 + pebble + 0.16 * fbm(x / 0.9, z / 5, 3)), r)
      }
      a = nightEye(a)
      const dark = 1 - 0.85 * (z < 40 ? gateShadow(x, z) : 0),
        back = pow(max(0, d[0] * moon[0] + d[2] * moon[2]), 5),
        ndl = max(0, dot(n, moon)) * (z < 300 ? 1.35 : 1),
        key = (ndl * (1 + 0.35 * r) + (z < 2500 ? (0.1 + 0.5 * back) * (1 - 0.75 * r) : 0.03)) * dark,
        warm = 0.5 * exp(-((x - HOUSE[0]) ** 2) / 130 - (z - HOUSE[1] + 6) ** 2 / 220),
        [hz, hc] = hazeAt(x, y, z)
      for (let j = 0; j < 3; j++) {
        const c = a[j] * (moonColor[j] * key + ambient[j] * (0.42 + 0.5 * n[1]) + [2.2, 1.0, 0.3][j] * warm)
        out[j] = c + (hc[j] - c) * hz
      }
    },
    { z0: 2.2, k: 0.0022 / sqrt(S * R.ss), minStep: 0.012, zmax: 45000, minEps: 0.05 },
  )
  R.once(() => {
    plants(R, frame, view, hazeAt)
    frame.bloom(0.5, [
      [5 * S, 0.2],
      [22 * S, 0.16],
      [80 * S, 0.12],
    ])
  })
  R.log('plants')
  return { frame, finish: { exposure: 1.25, vig: 0.22, sat: 1.04, grain: 0.011, contrast: 0.16 } }
}
