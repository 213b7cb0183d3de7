/** Who comes to given events with what they have done so far, and which holds are in progress. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { invoices, payments, reservations } from '../../../platform/database/schema/booking.ts'
import { events } from '../../../platform/database/schema/events.ts'
import { refundedCents } from '../../booking/refunds/store.ts'
import { detailColumns } from '../../emails/facts/store.ts'
import { ABOUT } from './about.ts'

/** Confirmed guests of the events. The names are sealed; whether the details are there is told without opening them. */
export async function listGuests(db: Database, eventIds: number[]) {
  return db
    .select({
      ...ABOUT,
      eventId: reservations.eventId,
      totalDue: reservations.totalDue,
      directionsViewedAt: reservations.directionsViewedAt,
      ...detailColumns,
    })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(and(inArray(reservations.eventId, eventIds), eq(reservations.status, 'confirmed')))
    .orderBy(asc(reservations.id))
}

/** Cents paid for its invoices, net of refunds, by reservation; those without a payment are missing. */
export async function sumPaid(db: Database, eventIds: number[]): Promise<Map<number, number>> {
  const found = await db
    .select({
      reservationId: reservations.id,
      paid: sql<number>`sum(${payments.amount} - ${refundedCents})::int`,
    })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .where(and(inArray(reservations.eventId, eventIds), eq(reservations.status, 'confirmed')))
    .groupBy(reservations.id)
  return new Map(found.map(({ reservationId, paid }) => [reservationId, paid]))
}

/** Holds in progress, the next to end first; each row knows how many there are in all. */
export async function listHolds(db: Database, limit: number) {
  const offered = sql<boolean>`exists (
    select 1 from waitlist_offers o where o.reservation_id = ${reservations.id} and o.state = 'open')`
  return db
    .select({
      ...ABOUT,
      endsAt: reservations.holdExpiresAt,
      offered,
      all: sql<number>`(count(*) over ())::int`,
    })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(eq(reservations.status, 'pending'))
    .orderBy(asc(reservations.holdExpiresAt), asc(reservations.id))
    .limit(limit)
}
