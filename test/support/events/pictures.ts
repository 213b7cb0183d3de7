/** Creates test pictures like those that people upload. */
import sharp, { type Sharp } from 'sharp'

interface Wanted {
  width?: number
  height?: number
}

/** Draws a test picture that is red at the top and blue at the bottom. */
export function drawing({ width = 1000, height = 750 }: Wanted = {}): Sharp {
  const half = { width, height: height >> 1, channels: 3 as const }
  return sharp({ create: { width, height, channels: 3, background: '#2040c0' } }).composite([
    { input: { create: { ...half, background: '#c02020' } }, gravity: 'north' },
  ])
}

/** Returns a request body for `browser.call` that contains the picture as a file. */
export async function sent(picture: Sharp, name = 'hat.jpg') {
  const bytes = new Uint8Array(await picture.jpeg().toBuffer())
  return { file: { bytes, name, type: 'image/jpeg' } }
}
