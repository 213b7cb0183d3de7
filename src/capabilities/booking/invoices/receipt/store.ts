/** Reads what a receipt tells. */
import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { invoices, payments, refunds, reservations } from '../../../../platform/database/schema/booking.ts'
import { events } from '../../../../platform/database/schema/events.ts'

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

/** What was given back of a payment, in the order of its days. */
export async function listGivenBack(
  db: Database,
  paymentId: number,
): Promise<{ amount: number; at: Date }[]> {
  const found = await db
    .select({ amount: refunds.amount, createdAt: refunds.createdAt, finishedAt: refunds.finishedAt })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.status, 'succeeded')))
    .orderBy(asc(refunds.finishedAt), asc(refunds.id))
  return found.map(({ amount, createdAt, finishedAt }) => ({ amount, at: finishedAt ?? createdAt }))
}
