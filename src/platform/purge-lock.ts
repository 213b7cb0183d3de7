/** The lock that prevents the purge from deleting a reservation's data. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from './database/database.ts'
import { reservations } from './database/schema/booking.ts'

/**
 * Prevents the purge of this reservation until the transaction ends. Returns false if it is already purged or
 * deleted.
 */
export async function lockUnpurged(tx: Transaction, reservationId: number | null): Promise<boolean> {
  if (reservationId === null) return false
  const [row] = await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(and(eq(reservations.id, reservationId), isNull(reservations.purgedAt)))
    .for('share')
  return row !== undefined
}
