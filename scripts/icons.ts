/**
 * Makes the site's icons in `public/` from `content/pictures/icon.svg` (`npm run icons`): for tabs, home screens and the web
 * manifest. They are small and change with the mark alone, so they are kept.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { ROOT } from './prepare/process.mjs'

const MARK = join(ROOT, 'content', 'pictures', 'icon.svg')
const PUBLIC = join(ROOT, 'public')
/** Dots per inch at which an SVG's unit is a pixel. */
const BASE_DENSITY = 72
const VIEW_BOX = 64
/** A few colors and their edges: a palette halves the files and shows no difference. */
const PNG = { palette: true, colors: 64, compressionLevel: 9, effort: 10 }
/** A maskable icon is sure to be seen only within 40 % of its middle; the mark as it is reaches out 37 %, which is tight: nine tenths of it. */
const MASKABLE_MARGIN = 26

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
await writeFile(join(PUBLIC, 'icon-maskable-512.png'), await draw(square, 512, MASKABLE_MARGIN))

/** `size` and `margin` in pixels; the margin has the ground's color. */
async function draw(source: string, size: number, margin = 0) {
  const inner = size - 2 * margin
  return sharp(Buffer.from(source), { density: (BASE_DENSITY * inner) / VIEW_BOX })
    .resize(inner, inner)
    .extend({ top: margin, left: margin, bottom: margin, right: margin, background: ground })
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
