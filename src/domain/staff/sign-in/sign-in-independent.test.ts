/** Tests the sign-in with another implementation of an identity provider, over real sockets. */
import { OAuth2Server, type MutableResponse, type MutableToken } from 'oauth2-mock-server'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { buildTestApp } from '#test/support/app.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { createSession, endSession, isAdmin } from './contract.ts'

/**
 * The claims about the person who signs in. `inToken` are those in the ID token, and `whenAsked` those of the
 * userinfo endpoint.
 */
let inToken: Record<string, unknown> = {}
let whenAsked: Record<string, unknown> = {}
const logged: string[] = []

const outside = new OAuth2Server()
await outside.issuer.keys.generate('RS256')
await outside.start(undefined, '127.0.0.1')
const issuer = outside.issuer.url ?? ''
outside.service.on('beforeTokenSigning', (token: MutableToken) => Object.assign(token.payload, inToken))
outside.service.on('beforeUserinfo', (reply: MutableResponse) => {
  reply.body = { sub: 'johndoe', ...whenAsked }
})
const destination = { write: (line: string) => void logged.push(line) }
const app = await openTestApp({
  log: createLog({ destination }),
  settings: {
    identity: { kind: 'oidc', issuer, clientId: 'ranch', clientSecret: 'secret', audience: 'the-api' },
    adminEmails: ['ann@example.test'],
    adminClaim: 'realm_access.roles=ranch',
  },
  parts: { checkBearer: undefined },
})
afterEach(() => {
  inToken = {}
  whenAsked = {}
})
afterAll(async () => {
  if (outside.listening) await outside.stop()
})

/**
 * Signs in at the identity provider, which asks for no password and redirects immediately. Returns the parameters of
 * that redirect.
 */
async function answerOf(browser: TestBrowser) {
  const login = await browser.fetch('/api/auth/login')
  const address = new URL(login.headers.get('location') ?? '')
  const back = await fetch(address, { redirect: 'manual' })
  const params = Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams)
  return { address, body: params as { code: string; state: string } }
}

async function signIn(): Promise<TestBrowser> {
  const browser = app.browser()
  const result = await browser.call(createSession, { body: (await answerOf(browser)).body })
  expect(result).toMatchObject({ ok: true, data: { returnUrl: '/admin' } })
  return browser
}

const adminHere = async (browser: TestBrowser) => {
  const answer = await browser.call(isAdmin)
  return answer.ok && answer.data
}

test('asks the identity provider for the scopes that the admin rule needs, with PKCE, state and nonce (R14.1)', async () => {
  const { address } = await answerOf(app.browser())
  expect(address.origin).toBe(issuer)
  const { searchParams } = address
  expect(searchParams.get('scope')).toBe('openid email')
  expect(searchParams.get('code_challenge_method')).toBe('S256')
  expect(searchParams.get('redirect_uri')).toBe('http://localhost:3000/callback')
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(searchParams.get(name)?.length).toBeGreaterThan(40)
})

async function askWith(token: string): Promise<unknown> {
  const reply = await app.request('/api/auth/is-admin', { headers: { authorization: `Bearer ${token}` } })
  return reply.json()
}

describe('admins at an outside identity provider', () => {
  test('are recognized by the e-mail address only if the provider says that it is verified', async () => {
    whenAsked = { email: 'Ann@Example.test', email_verified: true }
    expect(await adminHere(await signIn())).toBe(true)
    whenAsked = { email: 'ann@example.test', email_verified: 'true' }
    expect(await adminHere(await signIn())).toBe(true)
    for (const email_verified of [false, 'false']) {
      whenAsked = { email: 'ann@example.test', email_verified }
      expect(await adminHere(await signIn())).toBe(false)
    }
  })

  test('are recognized by a role in the ID token', async () => {
    inToken = { realm_access: { roles: ['ranch'] } }
    expect(await adminHere(await signIn())).toBe(true)
    inToken = { realm_access: { roles: ['guest'] } }
    expect(await adminHere(await signIn())).toBe(false)
  })

  test('lose their rights when their session is next renewed after the provider removed their role', async () => {
    whenAsked = { realm_access: { roles: ['ranch'] } }
    const browser = await signIn()
    expect(await adminHere(browser)).toBe(true)
    whenAsked = {}
    expect(await adminHere(browser)).toBe(true)
    app.clock.advance({ minutes: 61 })
    expect(await adminHere(browser)).toBe(false)
  })

  test('can use a bearer token that the provider issued for this API, and no other token (R14.4)', async () => {
    // The outside identity provider uses the real time. The test's clock may be ahead of it, so the token must expire
    // later.
    const exp = Math.floor(app.clock.now().getTime() / 1000) + 300
    inToken = { realm_access: { roles: ['ranch'] }, sub: 'script', aud: 'the-api', exp }
    const build = (claims: object) =>
      outside.issuer.buildToken({
        scopesOrTransform: (_header, payload) => Object.assign(payload, inToken, claims),
      })
    expect(await askWith(await build({}))).toBe(true)
    expect(await askWith(await build({ aud: 'another' }))).toBe(false)
    expect(await askWith(await build({ realm_access: { roles: [] } }))).toBe(false)
  })
})

test('refuses an ID token with another nonce, audience or issuer', async () => {
  for (const claims of [{ nonce: 'another' }, { aud: 'another' }, { iss: 'https://evil.example' }]) {
    inToken = claims
    const browser = app.browser()
    const result = await browser.call(createSession, { body: (await answerOf(browser)).body })
    expect(result).toMatchObject({ ok: false, code: 'sign_in_failed' })
  }
})

test('logs why a sign-in failed, without codes, secrets or names', async () => {
  const browser = app.browser()
  const { body } = await answerOf(browser)
  outside.service.once('beforeResponse', (reply) => {
    reply.statusCode = 401
    reply.body = { error: 'invalid_client', error_description: `the code ${body.code} of Ann Lee` }
  })
  logged.length = 0
  expect(await browser.call(createSession, { body })).toMatchObject({ ok: false, code: 'sign_in_failed' })
  const lines = logged.filter((line) => line.includes('sign-in failed'))
  expect(lines.map((line) => JSON.parse(line).err)).toMatchObject([
    { code: 'OAUTH_RESPONSE_BODY_ERROR', status: 401, error: 'invalid_client' },
  ])
  expect(lines.join()).not.toMatch(new RegExp(`${body.code}|${body.state}|Ann|secret`))
})

test('accepts an ID token up to a minute past its expiry, because two clocks may differ (R14.3)', async () => {
  const now = Math.floor(Date.now() / 1000)
  inToken = { exp: now - 1 }
  await signIn()
  inToken = { exp: now - 61 }
  const browser = app.browser()
  const result = await browser.call(createSession, { body: (await answerOf(browser)).body })
  expect(result).toMatchObject({ ok: false, code: 'sign_in_failed' })
})

test('ends the session when the identity provider rejects its refresh token', async () => {
  const browser = await signIn()
  app.clock.advance({ minutes: 61 })
  outside.service.once('beforeResponse', (reply) => {
    reply.statusCode = 400
    reply.body = { error: 'invalid_grant' }
  })
  await adminHere(browser)
  expect(await browser.call(endSession)).toMatchObject({ data: { logoutUrl: '/' } })
})

test("sends the browser to the identity provider's logout page on sign-out", async () => {
  const browser = await signIn()
  const ended = await browser.call(endSession)
  const address = new URL((ended as { data: { logoutUrl: string } }).data.logoutUrl)
  expect(address.origin + address.pathname).toBe(`${issuer}/endsession`)
  expect(address.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
})

test('keeps people signed in while the identity provider is down, and reports a new sign-in as failed', async () => {
  whenAsked = { email: 'ann@example.test', email_verified: true }
  const browser = await signIn()
  const other = app.browser()
  const { body } = await answerOf(other)
  await outside.stop()
  expect(await other.call(createSession, { body })).toMatchObject({
    code: 'identity_unavailable',
    status: 502,
  })
  app.clock.advance({ hours: 3 })
  expect(await adminHere(browser)).toBe(true)
  const fresh = await buildTestApp({ settings: { identity: app.services.settings.identity } })
  const login = await fresh.request('/api/auth/login')
  expect(login.headers.get('location')).toBe('http://localhost:3000/?signIn=failed')
  await fresh.close()
})
