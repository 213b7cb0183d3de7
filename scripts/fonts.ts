/**
 * Makes the two fonts that every page loads first (`npm run fonts`): of the packages' own files only the letters of English
 * and Spanish, and of the serif only the weight that headings have. Any other letter comes from the package's whole
 * file, when a page has one (`src/web/styles/fonts.css`). Receipts have all letters of the packages, in a few weights, as
 * files that their maker reads (decision 0023). The tool is fetched when it is needed; what it makes is kept.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './prepare/paths.mjs'

const VERSION = '2.9.0'
const HOME = join(ROOT, '.cache', 'fonts')
const TOOL = join(HOME, 'node_modules', 'subset-font', 'index.js')
const PACKAGES = join(ROOT, 'node_modules', '@fontsource-variable')
const MADE = join(ROOT, 'src', 'web', 'styles', 'fonts')

/** First and last code points, as in `unicode-range` of fonts.css. */
type Range = readonly [first: number, last: number]

const RANGES: Range[] = [
  [0x20, 0x7e],
  ...[...'\u00a0¡©«°·»¼½¾¿×ÁÉÍÑÓÚÜáéíñóúü–—‘’“”•…′″→−'].map((letter): Range => {
    const point = letter.codePointAt(0) ?? 0
    return [point, point]
  }),
]
const FONTS = [
  { name: 'besley', weight: 450 },
  { name: 'instrument-sans', weight: { min: 400, max: 700 } },
]
const RECEIPT = join(ROOT, 'src', 'platform', 'pdf', 'fonts')
const RECEIPT_FONTS = [
  { name: 'besley', part: 'latin', weight: 450 },
  { name: 'instrument-sans', part: 'latin', weight: 400 },
  { name: 'instrument-sans', part: 'latin-ext', weight: 400 },
  { name: 'instrument-sans', part: 'latin', weight: 600 },
]

if (!existsSync(TOOL)) {
  const args = ['install', '--prefix', HOME, '--no-audit', '--no-fund', `subset-font@${VERSION}`]
  spawnSync('npm', args, { stdio: 'inherit' })
}
const { default: subsetFont } = await import(pathToFileURL(TOOL).href)
const letters = lettersOf(RANGES)

for (const { name, weight } of FONTS) {
  const whole = await readFile(join(PACKAGES, name, 'files', `${name}-latin-wght-normal.woff2`))
  const made = await subsetFont(whole, letters, { targetFormat: 'woff2', variationAxes: { wght: weight } })
  await writeFile(join(MADE, `${name}.woff2`), made)
  console.log(`${name}: ${made.length} of ${whole.length} bytes`)
}
for (const { name, part, weight } of RECEIPT_FONTS) {
  const whole = await readFile(join(PACKAGES, name, 'files', `${name}-${part}-wght-normal.woff2`))
  const ranges = JSON.parse(await readFile(join(PACKAGES, name, 'unicode.json'), 'utf8'))
  const all = lettersOf(ranges[part].split(',').map(rangeOf))
  const made = await subsetFont(whole, all, { targetFormat: 'truetype', variationAxes: { wght: weight } })
  await writeFile(join(RECEIPT, `${name}-${part}-${weight}.ttf`), made)
  console.log(`${name} ${part} ${weight}: ${made.length} bytes`)
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
