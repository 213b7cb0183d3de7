/**
 * Tests the database trigger that marks invoices as unpaid, no matter which code writes a payment
 * (docs/decisions/0007).
 */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoices } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { makeEvent, makeReservation } from '#test/support/factories.ts'
import { createSealer } from '#platform/aes-sealer.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('marks an invoice as unpaid until a payment pays it, and again after that payment is deleted', async () => {
  const { db } = database
  const sealer = createSealer(`1:${Buffer.alloc(32, 1).toString('base64')}`)
  const event = await makeEvent(db)
  const guest = { customerName: 'Ana Ortiz', email: 'ana@example.test', status: 'confirmed' } as const
  const stay = await makeReservation({ db, sealer }, event.id, guest)
  const add = async (purpose: 'deposit' | 'remainder') => {
    const [made] = await db
      .insert(invoices)
      .values({ reservationId: stay.id, purpose, amount: 100 })
      .returning({ id: invoices.id })
    return made?.id ?? 0
  }
  const [one, other] = [await add('deposit'), await add('remainder')]
  const open = async () => {
    const rows = await db.select().from(invoices).where(eq(invoices.unpaid, true)).orderBy(invoices.id)
    return rows.map(({ id }) => id)
  }
  expect(await open()).toEqual([one, other])
  const money = { reservationId: stay.id, method: 'cash' as const, amount: 100, paidAt: new Date() }
  await db.insert(payments).values({ ...money, invoiceId: one })
  expect(await open()).toEqual([other])
  await db.update(payments).set({ invoiceId: other }).where(eq(payments.invoiceId, one))
  expect(await open()).toEqual([one])
  await db.delete(payments).where(eq(payments.invoiceId, other))
  expect(await open()).toEqual([one, other])
})
