/** Finds the reservations that have the same mailbox. */
import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm'
import { columns, type Database } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import type { Day } from '#shared/days.ts'

/**
 * Returns the pending and confirmed reservations of an e-mail address at events that have not ended. The event that
 * ends first comes first. `emailHashes` are the keyed hashes of the address (`Sealer.lookups`). The names are still
 * encrypted.
 */
export const listStaysOf = async (db: Database, emailHashes: string[], today: Day) =>
  db
    .select({
      ...columns(reservations, 'id', 'eventId', 'uuid', 'customerName', 'nickname'),
      event: columns(events, 'name', 'host', 'startDateDate', 'endDateDate'),
    })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(
      and(
        inArray(reservations.emailHash, emailHashes),
        inArray(reservations.status, ['pending', 'confirmed']),
        isNull(reservations.purgedAt),
        gte(events.endDateDate, today),
      ),
    )
    .orderBy(asc(events.endDateDate), asc(reservations.id))

export type StayOfAddress = Awaited<ReturnType<typeof listStaysOf>>[number]
