import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { Outage } from '#platform/http/outage.ts'
import { createTestIssuer, type TokenChanges } from '#test/support/bearer.ts'
import { bearerCheckFor } from './bearer.ts'

const NOW = new Date('2027-03-01T18:00:00Z')
const now = () => NOW

describe('a bearer token (R14.4)', () => {
  test('is accepted, and the caller gets its subject and e-mail address', async () => {
    const issuer = await createTestIssuer(now)
    expect(await issuer.check(await issuer.token('ann@example.test'))).toMatchObject({
      subject: 'subject of ann@example.test',
      email: 'ann@example.test',
      emailVerified: true,
    })
  })

  test("can say that the caller's e-mail address is not verified", async () => {
    const issuer = await createTestIssuer(now)
    const token = await issuer.token('ann@example.test', { verified: false })
    expect(await issuer.check(token)).toMatchObject({ emailVerified: false })
  })

  test('is accepted if it expired less than a minute ago, because two clocks may differ', async () => {
    const issuer = await createTestIssuer(now)
    const token = await issuer.token('ann@example.test', { expiresAt: new Date(NOW.getTime() - 59_000) })
    expect(await issuer.check(token)).toMatchObject({ email: 'ann@example.test' })
  })

  test.each<[string, TokenChanges]>([
    ['another issuer', { issuer: 'https://elsewhere.example' }],
    ['another audience', { audience: 'another-client' }],
    ['more than a minute past its expiry', { expiresAt: new Date(NOW.getTime() - 61_000) }],
  ])('is refused with %s', async (_what, changes) => {
    const issuer = await createTestIssuer(now)
    expect(await issuer.check(await issuer.token('ann@example.test', changes))).toBeNull()
  })

  test('is refused if it is unsigned, cut off or signed with another key', async () => {
    const issuer = await createTestIssuer(now)
    const stranger = await createTestIssuer(now)
    const token = await issuer.token('ann@example.test')
    expect(await issuer.check(await stranger.token('ann@example.test'))).toBeNull()
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`
    expect(await issuer.check(unsigned)).toBeNull()
    expect(await issuer.check(token.slice(0, -3))).toBeNull()
  })
})

const configured = (issuer: string, audience: string | null) => ({ issuer, audience })

describe('a bearer token of the configured identity provider', () => {
  let server: Server | null = null
  afterEach(() => server?.close())

  async function provider(answer: (path: string, base: string) => unknown): Promise<string> {
    server = createServer((request, response) => {
      const base = `http://${request.headers.host}`
      const body = answer(request.url ?? '', base)
      response.writeHead(body === null ? 500 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test("is checked with the provider's published keys, and is refused if no audience is configured", async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256')
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
    const issuer = await provider((path, base) =>
      path === '/keys' ? { keys: [jwk] } : { issuer: base, jwks_uri: `${base}/keys` },
    )
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setSubject('ann')
      .setIssuer(issuer)
      .setAudience('the-api')
      .setExpirationTime(new Date(NOW.getTime() + 60_000))
      .sign(privateKey)
    expect(await bearerCheckFor(configured(issuer, 'the-api'), now)(token)).toMatchObject({ subject: 'ann' })
    expect(await bearerCheckFor(configured(issuer, null), now)(token)).toBeNull()
  })

  test('causes an outage error, and is not refused as invalid, if the provider does not answer', async () => {
    const token = await (await createTestIssuer(now)).token('ann@example.test')
    const silent = await provider(() => null)
    await expect(bearerCheckFor(configured(silent, 'the-api'), now)(token)).rejects.toThrow(Outage)
    const gone = bearerCheckFor(configured('http://127.0.0.1:1', 'the-api'), now)
    await expect(gone(token)).rejects.toThrow(Outage)
  })
})
