/** The lock that keeps the purge away from a reservation. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from './database/database.ts'
import { reservations } from './database/schema/booking.ts'

/** Keeps the purge away until the transaction ends. Returns false if the reservation is already purged or deleted. */
export async function lockUnpurged(tx: Transaction, reservationId: number | null): Promise<boolean> {
  if (reservationId === null) return false
  const [row] = await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(and(eq(reservations.id, reservationId), isNull(reservations.purgedAt)))
    .for('share')
  return row !== undefined
}
