/**
 * Makes the two fonts that every page loads first (`npm run fonts`): of the packages' own files only the letters of English
 * and Spanish, and of the serif only the weight that headings have. Any other letter comes from the package's whole
 * file, when a page has one (`src/web/styles/fonts.css`). Receipts have all letters of the packages, in a few weights, as
 * files that their maker reads (decision 0023). The tool is fetched when it is needed; what it makes is kept.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fetchedPackage } from './prepare/install.mjs'
import { ROOT } from './prepare/paths.mjs'

const VERSION = '2.9.0'
const PACKAGES = join(ROOT, 'node_modules', '@fontsource-variable')

/** First and last code points, as in `unicode-range` of fonts.css. */
type Range = readonly [first: number, last: number]

const RANGES: Range[] = [
  [0x20, 0x7e],
  ...[...'\u00a0¡©«°·»¼½¾¿×ÁÉÍÑÓÚÜáéíñóúü–—‘’“”•…′″→−'].map((letter): Range => {
    const point = letter.codePointAt(0) ?? 0
    return [point, point]
  }),
]
const PAGES = { folder: join(ROOT, 'src', 'web', 'styles', 'fonts'), targetFormat: 'woff2', type: 'woff2' }
const RECEIPTS = {
  folder: join(ROOT, 'src', 'platform', 'pdf', 'fonts'),
  targetFormat: 'truetype',
  type: 'ttf',
}
const FONTS = [
  { ...PAGES, name: 'besley', part: 'latin', weight: 450 },
  { ...PAGES, name: 'instrument-sans', part: 'latin', weight: { min: 400, max: 700 } },
  { ...RECEIPTS, name: 'besley', part: 'latin', weight: 450 },
  { ...RECEIPTS, name: 'instrument-sans', part: 'latin', weight: 400 },
  { ...RECEIPTS, name: 'instrument-sans', part: 'latin-ext', weight: 400 },
  { ...RECEIPTS, name: 'instrument-sans', part: 'latin', weight: 600 },
]

const tool = join(await fetchedPackage('subset-font', VERSION), 'index.js')
const { default: subsetFont } = await import(pathToFileURL(tool).href)

for (const { folder, targetFormat, type, name, part, weight } of FONTS) {
  const whole = await readFile(join(PACKAGES, name, 'files', `${name}-${part}-wght-normal.woff2`))
  const all = JSON.parse(await readFile(join(PACKAGES, name, 'unicode.json'), 'utf8'))[part]
  const letters = lettersOf(type === PAGES.type ? RANGES : all.split(',').map(rangeOf))
  const made = await subsetFont(whole, letters, { targetFormat, variationAxes: { wght: weight } })
  const file = type === PAGES.type ? name : `${name}-${part}-${weight}`
  await writeFile(join(folder, `${file}.${type}`), made)
  console.log(`${file}.${type}: ${made.length} of ${whole.length} bytes`)
}
console.log(`unicode-range: ${RANGES.map(rangeText).join(', ')};`)

function lettersOf(ranges: Range[]) {
  return ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
    )
    .join('')
}

/** Of `U+0100-02BA` or `U+2122`. */
function rangeOf(text: string): Range {
  const [first = '', last = first] = text.replace('U+', '').split('-')
  return [parseInt(first, 16), parseInt(last, 16)]
}

function rangeText([first, last]: Range) {
  return first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`
}

function hex(point: number) {
  return point.toString(16).toUpperCase().padStart(4, '0')
}
