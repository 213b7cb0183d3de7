/**
 * Plays a month with Stripe. 60 guests sign up, a retreat is canceled while the balance at Stripe is empty, and for two
 * days no webhook arrives. Stripe must be read seldom, all payments must be right, and System must show each problem once.
 */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listIntegrationProblems } from '#platform/integration-problems.ts'
import { addDays, type Day, ranchDay, ranchInstant } from '#shared/days.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { expectBooksToAgree, statusOf } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'

/** Stripe grants every account at least this many reads in 30 days (docs.stripe.com/rate-limits). */
const GRANTED = 10_000
const FIRST: Day = '2027-05-01'
const DAYS = 30
/** The site runs its jobs once a minute. A pass of five minutes finds the same work while nothing happens. */
const QUIET_MINUTES = 5

const app = await openTestApp({ now: ranchInstant(FIRST), keepTime: true })
const guest = createGuest(app)
/** Each problem that appeared on the System page (`+`) or went away (`-`), in order. */
const told: string[] = []
let shown = new Set<string>()

async function pass(minutes: number): Promise<void> {
  app.clock.advance({ minutes })
  await app.sandbox?.deliverDue()
  await app.runJobs()
  const now = new Set<string>((await listIntegrationProblems(app.services.db)).map(({ code }) => code))
  for (const code of now) if (!shown.has(code)) told.push(`+${code}`)
  for (const code of shown) if (!now.has(code)) told.push(`-${code}`)
  shown = now
}

async function passUntil(day: Day, hour = 0): Promise<void> {
  const until = ranchInstant(day, hour).getTime()
  while (app.services.now().getTime() < until) await pass(QUIET_MINUTES)
}

async function signUp(eventId: number): Promise<string> {
  const { uuid, clientSecret } = await guest.hold(eventId)
  await guest.pay(clientSecret)
  for (let minute = 0; minute < 20; minute += 1) await pass(1)
  return uuid
}

test('stays within the reads that Stripe grants, keeps all payments right, and reports each problem once', async () => {
  await app.sandbox?.control.set({ holdRefunds: true })
  const { id: retreat } = await makeEvent(app.services.db, { spots: 100, startDateDate: '2027-09-10' })
  const { id: doomed } = await makeEvent(app.services.db, { spots: 10, startDateDate: '2027-10-01' })
  const stays: string[] = []
  for (let nth = 0; nth < 60; nth += 1) {
    const day = addDays(FIRST, Math.floor(nth / 2))
    await passUntil(day, nth % 2 === 0 ? 9 : 17)
    if (day === '2027-05-12' && nth % 2 === 0) {
      // From here on, no webhook arrives for two days.
      await app.sandbox?.control.set({ holdWebhooks: true })
    }
    if (day === '2027-05-14' && nth % 2 === 0) {
      await app.services.db.execute(
        sql`update sandbox.deliveries set dead_at = run_at where done_at is null and dead_at is null`,
      )
      await app.sandbox?.control.set({ holdWebhooks: false })
    }
    stays.push(await signUp(nth < 10 ? doomed : retreat))
    if (day === '2027-05-20' && nth % 2 === 0) await (await signInAdmin(app)).cancelEvent(doomed)
  }
  await passUntil(addDays(FIRST, DAYS))

  expect(app.sandbox?.reads()).toBeGreaterThan(2_000)
  expect(app.sandbox?.reads()).toBeLessThan(GRANTED / 2)
  await expectBooksToAgree(app)
  const statuses = await Promise.all(stays.map((uuid) => statusOf(app, uuid)))
  expect(statuses).toEqual(stays.map((_, nth) => (nth < 10 ? 'cancelled' : 'confirmed')))
  for (const uuid of stays.slice(0, 10))
    expect((await guest.look(uuid)).refundTotals).toMatchObject({ held: 0, underWay: 0, done: 45_000 })
  expect(told).toEqual([
    '+stripe_webhook_silent',
    '-stripe_webhook_silent',
    '+stripe_balance_low',
    '-stripe_balance_low',
  ])
  expect(ranchDay(app.services.now())).toBe(addDays(FIRST, DAYS))
})
