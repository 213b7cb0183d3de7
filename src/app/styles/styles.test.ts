/**
 * Checks that each stylesheet is loaded in only one way, and uses the tokens of `tokens.css` and the four
 * breakpoints. Also checks that only `app/ui/button.css` styles `.button`.
 */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

const WIDTHS = new Set(['30rem', '40rem', '48rem', '64rem'])
/**
 * Returns true for a line of CSS that styles a drawing. Such a line may use the drawing's own units instead
 * of the tokens.
 */
const isDrawn = (path: string, text: string) =>
  /road\.css|sustainable-ranching\.css/.test(path) && /\dpx/.test(text) && !/\drem/.test(text)
/**
 * Returns true for a line of CSS that may set other font sizes than the tokens: for numbers as large as a
 * picture, and for the venue's name in the header, which must fit on one line.
 */
const isFluid = (path: string, text: string) =>
  /the-center\.css|numbers\.css|header\.css/.test(path) && text.includes('clamp(')

// Leaves out the stylesheets of sandboxes, because their pages imitate other services.
const files = globSync('src/**/*.css').filter((path) => !/src\/dev\/|styles\/(tokens|fonts)\.css/.test(path))
const lines = files.flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((text) => ({ path, text: text.trim() })),
)
const those = (test: (line: { path: string; text: string }) => boolean) =>
  lines.filter(test).map(({ path, text }) => `${path}: ${text}`)

const widthsIn = (text: string) =>
  /^@media[^{]*width/.test(text) ? (text.match(/[\d.]+(rem|px|em)/g) ?? []) : []

test('loads each stylesheet either on every page or with <Stylesheet>, and never both ways', () => {
  const site = 'src/app/styles/site.css'
  const listings = readFileSync(site, 'utf8').matchAll(/@import '(.+)'/g)
  const listed = new Set([...listings].map(([, path = '']) => posix.join('src/app/styles', path)))
  const imports = globSync('src/app/**/*.{ts,tsx}').flatMap((path) =>
    path.includes('.test.')
      ? []
      : [...readFileSync(path, 'utf8').matchAll(/^import (?:(\w+) from )?'(.+\.css)(\?url)?'/gm)].map(
          ([whole, name, file = '', url]) => ({
            whole,
            file: file.startsWith('#') ? `src/${file.slice(1)}` : posix.join(posix.dirname(path), file),
            isRendered: url !== undefined && name !== undefined,
          }),
        ),
  )
  expect(imports.filter(({ isRendered }) => !isRendered).map(({ whole }) => whole)).toEqual([])
  const rendered = new Set(imports.map(({ file }) => file))
  const ways = (path: string) => Number(listed.has(path)) + Number(rendered.has(path))
  const all = globSync('src/app/**/*.css').map((path) => path.replaceAll('\\', '/'))
  expect(all.filter((path) => ways(path) !== 1)).toEqual([])
})

test('takes the font sizes of all stylesheets from the tokens', () => {
  const own = /^font(-size)?:[^/]*\d(rem|px)/
  expect(those(({ path, text }) => own.test(text) && !isDrawn(path, text) && !isFluid(path, text))).toEqual(
    [],
  )
})

test('uses only the four allowed breakpoints in stylesheets', () => {
  expect(those(({ text }) => widthsIn(text).some((width) => !WIDTHS.has(width)))).toEqual([])
})

test('takes the spacings of all stylesheets from the tokens, except for pictures and overlaps', () => {
  const own =
    /^(margin|padding|gap|row-gap|column-gap)[a-z-]*:.*(?<![\d.])(0\.25|0\.5|0\.75|1|1\.5|2|3|4|6)rem/
  expect(those(({ text }) => own.test(text) && !/clamp|env|calc/.test(text))).toEqual([])
})

test('changes the style of buttons only in button.css', () => {
  const restyles = /\.button(-main|-plain)?(?![\w-])[^,{]*[,{]/
  expect(those(({ path, text }) => path !== 'src/app/ui/button.css' && restyles.test(text))).toEqual([])
})

test('uses each CSS class in only one area of the site, because the public stylesheet is on every page', () => {
  const own = /^\.([a-z][\w-]*)(?=$|[{,:>]| [{>])/
  const areas = new Map<string, Set<string>>()
  for (const { path, text } of lines) {
    const [, area = ''] = /^src\/app\/(?!ui\/|styles\/)(\w+)\//.exec(path) ?? []
    const [, name] = own.exec(text) ?? []
    if (area && name) areas.set(name, (areas.get(name) ?? new Set()).add(area))
  }
  expect(areas.size).toBeGreaterThan(300)
  const shared = [...areas].filter(([, of]) => of.size > 1)
  expect(shared.map(([name, of]) => `${name}: ${[...of].join(', ')}`)).toEqual([])
})
