import { expect, test } from 'vitest'
import { createClock } from '#test/support/clock.ts'
import type { PaymentProvider } from './port.ts'
import { createStripeProvider } from './stripe.ts'
import { watchKey } from './watch-setup.ts'

const LACKS = `Having the 'rak_charge_write' permission would allow this request to continue.`
const NOT_FOUND = { error: { type: 'invalid_request_error', code: 'resource_missing', message: '' } }
const LIST = { object: 'list', data: [], has_more: false }

const name = ({ code, about = '' }: { code: string; about?: string }) =>
  [code, about].filter(Boolean).join(' ')

/**
 * Returns a watched provider whose API replies to each path with `answer(path)`. Also records the calls and the
 * reported problems.
 */
function watched(answer: (path: string) => [status: number, body: object]) {
  const clock = createClock(new Date('2027-05-06T18:00:00Z'))
  const asked: string[] = []
  const told: string[] = []
  const problems = {
    report: async (problem: { code: string; about?: string; detail?: string | null }) =>
      void told.push(`${name(problem)}${problem.detail ? `: ${problem.detail}` : ''}`),
    clear: async (...gone: { code: string; about?: string }[]) =>
      void told.push(...gone.map((one) => `not ${name(one)}`)),
  }
  const provider = createStripeProvider({
    secretKey: 'rk_test_1',
    webhookSecret: 'whsec_1',
    apiBase: 'https://stripe.example',
    fetch: async (url) => {
      const path = new URL(url).pathname
      asked.push(path)
      const [status, body] = answer(path)
      return Response.json(body, { status })
    },
  })
  return { provider: watchKey(provider, { problems, now: clock.now }), clock, asked, told }
}

const refund = (provider: PaymentProvider) =>
  provider.createRefund({ intentId: 'pi_1', amount: 5, key: 'k', site: 's' })

test('reports the name of a permission that the API key lacks, and pauses only the calls that need this permission', async () => {
  const { provider, clock, asked, told } = watched((path) =>
    path === '/v1/refunds'
      ? [403, { error: { type: 'invalid_request_error', message: LACKS } }]
      : [200, LIST],
  )
  expect(await refund(provider)).toMatchObject({ outcome: 'forbidden', permission: 'rak_charge_write' })
  expect(told).toEqual(['stripe_right_missing createRefund: rak_charge_write'])
  for (let again = 0; again < 50; again += 1) await refund(provider)
  expect(asked).toEqual(['/v1/refunds'])
  expect(await provider.listIntents(new Date(0))).toMatchObject({ outcome: 'ok' })
  expect(told.slice(1)).toEqual(['not stripe_key_refused', 'not stripe_right_missing listIntents'])
  clock.advance({ minutes: 6 })
  await refund(provider)
  expect(asked.filter((path) => path === '/v1/refunds')).toHaveLength(2)
})

test('pauses all calls for a minute after Stripe refused the API key, and reports the problem until a call succeeds', async () => {
  let revoked = true
  const { provider, clock, asked, told } = watched(() =>
    revoked ? [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } }] : [200, LIST],
  )
  for (let again = 0; again < 20; again += 1) {
    expect(await provider.retrieveIntent('pi_1')).toMatchObject({ outcome: 'forbidden', because: 'key' })
    expect(await refund(provider)).toMatchObject({ outcome: 'forbidden' })
  }
  expect(asked).toHaveLength(1)
  expect(told).toEqual(['stripe_key_refused'])
  revoked = false
  clock.advance({ minutes: 2 })
  expect(await provider.listIntents(new Date(0))).toMatchObject({ outcome: 'ok' })
  expect(told).toContain('not stripe_key_refused')
})

test('reports no problem with the API key if Stripe does not find a payment intent', async () => {
  const { provider, told } = watched(() => [404, NOT_FOUND])
  expect(await provider.retrieveIntent('pi_1')).toEqual({ outcome: 'not_found' })
  expect(told).toEqual([])
})
