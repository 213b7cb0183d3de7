import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '#test/support/app.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { createSession, endSession, isAdmin } from './contract.ts'
import { readAttempt, writeAttempt, type Attempt } from './sign-in-attempt.ts'
import { answerFor, follow, openSignIn, sendForm, signInFor } from '#test/support/sign-in.ts'

const app = await openTestApp()

const isAdminHere = async (browser: TestBrowser) => (await browser.call(isAdmin)) as { data?: boolean }
const signedIn = { ok: true, data: true }
const REFUSED = { ok: false, code: 'sign_in_failed', status: 400 }

function attemptCookie(browser: TestBrowser): string {
  const name = [...browser.cookies.keys()].find((each) => each.startsWith('sign-in-'))
  if (!name) throw new Error('No sign-in attempt was started')
  return name
}

describe('a sign-in with the embedded identity provider', () => {
  test('makes a person with a listed e-mail address an admin, and a person with another address not (R22.4)', async () => {
    expect(await isAdminHere(await signInFor(app))).toEqual(signedIn)
    const guest = await signInFor(app, { email: 'guest@example.test' })
    expect(await isAdminHere(guest)).toEqual({ ok: true, data: false })
  })

  test('returns to the page that the person had asked for, or to /admin (R14.9)', async () => {
    const [browser, plain] = [app.browser(), app.browser()]
    const body = await answerFor(browser, { returnUrl: '/create-event?copy=a#x' })
    expect(await browser.call(createSession, { body })).toMatchObject({
      data: { returnUrl: '/create-event?copy=a#x' },
    })
    expect(await plain.call(createSession, { body: await answerFor(plain) })).toMatchObject({
      data: { returnUrl: '/admin' },
    })
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    String.raw`/\evil.example`,
    String.raw`\\evil.example`,
    'javascript:alert(1)',
    '/\t/evil.example',
    '/%0d%0aset-cookie:x=1',
    '///evil.example/%2f..',
  ])('never redirects to another site when the visitor asks for the page %j', async (returnUrl) => {
    const browser = app.browser()
    const result = await browser.call(createSession, { body: await answerFor(browser, { returnUrl }) })
    const { data } = result as { data: { returnUrl: string } }
    expect(new URL(data.returnUrl, 'http://localhost:3000').origin).toBe('http://localhost:3000')
    expect(data.returnUrl).toMatch(/^\/(?![/\\])/)
  })

  test('needs no password the second time, because the identity provider remembers the person', async () => {
    const browser = await signInFor(app)
    browser.cookies.delete('session')
    const body = await answerAgain(browser, '/events')
    // The client may omit the issuer, because the endpoint requires only the code and the state.
    const answer = await browser.call(createSession, { body: { code: body.code, state: body.state } })
    expect(answer).toMatchObject({ ok: true, data: { returnUrl: '/events' } })
  })

  test('succeeds in each of two tabs that start a sign-in at the same time', async () => {
    const browser = await signInFor(app)
    const first = await answerAgain(browser, '/events')
    const second = await answerAgain(browser, '/create-event')
    expect(await browser.call(createSession, { body: second })).toMatchObject({
      data: { returnUrl: '/create-event' },
    })
    expect(await browser.call(createSession, { body: first })).toMatchObject({
      data: { returnUrl: '/events' },
    })
  })

  test('leaves fewer than nine cookies in a browser, however many sign-ins are not completed', async () => {
    const browser = app.browser()
    for (let tab = 0; tab < 12; tab += 1) await browser.fetch('/api/auth/login')
    const open = [...browser.cookies.keys()].filter((name) => name.startsWith('sign-in-'))
    expect(open.length).toBeLessThan(9)
  })
})

describe('the session after a sign-in (R19.9)', () => {
  test('exists only in a cookie that scripts and other sites cannot read', async () => {
    const browser = app.browser()
    const body = await answerFor(browser)
    const response = await browser.fetch('/api/auth/session', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '',
      },
      body: JSON.stringify(body),
    })
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('session='))
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).toMatch(/; Path=\//)
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({ success: true, returnUrl: '/admin' })
  })

  test('under https, has cookies that no other host can set', async () => {
    const secure = await buildTestApp({
      settings: { publicUrl: 'https://ranch.example', publicUrlGiven: true },
    })
    const login = await secure.request('/api/auth/login')
    const attempt = login.headers.getSetCookie().find((line) => line.includes('sign-in-'))
    expect(attempt).toMatch(/^__Host-sign-in-.*; HttpOnly; Secure; SameSite=Lax/)
    expect(login.headers.get('location')).toMatch(/^https:\/\/ranch\.example\/dev\/oidc\/auth\?/)
    const browser = await signInFor(secure)
    expect(browser.cookies.has('__Host-session')).toBe(true)
    expect(await isAdminHere(browser)).toEqual(signedIn)
    await secure.close()
  })

  test('has a new id after each sign-in, so that a planted id or the previous id opens nothing', async () => {
    const browser = app.browser()
    browser.cookies.set('session', 'planted')
    await browser.call(createSession, { body: await answerFor(browser) })
    const first = browser.cookies.get('session') ?? ''
    expect(first).not.toBe('planted')
    await browser.call(createSession, { body: await answerAgain(browser) })
    expect(browser.cookies.get('session')).not.toBe(first)
    const thief = app.browser()
    thief.cookies.set('session', first)
    expect(await isAdminHere(thief)).toEqual({ ok: true, data: false })
  })

  test('comes with a new CSRF token, and the site refuses the old token', async () => {
    const browser = app.browser()
    const body = await answerFor(browser)
    const before = browser.cookies.get('XSRF-TOKEN') ?? ''
    await browser.call(createSession, { body })
    expect(browser.cookies.get('XSRF-TOKEN')).not.toBe(before)
    const forged = await browser.fetch('/api/auth/session', {
      method: 'DELETE',
      headers: { 'x-xsrf-token': before },
    })
    expect(forged.status).toBe(403)
    expect(await isAdminHere(browser)).toEqual(signedIn)
  })
})

async function answerAgain(browser: TestBrowser, returnUrl = '/admin') {
  const { url } = await follow(browser, `/api/auth/login?returnUrl=${returnUrl}`)
  return Object.fromEntries(url.searchParams) as { code: string; state: string; iss: string }
}

describe('a sign-in that an attacker has tampered with', () => {
  test('is refused if the request comes from another site', async () => {
    const browser = app.browser()
    const body = JSON.stringify(await answerFor(browser))
    const type = { 'content-type': 'application/json' }
    const token = { 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '' }
    const tries: Record<string, string>[] = [
      {},
      { ...token, 'sec-fetch-site': 'cross-site' },
      { 'x-xsrf-token': 'a.b' },
    ]
    for (const more of tries) {
      const reply = await browser.fetch('/api/auth/session', {
        method: 'POST',
        headers: { ...type, ...more },
        body,
      })
      expect(reply.status).toBe(403)
    }
    expect(browser.cookies.has('session')).toBe(false)
  })

  test("is refused if the identity provider's reply arrives in another browser", async () => {
    const stolen = await answerFor(app.browser())
    expect(await app.browser().call(createSession, { body: stolen })).toMatchObject(REFUSED)
  })

  test("is refused if the identity provider's reply has another state", async () => {
    const browser = app.browser()
    const { code, state } = await answerFor(browser)
    const changed = state.slice(0, -1) + (state.endsWith('A') ? 'B' : 'A')
    for (const wrong of [changed, 'x', '', `${state.slice(0, 12)}/../`]) {
      expect(await browser.call(createSession, { body: { code, state: wrong } })).toMatchObject(REFUSED)
    }
  })

  test("is refused if this site has not signed the attempt's cookie, or if the cookie is too old", async () => {
    const browser = app.browser()
    const body = await answerFor(browser)
    const name = attemptCookie(browser)
    const cookie = browser.cookies.get(name) ?? ''
    browser.cookies.set(name, `${cookie.slice(0, -2)}xx`)
    expect(await browser.call(createSession, { body })).toMatchObject(REFUSED)
    browser.cookies.set(name, cookie)
    app.clock.advance({ minutes: 16 })
    expect(await browser.call(createSession, { body })).toMatchObject(REFUSED)
    app.clock.advance({ minutes: -16 })
    expect(await browser.call(createSession, { body })).toMatchObject({ ok: true })
  })

  test.each<[string, Partial<Attempt>]>([
    ['another nonce', { nonce: 'n'.repeat(43) }],
    ['another PKCE verifier', { verifier: 'v'.repeat(43) }],
    ['another return address', { origin: 'http://127.0.0.1:3000' }],
  ])("is refused if the attempt's cookie has %s", async (_what, change) => {
    const browser = app.browser()
    const body = await answerFor(browser)
    const { sessionSecret } = app.services
    const name = attemptCookie(browser)
    const attempt = readAttempt(sessionSecret, browser.cookies.get(name), app.clock.now())
    if (!attempt) throw new Error('The cookie has no sign-in attempt')
    browser.cookies.set(name, writeAttempt(sessionSecret, { ...attempt, ...change }))
    expect(await browser.call(createSession, { body })).toMatchObject(REFUSED)
  })

  test("is refused if the identity provider's reply has another issuer", async () => {
    const browser = app.browser()
    const body = { ...(await answerFor(browser)), iss: 'https://evil.example' }
    expect(await browser.call(createSession, { body })).toMatchObject(REFUSED)
  })

  test('is refused if the code was already used or never issued', async () => {
    const browser = app.browser()
    const body = await answerFor(browser)
    const name = attemptCookie(browser)
    const cookie = browser.cookies.get(name) ?? ''
    expect(await browser.call(createSession, { body })).toMatchObject({ ok: true })
    expect(await browser.call(createSession, { body })).toMatchObject(REFUSED)
    browser.cookies.set(name, cookie)
    expect(await browser.call(createSession, { body })).toMatchObject(REFUSED)
    browser.cookies.set(name, cookie)
    const made = { ...body, code: 'made-up' }
    expect(await browser.call(createSession, { body: made })).toMatchObject(REFUSED)
  })
})

describe('signing out of the site', () => {
  test("ends the site's session immediately, and the provider's before the browser returns to / (R14.6, R19.9)", async () => {
    const browser = await signInFor(app)
    const cookie = browser.cookies.get('session') ?? ''
    const ended = await browser.call(endSession)
    const { logoutUrl } = (ended as { data: { logoutUrl: string } }).data
    expect(browser.cookies.has('session')).toBe(false)
    const thief = app.browser()
    thief.cookies.set('session', cookie)
    expect(await isAdminHere(thief)).toEqual({ ok: true, data: false })

    const address = new URL(logoutUrl)
    expect(address.pathname).toBe('/dev/oidc/session/end')
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:3000/')
    const { response } = await follow(browser, address.pathname + address.search)
    const page = await response.text()
    const [, press = ''] = /<script>(.+?)<\/script>/s.exec(page) ?? []
    const leave = `'sha256-${createHash('sha256').update(press).digest('base64')}'`
    expect(response.headers.get('content-security-policy')).toContain(`script-src 'self' ${leave};`)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const confirmed = await sendForm(browser, '/dev/oidc/session/end/confirm', { xsrf, logout: 'yes' })
    expect(confirmed.headers.get('location')).toBe('http://localhost:3000/')
    expect((await openSignIn(browser)).page).toContain('<h1>Sign in</h1>')
  })

  test('sends a person who was not signed in to the home page (/)', async () => {
    const browser = app.browser()
    expect(await browser.call(endSession)).toMatchObject({ ok: true, data: { logoutUrl: '/' } })
    browser.cookies.set('session', 'nonsense')
    expect(await browser.call(isAdmin)).toMatchObject({ data: false })
    browser.cookies.delete('XSRF-TOKEN')
    expect(await browser.call(endSession)).toMatchObject({ ok: true, data: { logoutUrl: '/' } })
    expect(browser.cookies.has('session')).toBe(false)
  })
})

test('without PUBLIC_URL, signs in at the host name of this machine that the request used (R21.3)', async () => {
  const login = await app.request('/api/auth/login', { headers: { host: '127.0.0.1:8080' } })
  const address = new URL(login.headers.get('location') ?? '')
  expect(address.origin).toBe('http://127.0.0.1:8080')
  expect(address.searchParams.get('redirect_uri')).toBe('http://127.0.0.1:8080/callback')
  const elsewhere = await app.request('/api/auth/login', { headers: { host: 'evil.example' } })
  expect(new URL(elsewhere.headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
    'http://localhost:3000/callback',
  )
})
