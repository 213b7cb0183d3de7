/** Events in the database, and how many spots are taken. Whoever changes one holds its lock (`lockEvent`). */
import { and, asc, count, desc, eq, gt, inArray, isNull, lte, ne, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'

export type EventRow = typeof events.$inferSelect

/** Private ones too, here and below: whether a caller may see it is for `isUnlocked` to say. */
export async function findEvent(db: Database, id: number): Promise<EventRow | undefined> {
  const [event] = await db.select().from(events).where(eq(events.id, id))
  return event
}

export async function findEventByUrlName(db: Database, urlName: string): Promise<EventRow | undefined> {
  const [event] = await db.select().from(events).where(eq(events.urlName, urlName))
  return event
}

/** The columns that decisions under the lock need. Not the texts: others wait while they travel. */
const LOCKED = {
  id: events.id,
  cost: events.cost,
  startDateDate: events.startDateDate,
  endDateDate: events.endDateDate,
  spots: events.spots,
  showWaitlist: events.showWaitlist,
  password: events.password,
  cancelledAt: events.cancelledAt,
  waitlistStoppedAt: events.waitlistStoppedAt,
}
export type LockedEvent = Pick<EventRow, keyof typeof LOCKED>

/**
 * The event, locked until the transaction ends. Whoever takes a spot locks first and counts in a
 * statement of its own afterwards: a count in the same statement would see a stale snapshot and oversell.
 */
export async function lockEvent(tx: Transaction, id: number): Promise<LockedEvent | undefined> {
  const [event] = await tx.select(LOCKED).from(events).where(eq(events.id, id)).for('update')
  return event
}

/** The retreat cancels it. The caller holds its lock and has seen that it stood. */
export async function markCancelled(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(events).set({ cancelledAt: now, updatedAt: now }).where(eq(events.id, id))
}

/**
 * A spot is taken by a confirmed or a pending reservation, and by nothing else (R2.2). A pending one that is
 * to take over a stay's spot takes none of its own while that stay stands (docs/decisions/0031). For statements about
 * `reservations` under its own name. Not `exists`: behind an `or` PostgreSQL would read all confirmed ones of all times first.
 */
export const takesSpot = sql`(reservations.status = 'confirmed' or (reservations.status = 'pending' and (
  select replaced.status from reservations as replaced where replaced.id = reservations.replaces_id) is distinct from 'confirmed'))`

/** How many spots of an event are taken. */
export async function countTaken(db: Database, eventId: number): Promise<number> {
  const taken = await countTakenOf(db, [eventId])
  return taken.get(eventId) ?? 0
}

/** How many spots are taken, by event id; events without any are missing. */
export async function countTakenOf(db: Database, eventIds: number[]): Promise<Map<number, number>> {
  if (eventIds.length === 0) return new Map()
  const found = await db
    .select({ eventId: reservations.eventId, taken: count() })
    .from(reservations)
    .where(and(inArray(reservations.eventId, eventIds), takesSpot))
    .groupBy(reservations.eventId)
  return new Map(found.map(({ eventId, taken }) => [eventId, taken]))
}

/** Events to come whose price, whole or in halves, may ask for this sum (`paymentSchedule` tells); a private one too. */
export async function listPricedAt(
  db: Database,
  { amount, today }: { amount: Cents; today: Day },
): Promise<EventRow[]> {
  return db
    .select()
    .from(events)
    .where(
      and(
        inArray(events.cost, [amount, 2 * amount - 1, 2 * amount]),
        gt(events.startDateDate, today),
        isNull(events.cancelledAt),
      ),
    )
    .orderBy(asc(events.id))
}

/** Where a page of events ended; stable while events come and go. */
export interface Cursor {
  when: 'current' | 'past'
  start: Day
  id: number
}

export interface Page {
  /** Events from this day on are current, those before and on it are past. */
  today: Day
  includePrivate: boolean
  /** Where the page before this one ended. */
  after: Cursor | null
  /** Null: all. */
  limit: number | null
}

/** Events that have not started, by start ascending. */
export async function listCurrent(db: Database, page: Page): Promise<EventRow[]> {
  const { after } = page
  const rest =
    after && sql`(${events.startDateDate}, ${events.id}) > (${after.start}::date, ${after.id}::int)`
  const query = db
    .select()
    .from(events)
    .where(and(gt(events.startDateDate, page.today), visible(page), rest ?? undefined))
    .orderBy(asc(events.startDateDate), asc(events.id))
  return page.limit === null ? query : query.limit(page.limit)
}

/** Events that have started, newest first. */
export async function listPast(db: Database, page: Page & { limit: number }): Promise<EventRow[]> {
  const { after } = page
  const rest =
    after && sql`(${events.startDateDate}, ${events.id}) < (${after.start}::date, ${after.id}::int)`
  return db
    .select()
    .from(events)
    .where(and(lte(events.startDateDate, page.today), visible(page), rest ?? undefined))
    .orderBy(desc(events.startDateDate), desc(events.id))
    .limit(page.limit)
}

/** No sitemap may name more addresses (sitemaps.org), and the pages need some. */
const PUBLISHED = 49_000

/** Public events, the newest first. */
export async function listPublished(db: Database): Promise<Pick<EventRow, 'urlName' | 'updatedAt'>[]> {
  return db
    .select({ urlName: events.urlName, updatedAt: events.updatedAt })
    .from(events)
    .where(isNull(events.password))
    .orderBy(desc(events.startDateDate), desc(events.id))
    .limit(PUBLISHED)
}

function visible({ includePrivate }: Page): SQL | undefined {
  return includePrivate ? undefined : isNull(events.password)
}

/** Whether another event than `exceptId` has this url name. */
export async function isUrlNameTaken(db: Database, urlName: string, exceptId?: number): Promise<boolean> {
  const other = exceptId === undefined ? undefined : ne(events.id, exceptId)
  const found = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.urlName, urlName), other))
  return found.length > 0
}

type NewEvent = Omit<typeof events.$inferInsert, 'id' | 'version' | 'createdAt' | 'updatedAt'>

/** The new event, with the table's defaults for what is missing; undefined when its url name is taken. */
export async function insertEvent(tx: Transaction, event: NewEvent, at: Date): Promise<EventRow | undefined> {
  const [made] = await tx
    .insert(events)
    .values({ ...event, createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: events.urlName })
    .returning()
  return made
}

interface Edit {
  changes: Partial<NewEvent>
  at: Date
}

/** Throws a `UNIQUE_VIOLATION` when another event has taken the url name in the meantime. */
export async function writeEvent(tx: Transaction, id: number, { changes, at }: Edit): Promise<EventRow> {
  const [event] = await tx
    .update(events)
    .set({ ...changes, version: sql`${events.version} + 1`, updatedAt: at })
    .where(eq(events.id, id))
    .returning()
  if (!event) throw new Error('The locked event is gone')
  return event
}

/** An admin stops the offers of freed spots to the waitlist; null: they run. */
export async function setWaitlistStopped(tx: Transaction, id: number, at: Date | null): Promise<void> {
  await tx.update(events).set({ waitlistStoppedAt: at }).where(eq(events.id, id))
}

/** Takes the event away with its photos. It must not have reservations or a waitlist any more. */
export async function removeEvent(tx: Transaction, id: number): Promise<void> {
  await tx.delete(events).where(eq(events.id, id))
}
