/** The events around today, and who takes or waits for their spots. */
import { and, asc, count, eq, exists, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { type EntryState, waitlistEntries } from '#platform/database/schema/waitlist.ts'
import type { Day } from '#shared/days.ts'
import { takesSpot } from '#features/events/index.ts'

const COLUMNS = {
  id: events.id,
  name: events.name,
  urlName: events.urlName,
  startDateDate: events.startDateDate,
  endDateDate: events.endDateDate,
  private: sql<boolean>`${events.password} is not null`,
  spots: events.spots,
}

export type NearEvent = Awaited<ReturnType<typeof listHere>>[number]

/** Events that take place: not cancelled. */
const takesPlace = isNull(events.cancelledAt)

/** Begun before today and not over, the latest first. */
export async function listHere(db: Database, today: Day, limit: number) {
  return db
    .select(COLUMNS)
    .from(events)
    .where(and(lt(events.startDateDate, today), gte(events.endDateDate, today), takesPlace))
    .orderBy(sql`${events.startDateDate} desc`, asc(events.id))
    .limit(limit)
}

/** Events from today on, the nearest first; each row knows how many there are in all. */
export async function listComing(db: Database, today: Day, limit: number) {
  return db
    .select({ ...COLUMNS, all: sql<number>`(count(*) over ())::int` })
    .from(events)
    .where(and(gte(events.startDateDate, today), takesPlace))
    .orderBy(asc(events.startDateDate), asc(events.id))
    .limit(limit)
}

/** The nearest events from today on that somebody comes to. */
export async function listArriving(db: Database, today: Day, limit: number): Promise<NearEvent[]> {
  const somebody = db
    .select({ id: reservations.id })
    .from(reservations)
    .where(and(eq(reservations.eventId, events.id), eq(reservations.status, 'confirmed')))
  return db
    .select(COLUMNS)
    .from(events)
    .where(and(gte(events.startDateDate, today), takesPlace, exists(somebody)))
    .orderBy(asc(events.startDateDate), asc(events.id))
    .limit(limit)
}

/** Confirmed reservations and holds by event id; events without any are missing. */
export async function countSpots(db: Database, eventIds: number[]) {
  const found = await db
    .select({
      eventId: reservations.eventId,
      taken: sql<number>`(count(*) filter (where ${reservations.status} = 'confirmed'))::int`,
      held: sql<number>`(count(*) filter (where ${reservations.status} = 'pending'))::int`,
    })
    .from(reservations)
    .where(and(inArray(reservations.eventId, eventIds), takesSpot))
    .groupBy(reservations.eventId)
  return new Map(found.map((row) => [row.eventId, row]))
}

/** How many wait, by event id; events without any are missing. Who holds an offer is among the holds. */
export async function countWaiting(db: Database, eventIds: number[]): Promise<Map<number, number>> {
  const waiting: EntryState = 'waiting'
  const found = await db
    .select({ eventId: waitlistEntries.eventId, waiting: count() })
    .from(waitlistEntries)
    .where(and(inArray(waitlistEntries.eventId, eventIds), eq(waitlistEntries.state, waiting)))
    .groupBy(waitlistEntries.eventId)
  return new Map(found.map(({ eventId, waiting }) => [eventId, waiting]))
}
