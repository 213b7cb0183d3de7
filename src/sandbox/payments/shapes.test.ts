/**
 * Holds the replies against Stripe's published fixtures (github.com/stripe/openapi, fixtures3.json). Kept of them is what
 * type each key has, null where the fixture has none.
 */
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import published from './testing/published-shapes.json' with { type: 'json' }
import { openSandbox, type TestSandbox } from './testing/harness.ts'

let world: TestSandbox
let ours: Record<string, object>

beforeAll(async () => {
  world = await openSandbox()
  ours = await oneOfEach(world)
})
afterAll(() => world.close())

test.each(Object.entries(published))('%s has the keys that Stripe gives it', (kind, shape) => {
  expect(differences(shape, ours[kind], kind)).toEqual([])
})

test('a list that is expanded holds the same objects, whole', async () => {
  const page = await world.stripe.paymentIntents.list({ limit: 1, expand: ['data.latest_charge.refunds'] })
  expect(page).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: true })
  const [intent] = page.data
  const charge = intent?.latest_charge as Stripe.Charge
  expect(differences(published.payment_intent, { ...intent, latest_charge: charge.id }, 'intent')).toEqual([])
  expect(differences(published.charge, { ...charge, refunds: null }, 'charge')).toEqual([])
  const url = `/v1/charges/${charge.id}/refunds`
  expect(charge.refunds).toMatchObject({ object: 'list', data: [], has_more: false, url })
})

async function oneOfEach({ stripe, sandbox, advance }: TestSandbox): Promise<Record<string, object>> {
  const pay = () =>
    stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
    })
  const { id } = await pay()
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 100 })
  await sandbox.deliverDue()
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['payment_method'] })
  const whole = await stripe.paymentIntents.retrieve(id, {
    expand: ['latest_charge.balance_transaction', 'latest_charge.refunds'],
  })
  const charge = whole.latest_charge as Stripe.Charge
  const [event] = (await stripe.events.list()).data
  const dispute = await sandbox.control.dispute((await pay()).id)
  // Its charge is available two days later, and goes out at the next midnight.
  for (const days of [0, 4]) {
    advance(days * 24 * 3600)
    await sandbox.deliverDue()
  }
  const [payout] = (await stripe.payouts.list()).data
  const [domain] = (await stripe.paymentMethodDomains.list()).data
  return {
    customer: await stripe.customers.create({}),
    payment_method_domain: domain ?? {},
    payment_intent: await stripe.paymentIntents.retrieve(id),
    charge: { ...charge, balance_transaction: (charge.balance_transaction as Stripe.BalanceTransaction).id },
    refund,
    balance_transaction: charge.balance_transaction as Stripe.BalanceTransaction,
    payment_method: intent.payment_method as Stripe.PaymentMethod,
    event: event ?? {},
    dispute: dispute as Stripe.Dispute,
    payout: payout ?? {},
  }
}

/** What these hold depends on the payment: an event's object, keys that the merchant chose. */
const FREE = new Set(['event.data.object', 'payment_method.metadata'])

/** A key that is missing or of another type. In a reply as in a fixture any value may be null. */
function differences(shape: unknown, mine: unknown, path: string): string[] {
  if (mine === undefined) return [`${path} is missing`]
  if (shape === null || mine === null || FREE.has(path)) return []
  if (typeof shape === 'object')
    return Object.entries(shape).flatMap(([key, inner]) =>
      differences(inner, (mine as Record<string, unknown>)[key], `${path}.${key}`),
    )
  const type = Array.isArray(mine) ? 'list' : typeof mine
  return type === shape ? [] : [`${path} is a ${type}, not a ${String(shape)}`]
}
