import { expect, test } from 'vitest'
import { createNonce, takeNonces } from './pages.ts'

const mark = createNonce()
const page = (body: string) => `<link rel="modulepreload" href="/a.js" nonce="${mark}"/>${body}`

test('marked scripts are the page’s own, and no mark is left', () => {
  const own = `<script nonce="${mark}">one()</script><script id="_R_" nonce="${mark}" type="module">two()\n</script>`
  const { html, scripts } = takeNonces(page(own), mark)
  expect(scripts).toEqual(['one()', 'two()\n'])
  expect(html).toBe(
    '<link rel="modulepreload" href="/a.js"/><script>one()</script><script id="_R_" type="module">two()\n</script>',
  )
})

test.each([
  '<script>steal()</script>',
  '<script nonce="">steal()</script>',
  `<script nonce="${createNonce()}">steal()</script>`,
  '<script title=" nonce=">steal()</script>',
  '<script>steal() //',
  '<script ',
  '<script nonce="',
  '<!-- <script>',
])('what was brought in before one of them is not taken with it: %s', (injected) => {
  const { scripts } = takeNonces(page(`${injected}<script nonce="${mark}">one()</script>`), mark)
  expect(scripts).toEqual(['one()'])
})

test('a script that is loaded needs no hash', () => {
  expect(takeNonces(page(`<script nonce="${mark}" src="/a.js"></script>`), mark).scripts).toEqual([])
})

test('no two renderings have the same mark', () => {
  expect(new Set(Array.from({ length: 100 }, createNonce)).size).toBe(100)
})
