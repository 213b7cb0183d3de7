/** Tests that the Today page runs as few queries with years of data as with a single event. */
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { postHistory } from '#domain/money/ledger/store/history.ts'
import { FAR_AHEAD, makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { readToday } from '#test/support/desk/today-site.ts'
import { fillLargeDatabase } from '#test/support/desk/large-database.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await app.signIn({ admin: true })
await admin.fetch('/api/auth/is-admin')

async function morning() {
  const asked = vi.spyOn(app.services.db._.session, 'prepareQuery')
  const today = await readToday(admin)
  const statements = asked.mock.calls.length
  asked.mockRestore()
  return { today, statements }
}

test('runs as many SQL statements for the Today page with 100,000 reservations as with one guest', async () => {
  const { db } = app.services
  const event = await makeEvent(db, FAR_AHEAD)
  await takeSpots(app.services, event.id, { spots: 1 })
  const small = await morning()
  expect(small.today.arrivals).toHaveLength(1)
  expect(small.statements).toBeGreaterThan(5)
  await db.delete(reservations)
  await db.delete(events)
  await fillLargeDatabase(app, '2027-05-06')
  await postHistory(db, app.services.now())
  await db.execute(sql`analyze`)
  const { today, statements } = await morning()
  expect(statements).toBe(small.statements)

  expect(today.coming.count).toBe(500)
  expect(today.coming.events).toHaveLength(12)
  expect(today.arrivals.map(({ event, guests }) => [event.taken, guests.length])).toEqual([
    [10, 10],
    [10, 10],
    [10, 10],
  ])
  // In the test data, every tenth stay owes the remainder. The remainder of past stays is overdue.
  expect(today.money.overdue.count + today.money.due.count + today.money.later.count).toBe(10_000)
  expect(today.money.overdue.invoices).toHaveLength(50)
  expect(today.occupancy.every(({ taken, spots }) => taken * 12 === spots * 10)).toBe(true)
  expect(today.income.every(({ cents }) => cents > 0)).toBe(true)
  // In the test data, guests pay half of the price 60 days before the start, and most of them the rest 30 days before.
  const [thisMonth, next] = today.deposits.months
  expect(thisMonth?.cents).toBeGreaterThan(next?.cents ?? 0)
  expect(next?.cents).toBeGreaterThan(0)
  expect(today.deposits.refunds).toBe(0)
})
