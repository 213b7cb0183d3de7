/** Pronghorn on a ridge at dawn: back light, long haze, mesas below the ridge line. */
import { norm } from '../kit/core.mjs'
import { makeView, paintByDepth } from '../kit/plants.mjs'
import { renderTerrain } from '../kit/terrain.mjs'
import { makeGroundShader } from './wildlife/ground.mjs'
import { grassStyle, grassTufts, yuccas } from './wildlife/growth.mjs'
import { herd } from './wildlife/herd.mjs'
import { EYE, FOCAL, height, HORIZON, ridge } from './wildlife/place.mjs'
import { makeDawnSky } from './wildlife/sky.mjs'

/** Paints the scene. */
export default async function wildlife(R) {
  const { S } = R
  const cam = { y: EYE, f: FOCAL * S, hor: HORIZON * S, cx: R.W / 2 }
  const view = makeView(R, cam)
  const frame = R.frame()
  const { sky, hazeAt } = makeDawnSky()
  R.rows(Math.ceil(cam.hor + 40 * S), (y) => {
    for (let x = 0; x < R.W; x++)
      frame.set(x, y, sky(norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])))
  })
  const steps = { z0: 3.2, k: 0.0018 / Math.sqrt(S * R.ss), minStep: 0.02, zmax: 45000, minEps: 0.04 }
  renderTerrain(R, frame, cam, height, makeGroundShader(hazeAt), steps)
  R.once(() => {
    const items = [...herd({ R, frame, cam, hazeAt }), ...yuccas(view)]
    paintByDepth(R.canvas(), frame, view, ridge, grassTufts(view), grassStyle(hazeAt), items)
    frame.bloom(0.8, [
      [8 * S, 0.16],
      [34 * S, 0.16],
      [120 * S, 0.2],
    ])
  })
  R.log('herd and grass')
  return { frame, finish: { exposure: 0.9, vig: 0.2, sat: 1.04, grain: 0.01, contrast: 0.1 } }
}
