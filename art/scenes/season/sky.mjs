import { ss } from '../../kit/core.mjs'
import { makeSky, planeClouds } from '../../kit/sky.mjs'
import { drawStar, galaxy, starCatalogue } from '../../kit/stars.mjs'
import { cumulus } from './cumulus.mjs'
import { storm } from './storm.mjs'

/** The whole sky of a variant: gradient, clouds, stars. */
export function paintSky(scene) {
  const { R, frame, cam, dirAt, look, name } = scene
  const sky = makeSky({ sun: look.sun, ...look.sky })
  const clouds = look.clouds ? planeClouds({ sun: look.sun, curve: 0.05, ...look.clouds }) : (d, c) => c
  R.rows(Math.ceil(cam.hor + 8 * R.S), (y) => {
    for (let x = 0; x < R.W; x++) {
      const d = dirAt(x + 0.5, y + 0.5)
      frame.set(x, y, clouds(d, sky(d)))
    }
  })
  if (name === 'storm') storm(scene)
  else if (name === 'spring') cumulus(scene)
  else if (name === 'snow-night') R.once(() => moonlitStars(scene))
  R.log('sky')
}

/** Stars and a faint Milky Way, fewer towards the horizon. */
function moonlitStars({ R, frame, cam, dirAt }) {
  const yMax = Math.ceil(cam.hor)
  const way = galaxy([0.5, 0.35, 1], [0.6, 1, 0.1])
  const m = [0, 0, 0, 0]
  for (let y = 0; y < yMax; y++)
    for (let x = 0; x < R.W; x++) {
      const d = dirAt(x + 0.5, y + 0.5)
      way(d[0], d[1], d[2], m)
      frame.add(x, y, [m[0] * 0.85, m[1], m[2] * 1.1], 0.034 * ss(0, 0.3, d[1]))
    }
  for (const { d, c, flux } of starCatalogue(way)) {
    if (d[2] <= 0.05) continue
    const k = ss(0, 300 * R.S, (cam.f * d[1]) / d[2])
    if (k > 0.02) drawStar(frame, cam, R.S, ...d, c, flux * 1.3 * k, yMax)
  }
}
