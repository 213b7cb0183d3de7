/** The last miles: a two-track through the grass towards the mesas at sunrise; ranch gate, cattle guard, a board for the name. */
import { norm } from '../kit/core.mjs'
import { makeView, paintByDepth } from '../kit/plants.mjs'
import { renderTerrain } from '../kit/terrain.mjs'
import { makeGroundShader } from './road/ground.mjs'
import { grassStyle, grassTufts, standing } from './road/growth.mjs'
import { EYE, FOCAL, ground, height, HORIZON } from './road/place.mjs'
import { makeMorningSky } from './road/sky.mjs'

/** Paints the scene. */
export default async function road(R) {
  const { S } = R
  const cam = { y: EYE, f: FOCAL * S, hor: HORIZON * S, cx: R.W / 2 }
  const view = makeView(R, cam)
  const frame = R.frame()
  const { sky, hazeAt } = makeMorningSky()
  R.rows(Math.ceil(cam.hor + 12 * S), (y) => {
    for (let x = 0; x < R.W; x++)
      frame.set(x, y, sky(norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])))
  })
  R.log('sky')
  const steps = { z0: 2.6, k: 0.0022 / Math.sqrt(S * R.ss), minStep: 0.012, zmax: 45000, minEps: 0.05 }
  renderTerrain(R, frame, cam, height, makeGroundShader(hazeAt), steps)
  R.once(() => {
    const items = standing(view, hazeAt)
    paintByDepth(R.canvas(), frame, view, ground, grassTufts(view), grassStyle(hazeAt), items)
    frame.bloom(0.85, [
      [8 * S, 0.15],
      [34 * S, 0.15],
      [120 * S, 0.18],
    ])
  })
  R.log('plants')
  return { frame, finish: { exposure: 0.92, vig: 0.2, sat: 1.03, grain: 0.01, contrast: 0.12 } }
}
