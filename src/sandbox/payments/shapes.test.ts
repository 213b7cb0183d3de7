/** Holds the replies against Stripe's published fixtures, where they lie beside the project. */
import { existsSync, readFileSync } from 'node:fs'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSandbox, type TestSandbox } from './testing/harness.ts'

const FIXTURES = new URL('../../../../shared/stripe/fixtures3.json', import.meta.url)

if (!existsSync(FIXTURES)) {
  process.stderr.write(
    `NOT CHECKED: replies against Stripe's fixtures, which are not at ${FIXTURES.pathname}\n`,
  )
  test('the published fixtures are not here, so replies are held to the types of the SDK alone', () => {})
} else describe('replies have the shape of the published fixtures', () => checkShapes(FIXTURES))

function checkShapes(file: URL) {
  const { resources } = JSON.parse(readFileSync(file, 'utf8')) as { resources: Record<string, object> }
  let world: TestSandbox
  let ours: Record<string, object>

  beforeAll(async () => {
    world = await openSandbox()
    ours = await oneOfEach(world)
  })
  afterAll(() => world.close())

  test.each([
    'payment_intent',
    'charge',
    'refund',
    'balance_transaction',
    'payment_method',
    'event',
    'dispute',
  ])('%s', (kind) => {
    const differences = compare(resources[kind], ours[kind], kind)
    expect(differences).toEqual([])
  })
}

async function oneOfEach({ stripe, sandbox }: TestSandbox): Promise<Record<string, object>> {
  const pay = () =>
    stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
    })
  const { id } = await pay()
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 100 })
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['payment_method'] })
  const charge = await stripe.charges.retrieve(String(refund.charge), {
    expand: ['balance_transaction', 'refunds'],
  })
  const [event] = (await stripe.events.list()).data
  const dispute = await sandbox.control.dispute((await pay()).id)
  return {
    payment_intent: await stripe.paymentIntents.retrieve(id),
    charge: { ...charge, balance_transaction: (charge.balance_transaction as Stripe.BalanceTransaction).id },
    refund,
    balance_transaction: charge.balance_transaction as Stripe.BalanceTransaction,
    payment_method: intent.payment_method as Stripe.PaymentMethod,
    event: event ?? {},
    dispute: dispute as Stripe.Dispute,
  }
}

/** What these say depends on the payment: an event's object, a list's items, keys that the merchant chose. */
const FREE = new Set(['event.data.object', 'payment_method.metadata', 'charge.refunds.data'])

/** Every key of the fixture is there with the same type; either side may be null. */
function compare(theirs: unknown, mine: unknown, path: string): string[] {
  if (theirs === null || mine === null || FREE.has(path)) return []
  if (mine === undefined) return [`${path} is missing`]
  if (Array.isArray(theirs)) return Array.isArray(mine) ? [] : [`${path} is no list`]
  if (typeof theirs !== typeof mine) return [`${path} is a ${typeof mine}, not a ${typeof theirs}`]
  if (typeof theirs !== 'object') return []
  return Object.entries(theirs).flatMap(([key, value]) =>
    compare(value, (mine as Record<string, unknown>)[key], `${path}.${key}`),
  )
}
