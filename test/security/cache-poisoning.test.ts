/** Attacks caches and redirects, and sends unusual spellings of addresses and headers. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createGuest } from '#test/support/booking/guest.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import * as events from '#app/public/events/events.tsx'
import * as home from '#app/public/home/home.tsx'
import * as lostLink from '#app/guest/lost-link/lost-link.tsx'
import * as wellKnown from '#app/well-known.ts'
import * as notFound from '#app/error-page.tsx'
import * as reservation from '#app/guest/private-page/complete-reservation.tsx'
import * as root from '#app/root.tsx'
import { eventPages, loadPages } from '../support/server/real-pages.ts'
import { createAttacker, expectNoInternals } from '../support/security/attacker.ts'

const app = await openTestApp({
  now: new Date('2027-05-06T18:00:00Z'),
  parts: {
    loadBuild: loadPages({
      root,
      '/': home,
      events,
      ...eventPages,
      'complete-reservation/:uuid': reservation,
      'lost-link': lostLink,
      'robots.txt': wellKnown,
      'sitemap.xml': wellKnown,
      '*': notFound,
    }),
  },
})
const shoot = await createAttacker(app)
const { id } = await makeEvent(app.services.db, { urlName: 'open-days', cost: 0 })
const made = await createGuest(app).order({ eventId: id, amount: 0 })
const uuid = made.ok ? made.data.uuid : ''

const KEPT = ['/', '/events', '/event/open-days', '/robots.txt', '/sitemap.xml']

describe('the cache of public pages', () => {
  test.each<[string, Record<string, string>]>([
    ['Host', { host: 'elsewhere.example' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'elsewhere.example' }],
    [
      'X-Host and X-Forwarded-Server',
      { 'x-host': 'elsewhere.example', 'x-forwarded-server': 'elsewhere.example' },
    ],
    ['Forwarded', { forwarded: 'host=elsewhere.example;proto=http' }],
    ['X-Forwarded-Proto', { 'x-forwarded-proto': 'elsewhere.example' }],
    ['X-Forwarded-Prefix', { 'x-forwarded-prefix': '/elsewhere.example' }],
    ['X-Original-URL', { 'x-original-url': '/elsewhere.example', 'x-rewrite-url': '/elsewhere.example' }],
    ['Referer and Origin', { referer: 'https://elsewhere.example/', origin: 'https://elsewhere.example' }],
    ['Accept-Language', { 'accept-language': 'elsewhere.example' }],
    ['User-Agent', { 'user-agent': 'elsewhere.example' }],
  ])("never puts an attacker's value of the header %s into cached pages", async (_name, headers) => {
    for (const path of KEPT) {
      const asked = await shoot({ path, headers })
      const after = await shoot({ path })
      for (const { text, headers: replied } of [asked, after])
        expect([path, text + JSON.stringify([...replied])]).toEqual([
          path,
          expect.not.stringContaining('elsewhere'),
        ])
      expect(after.status).toBe(200)
    }
  })

  test.each([
    '?utm=elsewhere',
    '?"><script>elsewhere()</script>',
    '?__proto__[x]=elsewhere',
    '?before=elsewhere',
  ])('never puts the query %s into cached pages', async (query) => {
    for (const path of ['/', '/events', '/event/open-days']) {
      await shoot({ path: path + query })
      const { text, status } = await shoot({ path })
      expect([status, text.includes('elsewhere')]).toEqual([200, false])
    }
  })

  test('does not change a cached page after a PUT, PATCH or DELETE request with a body', async () => {
    const before = (await shoot({ path: '/events' })).text
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      await shoot({ path: '/events', method, body: 'elsewhere' })
    await shoot({
      path: '/events',
      headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'PUT' },
    })
    expect((await shoot({ path: '/events' })).text).toBe(before)
  })
})

describe('when it gets a request for a guest’s page, the cache', () => {
  const DRESSED = [
    '/x.css',
    '.css',
    ';x.css',
    '%2f..%2fx.css',
    '%2ex.js',
    '/..;/x.png',
    '?x.css',
    '?v=1',
    '#x.css',
    '/%2e%2e/robots.txt',
    '%00.css',
    '%0a.css',
    '.data',
    '/',
  ]
  test.each(DRESSED)("never caches a guest's page if its address ends with …%s", async (end) => {
    const { headers, text, status } = await shoot({ path: `/complete-reservation/${uuid}${end}` })
    expect(status).toBeLessThan(500)
    if (text.includes('Robin')) expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('cache-control') ?? 'no-store').not.toMatch(/public|max-age=[1-9]/)
  })

  test("never caches a guest's page, whatever the request looks like", async () => {
    for (const [name, value] of [
      ['accept', 'text/css'],
      ['sec-fetch-dest', 'image'],
      ['range', 'bytes=0-10'],
    ] as const)
      expect(
        (await shoot({ path: `/complete-reservation/${uuid}`, headers: { [name]: value } })).headers.get(
          'cache-control',
        ),
      ).toBe('no-store')
  })
})

const ELSEWHERE = [
  'https://elsewhere.example',
  '//elsewhere.example',
  '///elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  ' https://elsewhere.example',
  'https:elsewhere.example',
  'http:/elsewhere.example',
  'javascript:alert(1)//elsewhere.example',
  'data:text/html,elsewhere.example',
  '/%09/elsewhere.example',
  '/%2f/elsewhere.example',
  '/.//elsewhere.example',
  '/x/..//elsewhere.example',
  'https://localhost:3000@elsewhere.example',
  '/\u2028/elsewhere.example',
  '/@elsewhere.example',
  '/events\r\nLocation: https://elsewhere.example',
]
const originOf = (location: string) => new URL(location, 'http://localhost:3000/').origin

describe('when it redirects, the site', () => {
  test.each(ELSEWHERE)(
    'never redirects to another site after a sign-in with the return address %j',
    async (target) => {
      const browser = app.browser()
      const asked = await browser.fetch(`/api/auth/login?returnUrl=${encodeURIComponent(target)}`)
      expect(asked.status).toBe(302)
      expect(originOf(asked.headers.get('location') ?? '')).toBe('http://localhost:3000')
      expect(asked.headers.get('location')).not.toContain('elsewhere')
    },
  )

  test.each(ELSEWHERE)('never redirects from an old address to another site: %j', async (target) => {
    for (const name of ['pg', 'PG', 'pg[]']) {
      const { headers } = await shoot({ path: `/?${name}=${encodeURIComponent(target)}` })
      const location = headers.get('location')
      if (location === null) continue
      expect(originOf(location)).toBe('http://localhost:3000')
      expect(location).toMatch(/^\/(?![/\\])/)
    }
  })

  test.each(ELSEWHERE)('never redirects from the path /%s to another site', async (target) => {
    const spelled = encodeURI(target).replaceAll('%25', '%')
    for (const path of [`/${spelled}`, `/events/${spelled}`, `/event/${spelled}/`]) {
      const { status, headers } = await app.http.fetch(new Request(`http://localhost:3000${path}`))
      expect(status).toBeLessThan(500)
      expect(originOf(headers.get('location') ?? '/')).toBe('http://localhost:3000')
    }
  })

  test.each(['next', 'url', 'redirect', 'returnUrl', 'return_to', 'continue'])(
    'never redirects because of the parameter %s',
    async (name) => {
      for (const path of [...KEPT, '/lost-link', '/api/auth/is-admin']) {
        const { headers } = await shoot({ path: `${path}?${name}=https://elsewhere.example` })
        expect(headers.get('location')).toBeNull()
        expect(headers.get('refresh')).toBeNull()
      }
    },
  )
})

describe('the code that writes response headers', () => {
  test.each([
    '/api/auth/login?returnUrl=/x%0d%0aSet-Cookie:%20session=eve',
    '/api/auth/login?returnUrl=%0d%0a%0d%0a<script>hacked()</script>',
    '/event/x%0d%0aSet-Cookie:%20session=eve',
    '/%0d%0aSet-Cookie:%20session=eve',
    '/api/reservation?uuid=x%0d%0aX-Hacked:%201',
    '/events?before=x%0d%0aX-Hacked:%201',
  ])('adds no header because of a line break in the address %s', async (path) => {
    const { status, headers } = await shoot({ path })
    expect(status).toBeLessThan(500)
    expect(headers.has('x-hacked')).toBe(false)
    for (const cookie of headers.getSetCookie()) expect(cookie).not.toContain('eve')
    for (const [, value] of headers) expect(value).not.toMatch(/[\r\n]/)
  })
})

describe('when an attacker has planted a cookie, the site', () => {
  test.each([
    'session=planted',
    '__Host-session=planted',
    'session=planted; session=planted2',
    'family=planted',
    'XSRF-TOKEN=planted.planted',
    'XSRF-TOKEN=__proto__',
    `session=${'x'.repeat(8_000)}`,
    'session=%ff%fe; =; ;;; a',
    '__proto__=x; constructor=y',
  ])('refuses the planted cookie %s, and does not send it back', async (cookie) => {
    const { status, headers, text } = await shoot({ path: '/api/auth/is-admin', headers: { cookie } })
    expect([status, text]).toEqual([200, 'false'])
    for (const line of headers.getSetCookie()) expect(line).not.toMatch(/planted|__proto__|family|^session/)
  })
})

test.each([
  ['a page', '/event/%3Cscript%3Ehacked()%3C%2Fscript%3E'],
  ['a missing page', '/%3Cimg%20src=x%20onerror=hacked()%3E'],
  ['a query', '/events?before=%3Cscript%3Ehacked()%3C/script%3E'],
  ['a link', '/complete-reservation/%3Cscript%3Ehacked()%3C%2Fscript%3E'],
  ['a call', '/api/%3Cscript%3Ehacked()%3C%2Fscript%3E'],
])('runs no markup that an attacker puts into the address of %s', async (_what, path) => {
  const answer = await shoot({ path, headers: { accept: 'text/html' } })
  expect(answer.text).not.toMatch(/<script>hacked|<img src=x/)
  expect(answer.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*'unsafe-inline'/)
  expectNoInternals({ ...answer, text: answer.text.replaceAll(/<script[\s\S]*?<\/script>|"\/[^"]*"/g, '') })
})

test("never requests an address that an event's form contains (R19.6)", async () => {
  let asked = 0
  const trap = createServer((socket) => {
    asked += 1
    socket.destroy()
  })
  await once(trap.listen(0, '127.0.0.1'), 'listening')
  const { port } = trap.address() as AddressInfo
  const at = (file: string) => `https://127.0.0.1:${port}/${file}`
  const pictures = { mainImage: at('a.jpg'), secondImage: at('b.jpg'), pdfLink: at('c.pdf') }
  const { id, urlName } = await makeEvent(app.services.db, { cost: 0, ...pictures })
  await createGuest(app).order({ eventId: id, amount: 0, otherInformation: at('d') })
  await app.runJobs()
  for (const path of [
    `/event/${urlName}`,
    '/events',
    '/',
    '/sitemap.xml',
    `/api/auth/event/get?eventUrlName=${urlName}`,
  ])
    expect((await shoot({ path })).status).toBe(200)
  expect((await shoot({ path: `/event/${urlName}` })).text).toContain(at('c.pdf'))
  expect(asked).toBe(0)
  trap.close()
})
