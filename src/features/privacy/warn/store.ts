/** Whose data is deleted soon, by event. */
import { and, asc, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { addDays, type Day } from '#shared/days.ts'
import { dueEnd, purgeDay, RECEIPT_DAYS, WARN_DAYS } from '../rules.ts'

// The columns are nested, so that they keep the names of their tables.
const howMany = (which: SQL) => sql<number>`(select count(*) from ${which})::int`

/** Events whose guests' data goes within a week, or is going now; the first to go first. */
export async function listLeaving(db: Database, today: Day, purgeAfterDays: number) {
  const due = dueEnd(today, purgeAfterDays)
  const guests = howMany(
    sql`${reservations} where ${reservations.eventId} = ${events.id} and ${reservations.purgedAt} is null
      and ${reservations.status} in ('confirmed', 'cancelled')`,
  )
  const waiting = howMany(
    sql`${waitlistEntries} where ${waitlistEntries.eventId} = ${events.id} and ${waitlistEntries.purgedAt} is null`,
  )
  const found = await db
    .select({
      id: events.id,
      name: events.name,
      urlName: events.urlName,
      private: sql<boolean>`${events.password} is not null`,
      endDateDate: events.endDateDate,
      guests,
      waiting,
    })
    .from(events)
    .where(
      and(
        gte(events.endDateDate, addDays(due, -RECEIPT_DAYS)),
        lte(events.endDateDate, addDays(due, WARN_DAYS)),
      ),
    )
    .orderBy(asc(events.endDateDate), asc(events.id))
  return found
    .filter((event) => event.guests + event.waiting > 0)
    .map(({ endDateDate, ...event }) => ({ ...event, day: purgeDay(endDateDate, purgeAfterDays) }))
}
