import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, type TestSandbox } from '#test/support/stripe/harness.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const SITE = 'http://site.test'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (body: string) => ({ method: 'POST', headers: FORM, body })

test.each<[string, string, RequestInit, number]>([
  ['U+0000 in an address', '/v1/payment_intents/pi_%00?client_secret=x', {}, 400],
  ['U+0000 in a query', '/v1/payment_intents/pi_x?client_secret=%00', {}, 400],
  ['U+0000 in a page path', '/elements/%00', {}, 400],
  ['U+0000 in a bank question', '/authenticate/src_x?client_secret=pi_%00_secret_x', {}, 400],
  ['U+0000 in a form', '/v1/payment_intents/pi_x/confirm', post('client_secret=x&payment_method=%00'), 400],
  ['a too large body', '/v1/payment_intents/pi_x/confirm', post('a='.padEnd(200_000, 'x')), 413],
])('refuses a request with %s and returns an API error', async (_what, path, init, status) => {
  const response = await sandbox.fetch(SITE + path, init)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})
