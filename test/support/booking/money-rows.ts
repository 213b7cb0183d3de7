/** Writes random invoices, payments and refunds of many reservations to the database, for tests, and posts them to the ledger. */
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { postPayment, postRefund } from '#domain/money/ledger/store/post.ts'
import type { Day } from '#shared/days.ts'
import { isActive } from '#shared/reservation-status.ts'
import type { MoneySums } from '#shared/reservation-money.ts'
import { refundedOf, sumRows } from '#test/support/shared/sum-rows.ts'
import { anyInvoices } from '#test/support/shared/reservation-rows.ts'
import { makeReservation } from '#test/support/factories.ts'
import type { TestApp } from '#test/support/app.ts'

const anyReservation = fc.record({
  status: fc.constantFrom(
    'confirmed' as const,
    'confirmed' as const,
    'pending' as const,
    'cancelled' as const,
  ),
  price: fc.integer({ min: 0, max: 2_000 }),
  invoices: anyInvoices,
})

/** A reservation's status and price, with its invoices, payments and refunds. */
export type MoneyRows = typeof anyReservation extends fc.Arbitrary<infer Value> ? Value : never

/**
 * Creates `count` reservations with random amounts. Returns the totals that the site should compute for each,
 * by reservation id.
 */
export async function makeMoneyRows(
  { services }: Pick<TestApp, 'services'>,
  eventId: number,
  { count, seed, today }: { count: number; seed: number; today: Day },
): Promise<Map<number, MoneySums>> {
  const made = new Map<number, MoneySums>()
  for (const drawn of fc.sample(anyReservation, { numRuns: count, seed })) {
    const id = await writeMoneyRows(services, eventId, drawn)
    made.set(id, sumsOf(drawn, today))
  }
  return made
}

/** Creates a reservation with these rows, and returns its id. */
export async function writeMoneyRows(
  services: TestApp['services'],
  eventId: number,
  { status, price, invoices: given }: MoneyRows,
): Promise<number> {
  const guest = { customerName: 'Ada Lovelace', email: `${randomUUID()}@guests.example` }
  const { id } = await makeReservation(services, eventId, { ...guest, status })
  await services.db.update(reservations).set({ price }).where(eq(reservations.id, id))
  for (const invoice of given) await writeInvoice(services, id, invoice)
  return id
}

async function writeInvoice(
  { db, now }: TestApp['services'],
  reservationId: number,
  { amount, extra, due, payment }: MoneyRows['invoices'][number],
): Promise<void> {
  const [invoice] = await db
    .insert(invoices)
    .values({ reservationId, purpose: 'other', amount, extra, due })
    .returning({ id: invoices.id })
  if (!payment || !invoice) return
  const { refunds: given, ...came } = payment
  const [paid] = await db
    .insert(payments)
    .values({ ...came, invoiceId: invoice.id, reservationId, method: 'check', paidAt: now() })
    .returning({ id: payments.id })
  const paymentId = paid?.id ?? 0
  await db.transaction((tx) => postPayment(tx, paymentId, { now: now() }))
  for (const [index, { status, ...refund }] of given.entries()) {
    const key = `drawn:${paymentId}:${index}`
    const byHand = status === 'owed'
    const providerRefundId = status === 'succeeded' ? `re_${paymentId}_${index}` : null
    const [made] = await db
      .insert(refunds)
      .values({ ...refund, paymentId, key, status, byHand, providerRefundId })
      .returning({ id: refunds.id })
    await db.transaction((tx) => postRefund(tx, made?.id ?? 0, { now: now() }))
  }
}

function sumsOf({ status, price, invoices: drawn }: MoneyRows, today: Day): MoneySums {
  return sumRows({
    standing: isActive(status),
    price,
    today,
    invoices: drawn.map(({ payment, ...invoice }) => ({
      ...invoice,
      payment: payment && { ...payment, refunded: refundedOf(payment.amount, payment.refunds) },
    })),
  })
}
