/** Morning: the herd on the grass below the windmill, mist, low sun ahead. */
import { norm } from '../kit/core.mjs'
import { makeView, paintByDepth, scatter } from '../kit/plants.mjs'
import { renderTerrain } from '../kit/terrain.mjs'
import { grassStyle } from './morning/grass.mjs'
import { makeGroundShader } from './morning/ground.mjs'
import { herd } from './morning/herd.mjs'
import { millAndTank } from './morning/mill.mjs'
import { ground, height, MILL } from './morning/place.mjs'
import { makeMistySky } from './morning/sky.mjs'

/** x, y, size */
const BIRDS = [
  [905, 212, 7],
  [930, 204, 6],
  [948, 216, 5],
  [884, 200, 5],
  [966, 205, 4.5],
  [1002, 222, 4],
]

/** Paints the scene. */
export default async function morning(R) {
  const { S } = R
  const cam = { y: 2.3, f: 1350 * S, hor: 452 * S, cx: R.W / 2 }
  const view = makeView(R, cam)
  const frame = R.frame()
  const air = makeMistySky()
  R.rows(Math.ceil(cam.hor + 8 * S), (y) => {
    for (let x = 0; x < R.W; x++)
      frame.set(x, y, air.sky(norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])))
  })
  const steps = {
    z0: 3,
    k: 0.0022 / Math.sqrt(S * R.ss),
    minStep: 0.02,
    zmax: 42000,
    normalEps: 0.0012,
    minEps: 0.06,
  }
  renderTerrain(R, frame, cam, height, makeGroundShader(air.hazeAt), steps)
  R.once(() => {
    const g = R.canvas()
    const tufts = scatter(view, { seed: 99, count: 60000, near: 3, far: 120 })
    const mill = { z: MILL[1], draw: (gg) => millAndTank(gg, view, air) }
    const items = [...herd({ R, frame, cam, hazeAt: air.hazeAt }), mill]
    paintByDepth(g, frame, view, ground, tufts, grassStyle(air.hazeAt), items)
    birds(g)
    frame.layer(g.pixels())
    frame.bloom(0.8, [
      [8 * S, 0.16],
      [34 * S, 0.16],
      [120 * S, 0.2],
    ])
  })
  R.log('herd and grass')
  return { frame, finish: { exposure: 0.9, vig: 0.2, sat: 1.02, grain: 0.01 } }
}

function birds(g) {
  g.strokeStyle = 'rgba(60,50,52,.75)'
  g.lineWidth = 1.1
  for (const [x, y, s] of BIRDS) {
    g.beginPath()
    g.moveTo(x - s, y - s * 0.35)
    g.quadraticCurveTo(x - s * 0.4, y - s * 0.55, x, y)
    g.quadraticCurveTo(x + s * 0.4, y - s * 0.6, x + s, y - s * 0.25)
    g.stroke()
  }
}
