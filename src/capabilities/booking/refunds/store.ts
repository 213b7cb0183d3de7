/** Refunds that are to be asked for, and what has been given back. */
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { payments, refunds, reservations } from '../../../platform/database/schema/booking.ts'

/** Beside a row of `payments`: the cents of it that the provider has given back. */
export const refundedCents = sql<number>`coalesce((select sum(${refunds.amount}) from ${refunds}
  where ${refunds.paymentId} = ${payments.id} and ${refunds.status} = 'succeeded'), 0)::int`

/** A refund with the intent whose money it gives back, and the event that it was for. */
export async function findRefund(db: Database, id: number) {
  const [row] = await db
    .select({
      id: refunds.id,
      paymentId: refunds.paymentId,
      key: refunds.key,
      amount: refunds.amount,
      status: refunds.status,
      providerRefundId: refunds.providerRefundId,
      intentId: payments.intentId,
      reservationId: payments.reservationId,
      eventId: reservations.eventId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(reservations, eq(reservations.id, payments.reservationId))
    .where(eq(refunds.id, id))
  return row
}

/** Refunds asked for at or before an instant and not finished, oldest first. */
export async function listUnfinishedRefunds(
  db: Database,
  askedBefore: Date,
  limit: number,
): Promise<number[]> {
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.status, 'requested'), lte(refunds.createdAt, askedBefore)))
    .orderBy(asc(refunds.id))
    .limit(limit)
  return found.map((row) => row.id)
}

/** The provider refuses for good: the row stays, for the admin to see. */
export async function failRefund(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx
    .update(refunds)
    .set({ status: 'failed', finishedAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')))
}
