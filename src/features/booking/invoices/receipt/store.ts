/** Reads what a receipt tells. */
import { and, asc, eq, ne } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { invoices, payments, refunds, reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'

/** An invoice with its payment, if any, its reservation and its event. */
export async function findPaidInvoice(db: Database, id: number) {
  const [row] = await db
    .select({ invoice: invoices, payment: payments, reservation: reservations, event: events })
    .from(invoices)
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .innerJoin(events, eq(events.id, reservations.eventId))
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .where(eq(invoices.id, id))
  return row
}

/** What is refunded of a payment: what is done in the order of its days, then what is on its way or owed by hand (`at` null). */
export async function listRefundsOf(
  db: Database,
  paymentId: number,
): Promise<{ amount: number; at: Date | null }[]> {
  const found = await db
    .select({
      amount: refunds.amount,
      status: refunds.status,
      createdAt: refunds.createdAt,
      finishedAt: refunds.finishedAt,
    })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), ne(refunds.status, 'failed')))
    .orderBy(asc(refunds.finishedAt), asc(refunds.id))
  return found.map(({ amount, status, createdAt, finishedAt }) => {
    return { amount, at: status === 'succeeded' ? (finishedAt ?? createdAt) : null }
  })
}
