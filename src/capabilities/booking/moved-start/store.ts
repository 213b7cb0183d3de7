/** What a new first day of an event means for those who have signed up (docs/decisions/0017). */
import { and, asc, eq, inArray, isNull, notExists } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { invoices, payments, reservations } from '../../../platform/database/schema/booking.ts'
import type { StartMoved } from '../../events/edit/edit.ts'
import { remainderDay } from '../../events/rules.ts'

/**
 * Unpaid remainders stay due 30 days before the start, wherever that is now. Days that were agreed otherwise, sums, and
 * what is paid stay as they are. The caller holds the event's lock.
 */
export async function moveRemainders(tx: Transaction, { eventId, from, to }: StartMoved): Promise<void> {
  const guests = tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.eventId, eventId))
  const paid = tx.select({ id: payments.id }).from(payments).where(eq(payments.invoiceId, invoices.id))
  await tx
    .update(invoices)
    .set({ due: remainderDay(to) })
    .where(
      and(
        inArray(invoices.reservationId, guests),
        eq(invoices.purpose, 'remainder'),
        eq(invoices.due, remainderDay(from)),
        notExists(paid),
      ),
    )
}

/** The confirmed reservations of an event, by number. */
export async function listComing(tx: Transaction, eventId: number): Promise<number[]> {
  const found = await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(
      and(
        eq(reservations.eventId, eventId),
        eq(reservations.status, 'confirmed'),
        isNull(reservations.purgedAt),
      ),
    )
    .orderBy(asc(reservations.id))
  return found.map(({ id }) => id)
}
