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

const pay = (amount: number, method = 'pm_card_visa') =>
  stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    payment_method: method,
    confirm: true,
    metadata: { purpose: 'deposit' },
  })

const chargeOf = async (id: string) => {
  const expand = ['latest_charge.refunds', 'latest_charge.balance_transaction']
  return (await stripe.paymentIntents.retrieve(id, { expand })).latest_charge as Stripe.Charge
}

const refundOf = async ({ id, payment_intent: intent }: Stripe.Refund) =>
  (await stripe.refunds.list({ payment_intent: String(intent) })).data.find((refund) => refund.id === id)

test('refunds a payment in part and in full, but never more than was paid', async () => {
  const { id } = await pay(10_000)
  const first = await stripe.refunds.create({ payment_intent: id, amount: 2500, metadata: { refund: '7' } })
  expect(first).toMatchObject({ object: 'refund', amount: 2500, status: 'succeeded', payment_intent: id })
  const tooMuch = await stripeError(stripe.refunds.create({ payment_intent: id, amount: 7501 }))
  expect(tooMuch).toMatchObject({
    statusCode: 400,
    message: 'Refund amount ($75.01) is greater than unrefunded amount on charge ($75.00)',
  })
  const rest = await stripe.refunds.create({ payment_intent: id })
  expect(rest.amount).toBe(7500)
  const again = await stripeError(stripe.refunds.create({ payment_intent: id }))
  expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })

  const charge = await chargeOf(id)
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 10_000 })
  expect(charge.refunds?.data.map((refund) => refund.id)).toEqual([rest.id, first.id])
  const page = await stripe.refunds.list({ payment_intent: id, expand: ['data.balance_transaction'] })
  expect(page.data.at(-1)?.balance_transaction).toMatchObject({
    type: 'refund',
    amount: -2500,
    fee: 0,
    net: -2500,
    source: first.id,
  })
})

test('finds a refund by its metadata', async () => {
  const { id } = await pay(5000)
  const made = await stripe.refunds.create({ payment_intent: id, amount: 100, metadata: { row: 'abc' } })
  const found = await stripe.refunds.list({ payment_intent: id })
  expect(
    found.data.filter((refund) => refund.metadata?.['row'] === 'abc').map((refund) => refund.id),
  ).toEqual([made.id])
})

test('refuses to refund an unpaid intent', async () => {
  const open = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  expect(await stripeError(stripe.refunds.create({ payment_intent: open.id }))).toMatchObject({
    statusCode: 400,
  })
  expect(await stripeError(stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({
    code: 'resource_missing',
    param: 'payment_intent',
  })
  expect(await stripeError(stripe.refunds.create({}))).toMatchObject({ statusCode: 400 })
})

test('limits twenty simultaneous refunds to the amount paid', async () => {
  const { id } = await pay(10_000)
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => stripe.refunds.create({ payment_intent: id, amount: 1000 })),
  )
  expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(10)
})

test('creates one charge for ten simultaneous confirmations', async () => {
  const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () => stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })),
  )
  expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
  const { charges } = await world.sandbox.ledger()
  expect(charges.filter((charge) => charge.paymentIntent === id)).toHaveLength(1)
})

test('raises a dispute for the test card that causes disputes, and lets the venue win or lose it', async () => {
  const { id } = await pay(20_000, 'pm_card_createDispute')
  await world.sandbox.deliverDue()
  expect((await stripe.disputes.list({ payment_intent: id })).data).toEqual([])
  world.advance(61)
  await world.sandbox.deliverDue()
  const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
  expect(dispute).toMatchObject({ amount: 20_000, status: 'needs_response', payment_intent: id })
  expect((await chargeOf(id)).disputed).toBe(true)
  expect(await stripeError(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    code: 'charge_disputed',
  })
  expect(await world.sandbox.control.moveDispute(String(dispute?.id), 'lost')).toMatchObject({
    status: 'lost',
  })

  const other = await pay(3000)
  const raised = await disputed(other.id)
  expect(await world.sandbox.control.moveDispute(raised.id, 'won')).toMatchObject({ status: 'won' })
  expect(await stripe.refunds.create({ payment_intent: other.id })).toMatchObject({ amount: 3000 })
})

const disputed = async (id: string, order?: { kind?: 'inquiry' | 'prevented'; amount?: number }) => {
  const raised = await world.sandbox.control.dispute(id, order)
  if (typeof raised === 'string') throw new Error(raised)
  return raised
}

const heldOf = async (id: string) =>
  (await world.sandbox.ledger()).charges.find((charge) => charge.paymentIntent === id)?.withdrawn

test('holds the money of several disputes of one charge, and returns the money when the venue wins them', async () => {
  const { moveDispute } = world.sandbox.control
  const { id } = await pay(20_000)
  await stripe.refunds.create({ payment_intent: id, amount: 2_000 })
  const first = await disputed(id, { amount: 5_000 })
  const second = await disputed(id, { amount: 3_000 })
  expect(await heldOf(id)).toBe(8_000)
  // Refuses the refund because it is one cent more than the money that disputes do not hold.
  expect(await stripeError(stripe.refunds.create({ payment_intent: id, amount: 10_001 }))).toMatchObject({
    code: 'charge_disputed',
  })
  await stripe.refunds.create({ payment_intent: id, amount: 10_000 })
  expect(await moveDispute(first.id, 'under_review')).toMatchObject({ status: 'under_review' })
  expect(await moveDispute(first.id, 'lost', 1_000)).toMatchObject({ status: 'lost' })
  expect(await heldOf(id)).toBe(7_000)
  expect(await moveDispute(first.id, 'lost', 1_000)).toMatchObject({ status: 'lost' })
  expect(await heldOf(id)).toBe(7_000)
  expect(await moveDispute(first.id, 'won')).toMatchObject({ status: 'won' })
  await moveDispute(second.id, 'won')
  expect(await heldOf(id)).toBe(0)
})

test('takes no money for an inquiry or a prevented dispute, until the inquiry becomes a dispute', async () => {
  const { id } = await pay(9_000, 'pm_card_createDisputeInquiry')
  world.advance(61)
  await world.sandbox.deliverDue()
  const [inquiry] = (await stripe.disputes.list({ payment_intent: id })).data
  expect(inquiry).toMatchObject({
    status: 'warning_needs_response',
    balance_transactions: [],
    is_charge_refundable: true,
    payment_method_details: { card: { case_type: 'inquiry' } },
  })
  await stripe.refunds.create({ payment_intent: id, amount: 4_000 })
  expect(await disputed(id, { kind: 'prevented' })).toMatchObject({
    status: 'prevented',
    payment_method_details: { card: { case_type: 'block' } },
  })
  expect(await heldOf(id)).toBe(0)
  await world.sandbox.control.moveDispute(String(inquiry?.id), 'lost')
  expect(await heldOf(id)).toBe(9_000)
})

test('reports a charge’s fee later by the event charge.updated, after a time that a test can set', async () => {
  await world.sandbox.control.set({ feeAfterMs: 50 * 60_000 })
  const { id } = await pay(10_000)
  await world.sandbox.control.reset()
  await world.sandbox.deliverDue()
  expect((await chargeOf(id)).balance_transaction).toBeNull()
  world.advance(49 * 60)
  await world.sandbox.deliverDue()
  expect((await chargeOf(id)).balance_transaction).toBeNull()
  world.advance(60)
  world.received.length = 0
  await world.sandbox.deliverDue()
  expect((await chargeOf(id)).balance_transaction).toMatchObject({ fee: 320, net: 9_680 })
  expect(world.received).toMatchObject([{ type: 'charge.updated', data: { object: { payment_intent: id } } }])
})

test('keeps a refund pending until the bank accepts it', async () => {
  const { id } = await pay(5_000, 'pm_card_pendingRefund')
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 2_000 })
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
  expect(await stripeError(stripe.refunds.create({ payment_intent: id, amount: 3_001 }))).toMatchObject({
    statusCode: 400,
  })
  world.advance(61)
  world.received.length = 0
  await world.sandbox.deliverDue()
  expect(await refundOf(refund)).toMatchObject({ status: 'succeeded' })
  expect(world.received.map((event) => event.type)).toContain('refund.updated')
})

test('lets the guest’s bank return a successful refund, after which the payment can be refunded again', async () => {
  const { id } = await pay(5_000, 'pm_card_refundFail')
  const refund = await stripe.refunds.create({ payment_intent: id })
  expect(refund.status).toBe('succeeded')
  world.advance(61)
  world.received.length = 0
  await world.sandbox.deliverDue()
  expect(await refundOf(refund)).toMatchObject({
    status: 'failed',
    failure_balance_transaction: expect.stringMatching(/^txn_/),
  })
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect(world.received.map((event) => event.type)).toContain('refund.failed')
  expect((await world.sandbox.ledger()).refunds.find((one) => one.id === refund.id)?.status).toBe('failed')
  expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 5_000 })
})

test('reports all charges, refunds and fees, with totals that are exact to the cent', async () => {
  const before = await world.sandbox.ledger()
  const paid = await pay(12_345)
  await stripeError(pay(777, 'pm_card_chargeDeclined'))
  await stripe.refunds.create({ payment_intent: paid.id, amount: 45 })
  await world.sandbox.deliverDue()
  const response = await world.fetch('http://x/ledger.json')
  const ledger = (await response.json()) as typeof before
  expect(ledger.sums.charged - before.sums.charged).toBe(12_345)
  expect(ledger.sums.refunded - before.sums.refunded).toBe(45)
  expect(ledger.sums.net - before.sums.net).toBe(12_300)
  expect(ledger.sums.fees - before.sums.fees).toBe(388)
  expect(ledger.charges.at(-1)).toMatchObject({ paymentIntent: paid.id, metadata: { purpose: 'deposit' } })
  expect(JSON.stringify(ledger)).not.toContain('_secret_')
})

test("splits lists of objects into pages, filters them by time, and works with the SDK's automatic pagination", async () => {
  world.advance(1000)
  const from = Math.floor(world.now().getTime() / 1000)
  const ids: string[] = []
  for (const amount of [50, 51, 52, 53, 54])
    ids.unshift((await stripe.paymentIntents.create({ amount, currency: 'usd' })).id)
  const newest = await stripe.paymentIntents.list({ limit: 2, created: { gte: from } })
  expect(newest).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' })
  expect(newest.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const next = await stripe.paymentIntents.list({ limit: 2, starting_after: ids[1] })
  expect(next.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
  const all: string[] = []
  for await (const intent of stripe.paymentIntents.list({ limit: 2, created: { gte: from } }))
    all.push(intent.id)
  expect(all).toEqual(ids)
  const unplayed = await stripeError(stripe.paymentIntents.list({ created: { lt: from } }))
  expect(unplayed).toMatchObject({ statusCode: 400, param: 'created[lt]' })
  expect(await stripeError(stripe.paymentIntents.list({ starting_after: 'pi_none' }))).toMatchObject({
    code: 'resource_missing',
  })
  expect(await stripeError(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
})
