/** Mesa country after sunset (`dusk`), with the sun just up over mist (`dawn`), under a big moon (`moonrise`). */
import { norm } from '../kit/core.mjs'
import { renderTerrain } from '../kit/terrain.mjs'
import { crescentAndStars } from './dusk/crescent.mjs'
import { foreground } from './dusk/foreground.mjs'
import { makeLand } from './dusk/land.mjs'
import { dawn } from './dusk/looks/dawn.mjs'
import { dusk } from './dusk/looks/dusk.mjs'
import { moonrise } from './dusk/looks/moonrise.mjs'
import { moonAndStars } from './dusk/moon.mjs'
import { makeDuskSky } from './dusk/sky.mjs'

const LOOKS = { dusk, dawn, moonrise }
export const variants = Object.keys(LOOKS)

/** Paints the variant that the studio was asked for. */
export default async function mesaCountry(R) {
  const name = R.options.variant ?? 'dusk'
  const look = LOOKS[name]
  const [eye, focal, horizon] = look.cam
  const { W, S } = R
  const cam = { y: eye, f: focal * S, hor: horizon * S, cx: W / 2 }
  const frame = R.frame()
  const air = makeDuskSky(look, norm(look.sun))
  R.rows(Math.ceil(cam.hor + 8 * S), (y) => {
    for (let x = 0; x < W; x++)
      frame.set(x, y, air.sky(norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])))
  })
  const land = makeLand(look, air)
  const steps = { z0: 60, k: 0.0012 / Math.sqrt(S * R.ss), zmax: 52000, normalEps: 0.0011, minEps: 2 }
  const { depth } = renderTerrain(R, frame, cam, land.height, land.shade, steps)
  R.once(() => {
    if (look.night) moonAndStars({ R, frame, cam, look }, depth)
    else if (!look.disc) crescentAndStars(R, frame)
    frame.bloom(0.75, [
      [6 * S, 0.25],
      [26 * S, 0.22],
      [90 * S, 0.18],
    ])
    foreground(R, frame, { name, look })
  })
  R.log('foreground')
  return { frame, finish: look.finish }
}
