/** Queries for e-mails to all guests of an event. */
import { and, asc, eq, inArray, isNull, like, max, ne, or, sql } from 'drizzle-orm'
import { columns, type Database, isAnyOf } from '#platform/database/database.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { additionalInformationProvided, FINAL_DETAILS } from '#shared/guest-details.ts'

/** Returns the confirmed guests of an event, ordered by id. Names stay sealed. */
export async function listGuestsToTell(db: Database, eventId: number) {
  // Uses raw SQL, because Drizzle omits table names in a statement about a single table.
  const unpaid = sql<boolean>`exists (select 1 from ${invoices} i
    where i.reservation_id = ${reservations}.id and i.unpaid)`
  const found = await db
    .select({
      reservationId: reservations.id,
      ...columns(reservations, 'uuid', 'customerName', 'createdAt'),
      hasEmail: sql<boolean>`${reservations.email} is not null`,
      unpaid,
      details: columns(reservations, ...FINAL_DETAILS),
    })
    .from(reservations)
    .where(
      and(
        eq(reservations.eventId, eventId),
        eq(reservations.status, 'confirmed'),
        isNull(reservations.purgedAt),
      ),
    )
    .orderBy(asc(reservations.id))
  return found.map(({ details, ...guest }) => ({
    ...guest,
    withoutDetails: !additionalInformationProvided(details),
  }))
}

/** Returns the dedupe key of the e-mail about an event's new dates. */
export const newDatesKey = (reservationId: number, event: { id: number; version: number }) =>
  // The key contains the event's id. A guest who was moved to another event can meet the same version number there.
  `dates-moved:${reservationId}:${event.id}:${event.version}`

/** Returns when each of these guests was last e-mailed the days of the event. Omits guests who never were. */
export async function listDatesEmailed(
  db: Database,
  { eventId, reservationIds }: { eventId: number; reservationIds: number[] },
): Promise<Map<number | null, Date>> {
  const found = await db
    .select({ reservationId: emails.reservationId, at: max(emails.createdAt) })
    .from(emails)
    .where(
      and(
        isAnyOf(emails.reservationId, reservationIds),
        ne(emails.status, 'dropped'),
        or(
          like(emails.dedupeKey, `dates-moved:%:${eventId}:%`),
          inArray(emails.emailType, ['stay-moved', 'stay-reinstated']),
        ),
      ),
    )
    .groupBy(emails.reservationId)
  return new Map(found.flatMap(({ reservationId, at }) => (at ? [[reservationId, at]] : [])))
}
