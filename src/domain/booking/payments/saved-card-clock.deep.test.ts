/**
 * Tests when the complete site charges saved cards. All jobs run every hour for a month around each clock change,
 * and once the site is down for a week (R42.2, R42.8).
 */
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emails } from '#platform/database/schema/emails.ts'
import { cardCharges } from '#platform/database/schema/payments.ts'
import { addDays, type Day, ranchInstant } from '#shared/days.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'

const HOUR_MS = 3_600_000

const app = await openTestApp({ now: new Date('2027-01-15T18:00:00Z') })

/** Creates a guest who has saved a card for a remainder that is due on this day. */
async function keep(due: Day) {
  const guest = createGuest(app)
  const { id } = await makeEvent(app.services.db, { startDateDate: addDays(due, 30) })
  const { reservationId, uuid, clientSecret } = await guest.hold(id, { keepCard: true })
  await guest.pay(clientSecret)
  await app.runJobs()
  expect((await guest.look(uuid)).keptCard?.charge).toMatchObject({ on: due })
  return { due, reservationId }
}

/** Returns when a guest was sent the announcements of charges, and when the guest's card was charged. */
async function toldAndCharged(reservationId: number) {
  const told = await app.services.db
    .select({ sentAt: emails.sentAt })
    .from(emails)
    .where(
      and(
        eq(emails.reservationId, reservationId),
        eq(emails.emailType, 'card-charge-soon'),
        eq(emails.status, 'sent'),
      ),
    )
    .orderBy(emails.id)
  const attempts = await app.services.db
    .select({ id: cardCharges.id })
    .from(cardCharges)
    .where(eq(cardCharges.reservationId, reservationId))
  const ids = new Set(attempts.map(({ id }) => String(id)))
  const charges = (await app.sandbox?.ledger())?.charges ?? []
  const charged = charges
    .filter(({ metadata }) => metadata['purpose'] === 'charge' && ids.has(metadata['attempt'] ?? ''))
    .map(({ created }) => new Date(created * 1000))
  return { told: told.map(({ sentAt }) => sentAt), charged }
}

/** Runs all jobs of the site every hour, from the start of one day to the start of another. */
async function hourly(from: Day, to: Day): Promise<void> {
  for (let at = ranchInstant(from).getTime(); at < ranchInstant(to).getTime(); at += HOUR_MS) {
    app.clock.set(new Date(at))
    await app.runJobs()
  }
}

test.each(['2027-03-14', '2027-11-07'])(
  'charges saved cards once at 9:00, announced at 9:00 three days before, around the clock change on %s',
  async (change) => {
    app.clock.set(ranchInstant(addDays(change, -25), 12))
    const stays = []
    for (const days of [-5, -1, 0, 1, 2, 3, 4]) stays.push(await keep(addDays(change, days)))
    await hourly(addDays(change, -15), addDays(change, 15))
    for (const { due, reservationId } of stays)
      expect([due, await toldAndCharged(reservationId)]).toEqual([
        due,
        { told: [ranchInstant(addDays(due, -3), 9)], charged: [ranchInstant(due, 9)] },
      ])
    await expectBooksToAgree(app)
  },
)

test('announces the charge of a saved card again after the site was down for a week, and charges three days later', async () => {
  const due = '2028-03-13'
  app.clock.set(ranchInstant(addDays(due, -20), 12))
  const [untold, told] = [await keep(addDays(due, 3)), await keep(due)]
  // Only one of the two charges is announced before the site goes down. The site is back on the eighth day.
  await hourly(addDays(due, -4), addDays(due, -2))
  await hourly(addDays(due, 5), addDays(due, 12))
  const anew = { told: ranchInstant(addDays(due, 5), 9), charged: ranchInstant(addDays(due, 8), 9) }
  expect(await toldAndCharged(untold.reservationId)).toEqual({ told: [anew.told], charged: [anew.charged] })
  expect(await toldAndCharged(told.reservationId)).toEqual({
    told: [ranchInstant(addDays(due, -3), 9), anew.told],
    charged: [anew.charged],
  })
  await expectBooksToAgree(app)
})
