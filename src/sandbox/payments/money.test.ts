import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, stripeError, type TestSandbox } from './testing/harness.ts'

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

test('refunds in part and whole, never more than is left', async () => {
  const { id } = await pay(10_000)
  const first = await stripe.refunds.create({ payment_intent: id, amount: 2500, metadata: { refund: '7' } })
  expect(first).toMatchObject({ object: 'refund', amount: 2500, status: 'succeeded', payment_intent: id })
  const tooMuch = await stripeError(stripe.refunds.create({ payment_intent: id, amount: 7501 }))
  expect(tooMuch).toMatchObject({
    statusCode: 400,
    message: 'Refund amount ($75.01) is greater than unrefunded amount on charge ($75.00)',
  })
  const rest = await stripe.refunds.create({ charge: String(first.charge), reason: 'requested_by_customer' })
  expect(rest).toMatchObject({ amount: 7500, reason: 'requested_by_customer' })
  const again = await stripeError(stripe.refunds.create({ payment_intent: id }))
  expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })

  const charge = await stripe.charges.retrieve(String(first.charge), { expand: ['refunds'] })
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 10_000 })
  expect(charge.refunds?.data.map((refund) => refund.id)).toEqual([rest.id, first.id])
  const money = await stripe.balanceTransactions.retrieve(String(first.balance_transaction))
  expect(money).toMatchObject({ type: 'refund', amount: -2500, fee: 0, net: -2500, source: first.id })
})

test('a refund is found again by its metadata, and its metadata can change', async () => {
  const { id } = await pay(5000)
  const made = await stripe.refunds.create({ payment_intent: id, amount: 100, metadata: { row: 'abc' } })
  const found = await stripe.refunds.list({ payment_intent: id })
  expect(
    found.data.filter((refund) => refund.metadata?.['row'] === 'abc').map((refund) => refund.id),
  ).toEqual([made.id])
  const changed = await stripe.refunds.update(made.id, { metadata: { row: 'def' } })
  expect(changed.metadata).toEqual({ row: 'def' })
  expect((await stripe.refunds.retrieve(made.id)).metadata).toEqual({ row: 'def' })
})

test('nothing is refunded that was not paid', async () => {
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

test('twenty refunds at once take no more than there is', async () => {
  const { id } = await pay(10_000)
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => stripe.refunds.create({ payment_intent: id, amount: 1000 })),
  )
  expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(10)
})

test('ten confirmations at once make one charge', async () => {
  const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () => stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })),
  )
  expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
  expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
})

test('the dispute card is disputed after a while; the dispute can be lost or won', async () => {
  const { id } = await pay(20_000, 'pm_card_createDispute')
  await world.sandbox.deliverDue()
  expect((await stripe.disputes.list({ payment_intent: id })).data).toEqual([])
  world.advance(61)
  await world.sandbox.deliverDue()
  const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
  expect(dispute).toMatchObject({ amount: 20_000, status: 'needs_response', payment_intent: id })
  const charge = await stripe.charges.retrieve(String(dispute?.charge))
  expect(charge.disputed).toBe(true)
  expect(await stripeError(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    code: 'charge_disputed',
  })
  expect((await stripe.disputes.close(String(dispute?.id))).status).toBe('lost')

  const other = await pay(3000)
  const raised = await world.sandbox.control.dispute(other.id)
  if (typeof raised === 'string') throw new Error(raised)
  expect(await world.sandbox.control.endDispute(raised.id, 'won')).toMatchObject({ status: 'won' })
  expect((await stripe.charges.retrieve(String(raised.charge))).disputed).toBe(false)
})

test('the ledger adds up to the cent', async () => {
  const before = await world.sandbox.ledger()
  const paid = await pay(12_345)
  await stripeError(pay(777, 'pm_card_chargeDeclined'))
  await stripe.refunds.create({ payment_intent: paid.id, amount: 45 })
  const response = await world.fetch('http://x/ledger.json')
  const ledger = (await response.json()) as typeof before
  expect(ledger.sums.charged - before.sums.charged).toBe(12_345)
  expect(ledger.sums.refunded - before.sums.refunded).toBe(45)
  expect(ledger.sums.net - before.sums.net).toBe(12_300)
  expect(ledger.sums.fees - before.sums.fees).toBe(388)
  expect(ledger.charges.at(-1)).toMatchObject({ paymentIntent: paid.id, metadata: { purpose: 'deposit' } })
  expect(JSON.stringify(ledger)).not.toContain('_secret_')
})

test('lists page both ways, filter by time, and paginate by themselves', async () => {
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
  const back = await stripe.paymentIntents.list({ limit: 2, ending_before: ids[3] })
  expect(back.data.map(({ id }) => id)).toEqual(ids.slice(1, 3))
  const all: string[] = []
  for await (const intent of stripe.paymentIntents.list({ limit: 2, created: { gte: from } }))
    all.push(intent.id)
  expect(all).toEqual(ids)
  expect(
    (await stripe.paymentIntents.list({ created: { lt: from } })).data.map(({ id }) => id),
  ).not.toContain(ids[0])
  expect(await stripeError(stripe.paymentIntents.list({ starting_after: 'pi_none' }))).toMatchObject({
    code: 'resource_missing',
  })
  expect(await stripeError(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
})
