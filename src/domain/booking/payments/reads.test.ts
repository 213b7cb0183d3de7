/** Counts how often the site reads from Stripe (docs.stripe.com/rate-limits, "API read request allocations"). */
import { expect, test } from 'vitest'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createGuest } from '#test/support/booking/guest.ts'

/** Stripe grants every account at least this many reads in 30 days. */
const READS_A_MONTH = 10_000

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z'), keepTime: true })
const guest = createGuest(app)
const reads = () => app.sandbox?.reads() ?? 0

/** Runs the jobs that read from Stripe once a minute. */
async function pass(minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    app.clock.advance({ minutes: 1 })
    for (const kind of ['find-missed-payments', 'read-payouts']) await app.jobs.run(kind)
    await app.sandbox?.deliverDue()
    await app.jobs.runDue()
  }
}

test('reads so little from Stripe on an idle day that a month needs less than half of the reads that Stripe allows', async () => {
  await pass(5)
  const before = reads()
  await pass(12 * 60)
  const day = (reads() - before) * 2
  expect(day).toBeGreaterThan(90)
  expect(day * 30).toBeLessThan(READS_A_MONTH / 2)
})

test('reads at most ten times from Stripe for a sign-up with a card, however long nobody else books', async () => {
  const before = reads()
  await pass(60)
  const idle = reads() - before
  const { clientSecret } = await guest.hold((await makeEvent(app.services.db)).id)
  await guest.pay(clientSecret)
  const start = reads()
  await pass(60)
  expect(reads() - start - idle).toBeLessThanOrEqual(10)
})

test('reads at most 50 times from Stripe for a private page that polls during a hold, and still shows the payment', async () => {
  const { uuid, clientSecret } = await guest.hold((await makeEvent(app.services.db)).id)
  const start = reads()
  for (let seconds = 0; seconds < 14 * 60; seconds += 4) {
    app.clock.advance({ seconds: 4 })
    expect((await guest.look(uuid)).status).toBe('pending')
  }
  expect(reads() - start).toBeLessThanOrEqual(50)
  await guest.pay(clientSecret)
  // The webhook brings the payment, although the page may show an old reply of Stripe.
  await app.sandbox?.deliverDue()
  await app.jobs.runDue()
  expect((await guest.look(uuid)).status).toBe('confirmed')
})

test('shows a payment without a webhook within a minute, even on a page that has polled for long', async () => {
  const { uuid, clientSecret } = await guest.hold((await makeEvent(app.services.db)).id)
  for (let nth = 0; nth < 40; nth += 1) await guest.look(uuid)
  await app.sandbox?.control.set({ holdWebhooks: true })
  await guest.pay(clientSecret)
  app.clock.advance({ seconds: 61 })
  expect((await guest.look(uuid)).status).toBe('confirmed')
  await app.sandbox?.control.reset()
})

test('reads at most twelve times from Stripe for a payment that a guest opens and abandons', async () => {
  const before = reads()
  await pass(120)
  const idle = reads() - before
  await guest.open((await makeEvent(app.services.db)).id)
  const start = reads()
  await pass(120)
  expect(reads() - start - idle).toBeLessThanOrEqual(12)
})
