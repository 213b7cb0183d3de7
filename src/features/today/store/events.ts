/** The events around today and tonight, who takes or waits for their spots, and who comes to them. */
import { and, asc, count, desc, eq, exists, gt, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { columns, type Database } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { events } from '#platform/database/schema/events.ts'
import { type EntryState, waitlistEntries } from '#platform/database/schema/waitlist.ts'
import type { Day } from '#shared/days.ts'
import { FINAL_DETAILS } from '#shared/guest-details.ts'
import { takesSpot } from '#features/events/index.ts'

const COLUMNS = {
  ...columns(events, 'id', 'name', 'urlName', 'startDateDate', 'endDateDate'),
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
export async function listComingEvents(db: Database, today: Day, limit: number) {
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

/** The entries that wait, and their spots, by event id; events without any are missing. An offer counts among the holds. */
export async function countWaitingByEvent(db: Database, eventIds: number[]) {
  const waiting: EntryState = 'waiting'
  const found = await db
    .select({
      eventId: waitlistEntries.eventId,
      waiting: count(),
      spotsWanted: sql<number>`sum(${waitlistEntries.size})::int`,
    })
    .from(waitlistEntries)
    .where(and(inArray(waitlistEntries.eventId, eventIds), eq(waitlistEntries.state, waiting)))
    .groupBy(waitlistEntries.eventId)
  return new Map(found.map((row) => [row.eventId, row]))
}

/** Begun by that day and over on a later one, the latest first; cancelled ones left out. */
export async function listSleeping(db: Database, night: Day, limit: number) {
  return db
    .select({ ...COLUMNS, host: events.host })
    .from(events)
    .where(and(lte(events.startDateDate, night), gt(events.endDateDate, night), isNull(events.cancelledAt)))
    .orderBy(desc(events.startDateDate), asc(events.id))
    .limit(limit)
}

/** Of the family's calendar, what touches the day, in the order in which it began. */
export async function listFamily(db: Database, day: Day, limit: number) {
  return db
    .select(columns(calendarEvents, 'id', 'title', 'start', 'end', 'color'))
    .from(calendarEvents)
    .where(and(lte(calendarEvents.start, day), gte(calendarEvents.end, day)))
    .orderBy(asc(calendarEvents.start), asc(calendarEvents.id))
    .limit(limit)
}

/** Confirmed guests of the events. The names are sealed; whether the details are there is told without opening them. */
export async function listGuests(db: Database, eventIds: number[]) {
  return db
    .select({
      ...ABOUT,
      ...columns(reservations, 'eventId', 'directionsViewedAt'),
      ...columns(reservations, ...FINAL_DETAILS),
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

/** Columns of a statement that joins reservations and events. The name is null once it was purged. */
export const ABOUT = {
  reservationId: reservations.id,
  ...columns(reservations, 'uuid', 'customerName'),
  eventName: events.name,
  eventUrlName: events.urlName,
}

export type AboutRow = Awaited<ReturnType<typeof listAbout>>[number]

/** The subjects of these reservations; deleted ones are missing. */
export async function listAbout(db: Database, reservationIds: number[]) {
  return db
    .select(ABOUT)
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(inArray(reservations.id, reservationIds))
}
