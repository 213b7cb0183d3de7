/** Pages as the server treats them, with a bundle made by hand in place of Vite's. */
import { createElement } from 'react'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAdmin } from '../capabilities/access/contract.ts'
import { unlockEvent } from '../capabilities/events/contract.ts'
import type { Call } from '../shared/client.ts'
import { buildTestApp, type TestApp } from '../testing/app.ts'
import { callContext, siteContext } from '../web/server-context.ts'
import type { PageBuild } from './pages.ts'

const HTML = '<!doctype html><script>hello()</script><p>page</p>'

type Loader = (call: Call, context: RouterContextProvider) => Promise<unknown>

function bundle(loader: Loader): PageBuild {
  const run = ({ context }: { context: RouterContextProvider }) => loader(context.get(callContext), context)
  const route = (path: string, extra: object = {}) => ({
    id: path,
    path,
    module: { default: () => createElement('p'), loader: run, action: run, ...extra },
  })
  return {
    entry: {
      module: {
        default: async (_request: Request, status: number, headers: Headers) => {
          headers.set('content-type', 'text/html; charset=utf-8')
          return new Response(HTML, { status, headers })
        },
        createPageContext: ({ call, site }: { call: Call; site: never }) => {
          const context = new RouterContextProvider()
          context.set(callContext, call)
          context.set(siteContext, site)
          return context
        },
      },
    },
    routes: Object.fromEntries(
      ['event/:eventUrlName', 'complete-reservation/:uuid'].map((path) => [path, route(path)]),
    ),
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
let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({
    parts: { loadBuild: async () => ({ build, createRequestHandler }) },
  })
})
afterAll(() => app.close())

test('a page is whole, names its inline scripts by hash, and is not kept', async () => {
  const response = await app.request('/event/reunion')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe(HTML)
  const policy = response.headers.get('content-security-policy')
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'; /)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.has('x-robots-tag')).toBe(false)
})

test("a guest's own page is for no search engine", async () => {
  const response = await app.request('/complete-reservation/0b5cbd26-5f1f-4a8e-9f3c-2d1a7c9e4b55')
  expect(response.headers.get('x-robots-tag')).toContain('noindex')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('a loader calls the API as the visitor', async () => {
  const seen: unknown[] = []
  loader = async (call, context) => {
    seen.push((await call(isAdmin)).ok && (await call(isAdmin)), context.get(siteContext).admin)
    return null
  }
  await (await app.signIn({ admin: true })).fetch('/event/x')
  await app.browser().fetch('/event/x')
  expect(seen).toEqual([{ ok: true, data: true }, true, { ok: true, data: false }, false])
})

test('a form posted to a page may change things, but not from another site', async () => {
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
  await browser.fetch('/event/x', post)
  expect(outcomes[0]).toMatchObject({ ok: false, code: 'not_found' })
  outcomes.length = 0
  const forged = { ...post, headers: { ...post.headers, 'sec-fetch-site': 'cross-site' } }
  expect((await browser.fetch('/event/x', forged)).status).toBe(403)
  expect(outcomes).toEqual([])
})

test('a page that breaks says so plainly to people', async () => {
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
