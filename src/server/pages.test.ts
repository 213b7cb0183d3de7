/**
 * Tests how the server handles pages. The test contains its own small bundle of pages, which replaces the
 * bundle that Vite builds.
 */
import { createElement } from 'react'
import { data, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { isAdmin } from '#domain/staff/sign-in/contract.ts'
import { getReservation } from '#domain/booking/contract/guest.ts'
import { unlockEvent } from '#domain/events/contract/events.ts'
import type { Call } from '#shared/client.ts'
import { buildTestApp } from '#test/support/app.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { callContext, ownMarkContext, siteContext } from '#app/server-context.ts'
import type { PageBuild } from './pages.ts'

const HTML = '<!doctype html><script>hello()</script><p>page</p>'
/** Adds a nonce to the HTML's script, as React does for its own scripts. */
const marked = (mark: string) => HTML.replace('<script', `<script nonce="${mark}"`)

type Loader = (call: Call, context: RouterContextProvider) => Promise<unknown>

function bundle(loader: Loader): PageBuild {
  const run = ({ context }: { context: RouterContextProvider }) => loader(context.get(callContext), context)
  const route = (path: string, extra: object = {}) => ({
    id: path,
    path,
    module: { default: () => createElement('p'), loader: run, ...extra },
  })
  return {
    entry: {
      module: {
        default: async (
          ...[, status, headers, , context]: [Request, number, Headers, unknown, RouterContextProvider]
        ) => {
          headers.set('content-type', 'text/html; charset=utf-8')
          return new Response(marked(context.get(ownMarkContext) ?? ''), { status, headers })
        },
        createPageContext: ({ call, site, ownMark }: { call: Call; site: never; ownMark: string }) => {
          const context = new RouterContextProvider()
          context.set(ownMarkContext, ownMark)
          context.set(callContext, call)
          context.set(siteContext, site)
          return context
        },
      },
    },
    routes: {
      'event/:eventUrlName': route('event/:eventUrlName', { action: run, handle: { listed: true } }),
      'complete-reservation/:uuid': route('complete-reservation/:uuid'),
      'admin/mail': route('admin/mail', { default: undefined }),
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

let loader: Loader = async () => null
const build = bundle((call, context) => loader(call, context))
const app = await openTestApp({
  parts: { loadBuild: async () => build },
})

test('sends a page with the hashes of its inline scripts in the content policy, and forbids storing the page', async () => {
  const response = await app.request('/event/reunion')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe(HTML)
  const policy = response.headers.get('content-security-policy')
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'; /)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.has('x-robots-tag')).toBe(false)
})

test('keeps the content policy of a document that is not one of our pages', async () => {
  const own = { 'content-type': 'text/html', 'content-security-policy': "sandbox; frame-ancestors 'self'" }
  loader = async () => new Response('<style>p{}</style>', { headers: own })
  const response = await app.request('/admin/mail')
  expect(response.headers.get('content-security-policy')).toBe("sandbox; frame-ancestors 'self'")
  expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  loader = async () => null
})

test("hides a guest's own page from search engines", async () => {
  const response = await app.request('/complete-reservation/0b5cbd26-5f1f-4a8e-9f3c-2d1a7c9e4b55')
  expect(response.headers.get('x-robots-tag')).toContain('noindex')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('lets a page’s loader call the API on behalf of the visitor', async () => {
  const seen: unknown[] = []
  loader = async (call, context) => {
    seen.push((await call(isAdmin)).ok && (await call(isAdmin)), context.get(siteContext).admin)
    return null
  }
  await (await app.signIn({ admin: true })).fetch('/event/x')
  await app.browser().fetch('/event/x')
  expect(seen).toEqual([{ ok: true, data: true }, true, { ok: true, data: false }, false])
})

test('lets a form that is sent to a page change data, but not if another site sends the form', async () => {
  const outcomes: unknown[] = []
  loader = async (call) => {
    outcomes.push(await call(unlockEvent, { body: { eventUrlName: 'none', password: 'x' } }))
    return null
  }
  const post = {
    method: 'POST',
    body: 'a=b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  const browser = app.browser()
  const send = (headers?: Record<string, string>) =>
    browser.fetch('/event/x', { ...post, headers: { ...post.headers, ...headers } })
  const ofPrivatePage = { origin: 'null', 'sec-fetch-site': 'same-origin' }
  for (const headers of [undefined, ofPrivatePage]) {
    await send(headers)
    expect(outcomes.splice(0)[0]).toMatchObject({ ok: false, code: 'not_found' })
  }
  const elsewhere = { 'sec-fetch-site': 'cross-site' }
  for (const forged of [
    elsewhere,
    { origin: 'null', ...elsewhere },
    { origin: 'null', 'sec-fetch-site': '' },
  ])
    expect((await send(forged)).status).toBe(403)
  expect(outcomes).toEqual([])
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test.each<[string, number, RequestInit & { path?: string }]>([
  [
    'a page without a form',
    405,
    { path: '/complete-reservation/x', method: 'POST', body: 'a=b', headers: FORM },
  ],
  ['an address without a page', 405, { path: '/nowhere', method: 'POST', body: 'a=b', headers: FORM }],
  ['another method', 405, { method: 'PUT', body: 'a=b', headers: FORM }],
  ['OPTIONS', 405, { method: 'OPTIONS' }],
  ['no body', 415, { method: 'POST' }],
  ['a file', 415, { method: 'POST', body: new FormData() }],
  ['JSON', 415, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
  ['a too large form', 413, { method: 'POST', body: 'a'.repeat(200_000), headers: FORM }],
])(
  'refuses a request to a page with %s by status %i, and runs no code of the page',
  async (_what, status, init) => {
    let ran = false
    loader = async () => (ran = true)
    const { path = '/event/x', ...sent } = init
    const response = await app.request(path, sent)
    expect(response.status).toBe(status)
    expect(response.headers.get('allow')).toBe(
      status === 405 ? (path === '/event/x' ? 'GET, HEAD, POST' : 'GET, HEAD') : null,
    )
    expect(ran).toBe(false)
  },
)

test('shows how long to wait if a visitor requests a page too often', async () => {
  const limited = await buildTestApp({
    settings: { rateLimits: true },
    parts: { loadBuild: async () => build },
  })
  loader = async (call) => {
    const found = await call(getReservation, { query: { uuid: 'guess' } })
    throw data(null, found.ok ? 200 : found.status)
  }
  const statuses = new Set<number>()
  for (let guess = 0; guess < 25; guess += 1) {
    const response = await limited.request('/complete-reservation/guess')
    statuses.add(response.status)
    expect(Number(response.headers.get('retry-after')) > 0).toBe(response.status === 429)
  }
  expect([...statuses]).toEqual([404, 429])
  await limited.close()
})

test('shows people a plain message if a page fails', async () => {
  const broken = await buildTestApp({
    parts: { loadBuild: () => Promise.reject(new Error('secret words of a bug')) },
  })
  const response = await broken.request('/event/x', { headers: { accept: 'text/html' } })
  expect(response.status).toBe(500)
  const page = await response.text()
  expect(page).toContain('Something went wrong on our side')
  expect(page).not.toContain('secret words')
  await broken.close()
})
