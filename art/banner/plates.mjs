import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { plates } from '../scenes/night/plates.mjs'

/**
 * What does not move in the loop: light plates and cover of the night scene. Traced once and kept in `draft/`, so that
 * the processes that render the frames share them.
 */
export function keptPlates(R, view) {
  const pixels = R.W * R.H
  const file = `draft/plates-${R.W}.f32`
  if (!existsSync(file)) {
    mkdirSync('draft', { recursive: true })
    const made = plates(R, view)
    const all = new Float32Array(pixels * 10)
    all.set(made.steady.d, 0)
    all.set(made.hearth.d, pixels * 3)
    all.set(made.fire.d, pixels * 6)
    all.set(made.cover, pixels * 9)
    writeFileSync(file, Buffer.from(all.buffer))
  }
  const bytes = readFileSync(file)
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, pixels * 10)
  return {
    steady: all.subarray(0, pixels * 3),
    hearth: all.subarray(pixels * 3, pixels * 6),
    fire: all.subarray(pixels * 6, pixels * 9),
    cover: all.subarray(pixels * 9),
  }
}
