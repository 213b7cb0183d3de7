/** What no test could send unnoticed, wherever it is sent from: see `each-test.ts` for what follows from it. */
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { createStripeProvider } from '#features/card-provider/stripe.ts'
import { takeStripeProblems } from './problems.ts'

const answered = (body: object, headers: HeadersInit = {}) =>
  Stripe.createFetchHttpClient(() => Promise.resolve(Response.json(body, { headers })))
const sdk = (httpClient: ReturnType<typeof answered>) =>
  new Stripe('sk_test_1', { httpClient, maxNetworkRetries: 0 })

test('the parameter that real Stripe refuses is noted, and would fail the test that sends it', async () => {
  const old = { amount: 5000, currency: 'usd', payment_method_types: ['card'] }
  await sdk(answered({ id: 'pi_1' })).paymentIntents.create(old)
  expect(takeStripeProblems()).toEqual([
    'POST /v1/payment_intents: The parameter payment_method_types is no longer supported in this API version.',
  ])
  const { payment_method_types, ...rest } = old
  await sdk(answered({ id: 'pi_1' })).paymentIntents.create({
    ...rest,
    allowed_payment_method_types: ['card'],
  })
  expect(takeStripeProblems()).toEqual([])
  expect(payment_method_types).toEqual(['card'])
})

test.each([
  ['a misspelt parameter', { limt: 5 }, 'Received unknown parameter: limt'],
  ['one of another type', { limit: '5x' }, 'Invalid integer: 5x'],
  ['an inner one', { created: { since: 5 } }, 'Received unknown parameter: created[since]'],
  ['an expansion of nothing', { expand: ['data.colour'] }, 'This property cannot be expanded (data.colour).'],
])('%s in a list is noted', async (_name, params, said) => {
  const page = { object: 'list', data: [], has_more: false }
  await sdk(answered(page)).paymentIntents.list(params as Stripe.PaymentIntentListParams)
  expect(takeStripeProblems()).toEqual([`GET /v1/payment_intents: ${said}`])
})

test('a call that the table does not know is noted, so that it is added', async () => {
  await sdk(answered({ id: 'po_1' })).payouts.retrieve('po_1')
  expect(takeStripeProblems()).toEqual([
    "GET /v1/payouts/po_1: The table of Stripe's calls has no GET /v1/payouts/po_1.",
  ])
})

test('the card provider goes by way of it', async () => {
  const sent: string[] = []
  const provider = createStripeProvider({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    apiBase: null,
    fetch: async (url) => {
      sent.push(url)
      // A reply of the sandbox, as its header tells, that is no refund as Stripe declares it.
      return Response.json(
        { id: 're_1', object: 'refund', amount: '5' },
        { headers: { 'request-id': 'req_1' } },
      )
    },
  })
  await provider.createRefund({ intentId: 'pi_1', amount: 5, key: 'k', site: 's' })
  expect(sent).toEqual(['https://api.stripe.com/v1/refunds'])
  const problems = takeStripeProblems()
  expect(problems).toContain('POST /v1/refunds was answered 200: .amount is "5", not number')
  expect(problems).toContain('POST /v1/refunds was answered 200: .status of Refund is missing')
})
