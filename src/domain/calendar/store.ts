/** Reads and writes the family calendar, and reads the retreats that it shows. */
import { and, asc, desc, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import { columns, type Database, firstRow, onlyRow, type Transaction } from '#platform/database/database.ts'
import { calendarEvents, calendarFeeds } from '#platform/database/schema/calendar.ts'
import { events, publishedAt } from '#platform/database/schema/events.ts'
import type { Day } from '#shared/days.ts'
import type { Retreat } from './contract.ts'

export type CalendarRow = typeof calendarEvents.$inferSelect
export type CalendarValues = Pick<CalendarRow, 'title' | 'start' | 'end' | 'color'>

/** Lists the calendar's events by start, the latest first. */
export const listCalendar = async (db: Database): Promise<CalendarRow[]> =>
  db.select().from(calendarEvents).orderBy(desc(calendarEvents.start), desc(calendarEvents.id))

/**
 * Locks a calendar event until the transaction ends and returns it. So nobody changes the event between the check and
 * the write.
 */
export const lockCalendarEvent = (tx: Transaction, id: number): Promise<CalendarRow | undefined> =>
  firstRow(tx.select().from(calendarEvents).where(eq(calendarEvents.id, id)).for('update'))

export const insertCalendarEvent = async (tx: Transaction, event: CalendarValues & { createdAt: Date }) =>
  onlyRow(await tx.insert(calendarEvents).values(event).returning())

/** Writes new values of a calendar event. The caller holds the event's lock. */
export async function writeCalendarEvent(
  tx: Transaction,
  id: number,
  changes: Partial<CalendarValues>,
): Promise<CalendarRow> {
  const set = { ...changes, version: sql`${calendarEvents.version} + 1` }
  return onlyRow(await tx.update(calendarEvents).set(set).where(eq(calendarEvents.id, id)).returning())
}

/** Deletes a calendar event. Returns its title, or undefined if the event did not exist. */
export async function deleteCalendarRow(tx: Transaction, id: number): Promise<string | undefined> {
  const [gone] = await tx
    .delete(calendarEvents)
    .where(eq(calendarEvents.id, id))
    .returning({ title: calendarEvents.title })
  return gone?.title
}

interface RetreatFilter {
  /** Lists only retreats with a day between these two days, inclusive. Undefined means no limit. */
  from?: Day | undefined
  to?: Day | undefined
  admin: boolean
  now: Date
}

/** A retreat with its event id and version. Only the feed returns these two fields. */
type NumberedRetreat = Retreat & { id: number; version: number }

/**
 * Returns the events of the site that are not canceled and have at least one day from `from` to `to`, by start. Only
 * admins get unpublished events, and the name of a private one: the family sees that the ranch is taken, but not by
 * whom.
 */
export async function listRetreats(
  db: Database,
  { from, to, admin, now }: RetreatFilter,
): Promise<NumberedRetreat[]> {
  const rows = await db
    .select({
      ...columns(events, 'id', 'name', 'urlName'),
      start: events.startDateDate,
      end: events.endDateDate,
      private: sql<boolean>`${events.password} is not null`,
      publishAt: events.publishAt,
      published: sql<boolean>`coalesce(${publishedAt(now)}, false)`,
      version: events.version,
    })
    .from(events)
    .where(
      and(
        isNull(events.cancelledAt),
        admin ? undefined : publishedAt(now),
        from === undefined ? undefined : gte(events.endDateDate, from),
        to === undefined ? undefined : lte(events.startDateDate, to),
      ),
    )
    .orderBy(asc(events.startDateDate), asc(events.id))
  return rows.map(({ name, urlName, private: isPrivate, published, publishAt, ...rest }) => {
    const hidden = isPrivate && !admin
    return {
      ...rest,
      name: hidden ? null : name,
      urlName: hidden ? null : urlName,
      ...(!published && { unpublished: { publishAt: publishAt && publishAt.toISOString() } }),
    }
  })
}

// Links by which phones subscribe to the calendar. Only one link works at a time. Ended links stay in the table.

export type FeedRow = typeof calendarFeeds.$inferSelect

const isOpenFeed = isNull(calendarFeeds.revokedAt)

export const findOpenFeed = (db: Database): Promise<FeedRow | undefined> =>
  firstRow(db.select().from(calendarFeeds).where(isOpenFeed))

/**
 * Returns true if this token opens the feed. The token must be a UUID, because the database column refuses any other
 * text.
 */
export const isOpenToken = async (db: Database, token: string): Promise<boolean> =>
  (await db.$count(calendarFeeds, and(eq(calendarFeeds.token, token), isOpenFeed))) > 0

/**
 * Locks the subscription links, so that admins create and end them sequentially. Phones that read the feed do not
 * wait.
 */
export async function lockFeeds(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${calendarFeeds} in share row exclusive mode`)
}

/**
 * Ends the open subscription link and returns it, or undefined if there was none. The caller must have called
 * `lockFeeds`.
 */
export const endOpenFeed = (tx: Transaction, now: Date): Promise<FeedRow | undefined> =>
  firstRow(tx.update(calendarFeeds).set({ revokedAt: now }).where(isOpenFeed).returning())

export const insertFeed = async (tx: Transaction, feed: Pick<FeedRow, 'token' | 'madeBy' | 'madeAt'>) =>
  onlyRow(await tx.insert(calendarFeeds).values(feed).returning())
