/** The stylesheets keep to the tokens of `tokens.css` and to four widths, and leave `.button` to `ui/button.css`. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const WIDTHS = new Set(['30rem', '40rem', '48rem', '64rem'])
/** Words in a drawing, in its own units. */
const isDrawn = (path: string, text: string) =>
  /road\.css|sustainable-ranching\.css/.test(path) && /\dpx/.test(text) && !/\drem/.test(text)
/** Figures that are as large as a picture; the header's names, which must fit on its one line. */
const isFluid = (path: string, text: string) =>
  /the-center\.css|numbers\.css|header\.css/.test(path) && text.includes('clamp(')

// The sandboxes look like what they stand for, and their pages have styles of their own.
const files = globSync('src/**/*.css').filter(
  (path) => !/src\/sandbox\/|styles\/(tokens|fonts)\.css/.test(path),
)
const lines = files.flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((text) => ({ path, text: text.trim() })),
)
const those = (test: (line: { path: string; text: string }) => boolean) =>
  lines.filter(test).map(({ path, text }) => `${path}: ${text}`)

const widthsIn = (text: string) =>
  /^@media[^{]*width/.test(text) ? (text.match(/[\d.]+(rem|px|em)/g) ?? []) : []

test('sizes of type are tokens', () => {
  const own = /^font(-size)?:[^/]*\d(rem|px)/
  expect(those(({ path, text }) => own.test(text) && !isDrawn(path, text) && !isFluid(path, text))).toEqual(
    [],
  )
})

test('a layout changes at one of four widths', () => {
  expect(those(({ text }) => widthsIn(text).some((width) => !WIDTHS.has(width)))).toEqual([])
})

test('space between things is a token, but where a picture or an overlap decides it', () => {
  const own =
    /^(margin|padding|gap|row-gap|column-gap)[a-z-]*:.*(?<![\d.])(0\.25|0\.5|0\.75|1|1\.5|2|3|4|6)rem/
  expect(those(({ text }) => own.test(text) && !/clamp|env|calc/.test(text))).toEqual([])
})

test('no part restyles buttons from outside', () => {
  const restyles = /\.button(-main|-plain)?(?![\w-])[^,{]*[,{]/
  expect(those(({ path, text }) => path !== 'src/ui/button.css' && restyles.test(text))).toEqual([])
})

test('no page gives a meaning of its own to the class of a feature: the public stylesheet is on every page', () => {
  const own = /^\.([a-z][\w-]*)(?=$|[{,:>]| [{>])/
  const classesOf = (folder: string) =>
    new Set(lines.filter(({ path }) => path.startsWith(folder)).map(({ text }) => own.exec(text)?.[1] ?? ''))
  const features = classesOf('src/features/')
  features.delete('')
  expect([...classesOf('src/web/pages/')].filter((name) => features.has(name))).toEqual([])
})
