import { expect, it, test } from 'vitest'
import {
  directionsLink,
  directionsPath,
  eventPath,
  fileLink,
  linkParts,
  localPath,
  privateLink,
  reservationPath,
} from './links.ts'

const uuid = '6f1f0c5e-7a0b-4a7e-9f43-0f0f9a3f0b11'

it('joins the origin and a path, with or without a trailing slash', () => {
  expect(privateLink('https://ranch.example', uuid)).toBe(
    `https://ranch.example/complete-reservation/${uuid}`,
  )
  expect(privateLink('https://ranch.example/', uuid)).toBe(
    `https://ranch.example/complete-reservation/${uuid}`,
  )
  expect(directionsLink('http://localhost:3000', uuid)).toBe(
    `http://localhost:3000/directions?attendee=${uuid}`,
  )
})

it('encodes a text so that it stays one segment of the path', () => {
  expect(eventPath('a/../b?x#y')).toBe('/event/a%2F..%2Fb%3Fx%23y')
  expect(directionsPath('a&b=c')).toBe('/directions?attendee=a%26b%3Dc')
  expect(reservationPath('a/b')).toBe('/complete-reservation/a%2Fb')
  expect(directionsPath()).toBe('/directions')
})

test.each([
  ['events', '/events'],
  ['/the-land', '/the-land'],
  ['event/leather-and-light?from=mail#cost', '/event/leather-and-light?from=mail#cost'],
  ['', '/'],
])('turns the text %j into the path %j on this site', (text, path) => {
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
])('never turns the path %j into a link to another site (R19.5)', (text) => {
  const target = new URL(localPath(text), 'https://ranch.example')
  expect(target.origin).toBe('https://ranch.example')
  expect(localPath(text)).not.toMatch(/^\/[/\\]/)
})

test.each([
  ['https://pictures.example/a.jpg', 'https://pictures.example/a.jpg'],
  ['HTTPS://Pictures.Example:8443/a b.jpg', 'https://pictures.example:8443/a%20b.jpg'],
  ['/uploads/abc.jpg', '/uploads/abc.jpg'],
  ['/documents/guide.pdf?page=2', '/documents/guide.pdf?page=2'],
])('accepts %s as a link to a file and stores it as %s', (text, kept) => expect(fileLink(text)).toBe(kept))

test.each([
  'http://pictures.example/a.jpg',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  'ftp://files.example/a.pdf',
  '//elsewhere.example/a.jpg',
  '/\\elsewhere.example/a.jpg',
  '/a/../../etc/passwd',
  '/a"b.jpg',
  'uploads/a.jpg',
  'https://',
  'https://user:secret@files.example/a.pdf',
  'https://[::1]/a.pdf',
  'https://a;script-src *',
  '',
])('refuses %j as a link to a file (R19.6)', (text) => expect(fileLink(text)).toBeNull())

const land = 'https://en.example.test/wiki/Mesa_(landform)'

test.each<[string, string[]]>([
  [land, [land]],
  [`It is a mesa, ${land}.`, [land]],
  [`It is a mesa (${land}).`, [land]],
  [`It is a mesa [${land}].`, [land]],
  [`Read ${land}, then come!`, [land]],
  ['(see https://example.test/a).', ['https://example.test/a']],
  ['(see https://example.test/a.)', ['https://example.test/a']],
  ['[map](https://example.test/a_(b))', ['https://example.test/a_(b)']],
  ['((https://example.test/a_(b_(c))))', ['https://example.test/a_(b_(c))']],
  ['https://example.test/list[0]?x={y}', ['https://example.test/list[0]?x={y}']],
  ['“https://example.test/a”, she said', ['https://example.test/a']],
  ['"https://example.test/a"', ['https://example.test/a']],
  ['‘https://example.test/a’', ['https://example.test/a']],
  ["'https://example.test/a'", ['https://example.test/a']],
  ['<https://example.test/a>', ['https://example.test/a']],
  ['*https://example.test/a*', ['https://example.test/a']],
  ['Is it https://example.test/a?!', ['https://example.test/a']],
  ['https://example.test/a…', ['https://example.test/a']],
  ['https://example.test/a?x=1;y=2&z=(3)', ['https://example.test/a?x=1;y=2&z=(3)']],
  ['https://example.test/', ['https://example.test/']],
  ['Https://example.test/a', ['Https://example.test/a']],
  ['https://example.test/a and http://example.test/b)', ['https://example.test/a', 'http://example.test/b']],
  ['https://)', []],
  ['https://...', []],
  ['javascript://example.test/a', []],
])('finds in the text %j the links %j', (text, links) => {
  const parts = linkParts(text)
  expect(parts.flatMap(({ href }) => href ?? [])).toEqual(links)
  expect(parts.map((part) => part.text).join('')).toBe(text)
})
