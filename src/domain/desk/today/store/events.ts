/** Reads today's, tonight's and the next events, with their spots and guests, for the Today page. */
import { and, asc, count, desc, eq, exists, gt, gte, isNull, lt, lte, sql } from 'drizzle-orm'
import { columns, type Database, isAnyOf } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { events } from '#platform/database/schema/events.ts'
import { type EntryState, waitlistEntries } from '#platform/database/schema/waitlist.ts'
import type { Day } from '#shared/days.ts'
import { FINAL_DETAILS } from '#shared/guest-details.ts'
import { waitsForMailboxNow } from '#domain/booking/store/reservations.ts'
import { takesSpot } from '#domain/events/store/events.ts'

const COLUMNS = {
  ...columns(events, 'id', 'name', 'urlName', 'startDateDate', 'endDateDate', 'status', 'publishAt'),
  private: sql<boolean>`${events.password} is not null`,
  spots: events.spots,
}

export type NearEvent = Awaited<ReturnType<typeof listCurrentEvents>>[number]

/** SQL condition for events that are not canceled. */
const notCancelled = isNull(events.cancelledAt)

/**
 * Sorts by start, the latest first. `+ 0` keeps PostgreSQL from reading every past event in the order of an index, to
 * find the few that are not over.
 */
const latestFirst = [desc(sql`${events.startDateDate} + 0`), asc(events.id)]

/** Lists events that began before today and are not over, the latest first. */
export const listCurrentEvents = (db: Database, today: Day, limit: number) =>
  db
    .select(COLUMNS)
    .from(events)
    .where(and(lt(events.startDateDate, today), gte(events.endDateDate, today), notCancelled))
    .orderBy(...latestFirst)
    .limit(limit)

/** Returns events that start today or later, the next first. Each row also has the number of all such events. */
export const listComingEvents = (db: Database, today: Day, limit: number) =>
  db
    .select({ ...COLUMNS, all: sql<number>`(count(*) over ())::int` })
    .from(events)
    .where(and(gte(events.startDateDate, today), notCancelled))
    .orderBy(asc(events.startDateDate), asc(events.id))
    .limit(limit)

/** Returns the next events that have confirmed guests, including events that start today. */
export const listArrivingEvents = (db: Database, today: Day, limit: number) => {
  const confirmed = db
    .select({ id: reservations.id })
    .from(reservations)
    .where(and(eq(reservations.eventId, events.id), eq(reservations.status, 'confirmed')))
  return db
    .select(COLUMNS)
    .from(events)
    .where(and(gte(events.startDateDate, today), notCancelled, exists(confirmed)))
    .orderBy(asc(events.startDateDate), asc(events.id))
    .limit(limit)
}

/** Counts confirmed reservations and holds by event id. Omits an event that has none. */
export async function countSpots(db: Database, eventIds: number[]) {
  const found = eventIds.length === 0 ? [] : await spotRows(db, { eventIds })
  return new Map(found.map((row) => [row.eventId, row]))
}

const spotRows = (db: Database, { eventIds }: { eventIds: number[] }) =>
  db
    .select({
      eventId: reservations.eventId,
      taken: sql<number>`(count(*) filter (where ${reservations.status} = 'confirmed'))::int`,
      held: sql<number>`(count(*) filter (where ${reservations.status} = 'pending'))::int`,
    })
    .from(reservations)
    .where(and(isAnyOf(reservations.eventId, eventIds), takesSpot))
    .groupBy(reservations.eventId)

/**
 * Counts waiting waitlist entries and the spots that they want, by event id. Omits an event without waiting entries.
 * An entry with an open offer counts as a hold, not as waiting.
 */
export async function countWaitingByEvent(db: Database, eventIds: number[]) {
  const found = eventIds.length === 0 ? [] : await waitingRows(db, { eventIds })
  return new Map(found.map((row) => [row.eventId, row]))
}

const WAITING: EntryState = 'waiting'

const waitingRows = (db: Database, { eventIds }: { eventIds: number[] }) =>
  db
    .select({
      eventId: waitlistEntries.eventId,
      waiting: count(),
      spotsWanted: sql<number>`sum(${waitlistEntries.size})::int`,
    })
    .from(waitlistEntries)
    .where(and(isAnyOf(waitlistEntries.eventId, eventIds), eq(waitlistEntries.state, WAITING)))
    .groupBy(waitlistEntries.eventId)

/**
 * Returns events that begin on this day or earlier and end on a later day, the latest first. Omits canceled events.
 */
export const listOvernightEvents = (db: Database, night: Day, limit: number) =>
  db
    .select({ ...COLUMNS, host: events.host })
    .from(events)
    .where(and(lte(events.startDateDate, night), gt(events.endDateDate, night), notCancelled))
    .orderBy(...latestFirst)
    .limit(limit)

/** Returns the events of the family calendar that include this day, by start. */
export const listFamilyEntries = (db: Database, day: Day, limit: number) =>
  db
    .select(columns(calendarEvents, 'id', 'title', 'start', 'end', 'color'))
    .from(calendarEvents)
    .where(and(lte(calendarEvents.start, day), gte(calendarEvents.end, day)))
    .orderBy(asc(calendarEvents.start), asc(calendarEvents.id))
    .limit(limit)

/**
 * Returns the confirmed guests of the events. Names and details stay sealed. A sealed detail counts as given, so the
 * caller need not decrypt it.
 */
export const listGuests = async (db: Database, eventIds: number[]) =>
  eventIds.length === 0
    ? []
    : db
        .select({
          ...SUBJECT_COLUMNS,
          ...columns(reservations, 'eventId', 'directionsViewedAt'),
          ...columns(reservations, ...FINAL_DETAILS),
        })
        .from(reservations)
        .innerJoin(events, eq(events.id, reservations.eventId))
        .where(and(isAnyOf(reservations.eventId, eventIds), eq(reservations.status, 'confirmed')))
        .orderBy(asc(reservations.id))

/** Returns active holds, the next to expire first. Each row also has the number of all active holds. */
export const listHolds = (db: Database, limit: number) => {
  const offered = sql<boolean>`exists (
    select 1 from waitlist_offers o where o.reservation_id = ${reservations.id} and o.state = 'open')`
  return db
    .select({
      ...SUBJECT_COLUMNS,
      endsAt: reservations.holdExpiresAt,
      offered,
      waitsForMailbox: waitsForMailboxNow,
      all: sql<number>`(count(*) over ())::int`,
    })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(eq(reservations.status, 'pending'))
    .orderBy(asc(reservations.holdExpiresAt), asc(reservations.id))
    .limit(limit)
}

/** The columns that identify the reservation and event of a row. The guest's name is null if the guest was purged. */
export const SUBJECT_COLUMNS = {
  reservationId: reservations.id,
  ...columns(reservations, 'uuid', 'customerName'),
  eventName: events.name,
  eventUrlName: events.urlName,
}

export type SubjectRow = Awaited<ReturnType<typeof listSubjects>>[number]

/** Returns the guests and events of these reservations. Omits reservations that were deleted. */
export const listSubjects = async (db: Database, reservationIds: number[]) =>
  reservationIds.length === 0
    ? []
    : db
        .select(SUBJECT_COLUMNS)
        .from(reservations)
        .innerJoin(events, eq(events.id, reservations.eventId))
        .where(isAnyOf(reservations.id, reservationIds))
