import { expect, test } from 'vitest'
import { createNonce, replaceNonces } from './pages.ts'

const mark = createNonce()
const page = (body: string) => `<link rel="modulepreload" href="/a.js" nonce="${mark}"/>${body}`

test('returns the scripts that have the page’s nonce, and removes all nonces from the page', () => {
  const own = `<script nonce="${mark}">one()</script><script id="_R_" nonce="${mark}" type="module">two()\n</script>`
  const { html, scripts } = replaceNonces(page(own), mark)
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
])('does not accept an injected script that comes before one of the page’s own scripts: %s', (injected) => {
  const { scripts } = replaceNonces(page(`${injected}<script nonce="${mark}">one()</script>`), mark)
  expect(scripts).toEqual(['one()'])
})

test('returns no hash for a script that is loaded from another file', () => {
  expect(replaceNonces(page(`<script nonce="${mark}" src="/a.js"></script>`), mark).scripts).toEqual([])
})

test('creates a different nonce each time', () => {
  expect(new Set(Array.from({ length: 100 }, createNonce)).size).toBe(100)
})
