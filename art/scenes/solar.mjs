/** A round stock tank that mirrors the sky: with windmill and panels by day (`solar`), alone at sunset (`well`). */
import { clamp, css, mix3, mul3, norm, ss } from '../kit/core.mjs'
import { renderTerrain } from '../kit/terrain.mjs'
import { makeSky, planeClouds } from '../kit/sky.mjs'
import { makeView, paintByDepth } from '../kit/plants.mjs'
import { windmill } from '../kit/props.mjs'
import { fenceLine, grassStyle, grassTufts } from './solar/growth.mjs'
import { makeGroundShader } from './solar/ground.mjs'
import { herd } from './solar/herd.mjs'
import { solar } from './solar/looks/solar.mjs'
import { well } from './solar/looks/well.mjs'
import { panels } from './solar/panels.mjs'
import { ground, height, makeBare, makeShade, makeTank } from './solar/place.mjs'
import { drawTank } from './solar/tank.mjs'
const { exp, max, sqrt } = Math

const LOOKS = { solar, well }
export const variants = Object.keys(LOOKS)

/** Paints the variant that the studio was asked for. */
export default async function stockTank(R) {
  const scene = compose(R, LOOKS[R.options.variant ?? 'solar'])
  const { frame, cam, look, view, skyAt } = scene
  R.rows(Math.ceil(cam.hor + 8 * R.S), (y) => {
    for (let x = 0; x < R.W; x++)
      frame.set(x, y, skyAt(norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])))
  })
  const steps = { z0: 3.4, k: 0.0022 / sqrt(R.S * R.ss), minStep: 0.015, zmax: 45000, minEps: 0.05 }
  renderTerrain(R, frame, cam, height, makeGroundShader(scene), steps)
  R.log('landscape')
  R.once(() => {
    const g = R.canvas()
    const items = [...standing(scene), ...herd(scene), lastTheTank(scene)]
    paintByDepth(g, frame, view, ground, grassTufts(scene), grassStyle(scene), items)
    frame.bloom(0.9, [
      [7 * R.S, 0.12],
      [30 * R.S, 0.1],
      [110 * R.S, 0.12],
    ])
  })
  R.log('panels, windmill, tank, grass')
  return { frame, finish: look.finish }
}

/** What all parts of the picture need to know. */
function compose(R, look) {
  const cam = { y: look.eye, f: look.f * R.S, hor: look.hor * R.S, cx: R.W / 2 }
  const sky = makeSky({ sun: look.sun, ...look.sky })
  const clouds = planeClouds({ sun: look.sun, ...look.clouds })
  const tank = makeTank(look.tank)
  return {
    R,
    look,
    cam,
    tank,
    view: makeView(R, cam),
    frame: R.frame(),
    bare: makeBare(tank),
    shadeAt: makeShade(look, tank),
    skyAt: (d) => clouds(d, sky(d)),
    hazeAt: makeHaze(look, sky),
  }
}

/** Far things melt into the low sky of their direction, without the sun's disc and inner glow. */
function makeHaze(look, sky) {
  const soft = look.back
    ? makeSky({ sun: look.sun, ...look.sky, disc: 0, lobes: look.sky.lobes.slice(2) })
    : sky
  return (x, y, z) => {
    const low = soft(norm([x / z, 0.02, 1]))
    const amount = clamp(1 - exp(-z / 16500) + 0.22 * ss(900, 7000, z) * exp(-max(0, y) / 90))
    return [amount, mul3(low, look.fog)]
  }
}

function drawMill({ look, hazeAt }, g, view, facing) {
  const [x, z] = look.mill
  const tone = (c) => css(mix3(mul3(c, look.back ? 0.3 : 1.25), hazeAt(x, 6, z)[1], 0.05))
  windmill(g, view, ground(x, z), x, z, tone, { turn: 0.12, litX: -1, ...facing })
}

/** Windmill, panels and fence, as items for `paintByDepth`. */
function standing(scene) {
  const { view, look } = scene
  const rows = look.panels
    ? [
        { z: 17.2, x0: -10.2, count: 4 },
        { z: 15.2, x0: -11.2, count: 4 },
      ]
    : []
  return [
    { z: look.mill[1], draw: (g) => drawMill(scene, g, view, { facing: 1 }) },
    ...rows.map((row) => ({ z: row.z + 1, draw: (g) => panels(g, view, row) })),
    ...fenceLine(scene),
  ]
}

/** The tank mirrors what is painted before it. */
function lastTheTank(scene) {
  const mirrored = (g, view) => drawMill(scene, g, view, {})
  return { z: scene.tank.z + 0.01, raster: true, draw: () => drawTank(scene, mirrored) }
}
