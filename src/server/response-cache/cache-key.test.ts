import { ROLES } from '#shared/roles.ts'
import { expect, test } from 'vitest'
import { unlockCookieName } from '#domain/events/unlock.ts'
import { familyCookieName, sessionCookieName } from '#platform/http/cookies.ts'
import { ANONYMOUS } from '#platform/http/context.ts'
import { getEvent } from '#domain/booking/contract/event.ts'
import { listEvents, unlockEvent } from '#domain/events/contract/events.ts'
import { keyOf, loaderKey, plainKey } from './cache-key.ts'

const asked = (url: string, more: object = {}) => ({
  method: 'GET',
  url,
  cookie: undefined,
  authorization: undefined,
  fetchSite: undefined,
  origin: undefined,
  ...more,
})

test.each(['/', '/the-land', '/event/leather-and-light', '/event/a.b_c~d'])(
  'uses the path %s itself as the cache key',
  (url) => {
    expect(plainKey(asked(url))).toBe(url)
    expect(plainKey(asked(url, { method: 'HEAD' }))).toBe(url)
  },
)

test.each([
  ['another spelling of the path', '//the-land'],
  ['another spelling of the path', '/the%2dland'],
  ['an absolute URL', 'http://elsewhere.example/the-land'],
  ['a query', '/events?before=1'],
  ["a page's data", '/the-land.data'],
  ['a sandbox', '/dev/mail'],
])('returns no cache key for %s (%s) as long as the routes are not read', (_, url) => {
  expect(plainKey(asked(url))).toBeNull()
})

test.each([
  ['a form', { method: 'POST' }],
  ['a session', { cookie: 'session=a' }],
  ['a token and a session', { cookie: 'XSRF-TOKEN=a; session=b' }],
  ['a bearer token', { authorization: 'Bearer a' }],
])('returns no cache key for a request with %s', (_, more) => {
  expect(plainKey(asked('/the-land', more))).toBeNull()
  expect(keyOf(asked('/the-land', more), pageAt())).toBeNull()
})

const pageAt = (...params: string[]) => ({
  pageAt: (path: string) => ({ path: path.toLowerCase(), params }),
  callAt: () => null,
})

test.each([
  'XSRF-TOKEN=a.b',
  'x=1',
  '_ga=GA1.2; _fbp=session',
  'my-session=1; sessions=2; session-id=3; Xfamily=4; unlocked-=5; unlocked-x=6',
  '',
  '=; ;;;',
])('ignores cookies of other programs in the cache key: %s', (cookie) => {
  expect(plainKey(asked('/the-land', { cookie }))).toBe('/the-land')
  expect(keyOf(asked('/the-land?utm=x', { cookie }), pageAt())).toBe('/the-land')
})

test.each(
  [true, false].flatMap((secure) => [
    sessionCookieName(secure),
    familyCookieName(secure),
    unlockCookieName(7),
  ]),
)('returns no cache key for a request with the site’s own cookie %s', (name) => {
  for (const cookie of [`${name}=a`, `x=1; ${name}=a`, `x=1;${name} = a; y=2`])
    expect(plainKey(asked('/the-land', { cookie }))).toBeNull()
})

const withParams = pageAt('after', 'before')

test('includes only the page’s own query parameters in the cache key, in the page’s order', () => {
  expect(keyOf(asked('/events?utm=x&before=2&after=1&before=3'), withParams)).toBe('/events?after=1&before=2')
  expect(keyOf(asked('/events?utm=x'), withParams)).toBe('/events')
  expect(keyOf(asked('/events?after=a%26b'), withParams)).toBe('/events?after=a%26b')
})

test('uses the page’s own spelling of its path as the cache key', () => {
  expect(keyOf(asked('/tHe-land'), pageAt())).toBe('/the-land')
})

const calls = {
  pageAt: () => null,
  callAt: (path: string) => (path === '/api/auth/event/list' ? { path, params: ['when', 'limit'] } : null),
}

test('returns no cache key for a page that must not be cached', () => {
  expect(keyOf(asked('/complete-reservation/x'), calls)).toBeNull()
})

const keyOfCall = (url: string, more: object = {}) => keyOf(asked(url, more), calls)

test('uses an API call’s path with its declared parameters, in order, as the cache key, even without the routes', () => {
  expect(keyOfCall('/api/auth/event/list')).toBe('/api/auth/event/list')
  const key = '/api/auth/event/list?when=past&limit=3'
  expect(keyOfCall('/api/auth/event/list?limit=3&when=past')).toBe(key)
  expect(plainKey(asked(key))).toBe(key)
})

test.each([
  ['another parameter', '/api/auth/event/list?when=past&x=1', {}],
  ['a parameter twice', '/api/auth/event/list?when=past&when=current', {}],
  ['another spelling', '/api/auth/event/List', {}],
  ['a call that is never cached', '/api/auth/is-admin', {}],
  ['a session', '/api/auth/event/list', { cookie: 'session=a' }],
  ['an unlocked event', '/api/auth/event/list', { cookie: 'unlocked-7=a' }],
  ['a bearer token', '/api/auth/event/list', { authorization: 'Bearer a' }],
  ["another site's page", '/api/auth/event/list', { fetchSite: 'cross-site' }],
  ['a page of another origin', '/api/auth/event/list', { origin: 'https://elsewhere.example' }],
])('returns no cache key for an API call with %s', (_, url, more) => {
  expect(keyOfCall(url, more)).toBeNull()
})

const guest = {
  kind: 'user',
  subject: 'one',
  email: null,
  name: null,
  role: null,
  family: false,
  via: 'session',
} as const
const asGuest = { caller: guest, cookie: 'session=a' }
const keyFor = (who: object) => loaderKey(listEvents, { when: 'past' }, { ...asGuest, ...who })

test('uses one cache key of a loader’s call per role, and another key for all other visitors', () => {
  expect(keyFor({})).toBe('all auth/event/list?when=past')
  expect(keyFor({ caller: ANONYMOUS, cookie: '' })).toBe(keyFor({}))
  expect(keyFor({ caller: { ...guest, subject: 'two' } })).toBe(keyFor({}))
  for (const role of ROLES)
    expect(keyFor({ caller: { ...guest, role } })).toBe(`${role} auth/event/list?when=past`)
})

test("includes the whole query of a loader's call in the cache key, also parameters for admins", () => {
  const query = { eventUrlName: 'one', guests: 5 }
  expect(loaderKey(getEvent, query, asGuest)).toBe('all auth/event/get?eventUrlName=one&guests=5')
})

test('returns no cache key for changes, unknown callers, and visitors who unlocked an event or gave the dog’s name', () => {
  expect(keyFor({ cookie: `session=a; ${unlockCookieName(7)}=b` })).toBeNull()
  expect(keyFor({ caller: { ...guest, family: true } })).toBeNull()
  expect(keyFor({ caller: { kind: 'anonymous', family: true } })).toBeNull()
  expect(keyFor({ caller: null })).toBeNull()
  expect(loaderKey(unlockEvent, {}, asGuest)).toBeNull()
})
