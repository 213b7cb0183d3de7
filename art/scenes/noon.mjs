// The leather bench at noon: sun through a side window on a square of carved flowers, half done, and a belt with its buckle.
import { daylight } from './noon/light.mjs'

const CAM = { x: 0, y: 0.84, f: 1550, hor: -337, cx: 800 }

export default async function noon(R) {
  const { S } = R,
    frame = R.frame(),
    sample = daylight({ cam: CAM, f: CAM.f * S, cx: CAM.cx * S, hor: CAM.hor * S }),
    img = R.adaptive(3, sample, { extra: 5, threshold: 0.05 })
  R.once(() => {
    frame.d.set(img)
    frame.bloom(
      0.95,
      [
        [6 * S, 0.1],
        [30 * S, 0.1],
        [120 * S, 0.12],
      ],
      4,
    )
  })
  R.log('traced')
  return { frame, finish: { exposure: 0.95, vig: 0.2, sat: 1.04, grain: 0.01, contrast: 0.12 } }
}
