// The kitchen of the gathering building in the morning: bread and chiles on a long work table, copper on the wall, steam over the range.
// Light: low sun through the deep back window rakes across the table towards us; sky light from a window at each side, out of the picture.
import * as K from '../kit/core.mjs'
import { renderInterior } from '../kit/interior.mjs'
import { paintLand } from '../kit/interior-land.mjs'
import { windowLights } from '../kit/interior-shell.mjs'
import { sunDirection } from '../kit/sky.mjs'
import { BOUNDS, DEPTH, OPENINGS, ROOM, roomParts } from './kitchen/room.mjs'
import { copperParts, ristra } from './kitchen/hanging.mjs'
import { tableParts } from './kitchen/table.mjs'
const { fbm, fbm3, ss } = K
const { abs, exp, max } = Math

const CAMERA = { p: [0, 1.5, -0.75], f: 1010, cx: 800, hor: 372 }

/** Steam over the big pot, in design units: a soft column that leans and thins as it rises. */
function steam(o, px, py) {
  const h = (462 - py) / 250
  if (h < 0 || h > 1.1) return
  const mid = 1168 + 26 * h + 34 * h * fbm(h * 2.3, 1.7, 3),
    w = 24 + 62 * h,
    u = (px - mid) / w
  if (abs(u) > 1.6) return
  const n = fbm3(u * 1.3, h * 3.4 - 2, 5.2, 4),
    a = 0.34 * exp(-u * u * 2.2) * max(0, 0.45 + 1.1 * n) * ss(0, 0.1, h) * (1 - ss(0.35, 1.05, h))
  for (let j = 0; j < 3; j++) o[j] += ([0.92, 0.86, 0.78][j] - o[j]) * a
}

export default async function kitchen(R) {
  const { S } = R,
    outdoors = sunDirection(-0.62, 0.3)
  const land = paintLand(R, {
    cam: { y: 3.4, f: CAMERA.f * S, hor: (CAMERA.hor + 6) * S, cx: CAMERA.cx * S },
    sky: {
      sun: outdoors,
      towards: [
        [0, '#fff0d2'],
        [0.15, '#fbe3c6'],
        [0.4, '#dbdfe0'],
        [1, '#9cc2e0'],
      ],
      away: [
        [0, '#f7e0cb'],
        [0.15, '#e8d8d0'],
        [0.4, '#c2d3e0'],
        [1, '#8ab6dc'],
      ],
      height: 0.4,
    },
    mesas: [
      [-1250, 6100, 520, 420, 390, 3.9],
      [300, 9800, 900, 700, 400, 2.2],
      [-4200, 12000, 1500, 900, 520, 6.1],
    ],
    key: [2.6, 1.85, 1.1],
    fill: [0.42, 0.5, 0.7],
    grass: [
      [0.2, 0.15, 0.07],
      [0.42, 0.31, 0.15],
    ],
    shrubs: 46,
    crop: [420, 150, 840, 470],
  })
  return renderInterior(R, {
    parts: [...roomParts(), ...copperParts(), ...ristra(), ...tableParts()],
    bounds: BOUNDS,
    camera: CAMERA,
    land,
    landGain: 0.92,
    probeStep: 0.34,
    light: {
      sun: { d: K.norm([-0.3, 0.36, 0.8]), c: [11, 8.2, 5.1] },
      lamps: [],
      windows: windowLights(ROOM, OPENINGS, DEPTH),
      sky: (x, y, z, o) => {
        const up = y > 0 ? 1 : 0.62
        o[0] = 3.1 * up
        o[1] = 3.2 * up
        o[2] = (y > 0 ? 3.5 : 2.5) * up
      },
    },
    beam: 0.006,
    look: steam,
    finish: { exposure: 1.45 },
  })
}
