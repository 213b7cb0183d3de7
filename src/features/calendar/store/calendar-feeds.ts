/** The addresses for phones in the database: one open at a time, the ended ones kept. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { calendarFeeds } from '#platform/database/schema/calendar.ts'

export type FeedRow = typeof calendarFeeds.$inferSelect

const open = isNull(calendarFeeds.revokedAt)

export async function findOpenFeed(db: Database): Promise<FeedRow | undefined> {
  const [feed] = await db.select().from(calendarFeeds).where(open)
  return feed
}

/** Whether phones may read under this token. It must be a uuid: the column refuses other texts. */
export async function isOpenToken(db: Database, token: string): Promise<boolean> {
  const found = await db
    .select({ id: calendarFeeds.id })
    .from(calendarFeeds)
    .where(and(eq(calendarFeeds.token, token), open))
  return found.length > 0
}

/** Admins who make or end addresses go one after another; whoever only reads does not wait. */
export async function lockFeeds(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${calendarFeeds} in share row exclusive mode`)
}

/** The one that was open, if there was one. The caller holds the lock. */
export async function endOpenFeed(tx: Transaction, now: Date): Promise<FeedRow | undefined> {
  const [ended] = await tx.update(calendarFeeds).set({ revokedAt: now }).where(open).returning()
  return ended
}

export async function insertFeed(
  tx: Transaction,
  feed: Pick<FeedRow, 'token' | 'madeBy' | 'madeAt'>,
): Promise<FeedRow> {
  const [made] = await tx.insert(calendarFeeds).values(feed).returning()
  if (!made) throw new Error('The address was not written')
  return made
}
