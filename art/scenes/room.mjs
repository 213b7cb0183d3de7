/**
 * A bedroom at first light: adobe, vigas, kiva fireplace, crisp sheets, and the mesa in a deep window. Direct sun and sky
 * come through the window at full size; bounced light is gathered at a sixth of the size and smoothed.
 */
import { gatherLight } from './room/bounce.mjs'
import { makeShader } from './room/light.mjs'
import { paintOutside } from './room/outside.mjs'

/** Paints the scene. */
export default async function room(R) {
  const frame = R.frame()
  const outside = paintOutside(R)
  const indirect = gatherLight(R)
  const traced = R.adaptive(3, makeShader(R, outside, indirect), { extra: 5, threshold: 0.05 })
  R.once(() => {
    frame.d.set(traced)
    const glows = [
      [6 * R.S, 0.1],
      [28 * R.S, 0.12],
      [110 * R.S, 0.16],
    ]
    frame.bloom(0.95, glows, 3)
  })
  R.log('traced')
  return { frame, finish: { exposure: 1.08, vig: 0.14, sat: 1.02, grain: 0.009, contrast: 0.1 } }
}
