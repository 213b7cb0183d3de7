/**
 * Creates the site's icons in `public/` from `content/pictures/icon.svg` (`npm run icons`), for tabs, home screens
 * and the web manifest. They are small and change only with the logo, so they are committed.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { ROOT } from './prepare/process.mjs'

const MARK = join(ROOT, 'content', 'pictures', 'icon.svg')
const PUBLIC = join(ROOT, 'public')
/** At this resolution, in dots per inch, one unit of the SVG is one pixel. */
const BASE_DENSITY = 72
const VIEW_BOX = 64
/** A palette halves the size of the icon file. Nobody sees a difference, because the icon has few colors. */
const PNG = { palette: true, colors: 64, compressionLevel: 9, effort: 10 }
/**
 * Margin of the maskable icon in pixels. Devices may cut off all but a circle with a radius of 40 %. The logo
 * reaches 37 %. The margin shrinks the logo to nine tenths, so that it keeps a distance from the circle.
 */
const MASKABLE_MARGIN = 26

const svg = await readFile(MARK, 'utf8')
const ground = /<rect[^>]* fill="(#[0-9a-f]{6})"/.exec(svg)?.[1]
if (!ground) throw new Error(`${MARK} has no background of a single color`)
/** Phones and desktops round the corners of icons themselves, so this icon has square corners. */
const square = svg.replace(/ rx="\d+"/, '')

await copyFile(MARK, join(PUBLIC, 'favicon.svg'))
await writeFile(join(PUBLIC, 'favicon.ico'), ico(await draw(svg, 32), 32))
await writeFile(join(PUBLIC, 'apple-touch-icon.png'), await draw(square, 180))
await writeFile(join(PUBLIC, 'icon-192.png'), await draw(svg, 192))
await writeFile(join(PUBLIC, 'icon-512.png'), await draw(svg, 512))
await writeFile(join(PUBLIC, 'icon-maskable-512.png'), await draw(square, 512, MASKABLE_MARGIN))

/** Renders an icon. `size` and `margin` are in pixels, and the margin has the background color. */
async function draw(source: string, size: number, margin = 0) {
  const inner = size - 2 * margin
  return sharp(Buffer.from(source), { density: (BASE_DENSITY * inner) / VIEW_BOX })
    .resize(inner, inner)
    .extend({ top: margin, left: margin, bottom: margin, right: margin, background: ground })
    .png(PNG)
    .toBuffer()
}

/**
 * Puts a PNG of less than 256 pixels into an ICO file. All current browsers can read an ICO file that
 * contains a PNG.
 */
function ico(png: Buffer, size: number) {
  const [offset, low, high] = [22, png.length & 0xffff, png.length >> 16]
  // The ICO file's header for one picture: width and height, planes and bits per pixel, length and offset.
  const header = Uint16Array.of(0, 1, 1, size * 0x101, 0, 1, 32, low, high, offset, 0)
  return Buffer.concat([Buffer.from(header.buffer), png])
}
