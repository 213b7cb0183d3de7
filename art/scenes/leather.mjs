/** The leather shop: a workbench by lantern light, with a stitching pony, awl, half-moon knife, mallet, thread, a strap. */
import { makeShader } from './leather/light.mjs'

/** Paints the scene. */
export default async function leather(R) {
  const frame = R.frame()
  const traced = R.adaptive(3, makeShader(R), { extra: 6, threshold: 0.045 })
  R.once(() => {
    frame.d.set(traced)
    const glows = [
      [6 * R.S, 0.16],
      [26 * R.S, 0.16],
      [110 * R.S, 0.2],
    ]
    frame.bloom(0.85, glows, 4)
  })
  R.log('traced')
  return { frame, finish: { exposure: 1.05, vig: 0.3, sat: 1.04, grain: 0.012, contrast: 0.14 } }
}
