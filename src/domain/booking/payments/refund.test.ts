import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refunds } from '#platform/database/schema/payments.ts'
import { lookAtSystem } from '#domain/desk/system/contract.ts'
import { getProblems } from '#domain/desk/today/contract.ts'
import { formatMoney } from '#shared/money.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { untilOneWaits } from '#test/support/measures.ts'
import { getCancelProgress } from '../contract/cancellation.ts'
import { lockIntent } from '../store/locks.ts'
import { bookRefund } from '../store/refunds.ts'
import { expectBooksToAgree, refundsOf } from '#test/support/booking/books.ts'
import { bookingDeps, providerWith } from '#test/support/booking/deps.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { payTooLate, refundInDashboard } from '#test/support/booking/stripe-dashboard.ts'
import { applyPaymentIntent } from './apply-intent.ts'
import { makeRefund } from './refund.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const guest = createGuest(app)

/**
 * Pays for an expired hold whose spot another guest has booked. The site records the payment and a refund, but does
 * not request the refund yet.
 */
async function refundToAskFor() {
  const { uuid, eventId, paymentIntent, charge } = await payTooLate(app, guest)
  await charge()
  await applyPaymentIntent(bookingDeps(app), paymentIntent, 'provider')
  const key = `late:${paymentIntent}`
  const [row] = await app.services.db.select().from(refunds).where(eq(refunds.key, key))
  if (!row) throw new Error('no refund was requested')
  return { uuid, eventId, paymentIntent, row }
}

test("marks the site's refund as failed if the same money was already refunded in Stripe's dashboard", async () => {
  const { uuid, paymentIntent, row } = await refundToAskFor()
  await refundInDashboard(app, paymentIntent, row.amount)
  expect(await makeRefund(bookingDeps(app), row.id)).toBe('failed')
  expect(await refundsOf(app, paymentIntent)).toMatchObject([
    { key: row.key, status: 'failed' },
    { amount: row.amount, status: 'succeeded' },
  ])
  expect(await guest.look(uuid)).toMatchObject({ status: 'refunded', totalPaid: 0 })
  await expectBooksToAgree(app)
})

test("says to the guest and the admins that Stripe holds a refund back because the venue's balance there is too low", async () => {
  await app.sandbox?.control.set({ holdRefunds: true })
  const { uuid, eventId, paymentIntent, row } = await refundToAskFor()
  const signIn = () => app.signIn({ admin: true })
  const problems = async () => {
    await app.jobs.run('find-missed-payments')
    const admin = await signIn()
    const found = await admin.call(lookAtSystem)
    return found.ok ? found.data.outside.map(({ code, detail }) => [code, detail]) : found
  }
  expect(await makeRefund(bookingDeps(app), row.id)).toBe('done')
  expect((await guest.look(uuid)).refundTotals).toMatchObject({ underWay: 0, held: row.amount, done: 0 })
  const progress = async () => (await signIn()).call(getCancelProgress, { query: { id: eventId } })
  expect(await progress()).toMatchObject({ data: { refundsLeft: 1, refundsHeld: 1 } })
  expect(await problems()).toEqual([['stripe_balance_low', formatMoney(row.amount)]])

  // Other guests pay. The charges become available two days after they were booked, and then cover the refund.
  await app.sandbox?.control.set({ keepProcessing: false })
  for (let nth = 0; nth < 2; nth += 1)
    await guest.pay((await guest.hold((await makeEvent(app.services.db)).id)).clientSecret)
  await app.sandbox?.deliverDue()
  app.clock.advance({ days: 3 })
  await app.sandbox?.deliverDue()
  await app.jobs.runDue()
  expect((await guest.look(uuid)).refundTotals).toMatchObject({ underWay: 0, held: 0, done: row.amount })
  expect(await problems()).toEqual([])
  expect(await progress()).toMatchObject({ data: { refundsLeft: 0, refundsHeld: 0 } })
  expect(await refundsOf(app, paymentIntent)).toMatchObject([{ key: row.key, status: 'succeeded' }])
  await app.sandbox?.control.reset()
  await expectBooksToAgree(app)
})

test("requests a refund of the rest once if a part was already refunded in Stripe's dashboard", async () => {
  const { uuid, paymentIntent, row } = await refundToAskFor()
  await refundInDashboard(app, paymentIntent, 10_000)
  expect(await makeRefund(bookingDeps(app), row.id)).toBe('done')
  await applyPaymentIntent(bookingDeps(app), paymentIntent, 'provider')
  const [, , rest, ...others] = await refundsOf(app, paymentIntent)
  expect(others).toEqual([])
  expect(rest).toMatchObject({ key: `${row.key}:rest`, amount: row.amount - 10_000 })
  await app.jobs.runDue()
  await applyPaymentIntent(bookingDeps(app), paymentIntent, 'provider')
  expect(await refundsOf(app, paymentIntent)).toMatchObject([
    { key: row.key, status: 'failed' },
    { amount: 10_000, status: 'succeeded' },
    { amount: row.amount - 10_000, status: 'succeeded' },
  ])
  expect(await guest.look(uuid)).toMatchObject({ status: 'refunded', totalPaid: 0 })
  await expectBooksToAgree(app)
})

test('finds a refund that Stripe made although it answers with error 500 for a day, and makes no second one (R5.4)', async () => {
  const { uuid, paymentIntent, row } = await refundToAskFor()
  const { createRefund } = app.provider
  const provider = providerWith(app, {
    createRefund: async (order) => {
      await app.sandbox?.control.set({ provider: 'save-errors' })
      const reply = await createRefund(order)
      await app.sandbox?.control.reset()
      return reply
    },
  })
  const deps = bookingDeps(app, provider)
  expect(await makeRefund(deps, row.id)).toBe('unanswered')
  expect(await makeRefund(deps, row.id)).toBe('done')
  expect(await refundsOf(app, paymentIntent)).toMatchObject([{ key: row.key, status: 'succeeded' }])
  expect(await guest.look(uuid)).toMatchObject({ status: 'refunded', totalPaid: 0 })
  await expectBooksToAgree(app)
})

test('lists a refund on Today that Stripe held back and in the end did not make', async () => {
  await app.sandbox?.control.set({ holdRefunds: true })
  await app.sandbox?.control.takeFee(1_000_000)
  const { uuid, paymentIntent, row } = await refundToAskFor()
  const failures = async () => {
    await app.jobs.run('find-missed-payments')
    const admin = await app.signIn({ admin: true })
    const today = await admin.call(getProblems)
    return today.ok ? today.data.failures : null
  }
  const before = (await failures())?.refunds?.count ?? 0
  expect(await makeRefund(bookingDeps(app), row.id)).toBe('done')
  expect(await failures()).toMatchObject({
    outside: [{ code: 'stripe_balance_low' }],
    refunds: { count: before },
  })
  app.clock.advance({ days: 31 })
  await app.sandbox?.deliverDue()
  await app.jobs.runDue()
  expect(await refundsOf(app, paymentIntent)).toMatchObject([{ key: row.key, status: 'failed' }])
  expect(await failures()).toMatchObject({ outside: [], refunds: { count: before + 1 } })
  expect((await guest.look(uuid)).refundTotals).toMatchObject({ held: 0, done: 0 })
  await app.sandbox?.control.reset()
})

if (testDatabaseKind() === 'postgres') {
  test('causes no deadlock between a refund and the webhook about it', async () => {
    const { db } = app.services
    const { paymentIntent, row } = await refundToAskFor()
    let made: Promise<string> | undefined
    await db.transaction(async (webhook) => {
      await lockIntent(webhook, paymentIntent)
      made = makeRefund(bookingDeps(app), row.id)
      await untilOneWaits(db)
      const found = await app.provider.findRefund(paymentIntent, row.key)
      if (found.outcome !== 'ok' || !found.refund) throw new Error('Stripe has no such refund')
      const { paymentId, key } = row
      const now = app.clock.now()
      await bookRefund(webhook, { paymentId, key, refund: found.refund, endedAt: now, now })
    })
    expect(await made).toBe('done')
    expect(await refundsOf(app, paymentIntent)).toMatchObject([{ key: row.key, status: 'succeeded' }])
  })
}
