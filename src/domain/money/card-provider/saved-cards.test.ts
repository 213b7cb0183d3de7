/**
 * Tests how the adapter of the card provider saves, charges and deletes cards. It uses Stripe's SDK, and the
 * sandbox answers in Stripe's place.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSandbox, SECRET_KEY, stripeError, type TestSandbox } from '#test/support/stripe/harness.ts'
import type { SavedCard, PaymentProvider } from './port.ts'
import { createStripeProvider } from './stripe.ts'

let world: TestSandbox
let provider: PaymentProvider
beforeAll(async () => {
  world = await openSandbox()
  provider = createStripeProvider({
    secretKey: SECRET_KEY,
    webhookSecret: 'whsec_1',
    apiBase: null,
    fetch: world.fetch,
    wallets: true,
  })
})
beforeEach(() => world.sandbox.control.reset())
afterAll(() => world.close())

let keys = 0
const idempotencyKey = () => `key-${(keys += 1)}`

async function newCustomer(): Promise<string> {
  const made = await provider.createCustomer({ site: 's', idempotencyKey: idempotencyKey() })
  return made.outcome === 'ok' ? made.customer : ''
}

async function openIntent(customer?: string): Promise<string> {
  const metadata = { site: 's', purpose: 'deposit', event: '7' } as const
  const order = { amount: 45_000, metadata, idempotencyKey: idempotencyKey() }
  const made = await provider.createIntent({ ...order, ...(customer !== undefined && { customer }) })
  return made.outcome === 'ok' ? made.intent.id : ''
}

/**
 * Pays an intent as the guest, who also authenticates with the bank. Returns the saved card, or null if the payment
 * saved none.
 */
async function pay(id: string, card = 'visa'): Promise<SavedCard | null> {
  await world.stripe.paymentIntents.confirm(id, { payment_method: `pm_card_${card}` })
  await world.sandbox.control.authenticate(id, 'complete')
  const paid = await provider.retrieveIntent(id)
  return paid.outcome === 'ok' && paid.intent.state.status === 'succeeded'
    ? paid.intent.state.savedCard
    : null
}

async function keep(card?: string): Promise<SavedCard> {
  const kept = await pay(await openIntent(await newCustomer()), card)
  return kept ?? { customer: '', paymentMethod: '', card: null, expires: null }
}

const charge = ({ customer, paymentMethod }: SavedCard, key = idempotencyKey(), amount = 90_000) =>
  provider.chargeSavedCard({
    amount,
    customer,
    paymentMethod,
    metadata: { site: 's', purpose: 'charge', invoice: '12', attempt: key },
    idempotencyKey: key,
  })

const chargesOf = async (attempt: string) =>
  (await world.sandbox.ledger()).charges.filter(({ metadata }) => metadata['attempt'] === attempt).length

describe('for saved cards, the card provider', () => {
  test.each([
    ['setup_credential_usage without saving the card', { setup_credential_usage: 'installment' }, {}],
    ['stored_credential_usage for a guest who is present', { stored_credential_usage: 'installment' }, {}],
    [
      'stored_credential_usage while the card is saved',
      { stored_credential_usage: 'installment' },
      { setup_future_usage: 'off_session' },
    ],
    ['an unknown word', { setup_credential_usage: 'sometimes' }, { setup_future_usage: 'off_session' }],
  ] as const)('refuses in the sandbox a request that declares %s', async (_, card, more) => {
    const order = { amount: 45_000, currency: 'usd', payment_method_options: { card }, ...more }
    await expect(world.stripe.paymentIntents.create(order as never)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      param: expect.stringContaining('credential_usage'),
    })
  })

  test('saves and charges a payment method of Link, and names no card for it', async () => {
    const kept = await keep('link')
    expect(kept).toMatchObject({ card: 'Link', expires: null, paymentMethod: expect.stringMatching(/^pm_/) })
    expect(await charge(kept)).toMatchObject({ outcome: 'ok', intent: { state: { status: 'succeeded' } } })
  })

  test('refuses a payment method of Link if the payment allows only cards', async () => {
    const { id } = await world.stripe.paymentIntents.create({ amount: 45_000, currency: 'usd' })
    await expect(
      world.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_link' }),
    ).rejects.toMatchObject({ code: 'payment_intent_incompatible_payment_method' })
  })

  test('gets the same declared use of the card when it is saved and when it is charged', async () => {
    const kept = await keep()
    await charge(kept, 'declared')
    const intents = (await world.stripe.paymentIntents.list({ limit: 2, expand: ['data.latest_charge'] }))
      .data
    const usages = intents.map(({ latest_charge: made }) =>
      typeof made === 'object' ? made?.payment_method_details?.card : null,
    )
    expect(usages).toMatchObject([
      { stored_credential_usage: 'installment' },
      { setup_credential_usage: 'installment' },
    ])
  })

  test('charges a card that was saved before the site declared how it uses saved cards', async () => {
    const customer = await newCustomer()
    const { id } = await world.stripe.paymentIntents.create({
      amount: 45_000,
      currency: 'usd',
      customer,
      setup_future_usage: 'off_session',
    })
    const kept = await pay(id)
    expect(kept).toMatchObject({ customer })
    expect(await charge(kept ?? (await keep()))).toMatchObject({
      outcome: 'ok',
      intent: { state: { status: 'succeeded' } },
    })
  })

  test('saves the card if the payment intent names a customer, and later charges it once per idempotency key', async () => {
    const kept = await keep()
    expect(kept).toEqual({
      customer: expect.stringMatching(/^cus_/),
      paymentMethod: expect.stringMatching(/^pm_/),
      card: 'Visa 4242',
      expires: expect.stringMatching(/^20\d\d-\d\d$/),
    })
    const [first, again] = [await charge(kept, 'once'), await charge(kept, 'once')]
    expect(first).toMatchObject({
      outcome: 'ok',
      intent: {
        amount: 90_000,
        metadata: { site: 's', purpose: 'charge', invoice: '12', attempt: 'once' },
        state: { status: 'succeeded', received: 90_000, savedCard: null },
      },
    })
    expect(again).toEqual(first)
    expect(await chargesOf('once')).toBe(1)
  })

  test('saves no card if the payment intent names no customer, or if the payment failed', async () => {
    expect(await pay(await openIntent())).toBeNull()
    const customer = await newCustomer()
    const id = await openIntent(customer)
    await stripeError(world.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }))
    expect((await world.sandbox.ledger()).kept.cards).not.toContain(customer)
    expect(await pay(id)).toMatchObject({ customer })
  })

  test('charges a saved card only for its own customer', async () => {
    const { paymentMethod } = await keep()
    const stranger = { customer: await newCustomer(), paymentMethod, card: null, expires: null }
    expect(await charge(stranger)).toMatchObject({ outcome: 'rejected' })
  })

  test('saves no card of a payment that the bank confirms only after the customer was deleted', async () => {
    const customer = await newCustomer()
    const id = await openIntent(customer)
    await world.sandbox.control.set({ keepProcessing: true })
    await world.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(await provider.deleteCustomer(customer)).toEqual({ outcome: 'ok' })
    await world.sandbox.control.finish(id, 'charge')
    expect(await provider.retrieveIntent(id)).toMatchObject({ intent: { state: { status: 'succeeded' } } })
    expect((await world.sandbox.ledger()).kept.cards).not.toContain(customer)
  })

  test('makes a saved card unusable for everyone once its customer is deleted', async () => {
    const kept = await keep()
    expect(await provider.deleteCustomer(kept.customer)).toEqual({ outcome: 'ok' })
    const { customers, cards } = (await world.sandbox.ledger()).kept
    expect([...customers, ...cards]).not.toContain(kept.customer)
    expect(await charge(kept)).toMatchObject({ outcome: 'rejected' })
    const heir = { ...kept, customer: await newCustomer() }
    expect(await charge(heir)).toMatchObject({ outcome: 'rejected' })
    expect(await provider.deleteCustomer(kept.customer)).toEqual({ outcome: 'ok' })
  })
})

describe('when a saved card is charged without the guest, the card provider', () => {
  test.each([
    ['insufficient_funds', 'card_declined', 'insufficient_funds', 'try_again_later'],
    ['stolen_card', 'card_declined', 'stolen_card', 'do_not_try_again'],
    ['expired_card', 'expired_card', null, 'confirm_card_data'],
    ['generic_decline', 'card_declined', 'generic_decline', null],
  ] as const)(
    'reports a charge that was declined as %s with code %s, decline code %s and advice %s',
    async (decline, code, declineCode, advice) => {
      const kept = await keep()
      await world.sandbox.control.set({ offSession: { decline, advice } })
      const key = idempotencyKey()
      const declined = await charge(kept, key)
      const intentId = expect.stringMatching(/^pi_/)
      const told = {
        outcome: 'declined',
        intentId,
        code,
        declineCode,
        adviceCode: advice,
        authentication: false,
      }
      expect(declined).toEqual(told)
      await world.sandbox.control.reset()
      // Charging again with the same idempotency key returns the stored reply. Only a new key makes another
      // attempt.
      expect(await charge(kept, key)).toEqual(declined)
      expect(await charge(kept)).toMatchObject({ outcome: 'ok' })
      const id = declined.outcome === 'declined' ? (declined.intentId ?? '') : ''
      expect(await provider.retrieveIntent(id)).toMatchObject({ intent: { state: { status: 'open' } } })
    },
  )

  test('reports a saved card as declined, without charging it, if its bank requires the cardholder to authenticate', async () => {
    const kept = await keep('authenticationRequired')
    const code = 'authentication_required'
    expect(await charge(kept, 'asked')).toMatchObject({
      outcome: 'declined',
      code,
      declineCode: code,
      adviceCode: null,
      authentication: true,
    })
    expect(await chargesOf('asked')).toBe(0)
  })

  test.each(['authenticationRequiredOnSetup', 'authenticationRequiredSetupForOffSession'])(
    'charges the saved card %s if the cardholder authenticated the payment that saved the card',
    async (card) => {
      expect(await charge(await keep(card))).toMatchObject({ intent: { state: { status: 'succeeded' } } })
    },
  )

  test('reports a charge of a saved card as processing while the bank has not decided', async () => {
    const kept = await keep()
    await world.sandbox.control.set({ keepProcessing: true })
    expect(await charge(kept)).toMatchObject({ outcome: 'ok', intent: { state: { status: 'processing' } } })
  })

  test('charges a saved card once when the reply is lost and the call is repeated', async () => {
    const kept = await keep()
    await world.sandbox.control.set({ provider: 'lose-replies' })
    expect(await charge(kept, 'lost')).toMatchObject({ outcome: 'unavailable' })
    await world.sandbox.control.reset()
    expect(await charge(kept, 'lost')).toMatchObject({ intent: { state: { status: 'succeeded' } } })
    expect(await chargesOf('lost')).toBe(1)
    // If a charge reuses the idempotency key of another charge, the reply must not reveal how the other charge
    // ended.
    expect(await charge(kept, 'lost', 91_000)).toMatchObject({ outcome: 'unavailable' })
  })

  test('finds a charge in the list of payment intents even if every retry with its idempotency key fails', async () => {
    const kept = await keep()
    await world.sandbox.control.set({ provider: 'save-errors' })
    expect(await charge(kept, 'fault')).toMatchObject({ outcome: 'unavailable' })
    await world.sandbox.control.reset()
    expect(await charge(kept, 'fault')).toMatchObject({ outcome: 'unavailable' })
    const listed = await provider.listIntents(new Date(world.now().getTime() - 60_000))
    const found = listed.outcome === 'ok' ? listed.intents : []
    expect(found.filter(({ metadata }) => metadata['attempt'] === 'fault')).toHaveLength(1)
  })
})

test('reports wallets as available only on the host that is registered for wallets', async () => {
  const all = { applePay: true, googlePay: true, link: true }
  expect(await provider.walletDomain('site.test')).toEqual({ outcome: 'ok', registered: true, ...all })
  expect(await provider.walletDomain('other.test')).toEqual({
    outcome: 'ok',
    registered: false,
    applePay: false,
    googlePay: false,
    link: false,
  })
})
