/** The facts that decide whether a guest's data may be deleted early, read under locks. */
import { and, eq, ne, or } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { payments, refunds, reservations, type RefundStatus } from '#platform/database/schema/booking.ts'
import { refusedButHere } from '#features/booking/index.ts'

/** The reservation behind a private link, until the transaction ends; also when it is purged. */
export async function lockByUuid(tx: Transaction, uuid: string) {
  const [row] = await tx.select().from(reservations).where(eq(reservations.uuid, uuid)).for('update')
  return row
}

/**
 * How what goes back of a reservation's payments stands. What the provider refused is not among it once nothing of the
 * money is left here, or it was given in another way.
 */
export async function listRefundStates(db: Database, reservationId: number): Promise<RefundStatus[]> {
  const failed: RefundStatus = 'failed'
  const found = await db
    .select({ status: refunds.status })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.reservationId, reservationId), or(ne(refunds.status, failed), refusedButHere)))
  return found.map(({ status }) => status)
}
