/** A round in a house that has grown: 10,000 events, 100,000 reservations, 200,000 invoices. */
import { expect, test, vi } from 'vitest'
import { emails } from '#platform/database/schema/emails.ts'
import { fillBigHouse } from '#features/today/testing/big-house.ts'
import { openTestApp } from '#testing/open.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })

/** Statements outside of the transactions in which mails are queued, and how many were. */
async function round() {
  const { db } = app.services
  const before = await db.$count(emails)
  const asked = vi.spyOn(db._.session, 'prepareQuery')
  await app.jobs.handlers['tick.reminders']?.({}, { attempt: 1 })
  const statements = asked.mock.calls.length
  asked.mockRestore()
  return { statements, queued: (await db.$count(emails)) - before }
}

test('reads those alone for whom something may be due, in five statements', async () => {
  await fillBigHouse(app, '2027-05-06')
  // Ten guests a day: a week of starts gets all for the journey, the week after it is asked for details, and of two
  // weeks of due days one guest a day has not paid.
  expect(await round()).toEqual({ statements: 5, queued: 70 + 70 + 14 })
  expect(await round()).toEqual({ statements: 5, queued: 0 })
})
