import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filledPage } from './measured.ts'

const PAGE = '# Page\n\n<!-- a -->\n\nold\n\n<!-- /a -->\n\nBy hand.\n\n<!-- b -->\n\n<!-- /b -->\n'

test('each text stands at its place, and what is written by hand stays', () => {
  const once = filledPage(PAGE, { a: 'new $& text', b: 'more' })
  expect(once).toBe(
    '# Page\n\n<!-- a -->\n\nnew $& text\n\n<!-- /a -->\n\nBy hand.\n\n<!-- b -->\n\nmore\n\n<!-- /b -->\n',
  )
  expect(filledPage(once, { a: 'new $& text', b: 'more' })).toBe(once)
})

test('a text without a place is no silent loss', () => {
  expect(() => filledPage(PAGE, { c: 'lost' })).toThrow('The page has no <!-- c --> … <!-- /c -->')
})

test.each([
  ['performance', ['measured', 'growth', 'machine']],
  ['lighthouse', ['measured']],
  ['mutation', ['scores', 'survivors']],
])('docs/%s.md has the places that its command fills', (name, places) => {
  const page = readFileSync(`docs/${name}.md`, 'utf8')
  const filled = filledPage(page, Object.fromEntries(places.map((place) => [place, `the ${place}`])))
  for (const place of places) expect(filled).toContain(`\nthe ${place}\n`)
})
