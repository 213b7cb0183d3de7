import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sampleText } from './sample-pages.ts'

test('finds every page whose text says that it is sample text (R55.1)', () => {
  const said = globSync('content/*.mdx').filter((file) =>
    /className="sample"|This is sample text/.test(readFileSync(file, 'utf8')),
  )
  const hrefs = sampleText().pages.map(({ href }) => href)
  expect(said.length).toBeGreaterThan(0)
  expect(hrefs).toEqual(expect.arrayContaining(said.map((file) => file.replace(/^content(.*)\.mdx$/, '$1'))))
})

test('finds the directions while their road is made up, and no page that is real', () => {
  const { pages, gateNotes } = sampleText()
  expect(pages).toContainEqual({ title: 'Directions', href: '/directions' })
  expect(pages.map(({ title }) => title)).not.toContain('Contact')
  expect(gateNotes).toBe(true)
})
