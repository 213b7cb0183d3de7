import { Frame } from '../kit/frame.mjs'
import { TAU } from '../kit/core.mjs'
import { FINISH } from '../scenes/night.mjs'
import { drawFire, drawSmoke } from '../scenes/night/fire.mjs'
import { cameraOf, makeView } from '../scenes/night/view.mjs'
import { meteor } from './meteor.mjs'
import { keptPlates } from './plates.mjs'
import { makeTurningSky } from './sky.mjs'
const { sin, sqrt } = Math

/** Renders one moment of the loop: t in 0 … 1 -> bytes, three a pixel. Everything that moves has the loop's period. */
export function makeFrameRenderer(R) {
  const view = makeView('night')
  const plates = keptPlates(R, view)
  const { paintSky, paintStars } = makeTurningSky(R, cameraOf(R, view), plates.cover)
  const frame = new Frame(R.W, R.H)
  const { S } = R
  return (t) => {
    paintSky(frame, t)
    paintStars(frame, t)
    meteor(R, frame, t)
    drawSmoke({ R, view, frame }, t)
    const fire = flicker(t + 0.31, { amount: 0.13, from: 9, to: 44, seed: 2.3 })
    layPlates(frame, plates, { hearth: flicker(t, { amount: 0.13, from: 6, to: 38, seed: 1.7 }), fire })
    drawFire({ R, view, frame }, t, 0.9 + 0.25 * (fire - 1))
    frame.bloom(0.55, [
      [5 * S, 0.2],
      [22 * S, 0.16],
      [80 * S, 0.16],
    ])
    return frame.finish({ ...FINISH.night, grain: 0.0 })
  }
}

/** House and yard over the sky, window and fire as bright as they are at the moment. */
function layPlates(frame, plates, { hearth, fire }) {
  for (let o = 0; o < plates.cover.length; o++) {
    const open = 1 - plates.cover[o]
    for (let j = 0; j < 3; j++) {
      const k = o * 3 + j
      frame.d[k] =
        (open > 0 ? frame.d[k] * open : 0) +
        plates.steady[k] +
        plates.hearth[k] * hearth +
        plates.fire[k] * fire
    }
  }
}

/** An irregular flicker around 1 that loops: integer frequencies. */
function flicker(t, { amount, from, to, seed }) {
  let v = 0
  let w = 0
  for (let k = from; k <= to; k += (2 + ((k * seed) % 3)) | 0) {
    const a = 1 / sqrt(k)
    v += a * sin(TAU * k * t + k * k * seed)
    w += a * a
  }
  return 1 + ((amount * v) / sqrt(w / 2)) * 0.6
}
