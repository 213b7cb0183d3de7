import { CHANNELS, COVER } from './lights.mjs'
import { mesas } from './mesas.mjs'
import { plants } from './plants.mjs'
import { makeSampler } from './sampler.mjs'
import { cameraOf } from './view.mjs'
const { floor } = Math

/**
 * Everything that does not move: light plates `steady`, `hearth` (the flickering window) and `fire`, whose sum is the
 * picture, and `cover`, how much of each pixel hides the sky.
 */
export function plates(R, view) {
  const { W, H, S } = R
  const cam = cameraOf(R, view)
  const y0 = floor(cam.hor - (view.porch ? 480 : 310) * S)
  const raw = R.adaptive(CHANNELS, makeSampler(R, view), { y0, extra: view.porch ? 3 : 6 })
  R.log('house traced')
  const made = { steady: R.frame(), hearth: R.frame(), fire: R.frame(), cover: R.buffer(W * H) }
  R.once(() => {
    for (let i = y0 * W; i < W * H; i++) split(made, raw, i)
  })
  const brighter = view.porch ? (c) => [c[0] * 3.4 + 0.05, c[1] * 3.6 + 0.06, c[2] * 4.2 + 0.09] : (c) => c
  mesas(R, cam, { steady: made.steady, cover: made.cover, brighter })
  R.log('mesas')
  R.once(() => plants(R, view, made))
  R.log('plants')
  return made
}

function split({ steady, hearth, fire, cover }, raw, i) {
  const o = i * CHANNELS
  for (let j = 0; j < 3; j++) {
    steady.d[i * 3 + j] = raw[o + j] + raw[o + 3 + j]
    hearth.d[i * 3 + j] = raw[o + 6 + j]
    fire.d[i * 3 + j] = raw[o + 9 + j]
  }
  cover[i] = raw[o + COVER]
}
