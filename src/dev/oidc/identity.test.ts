import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rows } from '#platform/database/database.ts'
import { NO_LIMITS } from '#platform/rate-limits.ts'
import { buildTestApp } from '#test/support/app.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createIdentitySandbox, type IdentitySandbox } from './identity-sandbox.ts'

const PASSWORD = 'test-password'
const app = await openTestApp({ parts: { checkBearer: undefined } })
const first = createIdentitySandbox({ ...app.services, password: PASSWORD, limits: NO_LIMITS })
const second = createIdentitySandbox({ ...app.services, password: PASSWORD, limits: NO_LIMITS })

const get = (at: IdentitySandbox, path: string) => at.fetch(`${at.issuer}${path}`, {})
const keysOf = async (at: IdentitySandbox) => (await (await get(at, '/jwks')).json()) as JSONWebKeySet

function askToken(at: IdentitySandbox, form: Record<string, string>, secret = PASSWORD) {
  return at.fetch(`${at.issuer}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`script:${secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: String(new URLSearchParams({ grant_type: 'client_credentials', ...form })),
  })
}

interface Shape {
  form?: Record<string, string>
  /** The form field that contains the secret. If this is missing, a header contains the secret. */
  secretIn?: string
}

function tokenCall(secret: string, { form, secretIn }: Shape = {}): RequestInit {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...form })
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  if (!secretIn)
    return {
      method: 'POST',
      headers: { ...type, authorization: `Basic ${btoa(`script:${secret}`)}` },
      body: String(body),
    }
  return {
    method: 'POST',
    headers: type,
    body: `${body}&client_id=script&${secretIn}=${encodeURIComponent(secret)}`,
  }
}

let hours = 0

/**
 * Creates an app with rate limits. Each app's clock is an hour later than the previous one's, so that earlier
 * attempts no longer count.
 */
const strictApp = () =>
  buildTestApp({
    now: new Date(Date.now() + (hours += 1) * 3_600_000),
    database: { db: app.services.db, close: async () => {} },
    settings: { rateLimits: true, devAdminPassword: PASSWORD },
    parts: { checkBearer: undefined },
  })

async function tokenOf(reply: Response): Promise<string> {
  return ((await reply.json()) as { access_token: string }).access_token
}

test('publishes the identity provider’s metadata at the issuer’s address', async () => {
  const reply = await app.request('/dev/oidc/.well-known/openid-configuration')
  expect(await reply.json()).toMatchObject({
    issuer: 'http://localhost:3000/dev/oidc',
    authorization_endpoint: 'http://localhost:3000/dev/oidc/auth',
    token_endpoint: 'http://localhost:3000/dev/oidc/token',
    end_session_endpoint: 'http://localhost:3000/dev/oidc/session/end',
    code_challenge_methods_supported: ['S256'],
  })
})

test('signs tokens with the same key in every process, and publishes only the public half of the key', async () => {
  const [one, other] = await Promise.all([keysOf(first), keysOf(second)])
  expect(one).toEqual(other)
  expect(JSON.stringify(one)).not.toMatch(/"(d|p|q)":/)
})

describe('a program that requests an API token', () => {
  test('gets a token that every process accepts, in return for the development password', async () => {
    const token = await tokenOf(await askToken(first, {}))
    const keys = createLocalJWKSet(await keysOf(second))
    const { payload } = await jwtVerify(token, keys, { issuer: first.issuer, audience: first.audience })
    expect(payload).toMatchObject({ sub: 'script', email: 'admin@example.test', email_verified: true })
    expect(decodeProtectedHeader(token).alg).toBe('RS256')
    const reply = await app.request('/api/auth/is-admin', { headers: { authorization: `Bearer ${token}` } })
    expect(await reply.json()).toBe(true)
  })

  test.each<[how: string, path: string, shape?: Shape]>([
    ['to the token address', '/token'],
    ['with a trailing slash', '/token/'],
    ['in capitals', '/Token'],
    ['to the revocation address', '/token/revocation'],
    ['to the address of pushed requests', '/request'],
    ['to renew', '/token', { form: { grant_type: 'refresh_token', refresh_token: 'x' } }],
    ['for a code', '/token', { form: { grant_type: 'authorization_code', code: 'x' } }],
    ['with an unknown grant type', '/token', { form: { grant_type: 'x' } }],
    ['in the form', '/token', { secretIn: 'client_secret' }],
    ['in the form with another spelling', '/token', { secretIn: 'client%5Fsecret' }],
  ])('has a limited number of guesses when it sends the password %s (R19.3)', async (_how, path, shape) => {
    const strict = await strictApp()
    const guess = (secret: string) => strict.request(`/dev/oidc${path}`, tokenCall(secret, shape))
    for (let n = 0; n < 10; n += 1) expect((await guess(`guess ${n}`)).status).toBe(401)
    const late = await guess(PASSWORD)
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    // The limit counts guesses in every form field and header together. A request without a secret does not
    // count.
    expect((await strict.request('/dev/oidc/token', tokenCall(PASSWORD))).status).toBe(429)
    expect((await strict.request('/dev/oidc/jwks')).status).toBe(200)
    await strict.close()
  })

  test('has no limit when it sends the correct password', async () => {
    const strict = await strictApp()
    for (let n = 0; n < 30; n += 1)
      expect((await strict.request('/dev/oidc/token', tokenCall(PASSWORD))).status).toBe(200)
    await strict.close()
  })

  test('gets no token for a wrong password or for another API', async () => {
    expect((await askToken(first, {}, 'wrong')).status).toBe(401)
    expect((await askToken(first, { resource: 'https://elsewhere.example/api' })).status).toBe(400)
  })
})

test('continues a sign-in after a restart of the identity provider', async () => {
  const query = new URLSearchParams({
    client_id: first.client.clientId,
    redirect_uri: 'http://localhost:3000/callback',
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  })
  const begun = await get(first, `/auth?${query}`)
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const page = await second.fetch(new URL(begun.headers.get('location') ?? '', first.issuer).href, {
    headers: { cookie },
  })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<h1>Sign in</h1>')
})

test('shows an error page and refuses to redirect a sign-in to another site', async () => {
  const query = new URLSearchParams({
    client_id: first.client.clientId,
    redirect_uri: 'https://evil.example/callback',
    response_type: 'code',
    scope: 'openid',
  })
  const reply = await app.request(`/dev/oidc/auth?${query}`, { headers: { accept: 'text/html' } })
  expect(reply.status).toBe(400)
  expect(reply.headers.get('location')).toBeNull()
  expect(await reply.text()).toContain('That did not work')
})

test('stores no password, token or key in the database that a thief could use', async () => {
  const stored = await app.services.db.execute(sql`select payload from sandbox.oidc_records`)
  expect(rows(stored).length).toBeGreaterThan(0)
  for (const { payload } of rows<{ payload: string }>(stored)) expect(payload).toMatch(/^s1\./)
  const [key] = rows<{ jwk: string }>(await app.services.db.execute(sql`select jwk from sandbox.oidc_keys`))
  expect(key?.jwk).toMatch(/^s1\./)
})
