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

test('reads on an idle day so seldom that a month stays below half of what Stripe grants', async () => {
  await pass(5)
  const before = reads()
  await pass(24 * 60)
  const day = reads() - before
  expect(day).toBeGreaterThan(90)
  expect(day * 30).toBeLessThan(READS_A_MONTH / 2)
})

test('reads at most ten times for a sign-up with a card, however long nobody else books', async () => {
  const before = reads()
  await pass(60)
  const idle = reads() - before
  const { clientSecret } = await guest.hold((await makeEvent(app.services.db)).id)
  await guest.pay(clientSecret)
  const start = reads()
  await pass(60)
  expect(reads() - start - idle).toBeLessThanOrEqual(10)
})

test('reads at most twelve times for a payment that a guest opens and abandons', async () => {
  const before = reads()
  await pass(120)
  const idle = reads() - before
  await guest.open((await makeEvent(app.services.db)).id)
  const start = reads()
  await pass(120)
  expect(reads() - start - idle).toBeLessThanOrEqual(12)
})
