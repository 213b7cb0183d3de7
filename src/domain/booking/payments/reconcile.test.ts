import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payments } from '#platform/database/schema/payments.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { expectBooksToAgree, statusOf } from '#test/support/booking/books.ts'
import { bookingDeps, providerWith } from '#test/support/booking/deps.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { payTooLate, refundInDashboard } from '#test/support/booking/stripe-dashboard.ts'
import { applyPaymentIntent } from './apply-intent.ts'
import { reconcile } from './reconcile.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z'), keepTime: true })
const guest = createGuest(app)

const loseWebhooks = () =>
  app.services.db.execute(sql`update sandbox.deliveries set dead_at = run_at where done_at is null`)

async function confirmed() {
  const held = await guest.hold((await makeEvent(app.services.db)).id)
  await guest.pay(held.clientSecret)
  await app.runJobs()
  expect(await guest.look(held.uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
  return held
}

test("finds a refund from Stripe's dashboard, made while the site was down for days, although its webhook was lost", async () => {
  const { uuid, paymentIntent } = await confirmed()
  await refundInDashboard(app, paymentIntent, 5_000)
  await loseWebhooks()
  app.clock.advance({ days: 3 })
  // Runs only the reconciler, because the nightly comparison with Stripe's books would also find this refund.
  await reconcile(bookingDeps(app))
  await app.jobs.runDue()
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 40_000 })
  await expectBooksToAgree(app)
})

test('records a charge and a fee that Stripe reports late, even without a webhook', async () => {
  await app.sandbox?.control.set({ holdWebhooks: true, feeAfterMs: 30 * 60_000 })
  const { uuid, clientSecret, paymentIntent } = await guest.hold((await makeEvent(app.services.db)).id)
  await guest.pay(clientSecret)
  const told = await app.provider.retrieveIntent(paymentIntent)
  if (told.outcome !== 'ok' || told.intent.state.status !== 'succeeded') throw new Error('not paid')
  const { intent } = told
  const state = { ...told.intent.state, chargeId: null, paidAt: intent.createdAt }
  const silent = providerWith(app, {
    retrieveIntent: async () => ({ outcome: 'ok', intent: { ...intent, state } }),
  })
  await applyPaymentIntent(bookingDeps(app, silent), paymentIntent, 'provider')
  expect(await statusOf(app, uuid)).toBe('confirmed')
  const row = async () =>
    (await app.services.db.select().from(payments).where(eq(payments.intentId, paymentIntent)))[0]
  expect(await row()).toMatchObject({ chargeId: null, fee: null, paidAt: intent.createdAt })
  app.clock.advance({ minutes: 11 })
  await app.sandbox?.deliverDue()
  await reconcile(bookingDeps(app))
  expect(await row()).toMatchObject({ chargeId: expect.stringMatching(/^ch_/), fee: null })
  app.clock.advance({ minutes: 61 })
  await app.sandbox?.deliverDue()
  await loseWebhooks()
  await reconcile(bookingDeps(app))
  expect(await row()).toMatchObject({ fee: 1_335 })
})

test('reconciles the other payments when Stripe does not answer about some payments', async () => {
  await app.sandbox?.control.set({ holdWebhooks: true })
  const { id } = await makeEvent(app.services.db)
  const lost: string[] = []
  for (let nth = 0; nth < 3; nth += 1) {
    lost.push((await guest.open(id)).paymentIntent)
    app.clock.advance({ seconds: 1 })
    await guest.open(id)
    app.clock.advance({ seconds: 1 })
  }
  const { uuid, clientSecret } = await guest.hold(id)
  await guest.pay(clientSecret)
  app.clock.advance({ minutes: 2 })
  const provider = providerWith(app, {
    retrieveIntent: async (intentId) =>
      lost.includes(intentId)
        ? { outcome: 'unavailable', reason: 'lost' }
        : app.provider.retrieveIntent(intentId),
  })
  await reconcile(bookingDeps(app, provider))
  expect(await statusOf(app, uuid)).toBe('confirmed')
})

test("still compares Stripe's lists with the database when Stripe does not answer about a refund", async () => {
  const { uuid, paymentIntent } = await confirmed()
  const late = await payTooLate(app, guest)
  await late.charge()
  await applyPaymentIntent(bookingDeps(app), late.paymentIntent, 'provider')
  await refundInDashboard(app, paymentIntent, 5_000)
  await loseWebhooks()
  app.clock.advance({ minutes: 2 })
  const provider = providerWith(app, {
    findRefund: async () => ({ outcome: 'unavailable', reason: 'lost' }),
  })
  await reconcile(bookingDeps(app, provider))
  await app.jobs.runDue()
  expect(await guest.look(uuid)).toMatchObject({ totalPaid: 40_000 })
})
