/**
 * Tests that attackers reach nothing that a site with real services does not need: no sandbox, no unusual
 * method or path, no file outside the site.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#platform/settings.ts'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import { openStaticFiles } from '#server/static-files.ts'
import {
  createAttacker,
  expectNoInternals,
  expectRefusal,
  type SendAttack,
} from '../support/security/attacker.ts'

let folder: string
let app: TestApp
let real: TestApp
let shoot: SendAttack
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  await mkdir(join(folder, 'site', 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'the keys of the site')
  await writeFile(join(folder, 'site', 'assets', 'a.js'), 'run()')
  app = await buildTestApp({ parts: { files: await openStaticFiles(join(folder, 'site')) } })
  real = await buildTestApp({
    settings: {
      payments: {
        kind: 'stripe',
        secretKey: 'sk_live_x',
        publishableKey: 'pk_live_x',
        webhookSecret: 'whsec_x',
        apiBase: 'http://127.0.0.1:1',
      },
      mail: { kind: 'smtp', url: 'smtp://127.0.0.1:1', from: 'howdy@ranch.example' },
      identity: {
        kind: 'oidc',
        issuer: 'http://127.0.0.1:1',
        clientId: 'ranch',
        clientSecret: 'secret',
        audience: null,
      },
    },
  })
  shoot = await createAttacker(app)
})
afterAll(async () => {
  await Promise.all([app.close(), real.close(), rm(folder, { recursive: true, force: true })])
})

const SANDBOX = [
  '/dev/mail',
  '/dev/mail.json',
  '/dev/stripe/js/stripe.js',
  '/dev/stripe/v1/payment_intents/pi_1',
  '/dev/stripe/_control',
  '/dev/stripe/ledger.json',
  '/dev/stripe/elements/cardNumber',
  '/dev/oidc/.well-known/openid-configuration',
]

test.each(SANDBOX)(
  'serves %s while the sandbox is on, which proves that the next test can fail',
  async (path) => {
    expect((await shoot({ path })).status).not.toBe(404)
  },
)

test.each([...SANDBOX, '/dev', '/dev/mail/1', '/dev/mail/1/source'])(
  'does not serve %s if the site uses real services',
  async (path) => {
    for (const method of ['GET', 'POST']) {
      const response = await real.request(path, { method, headers: { authorization: 'Bearer sk_live_x' } })
      expect(response.status).toBe(404)
    }
  },
)

test('creates no sandbox if the site uses real services', () => {
  expect([real.sandbox, real.mailbox, real.identity]).toEqual([null, null, null])
})

const REAL = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://ranch.example',
  DATABASE_URL: 'postgres://ranch@db.example/ranch',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  OIDC_ISSUER: 'https://issuer.example',
  OIDC_CLIENT_ID: 'ranch',
  OIDC_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'howdy@ranch.example',
  SESSION_SECRET: 'x'.repeat(48),
  DATA_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
}

describe('the check of settings at the start of the site', () => {
  test('lets the site start in production if all services are real', () => {
    expect(readSettings(REAL)).toMatchObject({
      ok: true,
      settings: { demo: false, adminEmails: [], family: null },
    })
  })

  test.each<[string, Record<string, string>]>([
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: '' }],
    ['STRIPE_PUBLISHABLE_KEY', { STRIPE_PUBLISHABLE_KEY: 'sk_live_x' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }],
    ['SMTP_URL', { SMTP_URL: '' }],
    ['DATABASE_URL', { DATABASE_URL: '' }],
    ['PUBLIC_URL', { PUBLIC_URL: '' }],
    ['SESSION_SECRET', { SESSION_SECRET: '' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'short' }],
    ['DATA_KEYS', { DATA_KEYS: '' }],
    ['DATA_KEYS', { DATA_KEYS: '1:c2hvcnQ=' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'off' }],
    ['ALLOW_SANDBOX', { SMTP_URL: '', ALLOW_SANDBOX: 'yes' }],
  ])('refuses to start in production with the setting %s: %j', (name, changes) => {
    const read = readSettings({ ...REAL, ...changes })
    expect(read.ok ? [] : read.problems).toContainEqual(expect.stringMatching(new RegExp(`^${name}: `)))
    if (!read.ok) for (const problem of read.problems) expect(problem).not.toMatch(/\n|sk_live_x|c2hvcnQ=/)
  })
})

test.each([
  '/assets/../../secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/..%5csecret.txt',
  '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
  '/assets//../..//secret.txt',
  '/assets/a.js%00.txt',
  '/assets/a.js/',
  '/assets/a.js/../../../secret.txt',
  '/assets/A.js',
  '/assets/',
  '/assets',
  '/file:///etc/passwd',
  '/etc/passwd',
  '/%',
  '/%ff',
  '/__proto__',
  '/constructor',
])('serves no file at the hostile path %s', async (path) => {
  const answer = await shoot({ path })
  expectRefusal(answer, 404, 'not_found')
})

test('serves an existing file at its exact path', async () => {
  expect(await shoot({ path: '/assets/a.js' })).toMatchObject({ status: 200, text: 'run()' })
})

test.each(['OPTIONS', 'PATCH', 'PUT', 'DELETE', 'PROPFIND', 'QUERY'])(
  'neither changes nor reveals anything on a request with the method %s',
  async (method) => {
    for (const path of [
      '/',
      '/assets/a.js',
      '/healthz',
      '/api/auth/event/list',
      '/api/createReservation',
      '/dev/mail',
    ]) {
      const answer = await shoot({ path, method })
      expect([404, 405]).toContain(answer.status)
      expect(answer.headers.has('access-control-allow-origin')).toBe(false)
      expectNoInternals(answer)
    }
  },
)

test.each<Record<string, string>>([
  { 'x-http-method-override': 'POST' },
  { 'x-original-url': '/api/auth/event/checkUrlValid' },
  { 'x-rewrite-url': '/dev/mail' },
  { 'x-forwarded-host': 'elsewhere.example', host: 'elsewhere.example' },
])('ignores headers that other servers would take as the method, path or host: %j', async (headers) => {
  const answer = await shoot({ path: '/api/auth/is-admin', headers })
  expect(answer).toMatchObject({ status: 200, text: 'false' })
  expect(JSON.stringify([...answer.headers])).not.toContain('elsewhere')
})
