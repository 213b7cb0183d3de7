import { expect, test } from 'vitest'
import { keyOf, plainKey } from './key.ts'

const asked = (url: string, more: object = {}) => ({
  method: 'GET',
  url,
  cookie: undefined,
  authorization: undefined,
  ...more,
})

test.each(['/', '/the-land', '/event/leather-and-light', '/event/a.b_c~d'])('%s is its own key', (url) => {
  expect(plainKey(asked(url))).toBe(url)
  expect(plainKey(asked(url, { method: 'HEAD' }))).toBe(url)
})

test.each([
  ['another spelling', '/the-land/'],
  ['another spelling', '//the-land'],
  ['another spelling', '/the%2dland'],
  ['a whole address', 'http://elsewhere.example/the-land'],
  ['a query', '/events?before=1'],
  ["a page's data", '/the-land.data'],
  ['the API', '/api/auth/event/list'],
  ['a sandbox', '/dev/mail'],
])('%s (%s) is not answered at once', (_, url) => {
  expect(plainKey(asked(url))).toBeNull()
})

test.each([
  ['a form', { method: 'POST' }],
  ['a session', { cookie: 'session=a' }],
  ['a token and more', { cookie: 'XSRF-TOKEN=a; session=b' }],
  ['a bearer token', { authorization: 'Bearer a' }],
])('nor is %s', (_, more) => {
  expect(plainKey(asked('/the-land', more))).toBeNull()
  expect(keyOf(asked('/the-land', more), () => [])).toBeNull()
})

test('a token alone says nothing about whose it is', () => {
  expect(plainKey(asked('/the-land', { cookie: 'XSRF-TOKEN=a.b' }))).toBe('/the-land')
})

const params = () => ['after', 'before']

test('only the parameters of the page are in its key, in the page’s order', () => {
  expect(keyOf(asked('/events?utm=x&before=2&after=1&before=3'), params)).toBe('/events?after=1&before=2')
  expect(keyOf(asked('/events?utm=x'), params)).toBe('/events')
  expect(keyOf(asked('/events?after=a%26b'), params)).toBe('/events?after=a%26b')
})

test('a page that may not be kept has no key', () => {
  expect(keyOf(asked('/complete-reservation/x'), () => null)).toBeNull()
})
