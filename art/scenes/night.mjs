/** The adobe house under the Milky Way with a fire in the ring (`night`), and from close by at blue hour (`porch`). */
import { norm } from '../kit/core.mjs'
import { drawStar, starCatalogue } from '../kit/stars.mjs'
import { drawFire, drawSmoke } from './night/fire.mjs'
import { plates } from './night/plates.mjs'
import { blueHour, makeNightSky, milkyWay } from './night/sky.mjs'
import { cameraOf, makeView } from './night/view.mjs'

/** How the light becomes a picture; the banner loop uses that of `night`. */
export const FINISH = {
  night: { exposure: 1.55, vig: 0.2, sat: 1.14, grain: 0.01 },
  porch: { exposure: 1.12, vig: 0.18, sat: 1.08, grain: 0.01, contrast: 0.08 },
}
export const variants = Object.keys(FINISH)

/** At blue hour only the brightest show. */
const FIRST_STARS = 90
/** The moment of the loop that the still pictures show. */
const MOMENT = 0.3

/** Paints the variant that the studio was asked for. */
export default async function night(R) {
  const name = R.options.variant ?? 'night'
  const view = makeView(name)
  const { W, H, S } = R
  const cam = cameraOf(R, view)
  const frame = R.frame()
  const made = plates(R, view)
  const sky = view.porch ? blueHour : makeNightSky()
  R.rows(Math.ceil(cam.hor + 6 * S), (y) => {
    for (let x = 0; x < W; x++)
      frame.set(x, y, sky(...norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])))
  })
  R.log('sky')
  R.once(() => {
    const yMax = Math.ceil(cam.hor) + 2
    for (const { d, c, flux } of starsOf(view)) drawStar(frame, cam, S, ...d, c, flux, yMax)
    drawSmoke({ R, view, frame }, MOMENT)
    for (let o = 0; o < W * H * 3; o++) {
      const sum = frame.d[o] * (1 - made.cover[(o / 3) | 0])
      frame.d[o] = sum + made.steady.d[o] + made.hearth.d[o] + made.fire.d[o]
    }
    if (!view.porch) drawFire({ R, view, frame }, MOMENT)
    frame.bloom(0.55, [
      [5 * S, 0.2],
      [22 * S, 0.16],
      [80 * S, 0.16],
    ])
  })
  return { frame, finish: FINISH[name] }
}

function starsOf({ porch }) {
  const stars = starCatalogue(milkyWay)
  return porch ? stars.sort((a, b) => b.flux - a.flux).slice(0, FIRST_STARS) : stars
}
