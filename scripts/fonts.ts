/**
 * Creates the two fonts that every page loads first (`npm run fonts`). They contain the English and Spanish
 * letters listed in `src/app/styles/fonts.css`. The serif font has only the weight of headings. If a page has
 * other letters, the browser also loads the complete font from its npm package.
 *
 * For receipts, this command writes TrueType files with all letters, in a few weights, because the PDF
 * library's font reader `fontkit` cannot subset WOFF2. Gurmukhi, Malayalam and Telugu have no font, because
 * `fontkit` throws at some of their letter sequences.
 *
 * The command downloads the font tool when it needs it. Its results are committed.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { create } from 'fontkit'
import { fetchedPackage } from './prepare/install.mjs'
import { ROOT } from './prepare/process.mjs'

const VERSION = '2.9.0'
const PACKAGES = join(ROOT, 'node_modules', '@fontsource-variable')
/**
 * The version of the npm packages with the Noto fonts. They cover names in scripts (such as Greek or Thai)
 * that the site's own fonts lack.
 */
const NOTO_VERSION = '5.3.0'
const NOTO: Record<string, string[]> = {
  'noto-sans': ['latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'],
  'noto-sans-arabic': ['arabic'],
  'noto-sans-armenian': ['armenian'],
  'noto-sans-bengali': ['bengali'],
  'noto-sans-ethiopic': ['ethiopic'],
  'noto-sans-georgian': ['georgian'],
  'noto-sans-gujarati': ['gujarati'],
  'noto-sans-hebrew': ['hebrew'],
  'noto-sans-kannada': ['kannada'],
  'noto-sans-khmer': ['khmer'],
  'noto-sans-lao': ['lao'],
  'noto-sans-myanmar': ['myanmar'],
  'noto-sans-sinhala': ['sinhala'],
  'noto-sans-tamil': ['tamil'],
  'noto-sans-thai': ['thai'],
}
/**
 * Fonts for East Asian scripts. Each file contains only the letters that are in none of the files before it.
 */
const EAST_ASIAN: typeof NOTO = {
  'noto-sans-sc': ['chinese-simplified'],
  'noto-sans-tc': ['chinese-traditional'],
  'noto-sans-jp': ['japanese'],
  'noto-sans-kr': ['korean'],
}

const PAGES = { folder: join(ROOT, 'src', 'app', 'styles', 'fonts'), targetFormat: 'woff2', type: 'woff2' }
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

/** Returns the letters of a `unicode-range`, such as `U+0020-007E, U+2212`. */
const lettersOf = (ranges: string) =>
  [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)]
    .flatMap(([, first = '', last = first]) => {
      const [from, to] = [parseInt(first, 16), parseInt(last, 16)]
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
    })
    .join('')

const tool = join(await fetchedPackage('subset-font', VERSION), 'index.js')
const { default: subsetFont } = await import(pathToFileURL(tool).href)
const styles = await readFile(join(ROOT, 'src', 'app', 'styles', 'fonts.css'), 'utf8')

for (const { folder, targetFormat, type, name, part, weight } of FONTS) {
  const whole = await readFile(join(PACKAGES, name, 'files', `${name}-${part}-wght-normal.woff2`))
  const file = type === PAGES.type ? name : `${name}-${part}-${weight}`
  const ranges =
    type === PAGES.type
      ? styles.split(`./fonts/${file}.${type}`)[1]?.split('}')[0]
      : JSON.parse(await readFile(join(PACKAGES, name, 'unicode.json'), 'utf8'))[part]
  const made = await subsetFont(whole, lettersOf(ranges), { targetFormat, variationAxes: { wght: weight } })
  await writeFile(join(folder, `${file}.${type}`), made)
  console.log(`${file}.${type}: ${made.length} of ${whole.length} bytes`)
}

const eastAsian = new Set<number>()
for (const [name, parts] of Object.entries({ ...NOTO, ...EAST_ASIAN })) {
  const home = await fetchedPackage(`@fontsource/${name}`, NOTO_VERSION)
  for (const part of parts) {
    const whole = await readFile(join(home, 'files', `${name}-${part}-400-normal.woff2`))
    const font = create(whole)
    if (!('characterSet' in font)) throw new Error(`${name} is not a single font`)
    const letters = font.characterSet.filter((letter) => !(name in EAST_ASIAN && eastAsian.has(letter)))
    if (name in EAST_ASIAN) letters.forEach((letter) => eastAsian.add(letter))
    const made = await subsetFont(whole, String.fromCodePoint(...letters), { targetFormat: 'truetype' })
    await writeFile(join(RECEIPTS.folder, `${name}-${part}-400.ttf`), made)
    console.log(`${name}-${part}-400.ttf: ${made.length} of ${whole.length} bytes`)
  }
}
