/** What the ledger holds for guests and nobody has earned or refunded: their deposits, and refunds not made yet. */
import { eq, inArray, sql } from 'drizzle-orm'
import { type Database, isAnyOf } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { ledgerLines } from '#platform/database/schema/ledger.ts'
import type { Cents } from '#shared/money.ts'

type WhichGuests = { reservationIds: number[] } | { eventId: number }

/** Deposits and refunds count separately, so that an overdrawn one does not hide the other. */
const openCents = sql<Cents>`(abs(coalesce(sum(${ledgerLines.amount}) filter (where ${ledgerLines.account} = 'guest_deposits'), 0))
  + abs(coalesce(sum(${ledgerLines.amount}) filter (where ${ledgerLines.account} = 'refunds_payable'), 0)))::float8`

/** Returns the open cents of these guests, by reservation number. Omits guests without open money (R49.5). */
export async function listOpenMoney(db: Database, which: WhichGuests): Promise<Map<number, Cents>> {
  const theirs =
    'eventId' in which
      ? inArray(
          ledgerLines.reservationId,
          db
            .select({ id: reservations.id })
            .from(reservations)
            .where(eq(reservations.eventId, which.eventId)),
        )
      : isAnyOf(ledgerLines.reservationId, which.reservationIds)
  const found = await db
    .select({ reservationId: sql<number>`${ledgerLines.reservationId}`, cents: openCents })
    .from(ledgerLines)
    .where(theirs)
    .groupBy(ledgerLines.reservationId)
  return new Map(found.flatMap(({ reservationId, cents }) => (cents > 0 ? [[reservationId, cents]] : [])))
}
