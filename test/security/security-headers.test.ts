/** Tests that every kind of reply gets an A+ by the rules of Mozilla Observatory (R19.8). */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'
import * as admin from '#app/admin/history/history.tsx'
import * as adminArea from '#app/admin/admin-area.tsx'
import * as events from '#app/public/events/events.tsx'
import * as home from '#app/public/home/home.tsx'
import * as lostLink from '#app/guest/lost-link/lost-link.tsx'
import * as wellKnown from '#app/well-known.ts'
import * as notFound from '#app/error-page.tsx'
import * as reservation from '#app/guest/private-page/complete-reservation.tsx'
import * as root from '#app/root.tsx'
import { openStaticFiles } from '#server/static-files.ts'
import { eventPages, loadPages } from '../support/server/real-pages.ts'
import { gradeOf } from '../support/security/observatory.ts'

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'observed-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'a.js'), 'run()')
  await writeFile(join(folder, 'hat.avif'), 'AVIF')
  await writeFile(join(folder, 'guide.pdf'), '%PDF')
  await writeFile(join(folder, 'drawing.svg'), '<svg/>')
  app = await buildTestApp({
    now: new Date('2027-05-06T18:00:00Z'),
    settings: {
      publicUrl: 'https://ranch.example',
      payments: {
        kind: 'stripe',
        secretKey: 'sk_live_x',
        publishableKey: 'pk_live_x',
        webhookSecret: 'whsec_x',
        apiBase: 'http://127.0.0.1:1',
      },
    },
    parts: {
      files: await openStaticFiles(folder),
      loadBuild: loadPages({
        root,
        '/': home,
        events,
        ...eventPages,
        'complete-reservation/:uuid': reservation,
        'lost-link': lostLink,
        'admin/history': {
          ...adminArea,
          ...admin,
          middleware: [...adminArea.middleware, ...admin.middleware],
        },
        'robots.txt': wellKnown,
        '*': notFound,
      }),
    },
  })
  await makeEvent(app.services.db, { urlName: 'open-days', longDescription: '**Bring a hat.**' })
  await makeEvent(app.services.db, { urlName: 'hidden-days', password: 'Saguaro' })
})
afterAll(async () => {
  await Promise.all([app.close(), rm(folder, { recursive: true, force: true })])
})

test.each<[what: string, path: string, status: number, init?: RequestInit]>([
  ['the home page', '/', 200],
  ['a list page', '/events', 200],
  ['an event’s page', '/event/open-days', 200],
  ['the page of a locked event', '/event/hidden-days', 200],
  ['a form page', '/lost-link', 200],
  ['robots.txt', '/robots.txt', 200],
  ['a missing page', '/nowhere', 404],
  ['a missing event', '/event/nowhere', 404],
  ['a missing stay', '/complete-reservation/0b5cbd26-5f1f-4a8e-9f3c-2d1a7c9e4b55', 404],
  ['an admin page for others', '/admin/history', 302],
  ['a page with a wrong method', '/events', 405, { method: 'PUT', body: 'x' }],
  ['an API call', '/api/auth/event/list', 200],
  ['the API description', '/api/openapi.json', 200],
  ['the API page for people', '/api/docs', 200],
  ['a missing API call', '/api/nowhere', 404],
  ['a refused API call', '/api/createReservation', 403, { method: 'POST', body: '{}' }],
  ['an API call that needs an admin', '/api/auth/today', 401],
  ['a redirect', '/api/auth/login?returnUrl=/events', 302],
  ['a probe', '/healthz', 200],
  ['a script', '/assets/a.js', 200],
  ['a picture', '/hat.avif', 200],
  ['a missing uploaded picture', '/uploads/nowhere.jpg', 404],
])('gives %s headers that earn an A+ (R19.8)', async (_what, path, status, init) => {
  const response = await app.request(path, init)
  expect(response.status).toBe(status)
  const graded = gradeOf(response.headers, await response.text())
  expect(graded.verdicts.filter(({ points }) => points < 0)).toEqual([])
  expect(graded).toMatchObject({ grade: 'A+' })
})

test('gives the reply to a signed-in admin, including its cookie, headers that earn an A+ (R19.8)', async () => {
  const browser = await app.signIn({ admin: true })
  const response = await browser.fetch('/api/auth/session', { method: 'DELETE' })
  const { verdicts, grade } = gradeOf(response.headers, await response.text())
  expect([grade, verdicts.filter(({ points }) => points < 0)]).toEqual(['A+', []])
})

const headerNames = async (path: string) => [...(await app.request(path)).headers.keys()]

test('sends scripts and pictures with all security headers except those that matter only for documents', async () => {
  const ofDocuments = ['cross-origin-opener-policy', 'permissions-policy']
  for (const path of ['/', '/guide.pdf', '/drawing.svg', '/api/auth/event/list'])
    expect([path, ...(await headerNames(path))]).toEqual(expect.arrayContaining(ofDocuments))
  for (const path of ['/assets/a.js', '/hat.avif']) {
    const sent = await headerNames(path)
    expect(sent).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(permissions|.+opener)-policy$/)]),
    )
    expect(sent).toEqual(
      expect.arrayContaining([
        'content-security-policy',
        'cross-origin-resource-policy',
        'strict-transport-security',
        'x-content-type-options',
        'x-frame-options',
      ]),
    )
  }
})

/**
 * Returns those headers of a page that depend on whether the site offers wallets. Leaves out the hashes of
 * scripts.
 */
async function walletHeaders(site: TestApp, path: string) {
  const { headers } = await site.request(path)
  const policy = headers.get('content-security-policy') ?? ''
  const sources = (name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `))
  return {
    opener: headers.get('cross-origin-opener-policy'),
    connect: sources('connect-src'),
    frame: sources('frame-src'),
    payment: headers.get('permissions-policy')?.match(/payment=\(.*?\)/)?.[0],
  }
}

test('allows popups and hosts of wallets only on payment pages, and nowhere if wallets are off (R43.5)', async () => {
  const frames = "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com"
  const asBefore = {
    opener: 'same-origin',
    connect: "connect-src 'self' https://api.stripe.com",
    frame: frames,
    payment:
      'payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com" "https://link.com" "https://*.link.com")',
  }
  const link = ' https://link.com https://*.link.com'
  for (const path of ['/event/open-days', '/event/open-days/sign-up', '/complete-reservation/nobody'])
    expect(await walletHeaders(app, path)).toEqual({
      ...asBefore,
      opener: 'same-origin-allow-popups',
      connect: asBefore.connect + link,
      frame: frames + link,
    })
  for (const path of ['/', '/events', '/event/open-days/waitlist', '/admin/history'])
    expect(await walletHeaders(app, path)).toMatchObject({ opener: 'same-origin' })
  expect(await walletHeaders(app, '/events')).toEqual(asBefore)
  app.services.settings.wallets = false
  expect(await walletHeaders(app, '/complete-reservation/nobody')).toEqual(asBefore)
  app.services.settings.wallets = true
})

/**
 * Chromium shows no PDF under a content policy with `default-src` or `script-src`. A PDF needs no such
 * policy, because no script runs in a PDF.
 */
test("sends the site's own PDFs with a shorter policy, framed only by the site itself, without type sniffing", async () => {
  const { headers } = await app.request('/guide.pdf')
  const bad = gradeOf(headers, '').verdicts.filter(({ points }) => points < 0)
  expect(bad.map(({ test: name }) => name)).toEqual(['content-security-policy'])
  expect(headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
})

describe('the grade of security headers', () => {
  const SITE = {
    'content-type': 'text/html',
    'content-security-policy': "default-src 'self'; object-src 'none'; frame-ancestors 'none'",
    'strict-transport-security': 'max-age=31536000',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'set-cookie': 'a=1; Secure; SameSite=Lax',
  }
  test.each<[what: string, changes: Record<string, string | null>, score: number, grade: string]>([
    ['all headers present', {}, 130, 'A+'],
    ['all headers missing', Object.fromEntries(Object.keys(SITE).map((name) => [name, null])), 30, 'D'],
    ['no Content-Security-Policy', { 'content-security-policy': null }, 55, 'C'],
    ['inline scripts allowed', { 'content-security-policy': "script-src 'self' 'unsafe-inline'" }, 60, 'C+'],
    [
      'inline scripts allowed, with hashes',
      {
        'content-security-policy':
          "default-src 'none'; script-src 'unsafe-inline' 'sha256-x'; frame-ancestors 'none'",
      },
      135,
      'A+',
    ],
    [
      'inline styles allowed',
      {
        'content-security-policy': "default-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      },
      125,
      'A+',
    ],
    ['a short HSTS time', { 'strict-transport-security': 'max-age=300' }, 120, 'A+'],
    ['no HSTS', { 'strict-transport-security': null }, 80, 'B+'],
    ['a session cookie that scripts can read', { 'set-cookie': 'session=1; Secure; SameSite=Lax' }, 70, 'B'],
    [
      'a cookie sent over http',
      { 'set-cookie': 'a=1; SameSite=Lax', 'strict-transport-security': null },
      60,
      'C+',
    ],
    ['type sniffing allowed', { 'x-content-type-options': null }, 125, 'A+'],
    ['full URLs in the Referer', { 'referrer-policy': 'unsafe-url' }, 120, 'A+'],
    [
      'other origins may read with cookies',
      { 'access-control-allow-origin': 'x', 'access-control-allow-credentials': 'true' },
      50,
      'C',
    ],
  ])('is computed by the rules of Mozilla Observatory for: %s', (_what, changes, score, grade) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries({ ...SITE, ...changes }))
      if (value !== null) headers.set(name, value)
    expect(gradeOf(headers, '')).toMatchObject({ score, grade })
  })

  test('is lower if a script from another host has no hash', () => {
    const headers = new Headers(SITE)
    const points = (html: string) =>
      gradeOf(headers, html).verdicts.find(({ test: name }) => name === 'subresource-integrity')?.points
    expect(points('<script src="/a.js"></script>')).toBe(0)
    expect(points('<script src="https://x.example/a.js"></script>')).toBe(-5)
    expect(points('<script src="https://x.example/a.js" integrity="sha384-x"></script>')).toBe(5)
    expect(points('<script src="//x.example/a.js"></script>')).toBe(-50)
  })
})
