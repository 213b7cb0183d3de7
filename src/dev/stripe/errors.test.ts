/**
 * Compares the errors of declined cards, and the fields that a browser sees, with Stripe's documentation
 * (docs.stripe.com/testing, /declines/codes, /api/errors).
 */
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

// Each row has a test card, the error code, and the decline code. The decline code is null if Stripe sends
// none.
test.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
  ['pm_card_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', null],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', null],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error', null],
])(
  'answers for the declined card %s with status 402, the error code %s, and the decline code %s',
  async (method, code, reason) => {
    const intent = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
    const error = await stripeError(stripe.paymentIntents.confirm(intent.id, { payment_method: method }))
    expect(error).toMatchObject({ statusCode: 402, rawType: 'card_error', type: 'StripeCardError', code })
    if (reason !== null) expect(error.decline_code).toBe(reason)
    expect(error.charge).toMatch(/^ch_/)
    expect(error.doc_url).toContain(code.replaceAll('_', '-'))
    expect(error.message).toMatch(/card|processing/)
    // The intent now contains the error of the declined card and waits for another card.
    const after = await stripe.paymentIntents.retrieve(intent.id)
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { type: 'card_error', code },
    })
  },
)

test("hides an intent's metadata and charge from callers who have only the client secret", async () => {
  const intent = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    metadata: { site: 'secret-site' },
  })
  const path = `http://x/v1/payment_intents/${intent.id}?client_secret=${intent.client_secret}`
  const seen = await (await world.fetch(path)).text()
  expect(seen).toContain('"status": "succeeded"')
  expect(seen).not.toMatch(/secret-site|latest_charge|"metadata"/)
  expect((await world.fetch(`http://x/v1/payment_intents/${intent.id}?client_secret=wrong`)).status).not.toBe(
    200,
  )
})
