/** Lists payments and payouts through Stripe's own SDK over HTTP. The sandbox answers in Stripe's place. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, SECRET_KEY, type TestSandbox } from '#test/support/stripe/harness.ts'
import type { ListedMoney, PaymentProvider } from './port.ts'
import { createStripeProvider } from './stripe.ts'

let world: TestSandbox
let server: Server
let provider: PaymentProvider
beforeAll(async () => {
  world = await openSandbox()
  server = createServer(getRequestListener((request) => world.sandbox.app.fetch(request)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const apiBase = `http://127.0.0.1:${port}`
  provider = createStripeProvider({ secretKey: SECRET_KEY, webhookSecret: 'whsec_1', apiBase })
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await world.close()
})

const pay = (amount: number) =>
  world.stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    metadata: { site: 'ours' },
  })

/** Copies each unpaid intent of the sandbox `count` times, so that Stripe's list of intents has several pages. */
const makeMany = (count: number) =>
  world.db.execute(sql`insert into sandbox.objects (id, kind, created, body)
    select id || '_' || n, kind, created, jsonb_set(body, '{id}', to_jsonb(id || '_' || n))
    from sandbox.objects, generate_series(1, ${count}::int) n where body ->> 'status' = 'requires_payment_method'`)

test("lists every payment once over all pages of Stripe's list, with refunded and disputed amounts", async () => {
  const refunded = await pay(10_000)
  // Makes twelve refunds of one payment. Stripe embeds only the newest refunds in a charge, so the adapter must
  // request the others.
  for (let nth = 0; nth < 12; nth += 1)
    await world.stripe.refunds.create({ payment_intent: refunded.id, amount: 100 })
  const disputed = await pay(20_000)
  await world.sandbox.control.dispute(disputed.id)
  const won = await pay(30_000)
  const dispute = await world.sandbox.control.dispute(won.id)
  if (typeof dispute === 'object') await world.sandbox.control.moveDispute(dispute.id, 'won')
  await world.stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' })
  await makeMany(150)
  const last = await pay(40_000)

  const pages: ListedMoney[][] = []
  let next: string | null = null
  do {
    const page = await provider.listMoney(next)
    if (page.outcome !== 'ok') throw new Error(page.outcome)
    pages.push(page.paid)
    next = page.next
  } while (next !== null)

  // Unpaid intents are not returned as payments. Still, they take up room on the pages of Stripe's list.
  expect(pages.map((page) => page.length)).toEqual([1, 3])
  const all = pages.flat()
  expect(all[0]).toMatchObject({ id: last.id, metadata: { site: 'ours' } })
  const sums = all.map(({ id, received, refunded, withdrawn }) => [id, received, refunded, withdrawn])
  expect(sums).toEqual([
    [last.id, 40_000, 0, 0],
    [won.id, 30_000, 0, 0],
    [disputed.id, 20_000, 0, 20_000],
    [refunded.id, 10_000, 1_200, 0],
  ])
  // A payment must have the same amounts in the list and when it is requested alone.
  for (const listed of all) {
    const found = await provider.retrieveIntent(listed.id)
    if (found.outcome !== 'ok' || found.intent.state.status !== 'succeeded') throw new Error('not paid')
    const { received, withdrawn, refunds } = found.intent.state
    const sum = refunds.reduce((total, { amount }) => total + amount, 0)
    expect({ received, withdrawn, refunded: sum }).toEqual({
      received: listed.received,
      withdrawn: listed.withdrawn,
      refunded: listed.refunded,
    })
  }
})

test('rejects an unknown cursor for the list of payments, and reports a lost connection as unavailable', async () => {
  expect(await provider.listMoney('pi_none')).toMatchObject({ outcome: 'rejected' })
  const nowhere = createStripeProvider({
    secretKey: SECRET_KEY,
    webhookSecret: 'w',
    apiBase: 'http://127.0.0.1:9',
  })
  expect(await nowhere.listMoney(null)).toMatchObject({ outcome: 'unavailable' })
})

const DAY_SECONDS = 86_400

test('lists payouts with their balance transactions, each with the payment it belongs to', async () => {
  const began = world.now()
  const paid = await pay(50_000)
  await world.sandbox.deliverDue()
  const refund = await world.stripe.refunds.create({ payment_intent: paid.id, amount: 700 })
  await world.sandbox.control.dispute(paid.id, { amount: 800 })
  for (let day = 0; day < 4; day += 1) {
    world.advance(DAY_SECONDS)
    await world.sandbox.deliverDue()
  }
  const listed = await provider.listPayouts(began)
  if (listed.outcome !== 'ok') throw new Error(listed.outcome)
  const [last] = listed.payouts
  expect(last).toMatchObject({ status: 'paid', manual: false, reconciled: true, amount: expect.any(Number) })
  expect(last?.traceId).not.toBeNull()
  // The sandbox lets every payout reach the bank on the day after its creation, counted in UTC.
  expect(last?.arrival).toBe(
    new Date((last?.createdAt.getTime() ?? 0) + DAY_SECONDS * 1000).toISOString().slice(0, 10),
  )

  const told = []
  for (const { id, amount } of listed.payouts) {
    const page = await provider.listBalanceTransactions({ payoutId: id }, null)
    if (page.outcome !== 'ok') throw new Error(page.outcome)
    // A payout's list also contains the payout itself as a negative transaction. So the sum of the list is zero.
    expect(page.transactions.reduce((sum, moved) => sum + moved.amount - moved.fee, 0)).toBe(0)
    expect(page.transactions).toContainEqual(
      expect.objectContaining({ type: 'payout', amount: -amount, sourceId: id, intentId: null }),
    )
    told.push(...page.transactions)
  }
  const ofIt = told
    .filter(({ intentId }) => intentId === paid.id)
    .map(({ category, amount }) => [category, amount])
  expect(ofIt.toSorted()).toEqual([
    ['charge', 50_000],
    ['dispute', -800],
    ['refund', -700],
  ])
  expect(told).toContainEqual(expect.objectContaining({ sourceId: refund.id, type: 'refund', fee: 0 }))
  // Requests all balance transactions since the start of this test, without naming a payout.
  const since = await provider.listBalanceTransactions({ since: began }, null)
  if (since.outcome !== 'ok') throw new Error(since.outcome)
  expect(since.next).toBeNull()
  expect(since.transactions.filter(({ intentId }) => intentId === paid.id)).toHaveLength(3)
})
