/**
 * One plain in six lights: the four seasons share camera, mesas, wash and cottonwoods, so they can cross-fade; `pasture`
 * and `snow-night` see it mirrored and through longer lenses.
 */
import { norm, rng } from '../kit/core.mjs'
import { renderTerrain } from '../kit/terrain.mjs'
import { makeView, paintByDepth } from '../kit/plants.mjs'
import { cottonwoods, fenceLine, grassStyle, grassTufts } from './season/growth.mjs'
import { makeGroundShader } from './season/ground.mjs'
import { herd } from './season/herd.mjs'
import { makeHaze, makeSunlight, makeTreeShade } from './season/light.mjs'
import { autumn } from './season/looks/autumn.mjs'
import { pasture } from './season/looks/pasture.mjs'
import { snowNight } from './season/looks/snow-night.mjs'
import { spring } from './season/looks/spring.mjs'
import { storm } from './season/looks/storm.mjs'
import { winter } from './season/looks/winter.mjs'
import { makePlace } from './season/place.mjs'
import { paintSky } from './season/sky.mjs'
const { exp, pow, sqrt } = Math

const LOOKS = { spring, storm, autumn, winter, pasture, 'snow-night': snowNight }
export const variants = Object.keys(LOOKS)

/** Paints the variant that the studio was asked for. */
export default async function season(R) {
  const scene = compose(R, R.options.variant ?? 'autumn')
  const { frame, cam, look, place } = scene
  paintSky(scene)
  const steps = { z0: 3, k: 0.0024 / sqrt(R.S * R.ss), minStep: 0.02, zmax: 45000 }
  renderTerrain(R, frame, cam, place.height, makeGroundShader(scene), steps)
  R.once(() => {
    const items = [
      ...cottonwoods(scene),
      ...fenceLine(scene),
      ...(scene.name === 'pasture' ? herd(scene) : []),
    ]
    paintByDepth(R.canvas(), frame, scene.view, place.ground, grassTufts(scene), grassStyle(scene), items)
    if (scene.name === 'winter') sparkle(scene)
    frame.bloom(0.85, [
      [7 * R.S, 0.14],
      [30 * R.S, 0.12],
      [110 * R.S, 0.14],
    ])
  })
  R.log('plants')
  return { frame, finish: look.finish }
}

/** What all parts of the picture need to know. */
function compose(R, name) {
  const look = LOOKS[name]
  const place = makePlace(name)
  const cam = { y: place.eye, f: place.focal * R.S, hor: place.horizon * R.S, cx: R.W / 2 }
  return {
    R,
    name,
    look,
    place,
    cam,
    frame: R.frame(),
    view: makeView(R, cam),
    dirAt: (x, y) => norm([(x - cam.cx) / cam.f, -(y - cam.hor) / cam.f, 1]),
    hazeAt: makeHaze(name, look),
    treeShade: makeTreeShade(place.trees, look),
    sunlight: makeSunlight(name),
  }
}

/** Glints on the snow near the viewer, on the sun's side. */
function sparkle({ R, frame, view, place }) {
  const r = rng(404)
  for (let i = 0; i < 2600; i++) {
    const z = 3.2 * pow(14, r())
    const x = (r() * 2 - 1) * z * 0.66
    const [px, py] = view.at(x, place.ground(x, z), z)
    const k = exp(-(((px - 1250) / 520) ** 2)) * pow(r(), 7) * 2.2
    if (k > 0.05 && py < 899) frame.add((px * R.S) | 0, (py * R.S) | 0, [1, 0.9, 0.8], k)
  }
}
