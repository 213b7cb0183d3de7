/** The long table at dusk: string lights between juniper posts, candles, an outdoor kitchen, a fire ring, mesas beyond. */
import { clamp } from '../kit/core.mjs'
import { flames } from '../kit/fire.mjs'
import { makeView } from '../kit/plants.mjs'
import { paintEvening } from './table/evening.mjs'
import { grass } from './table/grass.mjs'
import { junipers } from './table/junipers.mjs'
import { GRASS, makeShader } from './table/light.mjs'
import { CAM, FIRE } from './table/places.mjs'
import { drawStrings } from './table/strings.mjs'

/** Nothing is traced above: only sky. */
const TOP = 60

/** Paints the scene. */
export default async function table(R) {
  const frame = R.frame()
  const { S } = R
  const view = makeView(R, { y: CAM.y, f: CAM.f * S, hor: CAM.hor * S, cx: CAM.cx * S })
  paintEvening(R, frame)
  R.once(() => junipers(R, frame, view))
  R.log('sky and mesas')
  const y0 = Math.floor(TOP * S)
  const traced = R.adaptive(4, makeShader(R, frame), { extra: 5, y0 })
  R.log('traced')
  R.once(() => {
    for (let i = y0 * R.W; i < R.W * R.H; i++)
      for (let j = 0; j < 3; j++) frame.d[i * 3 + j] = traced[i * 4 + j]
    grassWhereItMay(R, frame, { view, traced })
    const at = (x, y, z) => view.at(x - CAM.x, y, z)
    const [fx, fy] = at(FIRE[0], 0.08, FIRE[1])
    const k = (CAM.f * S) / FIRE[1]
    flames(frame, fx * S, fy * S, 0.95 * k, 0.36 * k, 0.42, 0.95, 10)
    drawStrings(R, frame, at)
    const glows = [
      [5 * S, 0.16],
      [20 * S, 0.14],
      [80 * S, 0.13],
    ]
    frame.bloom(0.7, glows, 5)
  })
  return { frame, finish: { exposure: 1.12, vig: 0.2, sat: 1.06, grain: 0.01, contrast: 0.08 } }
}

function grassWhereItMay(R, frame, { view, traced }) {
  const g = R.canvas()
  grass(g, view)
  const pixels = g.pixels()
  for (let i = 0; i < R.W * R.H; i++) pixels[i * 4 + 3] *= clamp(traced[i * 4 + GRASS])
  frame.layer(pixels)
}
