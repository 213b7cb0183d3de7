/** Tests the database migration that decided for past refunds whether they had returned an overpayment (R3.11). */
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { MIGRATIONS_FOLDER } from '#platform/database/migrate.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { refunds } from '#platform/database/schema/payments.ts'
import { moneyOf, type MoneySums } from '#shared/reservation-money.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { repeatText, RUN_SEED } from '#test/support/seeds.ts'
import { makeMoneyRows } from '#test/support/booking/money-rows.ts'
import { listMoneySums } from './payments.ts'

const TODAY = '2027-05-06'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })

/** The SQL statement of the tested migration that fills the new column `overpayment`. */
const FILLING = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })
  .flatMap((migration) => migration.sql)
  .find((text) => text.includes('UPDATE "refunds" SET "overpayment"'))

/**
 * Computes a stay's totals by the rule before the migration. A refund then returned an overpayment if, at the
 * present price, the guest had paid too much.
 */
function totalsBefore({ price, extras, received, refunded }: MoneySums) {
  const kept = received - refunded.late - refunded.cancellation
  const given = refunded.goodwill
  const goodwill = Math.max(0, given - Math.max(0, kept - price - extras))
  return { goodwill, totalDue: price + extras - goodwill, totalPaid: kept - given }
}

test('keeps the totals of all stays, and marks the oldest refunds of an overpaid stay as refunds of the overpayment', async () => {
  const { db } = app.services
  const event = await makeEvent(db, { spots: 500 })
  await makeMoneyRows(app, event.id, { count: 300, seed: RUN_SEED, today: TODAY })
  // Lowers the prices so much that many stays are overpaid.
  await db.update(reservations).set({ price: sql`${reservations.price} / 8` })
  await db.update(refunds).set({ overpayment: 0 })
  const before = await listMoneySums(db, { eventIds: [event.id] }, TODAY)
  await db.execute(sql.raw(FILLING ?? ''))
  const after = await listMoneySums(db, { eventIds: [event.id] }, TODAY)
  const again = repeatText(RUN_SEED, 'totals', 'http postgres refund-overpayments')
  for (const [id, sums] of before) {
    const was = totalsBefore(sums)
    const is = after.get(id)
    if (!is) throw new Error(`reservation ${id} is gone`)
    expect(moneyOf(is), again).toMatchObject(was)
    const { overpayment, goodwill } = is.refunded
    expect([overpayment, goodwill], again).toEqual([sums.refunded.goodwill - was.goodwill, was.goodwill])
  }
  const rows = await db.select().from(refunds).orderBy(refunds.createdAt, refunds.id)
  const decided = rows.filter(({ overpayment }) => overpayment > 0)
  expect(decided.length, again).toBeGreaterThan(5)
  expect(decided.every(({ status, reason }) => status !== 'failed' && /admin|provider/.test(reason))).toBe(
    true,
  )
})
