/**
 * Tests the cache of pages through the whole site. The test contains its own small bundle of pages, which
 * replaces the bundle that Vite builds.
 */
import { createElement } from 'react'
import { data, RouterContextProvider, type EntryContext } from 'react-router'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createGuest } from '#test/support/booking/guest.ts'
import { listEvents, unlockEvent } from '#domain/events/contract/events.ts'
import { getEvent } from '#domain/booking/contract/event.ts'
import { createWaitlist } from '#domain/booking/waitlist/contract/entries.ts'
import type { Database } from '#platform/database/database.ts'
import { events } from '#platform/database/schema/events.ts'
import type { Call } from '#shared/client.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeByCall } from '#test/support/events/admin-calls.ts'
import { makeEvent, type EventRow } from '#test/support/factories.ts'
import { callContext } from '#app/server-context.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import type { PageBuild } from '../pages.ts'
import { createResponseCache } from './response-cache.ts'

type Loader = (call: Call, request: Request) => Promise<unknown>

/**
 * `renders` counts how often the test's page was rendered. With `whileRendering`, a test does something
 * during the rendering.
 */
let renders = 0
let whileRendering: () => Promise<void> = async () => {}

const showEvent: Loader = async (call, request) => {
  const eventUrlName = new URL(request.url).pathname.split('/').at(-1) ?? ''
  return call(getEvent, { query: { eventUrlName } })
}
const showList: Loader = async (call, request) => ({
  before: new URL(request.url).searchParams.get('before'),
  list: await call(listEvents, { query: { when: 'current' } }),
})

const route = (path: string, loader: Loader, handle: object = {}) => ({
  id: path,
  path,
  module: {
    default: () => createElement('p'),
    loader: async ({ context, request }: { context: RouterContextProvider; request: Request }) => {
      renders += 1
      const shown = await loader(context.get(callContext), request)
      await whileRendering()
      return shown
    },
    handle,
  },
})

function bundle(): PageBuild {
  return {
    entry: {
      module: {
        default: async (
          _: Request,
          status: number,
          headers: Headers,
          { staticHandlerContext }: EntryContext,
        ) => {
          headers.set('content-type', 'text/html; charset=utf-8')
          return new Response(`<!doctype html>${JSON.stringify(staticHandlerContext.loaderData)}`, {
            status,
            headers,
          })
        },
        createPageContext: ({ call }: { call: Call }) => {
          const context = new RouterContextProvider()
          context.set(callContext, call)
          return context
        },
      },
    },
    routes: {
      events: route('events', showList, { cacheBy: ['before'] }),
      'event/:eventUrlName': route('event/:eventUrlName', showEvent, { cacheBy: [] }),
      'the-land': route('the-land', async () => null, { cacheBy: [] }),
      '*': route('*', async () => {
        throw data(null, 404)
      }),
      'complete-reservation/:uuid': route('complete-reservation/:uuid', async () => null),
    },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as PageBuild
}

const NOON = new Date('2027-03-01T19:00:00Z')
const build = bundle()
const app = await openTestApp({
  now: NOON,
  parts: { loadBuild: async () => build },
})
const dates = { startDateDate: '2027-06-01', endDateDate: '2027-06-03' }
const event = await makeEvent(app.services.db, { ...dates, urlName: 'one', cost: 0, spots: 3 })
const other = await makeEvent(app.services.db, { ...dates, urlName: 'other', cost: 0, spots: 3 })
beforeEach(() => {
  renders = 0
  whileRendering = async () => {}
})

const page = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.request(path, { headers })
  return { response, text: await response.text() }
}
const spotsTaken = async (path: string) => /"reservedSpots":(\d+)/.exec((await page(path)).text)?.[1]

async function takeSpot({ id }: EventRow, email = 'robin@example.test'): Promise<void> {
  const taken = await createGuest(app).order({ eventId: id, amount: 0, email })
  expect(taken.ok).toBe(true)
}

test('renders a page once for everyone, and makes browsers ask at each visit whether it is still valid (R20.10)', async () => {
  const first = await page('/the-land')
  const second = await page('/the-land')
  expect(renders).toBe(1)
  expect(second.text).toBe(first.text)
  expect(second.response.headers.get('cache-control')).toBe('public, no-cache')
  expect(second.response.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(second.response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(second.response.headers.has('x-cacheable')).toBe(false)
})

test('sets no cookie on a cached page, even for the first visitor; the first API reply sets the XSRF token (R15.5)', async () => {
  const fresh = app.browser()
  for (const path of ['/the-land?first', '/the-land', '/tHe-land']) {
    const { headers } = await fresh.fetch(path)
    expect([path, headers.getSetCookie()]).toEqual([path, []])
  }
  await fresh.fetch('/api/auth/is-admin')
  expect(fresh.cookies.has('XSRF-TOKEN')).toBe(true)
})

test("confirms a page that the browser already has, without a content policy that would replace the page's own", async () => {
  const { response } = await page('/the-land', { 'accept-encoding': 'br' })
  const etag = response.headers.get('etag') ?? ''
  const same = await page('/the-land', { 'accept-encoding': 'br', 'if-none-match': etag })
  expect(same.response.status).toBe(304)
  expect(same.text).toBe('')
  expect(same.response.headers.has('content-security-policy')).toBe(false)
  expect(same.response.headers.get('etag')).toBe(etag)
  expect(same.response.headers.has('set-cookie')).toBe(false)
})

test.each(['br', 'gzip', null])(
  'sends a cached page in the requested encoding (%s), and no body for a HEAD',
  async (encoding) => {
    const headers = new Headers(encoding ? { 'accept-encoding': encoding } : {})
    const response = await app.request('/the-land', { method: 'HEAD', headers })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
    expect(await response.text()).toBe('')
  },
)

test.each([
  ['a session', { cookie: 'session=abc' }],
  ['an unlocked event', { cookie: 'XSRF-TOKEN=a.b; unlocked-7=abc' }],
  ['a bearer token', { authorization: 'Bearer abc' }],
])('renders a page separately for a visitor with %s, and does not cache that page', async (_, headers) => {
  await page('/the-land')
  renders = 0
  const { response } = await page('/the-land', headers)
  expect(renders).toBe(1)
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('serves the same cached page with other cookies, with capitals and with a slash at the end', async () => {
  const kept = await page('/the-land')
  const first = await page('/event/other')
  renders = 0
  for (const [path, cookie] of [
    ['/the-land', 'x=1'],
    ['/the-land', 'XSRF-TOKEN=a.b; _ga=GA1.2.3; theme=dark'],
    ['/tHe-land', 'x=1'],
    ['/THE-LAND/', ''],
  ] as const)
    expect((await page(path, { cookie })).text).toBe(kept.text)
  expect((await page('/EVENT/other/')).text).toBe(first.text)
  expect(renders).toBe(0)
  // The page is another one, because capitals matter in the URL name of an event.
  expect((await page('/event/OTHER')).text).toContain('not_found')
})

test('renders a guest’s page again for each request, and also the data of a page', async () => {
  for (const path of ['/complete-reservation/0b5cbd26-5f1f-4a8e-9f3c-2d1a7c9e4b55', '/the-land.data']) {
    renders = 0
    for (let times = 0; times < 2; times += 1)
      expect((await page(path)).response.headers.get('cache-control')).toBe('no-store')
    expect(renders).toBe(2)
  }
})

test('uses only the path and the page’s own query parameters as the cache key', async () => {
  await page('/events')
  await page('/events?utm_source=a')
  expect(renders).toBe(1)
  const before = await page('/events?before=2027&utm_source=b')
  expect(renders).toBe(2)
  expect(before.text).toContain('"before":"2027"')
  expect((await page('/events?utm_source=c&before=2027')).text).toBe(before.text)
  expect(renders).toBe(2)
})

test('shows a taken spot to the next visitor, in the list of events and on the event’s page', async () => {
  await page('/events')
  expect(await spotsTaken('/event/one')).toBe('0')
  await takeSpot(event)
  expect([await spotsTaken('/event/one'), await takenIn(page('/events'))]).toEqual(['1', 1])
  renders = 0
  await page('/event/one')
  await page('/events')
  expect(renders).toBe(0)
})

test('keeps cached pages when a write changes nothing that they show', async () => {
  await page('/event/one')
  renders = 0
  const body = { waitlistData: { customerName: 'Ana', email: 'ana@example.test', eventId: event.id } }
  await app.browser().call(createWaitlist, { body })
  await page('/event/one')
  expect(renders).toBe(0)
})

test('shows the new text of an edited event, and no longer the page of a deleted event', async () => {
  const { db } = app.services
  const gone = await makeEvent(db, {
    urlName: 'gone',
    startDateDate: '2027-06-01',
    endDateDate: '2027-06-03',
  })
  await page('/event/gone')
  await change(gone, { name: 'Renamed' })
  expect((await page('/event/gone')).text).toContain('Renamed')
  await db.delete(events).where(eq(events.id, gone.id))
  app.http.cache?.noteWrite()
  expect((await page('/event/gone')).text).toContain('not_found')
})

test('does not cache a page if its data changes while it is rendered, and shows later visitors the new data', async () => {
  await change(event, { name: 'Before' })
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  whileRendering = async () => {
    begun.resolve()
    await goOn.promise
  }
  const slow = page('/event/one')
  await begun.promise
  whileRendering = async () => {}
  await change(event, { name: 'After' })
  expect((await page('/event/one')).text).toContain('After')
  goOn.resolve()
  expect((await slow).text).toContain('Before')
  expect((await page('/event/one')).text).toContain('After')
})

/** Changes an event in the way that a job of this process would. */
async function change({ id }: EventRow, to: Partial<EventRow>): Promise<void> {
  await app.services.db.update(events).set(to).where(eq(events.id, id))
  app.http.cache?.noteWrite()
}

test('renders the 404 page once for all addresses, and separately for an admin', async () => {
  const paths = ['/nowhere', '/wp-login.php', '/a/b/c?d=e', '/%7Bodd%7D', '/NoWhere/', '/nowhere.x']
  const texts = new Set<string>()
  for (const path of paths) {
    const { response, text } = await page(path, { cookie: 'x=1; family=made-up' })
    expect([path, response.status]).toEqual([path, 404])
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect([response.headers.get('cache-control'), response.headers.get('x-robots-tag')]).toEqual([
      'no-store',
      'noindex, nofollow',
    ])
    texts.add(text)
  }
  expect([renders, texts.size]).toEqual([1, 1])
  const head = await app.request('/nowhere', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([404, ''])
  expect(renders).toBe(1)
  const admin = await app.signIn({ admin: true })
  expect((await admin.fetch('/nowhere')).status).toBe(404)
  expect(renders).toBe(2)
})

test('renders a page once for many visitors who request it at the same time', async () => {
  await change(other, { name: 'Asked by many' })
  renders = 0
  const all = await Promise.all(Array.from({ length: 20 }, () => page('/event/other')))
  expect(renders).toBe(1)
  expect(new Set(all.map(({ text }) => text)).size).toBe(1)
})

test('renders a page again after midnight at the ranch', async () => {
  await page('/events')
  app.clock.set(new Date('2027-03-02T06:59:59Z'))
  renders = 0
  await page('/events')
  expect(renders).toBe(0)
  app.clock.set(new Date('2027-03-02T07:00:00Z'))
  await page('/events')
  expect(renders).toBe(1)
  app.clock.set(NOON)
})

test('shows a scheduled event at the exact time, in cached pages and API replies, although nobody writes anything', async () => {
  const publishAt = new Date(NOON.getTime() + 60_000)
  const named = { name: 'Late Lupines', urlName: 'late-lupines' }
  const admin = await app.signIn({ admin: true })
  await makeByCall(admin, { ...dates, ...named, status: 'scheduled', publishAt: publishAt.toISOString() })
  const paths = ['/events', '/event/late-lupines', '/api/auth/event/list', '/api/event/published']
  const shown = async () => {
    const texts = await Promise.all(paths.map(async (path) => (await page(path)).text))
    // The reply about a missing event names the URL name, but not the event. The sitemap has only the URL name.
    return texts.map((text) => text.includes(named.name) || text.includes('"urlName":"late-lupines"'))
  }
  app.clock.set(new Date(publishAt.getTime() - 1))
  expect(await shown()).toEqual([false, false, false, false])
  renders = 0
  expect(await shown()).toEqual([false, false, false, false])
  // Every reply that may be cached was. A page about an unknown event never is.
  expect(renders).toBeLessThanOrEqual(2)
  app.clock.set(publishAt)
  expect(await shown()).toEqual([true, true, true, true])
})

test('never caches a private event, locked or unlocked', async () => {
  await makeEvent(app.services.db, {
    urlName: 'private',
    password: 'yucca',
    startDateDate: '2027-06-01',
    endDateDate: '2027-06-03',
  })
  const guest = app.browser()
  await guest.call(unlockEvent, { body: { eventUrlName: 'private', password: 'yucca' } })
  expect(await (await guest.fetch('/event/private')).text()).toContain('"locked":false')
  expect((await page('/event/private')).text).toContain('"locked":true')
  renders = 0
  await page('/event/private')
  expect(renders).toBe(1)
})

test('answers without the cache while the database does not return the content version', async () => {
  const away = await openTestDatabase()
  await away.close()
  let isAway = false
  const db = new Proxy({} as Database, {
    get: (_, name) => Reflect.get(isAway ? away.db : app.services.db, name) as unknown,
  })
  const cache = createResponseCache<null>({
    db,
    now: app.clock.now,
    render: async () => ({ response: new Response('the land'), route: '/the-land' }),
  })
  await cache.find('/the-land', null)
  expect(cache.peek('/the-land')).toBeDefined()
  isAway = true
  cache.noteWrite()
  expect(await cache.find('/the-land', null)).toBeNull()
  expect(cache.peek('/the-land')).toBeUndefined()
  isAway = false
  await expect.poll(() => cache.find('/the-land', null)).not.toBeNull()
})

const list = (headers: Record<string, string> = {}) => page('/api/auth/event/list?when=current', headers)
const get = (urlName: string, headers: Record<string, string> = {}) =>
  page(`/api/auth/event/get?eventUrlName=${urlName}`, headers)
const isKept = ({ response }: { response: Response }) =>
  response.headers.get('cache-control') === 'public, no-cache' &&
  !response.headers.has('set-cookie') &&
  !response.headers.has('x-request-id')

test('caches API calls about events like pages: with entity tag, compression, 304 and without a cookie', async () => {
  const first = await list()
  expect(isKept(first)).toBe(true)
  expect(first.response.headers.get('content-type')).toMatch('application/json')
  expect(first.response.headers.has('x-cacheable')).toBe(false)
  expect(JSON.parse(first.text).events.length).toBeGreaterThan(0)
  const again = await list({ 'if-none-match': first.response.headers.get('etag') ?? '' })
  expect([again.response.status, again.text]).toEqual([304, ''])
  const packed = await app.request('/api/auth/event/get?eventUrlName=one', {
    headers: { 'accept-encoding': 'br' },
  })
  expect(packed.headers.get('content-encoding')).toBe('br')
})

const takenIn = async (answer: Promise<{ text: string }>) =>
  Number(/"urlName":"one".*?"reservedSpots":(\d+)/.exec((await answer).text)?.[1])

test('shows edits, sign-ups and a new day immediately in cached API calls', async () => {
  await change(event, { name: 'Edited once' })
  expect([(await get('one')).text, (await list()).text].every((text) => text.includes('Edited once'))).toBe(
    true,
  )
  await change(event, { name: 'Edited twice' })
  expect([(await get('one')).text, (await list()).text].every((text) => text.includes('Edited twice'))).toBe(
    true,
  )
  const before = await takenIn(get('one'))
  await takeSpot(event, 'somebody-else@example.test')
  expect([await takenIn(get('one')), await takenIn(list())]).toEqual([before + 1, before + 1])
  app.clock.set(new Date('2027-06-02T19:00:00Z'))
  expect((await get('one')).text).toContain('"hasHappened":true')
  app.clock.set(NOON)
})

test.each([
  ['a bearer token', async () => ({ authorization: `Bearer ${await app.bearer({ admin: true })}` })],
  ['a session', async () => ({ cookie: 'session=abc' })],
  ['an unlocked event', async () => ({ cookie: 'unlocked-7=abc' })],
])('does not answer an API call with %s from the cache, and does not cache it', async (_, headersOf) => {
  const headers = await headersOf()
  for (const answer of [list, (more = {}) => get('one', more)]) {
    expect(isKept(await answer())).toBe(true)
    const own = await answer(headers)
    expect([own.response.status, own.response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(isKept(await answer())).toBe(true)
  }
})

test('shows an event’s guests to an admin, and to nobody else afterwards', async () => {
  const admin = await app.signIn({ admin: true })
  expect(await (await admin.fetch('/api/auth/event/get?eventUrlName=one')).text()).toContain(
    '"reservations":[',
  )
  const others = await get('one')
  expect(others.text).not.toMatch(/"reservations"|"hostCell"|"adminEmail"/)
})

test('never caches an API reply about a private event, locked or unlocked, and omits it from the cached list', async () => {
  const guest = app.browser()
  await guest.call(unlockEvent, { body: { eventUrlName: 'private', password: 'yucca' } })
  const unlocked = await guest.fetch('/api/auth/event/get?eventUrlName=private')
  expect(await unlocked.text()).toContain('"locked":false')
  expect(unlocked.headers.get('cache-control')).toBe('no-store')
  const gate = await get('private')
  expect([gate.response.headers.get('cache-control'), isKept(gate)]).toEqual(['no-store', false])
  expect(JSON.parse(gate.text)).toEqual({ urlName: 'private', private: true, locked: true })
  expect((await list()).text).not.toContain('"urlName":"private"')
})

test('removes an event from cached API calls as soon as the event becomes private', async () => {
  await get('other')
  await list()
  await change(other, { password: 'sage' })
  expect(JSON.parse((await get('other')).text)).toEqual({ urlName: 'other', private: true, locked: true })
  expect((await list()).text).not.toContain('"urlName":"other"')
  await change(other, { password: null })
})

test.each([
  ['a missing event', '/api/auth/event/get?eventUrlName=nothing', 404],
  ['an invalid query', '/api/auth/event/list?limit=many', 400],
])('refuses an API call for %s, and does not cache the reply', async (_, path, status) => {
  for (let times = 0; times < 2; times += 1) {
    const { response } = await page(path)
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
    expect(response.headers.get('content-type')).toMatch('application/json')
  }
})

test('refuses to send a cached API reply to a page of another site', async () => {
  await list()
  const { response } = await list({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })
  expect(response.status).toBe(403)
})

// The cache also stores API replies to page loaders, even for visitors whose pages are rendered for each
// request.

const GUEST = { cookie: 'session=abc' }
const signedIn = async (admin: boolean) => {
  const browser = await app.signIn({ admin })
  return async (path: string) => (await browser.fetch(path)).text()
}

const loaderCache = () =>
  createResponseCache<null>({ ...app.services, render: () => Promise.reject(new Error('Not rendered')) })

test('requests a loader’s reply once and gives each page its own copy, until the content or the day changes', async () => {
  const cache = loaderCache()
  let asked = 0
  const ask = async () => ({ reply: { count: (asked += 1), names: ['one'] }, cacheable: true })
  const reply = async () => (await cache.replyOf('all list', ask)).reply
  const mine = await reply()
  mine.names.push('mine')
  const kept = await reply()
  kept.names.push('theirs')
  expect(await reply()).toEqual({ count: 1, names: ['one'] })
  await change(event, { name: 'Another name' })
  cache.noteWrite()
  expect((await reply()).count).toBe(2)
  app.clock.set(new Date('2027-03-02T07:00:00Z'))
  expect((await reply()).count).toBe(3)
  app.clock.set(NOON)
})

test('caches no reply to a loader if its data changes during the call, and none that must not be cached', async () => {
  const cache = loaderCache()
  const replyOf = async (reply: string, cacheable: boolean, meanwhile = async () => {}) => {
    const ask = async () => {
      await meanwhile()
      return { reply, cacheable }
    }
    return (await cache.replyOf('all get', ask)).reply
  }
  const rename = async () => {
    await change(event, { name: 'Renamed while it was read' })
    cache.noteWrite()
  }
  expect(await replyOf('before', true, rename)).toBe('before')
  expect(await replyOf('private', false)).toBe('private')
  expect(await replyOf('after', true)).toBe('after')
  expect(await replyOf('never asked', true)).toBe('after')
})

test('shows signed-in visitors an edit and a taken spot on their next page, and later that the event has begun', async () => {
  const readers = [(path: string) => page(path, GUEST).then(({ text }) => text), await signedIn(true)]
  for (const read of readers) {
    await change(event, { name: 'Seen once' })
    expect(await read('/events')).toContain('Seen once')
    await change(event, { name: 'Seen twice' })
    expect(
      [await read('/events'), await read('/event/one')].every((text) => text.includes('Seen twice')),
    ).toBe(true)
  }
  const before = await takenIn(page('/event/one', GUEST))
  await takeSpot(event, 'one-more@example.test')
  const taken = [await takenIn(page('/event/one', GUEST)), await takenIn(page('/events', GUEST))]
  expect(taken).toEqual([before + 1, before + 1])
  app.clock.set(new Date('2027-06-02T19:00:00Z'))
  expect((await page('/event/one', GUEST)).text).toContain('"hasHappened":true')
  app.clock.set(NOON)
})

test('keeps the loaders’ replies for admins separate from those for all other visitors', async () => {
  const [admin, guest] = [await signedIn(true), await signedIn(false)]
  const dates = { startDateDate: '2027-06-01', endDateDate: '2027-06-03' }
  await makeEvent(app.services.db, { ...dates, urlName: 'hidden', password: 'juniper' })
  app.http.cache?.noteWrite()
  for (const read of [admin, guest, admin, guest])
    expect((await read('/events')).includes('"urlName":"hidden"')).toBe(read === admin)
  for (const read of [admin, guest, admin, guest])
    expect((await read('/event/one')).includes('"reservations":[')).toBe(read === admin)
})

test('keeps an event locked for other signed-in visitors after one browser has unlocked it', async () => {
  const browser = await app.signIn({ admin: false })
  await browser.call(unlockEvent, { body: { eventUrlName: 'private', password: 'yucca' } })
  const guest = await signedIn(false)
  for (let round = 0; round < 2; round += 1) {
    expect(await (await browser.fetch('/event/private')).text()).toContain('"locked":false')
    expect(await guest('/event/private')).toContain('"locked":true')
  }
})
