/** Who comes to given events with what they have done so far, and which holds are in progress. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { detailColumns } from '#features/emails/index.ts'
import { ABOUT } from './about.ts'

/** Confirmed guests of the events. The names are sealed; whether the details are there is told without opening them. */
export async function listGuests(db: Database, eventIds: number[]) {
  return db
    .select({
      ...ABOUT,
      eventId: reservations.eventId,
      directionsViewedAt: reservations.directionsViewedAt,
      ...detailColumns,
    })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(and(inArray(reservations.eventId, eventIds), eq(reservations.status, 'confirmed')))
    .orderBy(asc(reservations.id))
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
