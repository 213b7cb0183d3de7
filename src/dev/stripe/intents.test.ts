import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, PUBLISHABLE_KEY, stripeError, type TestSandbox } from '#test/support/stripe/harness.ts'

let world: TestSandbox
let stripe: Stripe

beforeAll(async () => {
  world = await openSandbox()
  stripe = world.stripe
})
afterAll(() => world.close())

const pay = (method: string, amount = 45_000) =>
  stripe.paymentIntents.create({ amount, currency: 'usd', payment_method: method, confirm: true })

test('takes a payment intent from creation to a successful payment', async () => {
  const intent = await stripe.paymentIntents.create({
    amount: 45_000,
    currency: 'usd',
    metadata: { site: 'here', purpose: 'deposit' },
    payment_method: 'pm_card_visa',
  })
  expect(intent).toMatchObject({
    object: 'payment_intent',
    amount: 45_000,
    status: 'requires_confirmation',
  })
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`))

  const paid = await stripe.paymentIntents.confirm(intent.id)
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 45_000, last_payment_error: null })
  expect(paid.metadata).toEqual({ site: 'here', purpose: 'deposit' })
})

test('shows the charge and its fee of 2.9 % and 30 cents as expanded fields', async () => {
  const { id } = await pay('pm_card_visa', 45_000)
  await world.sandbox.deliverDue()
  const intent = await stripe.paymentIntents.retrieve(id, {
    expand: ['latest_charge.balance_transaction', 'payment_method'],
  })
  const charge = intent.latest_charge as Stripe.Charge
  expect(charge).toMatchObject({ paid: true, captured: true, amount: 45_000, payment_intent: id })
  expect(charge.balance_transaction).toMatchObject({ amount: 45_000, fee: 1335, net: 43_665 })
  expect(intent.payment_method).toMatchObject({ type: 'card', card: { brand: 'visa', last4: '4242' } })
  const error = await stripeError(stripe.paymentIntents.retrieve(id, { expand: ['nonsense'] }))
  expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' })
})

test.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
  [
    'pm_card_chargeDeclinedInsufficientFunds',
    'card_declined',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ],
  ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', '', 'Your card has expired.'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', '', "Your card's security code is incorrect."],
])(
  'declines the test card %s and lets the guest try another card (R22.3)',
  async (method, code, declineCode, message) => {
    const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
    const error = await stripeError(stripe.paymentIntents.confirm(id, { payment_method: method }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ statusCode: 402, code, decline_code: declineCode, message })
    expect(error.payment_intent).toMatchObject({
      id,
      status: 'requires_payment_method',
      payment_method: null,
    })
    expect(error.charge).toMatch(/^ch_/)

    const waiting = await stripe.paymentIntents.retrieve(id)
    expect(waiting.last_payment_error).toMatchObject({ type: 'card_error', code, message })
    const paid = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge'],
    })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    // Each attempt to pay creates its own charge.
    expect(waiting.latest_charge).toBe(error.charge)
    expect(paid.latest_charge).toMatchObject({
      status: 'succeeded',
      id: expect.not.stringMatching(`${error.charge}`),
    })
  },
)

test('cancels an intent that has not been paid, and refuses to cancel a paid one', async () => {
  const open = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  const canceled = await stripe.paymentIntents.cancel(open.id)
  expect(canceled.status).toBe('canceled')
  expect(canceled.canceled_at).toBe(Math.floor(world.now().getTime() / 1000))
  const again = await stripeError(stripe.paymentIntents.cancel(open.id))
  expect(again).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
  const late = await stripeError(stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa' }))
  expect(late.code).toBe('payment_intent_unexpected_state')

  const paid = await pay('pm_card_visa')
  const refused = await stripeError(stripe.paymentIntents.cancel(paid.id))
  expect(refused).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
  expect(refused.message).toMatch(
    /^You cannot cancel this PaymentIntent because it has a status of succeeded\./,
  )
  expect((await stripeError(stripe.paymentIntents.confirm(paid.id))).code).toBe(
    'payment_intent_unexpected_state',
  )
})

test.each([
  [{ amount: 0, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
  [{ amount: 49, currency: 'usd' }, 'amount_too_small', 'amount'],
  [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'amount'],
  [{ amount: 12.5, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
  [{ amount: 5000, currency: 'eur' }, undefined, 'currency'],
  [{ amount: 5000, currency: 'usd', payment_method: 'pm_none' }, 'resource_missing', 'payment_method'],
  [{ amount: 5000, currency: 'usd', colour: 'red' }, 'parameter_unknown', 'colour'],
  // Before its release "endive", Stripe's API accepted the parameter `payment_method_types`.
  [
    { amount: 5000, currency: 'usd', payment_method_types: ['card'] },
    'payment_method_types_no_longer_supported',
    'payment_method_types',
  ],
  // Stripe accepts the parameter `capture_method`. The site never sends it, so the sandbox does not support
  // it.
  [{ amount: 5000, currency: 'usd', capture_method: 'manual' }, 'parameter_unknown', 'capture_method'],
  [
    { amount: 5000, currency: 'usd', automatic_payment_methods: { enabled: true } },
    'parameter_unknown',
    'automatic_payment_methods',
  ],
  [{ amount: 5000, currency: 'usd', customer: 'cus_1' }, 'resource_missing', 'customer'],
  [
    { amount: 5000, currency: 'usd', allowed_payment_method_types: ['klarna'] },
    undefined,
    'allowed_payment_method_types[0]',
  ],
  [{ currency: 'usd' }, 'parameter_missing', 'amount'],
])('refuses to create an intent with %j (R22.5)', async (params, code, param) => {
  const error = await stripeError(stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams))
  expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  expect(error).toMatchObject({ statusCode: 400, code, param })
})

test('shows the payment methods that an intent allows', async () => {
  const intent = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  })
  expect(intent).toMatchObject({
    allowed_payment_method_types: ['card'],
    payment_method_types: ['card'],
    automatic_payment_methods: null,
  })
})

test('expands fields of lists and of charges, and refuses to expand fields that are not objects', async () => {
  const { id } = await pay('pm_card_visa', 45_000)
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 100 })
  const page = await stripe.paymentIntents.list({
    limit: 1,
    expand: ['data.latest_charge.refunds', 'data.payment_method'],
  })
  expect(page).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: true })
  const charge = page.data[0]?.latest_charge as Stripe.Charge
  expect(charge.refunds).toMatchObject({
    object: 'list',
    data: [{ id: refund.id, amount: 100 }],
    has_more: false,
    url: `/v1/charges/${charge.id}/refunds`,
  })
  expect(page.data[0]?.payment_method).toMatchObject({ card: { last4: '4242' } })
  for (const path of ['latest_charge', 'data.amount', 'data.latest_charge.nonsense']) {
    const error = await stripeError(stripe.paymentIntents.list({ expand: [path] }))
    expect(error).toMatchObject({ statusCode: 400, param: 'expand' })
  }
})

const createWith = (metadata: Record<string, string>) =>
  stripe.paymentIntents.create({ amount: 5000, currency: 'usd', metadata })

test('stores metadata without empty values', async () => {
  expect((await createWith({ a: '1', b: '' })).metadata).toEqual({ a: '1' })
  expect((await stripeError(createWith({ a: 'x'.repeat(501) }))).message).toContain('up to 500 characters')
})

test('answers 404 for an unknown id or address, and refuses wrong API keys', async () => {
  expect(await stripeError(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    param: 'intent',
    message: "No such payment_intent: 'pi_none'",
  })
  expect(await stripeError(stripe.customers.list())).toMatchObject({ statusCode: 404 })
  const wrong = await stripeError(world.client('sk_test_wrong_key_0000').refunds.list())
  expect(wrong).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
  expect(wrong.message).not.toContain('wrong')
  const browser = await stripeError(world.client(PUBLISHABLE_KEY).refunds.list())
  expect(browser).toMatchObject({ statusCode: 401, code: 'secret_key_required' })
  expect((await world.fetch('http://x/v1/refunds')).status).toBe(401)
})

test.each([
  ['3184', 'pm_card_authenticationRequired'],
  ['3155', 'pm_card_authenticationRequiredOnSetup'],
  ['0446', 'pm_card_authenticationRequiredSetupForOffSession'],
  ['3220', 'pm_card_threeDSecure2Required'],
])(
  'asks the cardholder of the test card ending in %s to authenticate (test id %s)',
  async (last4, method) => {
    const { id, status } = await pay(method)
    expect(status).toBe('requires_action')
    const { payment_method: card } = await stripe.paymentIntents.retrieve(id, { expand: ['payment_method'] })
    expect(card).toMatchObject({ card: { last4 } })
  },
)

test('leaves a payment waiting until the cardholder has authenticated', async () => {
  const intent = await pay('pm_card_authenticationRequired')
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  await world.sandbox.control.authenticate(intent.id, 'complete')
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'succeeded',
    next_action: null,
  })

  const other = await pay('pm_card_authenticationRequired')
  await world.sandbox.control.authenticate(other.id, 'fail')
  const failed = await stripe.paymentIntents.retrieve(other.id)
  expect(failed).toMatchObject({ status: 'requires_payment_method', latest_charge: null })
  expect(failed.last_payment_error?.code).toBe('payment_intent_authentication_failure')
  const third = await stripe.paymentIntents.confirm(other.id, { payment_method: 'pm_card_visa' })
  expect(third).toMatchObject({ status: 'succeeded', last_payment_error: null })
  expect(await world.sandbox.control.authenticate(other.id, 'complete')).toBe('already_answered')
})

test('keeps a payment in the status processing if a test wants that, and then refuses to cancel it', async () => {
  await world.sandbox.control.set({ keepProcessing: true })
  const [one, other] = [await pay('pm_card_visa'), await pay('pm_card_visa')]
  await world.sandbox.control.reset()
  expect(one.status).toBe('processing')
  expect((await stripeError(stripe.paymentIntents.cancel(one.id))).code).toBe(
    'payment_intent_unexpected_state',
  )
  expect(await world.sandbox.control.finish(one.id, 'charge')).toBe('finished')
  expect(await world.sandbox.control.finish(other.id, 'fail')).toBe('finished')
  expect((await stripe.paymentIntents.retrieve(one.id)).status).toBe('succeeded')
  expect((await stripe.paymentIntents.retrieve(other.id)).status).toBe('requires_payment_method')
})
