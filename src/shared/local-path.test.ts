import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

test.each([
  ['events', '/events'],
  ['/the-land', '/the-land'],
  ['event/leather-and-light?from=mail#cost', '/event/leather-and-light?from=mail#cost'],
  ['', '/'],
])('%j leads to %j', (text, path) => {
  expect(localPath(text)).toBe(path)
})

test.each([
  '//elsewhere.example/x',
  '\\\\elsewhere.example',
  '/\\elsewhere.example',
  '\t//elsewhere.example',
  '/\n/elsewhere.example',
  './/elsewhere.example',
  '/..//elsewhere.example',
  'https://elsewhere.example/x',
  'javascript:alert(1)',
  '%2F%2Felsewhere.example',
])('%j stays on this site', (text) => {
  const target = new URL(localPath(text), 'https://ranch.example')
  expect(target.origin).toBe('https://ranch.example')
  expect(localPath(text)).not.toMatch(/^\/[/\\]/)
})
