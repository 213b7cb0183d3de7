/**
 * Makes the site's icons in `public/` from `content/pictures/icon.svg` (`npm run icons`): for tabs, home screens and the web
 * manifest. They are small and change with the mark alone, so they are kept.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { ROOT } from './prepare/paths.mjs'

const MARK = join(ROOT, 'content', 'pictures', 'icon.svg')
const PUBLIC = join(ROOT, 'public')
/** Dots per inch at which an SVG's unit is a pixel. */
const BASE_DENSITY = 72
const VIEW_BOX = 64
/** A few colors and their edges: a palette halves the files and shows no difference. */
const PNG = { palette: true, colors: 64, compressionLevel: 9, effort: 10 }
/** A maskable icon is sure to be seen only within 40 % of its middle; the mark as it is reaches out 37 %, which is tight. */
const MASKABLE_SCALE = 0.9

const svg = await readFile(MARK, 'utf8')
const ground = /<rect[^>]* fill="(#[0-9a-f]{6})"/.exec(svg)?.[1]
if (!ground) throw new Error(`${MARK} has no ground of one color`)
/** Systems cut the corners themselves. */
const square = svg.replace(/ rx="\d+"/, '')

await copyFile(MARK, join(PUBLIC, 'favicon.svg'))
await writeFile(join(PUBLIC, 'favicon.ico'), ico(await draw(svg, 32), 32))
await writeFile(join(PUBLIC, 'apple-touch-icon.png'), await draw(square, 180))
await writeFile(join(PUBLIC, 'icon-192.png'), await draw(svg, 192))
await writeFile(join(PUBLIC, 'icon-512.png'), await draw(svg, 512))
await writeFile(join(PUBLIC, 'icon-maskable-512.png'), await drawMaskable(512))

/** `size` in pixels, here and below. */
async function draw(source: string, size: number) {
  return sharp(Buffer.from(source), { density: (BASE_DENSITY * size) / VIEW_BOX })
    .resize(size, size)
    .png(PNG)
    .toBuffer()
}

async function drawMaskable(size: number) {
  const inner = Math.round(size * MASKABLE_SCALE)
  const margin = Math.floor((size - inner) / 2)
  return sharp(await draw(square, inner))
    .extend({
      top: margin,
      left: margin,
      bottom: size - inner - margin,
      right: size - inner - margin,
      background: ground,
    })
    .png(PNG)
    .toBuffer()
}

/** An icon file around one PNG below 256 pixels, which every browser of this century reads. */
function ico(png: Buffer, size: number) {
  const [offset, low, high] = [22, png.length & 0xffff, png.length >> 16]
  // An icon of one picture: its width and height, its planes and bits a pixel, its length and place.
  const header = Uint16Array.of(0, 1, 1, size * 0x101, 0, 1, 32, low, high, offset, 0)
  return Buffer.concat([Buffer.from(header.buffer), png])
}
