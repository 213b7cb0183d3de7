/** Tests, over real sockets, what some identity providers do although the specifications do not mention it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Outage } from '#platform/http/outage.ts'
import { openIdentityProvider, toIdentity, type Flow } from './identity-provider.ts'

const FLOW: Flow = {
  redirectUri: 'https://ranch.example/callback',
  state: 's'.repeat(43),
  nonce: 'n'.repeat(43),
  verifier: 'v'.repeat(43),
}
const ANN = { subject: 'johndoe', email: null, emailVerified: false, claims: {} }

let server: Server
let issuer: string
/** How the identity provider of this test accepts the client secret (`methods`), and the right secret. */
let methods: string[]
let secret: string
/**
 * False if the identity provider compares Basic credentials without decoding them, as Glewlwyd and LemonLDAP::NG do.
 */
let decodes: boolean
/** If set, the token endpoint answers with this function instead of checking the client secret. */
let instead: ((response: ServerResponse) => void) | null

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url !== '/token') return tellMethods(response)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (instead) return instead(response)
      if (!isClient(request, String(Buffer.concat(chunks))))
        return answer(response, 401, { error: 'invalid_client' })
      answer(response, 200, { access_token: 'access', token_type: 'Bearer', expires_in: 300 })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  methods = ['client_secret_basic', 'client_secret_post']
  secret = 'll/secret+x'
  decodes = false
  instead = null
})

function answer(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function tellMethods(response: ServerResponse): void {
  answer(response, 200, {
    issuer,
    token_endpoint: `${issuer}/token`,
    authorization_endpoint: `${issuer}/authorize`,
    jwks_uri: `${issuer}/jwks`,
    token_endpoint_auth_methods_supported: methods,
  })
}

function isClient({ headers }: IncomingMessage, body: string): boolean {
  const [, basic] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? []
  const form = new URLSearchParams(body)
  if (basic === undefined) {
    return methods.includes('client_secret_post') && form.get('client_secret') === secret
  }
  const [id = '', given = ''] = atob(basic).split(':')
  const decoded = [id, given].map((text) =>
    decodes ? (new URLSearchParams(`x=${text}`).get('x') ?? '') : text,
  )
  return methods.includes('client_secret_basic') && decoded[0] === 'the-ranch' && decoded[1] === secret
}

const open = () => openIdentityProvider({ issuer, clientId: 'the-ranch', clientSecret: secret })
const renew = () => open().renew('first', ANN)

describe('the client secret that the site sends to an identity provider', () => {
  test.each([
    ['sends a secret with special characters by POST, since the provider would not decode Basic', {}],
    [
      'sends a secret without special characters by Basic',
      { secret: 'Plain-secret_1.x', methods: ['client_secret_basic'] },
    ],
    [
      'sends a secret with special characters by Basic if the provider accepts nothing else',
      { decodes: true, methods: ['client_secret_basic'] },
    ],
    [
      'sends the secret by POST if the provider accepts nothing else',
      { secret: 'Plain', methods: ['client_secret_post'] },
    ],
  ])(
    'arrives as the provider expects it: %s',
    async (_how, change: { secret?: string; methods?: string[]; decodes?: boolean }) => {
      secret = change.secret ?? secret
      methods = change.methods ?? methods
      decodes = change.decodes ?? decodes
      expect(await renew()).toMatchObject({ outcome: 'granted' })
    },
  )
})

const bare = (status: number) => (response: ServerResponse) => void response.writeHead(status).end()
const page = (response: ServerResponse) =>
  void response.writeHead(400, { 'content-type': 'text/html' }).end('<p>No</p>')
const word = (error: string, status: number, headers?: object) => (response: ServerResponse) =>
  answer(response, status, { error }, headers)
const CHALLENGE = { 'www-authenticate': 'Basic realm="site"' }

describe('when an identity provider refuses or fails, the site', () => {
  // When the site starts to listen, it replaces the global `Response` class. These tests must pass with the replaced
  // class.
  beforeEach(() => {
    for (const name of ['Request', 'Response'] as const) vi.stubGlobal(name, globalThis[name])
    getRequestListener(() => new Response())
  })
  afterEach(() => void vi.unstubAllGlobals())

  test.each([
    ['a bare 400', bare(400)],
    ['a bare 401', bare(401)],
    ['an HTML page with 400', page],
    ['invalid_grant', word('invalid_grant', 400)],
    ['a bare challenge', (response: ServerResponse) => void response.writeHead(401, CHALLENGE).end()],
  ])('treats %s as a refusal of a renewal and of a sign-in', async (_what, says) => {
    instead = says
    expect(await renew()).toMatchObject({ outcome: 'rejected' })
    expect(await open().exchange(FLOW, { code: 'code' })).toMatchObject({ outcome: 'rejected' })
  })

  test.each([
    ['a rejected client secret', word('invalid_client', 401)],
    ['a rejected client secret with a challenge', word('invalid_client', 401, CHALLENGE)],
    ['an internal error', bare(500)],
    ['a proxy error', bare(502)],
    ['a rate limit', bare(429)],
  ])('treats %s as an outage, which does not sign anyone out', async (_what, says) => {
    instead = says
    await expect(renew()).rejects.toThrow(Outage)
  })
})

test.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  ['', false],
  ['yes', false],
  ['1', false],
  [0, false],
  [1, false],
  [null, false],
  [undefined, false],
  [['true'], false],
])('with the claim email_verified %j, treats the e-mail address as verified: %s', (claim, verified) => {
  expect(toIdentity('ann', { email_verified: claim }).emailVerified).toBe(verified)
})
