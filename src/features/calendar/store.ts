/** The family's calendar in the database: its events, and what it shows of the site's. */
import { and, asc, desc, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import { columns, type Database, firstRow, onlyRow, type Transaction } from '#platform/database/database.ts'
import { calendarEvents, calendarFeeds } from '#platform/database/schema/calendar.ts'
import { events } from '#platform/database/schema/events.ts'
import type { Day } from '#shared/days.ts'
import type { Retreat } from './contract.ts'

export type CalendarRow = typeof calendarEvents.$inferSelect
export type CalendarValues = Pick<CalendarRow, 'title' | 'start' | 'end' | 'color'>

/** The calendar's events by start, the newest first. */
export const listCalendar = async (db: Database): Promise<CalendarRow[]> =>
  db.select().from(calendarEvents).orderBy(desc(calendarEvents.start), desc(calendarEvents.id))

/** Locked until the transaction ends: what is changed is what stands there then. */
export const lockCalendarEvent = (tx: Transaction, id: number): Promise<CalendarRow | undefined> =>
  firstRow(tx.select().from(calendarEvents).where(eq(calendarEvents.id, id)).for('update'))

export const insertCalendarEvent = async (tx: Transaction, event: CalendarValues & { createdAt: Date }) =>
  onlyRow(await tx.insert(calendarEvents).values(event).returning())

/** The caller holds its lock. */
export async function writeCalendarEvent(
  tx: Transaction,
  id: number,
  changes: Partial<CalendarValues>,
): Promise<CalendarRow> {
  const set = { ...changes, version: sql`${calendarEvents.version} + 1` }
  return onlyRow(await tx.update(calendarEvents).set(set).where(eq(calendarEvents.id, id)).returning())
}

/** Its title, undefined when it was not there. */
export async function deleteCalendarRow(tx: Transaction, id: number): Promise<string | undefined> {
  const [gone] = await tx
    .delete(calendarEvents)
    .where(eq(calendarEvents.id, id))
    .returning({ title: calendarEvents.title })
  return gone?.title
}

interface Shown {
  /** Missing: no bound. */
  from?: Day | undefined
  to?: Day | undefined
  admin: boolean
}

/** A retreat with the event's number and version, which only a feed tells. */
type NumberedRetreat = Retreat & { id: number; version: number }

/**
 * The events of the site that stand and touch these days, by start. Of a private one its days alone, but to admins: the
 * family knows that the house is taken, not by whom.
 */
export async function listRetreats(db: Database, { from, to, admin }: Shown): Promise<NumberedRetreat[]> {
  const rows = await db
    .select({
      ...columns(events, 'id', 'name', 'urlName'),
      start: events.startDateDate,
      end: events.endDateDate,
      private: sql<boolean>`${events.password} is not null`,
      version: events.version,
    })
    .from(events)
    .where(
      and(
        isNull(events.cancelledAt),
        from === undefined ? undefined : gte(events.endDateDate, from),
        to === undefined ? undefined : lte(events.startDateDate, to),
      ),
    )
    .orderBy(asc(events.startDateDate), asc(events.id))
  return rows.map(({ name, urlName, private: isPrivate, ...rest }) => {
    const hidden = isPrivate && !admin
    return { ...rest, name: hidden ? null : name, urlName: hidden ? null : urlName }
  })
}

// The addresses for phones in the database: one open at a time, the ended ones kept.

export type FeedRow = typeof calendarFeeds.$inferSelect

const open = isNull(calendarFeeds.revokedAt)

export const findOpenFeed = (db: Database): Promise<FeedRow | undefined> =>
  firstRow(db.select().from(calendarFeeds).where(open))

/** True when phones may read under this token. It must be a uuid: the column refuses other texts. */
export const isOpenToken = async (db: Database, token: string): Promise<boolean> =>
  (await db.$count(calendarFeeds, and(eq(calendarFeeds.token, token), open))) > 0

/** Admins who make or end addresses go one after another; whoever only reads does not wait. */
export async function lockFeeds(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${calendarFeeds} in share row exclusive mode`)
}

/** The one that was open, if there was one. The caller holds the lock. */
export const endOpenFeed = (tx: Transaction, now: Date): Promise<FeedRow | undefined> =>
  firstRow(tx.update(calendarFeeds).set({ revokedAt: now }).where(open).returning())

export const insertFeed = async (tx: Transaction, feed: Pick<FeedRow, 'token' | 'madeBy' | 'madeAt'>) =>
  onlyRow(await tx.insert(calendarFeeds).values(feed).returning())
