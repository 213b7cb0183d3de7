/** The subject of every row of the page: a reservation and its event. */
import { eq, inArray } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import { events } from '#platform/database/schema/events.ts'

/** Columns of a statement that joins reservations and events. The name is null once it was purged. */
export const ABOUT = {
  reservationId: reservations.id,
  uuid: reservations.uuid,
  customerName: reservations.customerName,
  eventName: events.name,
  eventUrlName: events.urlName,
}

export interface AboutRow {
  reservationId: number
  uuid: string
  customerName: Sealed | null
  eventName: string
  eventUrlName: string
}

/** The subjects of these reservations; deleted ones are missing. */
export async function listAbout(db: Database, reservationIds: number[]): Promise<AboutRow[]> {
  return db
    .select(ABOUT)
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(inArray(reservations.id, reservationIds))
}
