import { expect, test } from 'vitest'
import { createMark, takeMarks } from './own-scripts.ts'

const mark = createMark()
const page = (body: string) => `<link rel="modulepreload" href="/a.js" nonce="${mark}"/>${body}`

test('marked scripts are the page’s own, and no mark is left', () => {
  const own = `<script nonce="${mark}">one()</script><script id="_R_" nonce="${mark}" type="module">two()\n</script>`
  const { html, scripts } = takeMarks(page(own), mark)
  expect(scripts).toEqual(['one()', 'two()\n'])
  expect(html).toBe(
    '<link rel="modulepreload" href="/a.js"/><script>one()</script><script id="_R_" type="module">two()\n</script>',
  )
})

test.each([
  '<script>steal()</script>',
  '<script nonce="">steal()</script>',
  `<script nonce="${createMark()}">steal()</script>`,
  '<script title=" nonce=">steal()</script>',
  '<script>steal() //',
  '<script ',
  '<script nonce="',
  '<!-- <script>',
])('what was brought in before one of them is not taken with it: %s', (injected) => {
  const { scripts } = takeMarks(page(`${injected}<script nonce="${mark}">one()</script>`), mark)
  expect(scripts).toEqual(['one()'])
})

test('a script that is loaded needs no hash', () => {
  expect(takeMarks(page(`<script nonce="${mark}" src="/a.js"></script>`), mark).scripts).toEqual([])
})

test('no two renderings have the same mark', () => {
  expect(new Set(Array.from({ length: 100 }, createMark)).size).toBe(100)
})
