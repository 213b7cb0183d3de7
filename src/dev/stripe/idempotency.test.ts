import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, stripeError, type TestSandbox } from '#test/support/stripe/harness.ts'

let world: TestSandbox
let stripe: Stripe

beforeAll(async () => {
  world = await openSandbox()
  stripe = world.stripe
})
afterAll(() => world.close())

/**
 * Returns a header of a reply. The SDK's fetch client stores headers as `Headers`, although its types say
 * otherwise.
 */
const header = (object: { lastResponse: { headers: Record<string, string> } }, name: string) =>
  new Headers(object.lastResponse.headers).get(name)

const params = { amount: 5000, currency: 'usd' }

test('returns the same reply for a repeated idempotency key without doing the work again', async () => {
  const first = await stripe.paymentIntents.create(params, { idempotencyKey: 'one' })
  const again = await stripe.paymentIntents.create(params, { idempotencyKey: 'one' })
  expect(again.id).toBe(first.id)
  expect(header(again, 'idempotent-replayed')).toBe('true')
  expect(header(again, 'original-request')).toBe(header(first, 'request-id'))
  expect(header(first, 'idempotent-replayed')).toBeNull()
  expect(header(first, 'request-id')).toMatch(/^req_/)
})

test('replays the original reply for a key even if the object has changed since the first call', async () => {
  const { id } = await stripe.paymentIntents.create(params, { idempotencyKey: 'two' })
  await stripe.paymentIntents.cancel(id)
  const again = await stripe.paymentIntents.create(params, { idempotencyKey: 'two' })
  expect(again).toMatchObject({ id, status: 'requires_payment_method' })
})

test('refuses a repeated idempotency key with different parameters', async () => {
  await stripe.paymentIntents.create(params, { idempotencyKey: 'three' })
  const error = await stripeError(
    stripe.paymentIntents.create({ ...params, amount: 6000 }, { idempotencyKey: 'three' }),
  )
  expect(error).toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
    rawType: 'idempotency_error',
  })
  expect(error.message).toContain("Try using a key other than 'three'")
})

test('repeats a stored decline for the same idempotency key, but not a parameter error', async () => {
  const decline = { ...params, confirm: true, payment_method: 'pm_card_chargeDeclined' }
  const first = await stripeError(stripe.paymentIntents.create(decline, { idempotencyKey: 'four' }))
  const again = await stripeError(stripe.paymentIntents.create(decline, { idempotencyKey: 'four' }))
  expect(again).toMatchObject({ statusCode: 402, charge: first.charge })

  const wrong = { currency: 'usd' } as Stripe.PaymentIntentCreateParams
  await stripeError(stripe.paymentIntents.create(wrong, { idempotencyKey: 'five' }))
  expect(await stripe.paymentIntents.create(params, { idempotencyKey: 'five' })).toMatchObject({
    amount: 5000,
  })
})

test('does the work once for many simultaneous requests with the same idempotency key', async () => {
  const patient = world.client('sk_test_sandbox_0123456789abcdef')
  const tries = await Promise.all(
    Array.from({ length: 8 }, () =>
      patient.paymentIntents.create(params, { idempotencyKey: 'six', maxNetworkRetries: 10 }),
    ),
  )
  expect(new Set(tries.map(({ id }) => id)).size).toBe(1)
})

test('forgets idempotency keys after a day', async () => {
  const first = await stripe.paymentIntents.create(params, { idempotencyKey: 'seven' })
  world.advance(24 * 3600 + 1)
  expect((await stripe.paymentIntents.create(params, { idempotencyKey: 'seven' })).id).not.toBe(first.id)
})

test('stores an error 500 under its idempotency key and returns it for a day, even if the work was done', async () => {
  const before = (await stripe.paymentIntents.list({ limit: 100 })).data.length
  await world.sandbox.control.set({ provider: 'save-errors' })
  await stripeError(stripe.paymentIntents.create(params, { idempotencyKey: 'nine' }))
  await world.sandbox.control.reset()
  const again = await stripeError(stripe.paymentIntents.create(params, { idempotencyKey: 'nine' }))
  expect(again).toMatchObject({ statusCode: 500, rawType: 'api_error' })
  expect((await stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(before + 1)
  world.advance(24 * 3600 + 1)
  expect(await stripe.paymentIntents.create(params, { idempotencyKey: 'nine' })).toMatchObject({
    amount: 5000,
  })
})

test('returns a lost reply when the call is repeated, and does no work while the provider is down', async () => {
  const before = (await stripe.paymentIntents.list()).data.length
  await world.sandbox.control.set({ provider: 'lose-replies' })
  const lost = await stripeError(stripe.paymentIntents.create(params, { idempotencyKey: 'eight' }))
  expect(lost).toMatchObject({ statusCode: 500, rawType: 'api_error' })
  await world.sandbox.control.set({ provider: 'refuse' })
  expect(await stripeError(stripe.paymentIntents.create(params))).toMatchObject({ statusCode: 503 })
  await world.sandbox.control.reset()
  const found = await stripe.paymentIntents.create(params, { idempotencyKey: 'eight' })
  expect(header(found, 'idempotent-replayed')).toBe('true')
  expect((await stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(before + 1)
})
