/** Reads what is at the house. Every question about dates is answered here, so that all answers agree. */
import { and, asc, gte, isNull, lte, sql } from 'drizzle-orm'
import { columns, type Database, type Transaction } from '#platform/database/database.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { events } from '#platform/database/schema/events.ts'
import { unpublishedMark } from '#domain/events/contract/event-replies.ts'
import type { Day } from '#shared/days.ts'
import type { HouseEntry } from './contract.ts'
import { sharesNight, type StayDays } from './rules.ts'

interface Days {
  from: Day
  to: Day
}

/** Returns everything that is at the house on any day from `from` through `to`, sorted by start. */
export async function readHouse(db: Database, days: Days, now: Date): Promise<HouseEntry[]> {
  const found = [...(await readEvents(db, days, now)), ...(await readFamily(db, days))]
  return found.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
}

/** Returns the events on these days, but no canceled ones: their dates are free again. */
async function readEvents(db: Database, { from, to }: Days, now: Date): Promise<HouseEntry[]> {
  const found = await db
    .select({
      ...columns(events, 'id', 'name', 'urlName', 'status', 'publishAt'),
      start: events.startDateDate,
      end: events.endDateDate,
    })
    .from(events)
    .where(and(isNull(events.cancelledAt), lte(events.startDateDate, to), gte(events.endDateDate, from)))
    .orderBy(asc(events.startDateDate), asc(events.id))
  return found.map(({ name, status, publishAt, ...event }) => ({
    kind: 'event',
    ...event,
    title: name,
    ...unpublishedMark({ status, publishAt }, now),
  }))
}

async function readFamily(db: Database, { from, to }: Days): Promise<HouseEntry[]> {
  const found = await db
    .select(columns(calendarEvents, 'id', 'title', 'start', 'end'))
    .from(calendarEvents)
    .where(and(lte(calendarEvents.start, to), gte(calendarEvents.end, from)))
    .orderBy(asc(calendarEvents.start), asc(calendarEvents.id))
  return found.map((entry) => ({ kind: 'family', ...entry }))
}

/** Returns what shares a night with the stay. `except` is the event whose stay it is, or null for a new event. */
export async function readOverlaps(
  db: Database,
  stay: StayDays,
  { except, now }: { except: number | null; now: Date },
): Promise<HouseEntry[]> {
  // An entry that shares a night also shares a day.
  const near = await readHouse(db, { from: stay.start, to: stay.end }, now)
  return near.filter((entry) => sharesNight(stay, entry) && !(entry.kind === 'event' && entry.id === except))
}

/**
 * Locks the dates of all events until the transaction ends. Every transaction that writes the dates of an event takes
 * this lock first, after the lock of an existing event, and reads the overlaps in a later statement. Otherwise two
 * events that are saved at the same time would not see each other.
 */
export async function lockDates(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(712112)`)
}
