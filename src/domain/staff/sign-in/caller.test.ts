import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows } from '#platform/database/database.ts'
import { Outage } from '#platform/http/outage.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createSessionCheck } from './caller.ts'
import { isAdmin } from './contract.ts'
import type { Grant, IdentityProvider } from './identity-provider.ts'
import { writeTokens } from './sessions.ts'
import { createSession } from './store.ts'
import { signInFor } from '#test/support/sign-in.ts'

const app = await openTestApp()

describe('a session with the embedded identity provider', () => {
  test('is renewed only once when it is due and several requests arrive at the same time (R14.8)', async () => {
    const browser = await signInFor(app)
    for (let hour = 0; hour < 3; hour += 1) {
      app.clock.advance({ minutes: 61 })
      // The site must use each refresh token once. If a used one is sent again, the embedded identity provider
      // revokes all of them.
      const answers = await Promise.all([1, 2, 3, 4].map(() => browser.call(isAdmin)))
      expect(answers.map((answer) => answer.ok && answer.data)).toEqual([true, true, true, true])
    }
    const [row] = rows<{ claims: object; tokens: string }>(
      await app.services.db.execute(sql`select claims, tokens from sessions`),
    )
    expect(row?.claims).toEqual({})
    expect(row?.tokens).toMatch(/^s1\./)
  })

  test('ends at its next renewal if the identity provider has deleted its refresh token', async () => {
    const browser = await signInFor(app)
    await app.services.db.execute(sql`delete from sandbox.oidc_records where model = 'RefreshToken'`)
    expect(await browser.call(isAdmin)).toEqual({ ok: true, data: true })
    app.clock.advance({ minutes: 61 })
    expect(await browser.call(isAdmin)).toEqual({ ok: true, data: false })
    app.clock.advance({ minutes: -61 })
    expect(await browser.call(isAdmin)).toEqual({ ok: true, data: false })
  })

  test('ends a week after the sign-in', async () => {
    const browser = await signInFor(app)
    app.clock.advance({ days: 7 })
    expect(await browser.call(isAdmin)).toEqual({ ok: true, data: false })
  })
})

const ISSUER = 'https://provider.example'
const ANN = { subject: 'ann', email: 'ann@example.test', emailVerified: true, claims: {} }

interface Fake {
  provider: IdentityProvider
  /** The refresh tokens that `renew` got, in order. */
  asked: string[]
  answer: () => Promise<Grant | { outcome: 'rejected'; error: unknown }>
}

const granted = (changes: Partial<Grant> = {}): Grant => ({
  outcome: 'granted',
  identity: ANN,
  refreshToken: 'second',
  idToken: null,
  seconds: 300,
  ...changes,
})

const unexpected = async () => {
  throw new Error('not expected here')
}

function createFake(): Fake {
  const fake: Fake = {
    asked: [],
    answer: async () => granted(),
    provider: {
      issuer: ISSUER,
      authorizationUrl: unexpected,
      exchange: unexpected,
      logoutUrl: unexpected,
      revoke: unexpected,
      renew: async (refreshToken) => {
        fake.asked.push(refreshToken)
        return fake.answer()
      },
    },
  }
  return fake
}

/** Creates a session that is due for renewal in five minutes. Returns the session's cookie. */
const start = (changes: { refreshToken?: string | null; issuer?: string; days?: number } = {}) => {
  const now = app.clock.now()
  const { refreshToken = 'first', issuer = ISSUER, days = 7 } = changes
  const renewAt = new Date(now.getTime() + 300_000).toISOString()
  return createSession(app.services, {
    ...ANN,
    issuer,
    tokens: writeTokens({ refreshToken, idToken: 'id', renewAt }),
    now,
    expiresAt: new Date(now.getTime() + days * 86_400_000),
  })
}

describe('a session with any identity provider', () => {
  let fake: Fake
  let check: ReturnType<typeof createSessionCheck>
  beforeEach(() => {
    fake = createFake()
    check = createSessionCheck(app.services, fake.provider)
  })

  test('causes no request to the identity provider before it is due for renewal', async () => {
    const cookie = await start()
    app.clock.advance({ minutes: 4 })
    expect(await check(cookie)).toMatchObject(ANN)
    expect(fake.asked).toEqual([])
  })

  test('is refused if another identity provider created it', async () => {
    expect(await check(await start({ issuer: 'https://former.example' }))).toBeNull()
  })

  test('has the renewed identity immediately, and uses the new refresh token for the next renewal', async () => {
    const cookie = await start()
    app.clock.advance({ minutes: 5 })
    fake.answer = async () => granted({ identity: { ...ANN, emailVerified: false } })
    expect(await check(cookie)).toMatchObject({ subject: 'ann', emailVerified: false })
    app.clock.advance({ minutes: 6 })
    await check(cookie)
    expect(fake.asked).toEqual(['first', 'second'])
  })

  test('makes a second request wait while the first one renews it (R14.3, R14.8)', async () => {
    const cookie = await start()
    app.clock.advance({ minutes: 5 })
    const { promise, resolve } = Promise.withResolvers<Grant>()
    fake.answer = () => promise
    const first = check(cookie)
    const second = check(cookie)
    resolve(granted({ identity: { ...ANN, email: 'new@example.test' } }))
    expect(await first).toMatchObject({ email: 'new@example.test' })
    expect(await second).toMatchObject({ email: 'new@example.test' })
    expect(fake.asked).toEqual(['first'])
  })

  test('stays valid for a day while the identity provider is down, and does not call it for each request (R14.3)', async () => {
    const cookie = await start()
    fake.answer = async () => {
      throw new Outage('down')
    }
    app.clock.advance({ minutes: 5 })
    expect(await check(cookie)).toMatchObject(ANN)
    expect(await check(cookie)).toMatchObject(ANN)
    expect(fake.asked).toHaveLength(1)
    app.clock.advance({ minutes: 2 })
    expect(await check(cookie)).toMatchObject(ANN)
    expect(fake.asked).toHaveLength(2)

    app.clock.advance({ hours: 23, minutes: 53 })
    expect(await check(cookie)).toBeNull()
    fake.answer = async () => granted()
    app.clock.advance({ minutes: 2 })
    expect(await check(cookie)).toMatchObject(ANN)
  })

  test('ends when the identity provider refuses to renew it', async () => {
    const cookie = await start()
    app.clock.advance({ minutes: 5 })
    fake.answer = async () => ({ outcome: 'rejected', error: new Error('invalid_grant') })
    expect(await check(cookie)).toBeNull()
    fake.answer = async () => granted()
    expect(await check(cookie)).toBeNull()
    expect(fake.asked).toHaveLength(1)
  })

  test('ends after a day if it has no refresh token', async () => {
    const cookie = await start({ refreshToken: null })
    app.clock.advance({ hours: 23 })
    expect(await check(cookie)).toMatchObject(ANN)
    app.clock.advance({ hours: 1 })
    expect(await check(cookie)).toBeNull()
    expect(fake.asked).toEqual([])
  })
})
