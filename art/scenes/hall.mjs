// The gathering room in the morning: a long table set for eleven to work together, mesa country in wide windows.
// Light: the sun stands left behind the windows and falls across the table; sky light from all windows; a small fire in the corner.
import * as K from '../kit/core.mjs'
import { renderInterior } from '../kit/interior.mjs'
import { paintLand } from '../kit/interior-land.mjs'
import { windowLights } from '../kit/interior-shell.mjs'
import { sunDirection } from '../kit/sky.mjs'
import { BOUNDS, OPENINGS, ROOM, DEPTH, fire, hallParts } from './hall/parts.mjs'

const CAMERA = { p: [1.05, 1.6, -1.0], yaw: -0.1, f: 980, cx: 800, hor: 392 }

export default async function hall(R) {
  const { S } = R,
    outdoors = sunDirection(-1.15, 0.4)
  const land = paintLand(R, {
    cam: { y: 3.2, f: CAMERA.f * S, hor: (CAMERA.hor - 8) * S, cx: CAMERA.cx * S },
    sky: {
      sun: outdoors,
      towards: [
        [0, '#fbe9d2'],
        [0.15, '#e9e2d8'],
        [0.4, '#b9d0e2'],
        [1, '#7fb0dc'],
      ],
      away: [
        [0, '#f0dcc6'],
        [0.15, '#cfd8dd'],
        [0.4, '#93bbde'],
        [1, '#5c97d2'],
      ],
      height: 0.42,
    },
    mesas: [
      [-1350, 5900, 760, 520, 400, 3.9],
      [900, 7400, 300, 300, 360, 2.2],
      [2600, 12000, 1600, 900, 520, 6.1],
      [-4200, 15000, 2600, 1500, 700, 8.8],
    ],
    key: [2.5, 1.8, 1.12],
    fill: [0.42, 0.5, 0.7],
    grass: [
      [0.2, 0.15, 0.07],
      [0.42, 0.31, 0.15],
    ],
    crop: [0, 180, 960, 580],
  })
  return renderInterior(R, {
    parts: hallParts(),
    bounds: BOUNDS,
    camera: CAMERA,
    land,
    landGain: 0.8,
    probeStep: 0.42,
    light: {
      sun: { d: K.norm([-0.85, 0.3, 0.2]), c: [10, 7.3, 4.5] },
      lamps: [{ p: fire.fire, c: [0.75, 0.27, 0.055], size: 0.25, near: 0.16 }],
      windows: windowLights(ROOM, OPENINGS, DEPTH),
      sky: (x, y, z, o) => {
        const up = y > 0 ? 1 : 0.62
        o[0] = 2.5 * up
        o[1] = 2.6 * up
        o[2] = (y > 0 ? 2.9 : 2.1) * up
      },
    },
    beam: 0.0022,
    fires: [{ at: fire.hearth, width: 0.24, height: 0.44 }],
    finish: { exposure: 1.45 },
  })
}
