/** What a new first day of an event means for those who have signed up (docs/decisions/0017). */
import { and, asc, between, eq, inArray, isNull, notExists, or, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { invoices, payments, reservations } from '#platform/database/schema/booking.ts'
import type { StartMoved } from '#features/events/index.ts'
import { remainderDay } from '#features/events/rules.ts'

/**
 * Unpaid remainders stay due 30 days before the start, wherever that is now; where that day is over already they are due
 * at once, so that the guest is reminded of them. Days that were agreed otherwise, sums, and what is paid stay as they
 * are. The caller holds the event's lock.
 */
export async function moveRemainders(
  tx: Transaction,
  { eventId, from, to, today }: StartMoved,
): Promise<void> {
  const guests = tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.eventId, eventId))
  const paid = tx.select({ id: payments.id }).from(payments).where(eq(payments.invoiceId, invoices.id))
  await tx
    .update(invoices)
    .set({ due: sql`greatest(${remainderDay(to)}::date, least(${invoices.due}, ${today}::date))` })
    .where(
      and(
        inArray(invoices.reservationId, guests),
        eq(invoices.purpose, 'remainder'),
        // Or at once, since that day was over when the start was moved to `from`.
        or(eq(invoices.due, remainderDay(from)), between(invoices.due, remainderDay(from), today)),
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
