// The bedroom of `room` in the evening, seen from beside the bed: a fire in the kiva, a lamp, blue hour and the first stars in the window.
// Light: the fire (warm, low, from the corner), a shaded lamp and two candles; a little blue sky through the window.
import * as K from '../kit/core.mjs'
import { renderInterior } from '../kit/interior.mjs'
import { paintLand } from '../kit/interior-land.mjs'
import { windowLights } from '../kit/interior-shell.mjs'
import { sunDirection } from '../kit/sky.mjs'
import { BOUNDS, CANDLES, DEPTH, LAMP, OPENINGS, ROOM, fire, fireParts } from './fireside/parts.mjs'
const { rng, ss } = K
const { exp, floor, pow } = Math

const CAMERA = { p: [0.62, 1.3, 0.35], yaw: -0.25, f: 1000, cx: 800, hor: 398 }

/** The first stars, fewer towards the horizon. */
function stars(S, land, horizon) {
  const r = rng(17)
  for (let i = 0; i < 90; i++) {
    const x = r() * land.w,
      y = r() * horizon,
      k = (0.05 + 0.75 * pow(r(), 10)) * (1 - ss(0.45, 0.92, y / horizon)),
      x0 = floor(x),
      y0 = floor(y)
    for (let b = -2; b <= 2; b++)
      for (let a = -2; a <= 2; a++)
        land.add(
          x0 + a,
          y0 + b,
          [0.9, 0.95, 1],
          k * exp(-((x0 + a + 0.5 - x) ** 2 + (y0 + b + 0.5 - y) ** 2) / (0.8 * S * S)),
        )
  }
}

export default async function fireside(R) {
  const { S } = R,
    west = sunDirection(-0.2, 0.03)
  const land = paintLand(R, {
    cam: { y: 3.4, f: CAMERA.f * S, hor: (CAMERA.hor - 6) * S, cx: CAMERA.cx * S },
    sky: {
      sun: west,
      towards: [
        [0, '#f6a86c'],
        [0.2, '#ee9f78'],
        [0.38, '#c9949a'],
        [0.52, '#8288b6'],
        [0.74, '#4166ae'],
        [1, '#1f438f'],
      ],
      away: [
        [0, '#e0a184'],
        [0.2, '#c79a94'],
        [0.38, '#9c92ae'],
        [0.52, '#6379b0'],
        [0.74, '#335aa2'],
        [1, '#1b3d85'],
      ],
      spread: 0.5,
      height: 0.24,
    },
    mesas: [
      [1150, 6200, 430, 420, 380, 3.9],
      [-1500, 9800, 900, 800, 450, 2.2],
      [3000, 11000, 1200, 900, 480, 6.1],
      [-6500, 19000, 3000, 1500, 800, 8.8],
    ],
    key: [0.05, 0.03, 0.03],
    fill: [0.15, 0.17, 0.3],
    grass: [
      [0.16, 0.13, 0.08],
      [0.36, 0.29, 0.18],
    ],
    air: 0.55,
    shrubs: 40,
    crop: [680, 180, 1240, 580],
    after: (out, cam) => stars(S, out, cam.hor),
  })
  return renderInterior(R, {
    parts: fireParts(),
    bounds: BOUNDS,
    camera: CAMERA,
    land,
    landGain: 0.88,
    probeStep: 0.3,
    light: {
      lamps: [
        { p: fire.fire, c: [2.55, 1.08, 0.32], size: 0.42, near: 0.24, sharp: 26 },
        { p: LAMP, c: [0.5, 0.3, 0.135], size: 0.2, near: 0.27, sharp: 40 },
        ...CANDLES.map(([x, y, z]) => ({
          p: [x, y + 0.12, z],
          c: [0.075, 0.034, 0.009],
          size: 0.06,
          near: 0.05,
          reach: 2,
        })),
      ],
      windows: windowLights(ROOM, OPENINGS, DEPTH),
      sky: (x, y, z, o) => {
        const up = y > 0 ? 1 : 0.35
        o[0] = 0.3 * up
        o[1] = 0.42 * up
        o[2] = 0.92 * up
      },
    },
    ambient: [0.006, 0.007, 0.012],
    fires: [
      { at: fire.hearth, width: 0.24, height: 0.46, power: 1.35 },
      ...CANDLES.map(([x, y, z], i) => ({
        at: [x, y + 0.08, z],
        width: 0.02,
        height: 0.075,
        seed: i + 5,
        power: 2.2,
      })),
    ],
    bloom: { over: 0.8, gain: 1.1 },
    finish: { exposure: 1.25, vig: 0.2, sat: 1.0 },
  })
}
