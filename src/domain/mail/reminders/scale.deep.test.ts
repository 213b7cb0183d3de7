/** Tests the reminder job with 10,000 events, 100,000 reservations and 200,000 invoices. */
import { expect, test, vi } from 'vitest'
import { emails } from '#platform/database/schema/emails.ts'
import { fillLargeDatabase } from '#test/support/desk/large-database.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })

/**
 * Runs the reminder job. Returns the number of enqueued e-mails, and of SQL statements outside the transactions that
 * enqueue them.
 */
async function round() {
  const { db } = app.services
  const before = await db.$count(emails)
  const asked = vi.spyOn(db._.session, 'prepareQuery')
  await app.jobs.run('enqueue-reminders')
  const statements = asked.mock.calls.length
  asked.mockRestore()
  return { statements, queued: (await db.$count(emails)) - before }
}

test('reads only guests who may get a reminder, with five SQL statements for any number of guests', async () => {
  await fillLargeDatabase(app, '2027-05-06')
  // In the test data, ten guests start on each day. Guests who start in the next seven days get the welcome, and
  // guests in the seven days after that the reminder of details. On each of fourteen due days, one guest has an
  // unpaid invoice.
  expect(await round()).toEqual({ statements: 5, queued: 70 + 70 + 14 })
  expect(await round()).toEqual({ statements: 5, queued: 0 })
})
