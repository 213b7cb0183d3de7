/**
 * Checks on the whole site that each reminder is sent once (R9.5). The job runs every hour, across the two clock
 * changes of 2027.
 */
import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoices } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { addDays } from '#shared/days.ts'
import { makeEvent } from '#test/support/factories.ts'
import { rowsOf } from '#test/support/desk/today-rows.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { hours } from '#test/support/mail/simulate-reminders.ts'
import { causeIn, expectedIn, wallClock } from '#test/support/mail/reminder-seasons-expected.ts'

const MADE = new Date('2026-06-01T18:00:00Z')

const app = await openTestApp({ now: MADE })

/** Creates an event with a guest whose details are missing and whose invoice is due on the event's first day. */
async function addGuest(start: string): Promise<number> {
  const { db } = app.services
  const rows = rowsOf(app)
  const event = await makeEvent(db, { startDateDate: start })
  const id = await rows.guest(event.id, { createdAt: MADE })
  await db
    .insert(invoices)
    .values({ reservationId: id, purpose: 'other', amount: 100, due: start, createdAt: MADE })
  return id
}

test.each([
  ['2027-03-04', '2027-03-24', 'the clocks go forward on March 14'],
  ['2027-10-28', '2027-11-17', 'the clocks go back on November 7'],
])('sends each reminder once, at 8:00 on its day, for start days from %s to %s: %s', async (from, to) => {
  const guests: number[] = []
  for (let start = from; start < to; start = addDays(start, 1)) guests.push(await addGuest(start))
  for (const at of hours(addDays(from, -16), addDays(to, 8))) {
    app.clock.set(at)
    await app.jobs.run('enqueue-reminders')
    await app.jobs.runDue()
  }
  const { db } = app.services
  const sent = await db.select().from(emails).where(inArray(emails.reservationId, guests))
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set(['sent']))
  const read = sent.map(({ sentAt, dedupeKey }) => `${wallClock(sentAt ?? MADE)} ${causeIn(dedupeKey)}`)
  expect(read.toSorted()).toEqual(expectedIn('', from, to).slice(1))
})
