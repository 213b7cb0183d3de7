/** Which retreats and which of the family's events a night touches. */
import { and, asc, desc, gt, gte, isNull, lte } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { events } from '#platform/database/schema/events.ts'
import type { Day } from '#shared/days.ts'

/** Begun by that day and over on a later one, the latest first; cancelled ones left out. */
export async function listSleeping(db: Database, night: Day, limit: number) {
  return db
    .select({
      id: events.id,
      name: events.name,
      urlName: events.urlName,
      password: events.password,
      host: events.host,
      endDateDate: events.endDateDate,
    })
    .from(events)
    .where(and(lte(events.startDateDate, night), gt(events.endDateDate, night), isNull(events.cancelledAt)))
    .orderBy(desc(events.startDateDate), asc(events.id))
    .limit(limit)
}

/** Of the family's calendar, what touches the day, in the order in which it began. */
export async function listFamily(db: Database, day: Day, limit: number) {
  return db
    .select({
      id: calendarEvents.id,
      title: calendarEvents.title,
      start: calendarEvents.start,
      end: calendarEvents.end,
      color: calendarEvents.color,
    })
    .from(calendarEvents)
    .where(and(lte(calendarEvents.start, day), gte(calendarEvents.end, day)))
    .orderBy(asc(calendarEvents.start), asc(calendarEvents.id))
    .limit(limit)
}
