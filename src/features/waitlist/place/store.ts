/** An entry by its link. */
import { and, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { events } from '#platform/database/schema/events.ts'
import { type EntryState, waitlistEntries } from '#platform/database/schema/waitlist.ts'
import type { EntryRow } from '../store.ts'

export async function findByToken(db: Database, token: string) {
  const [row] = await db
    .select({ entry: waitlistEntries, event: events })
    .from(waitlistEntries)
    .innerJoin(events, eq(events.id, waitlistEntries.eventId))
    .where(eq(waitlistEntries.uuid, token))
  return row
}

/** The number in line of one who waits: those before, and itself. */
export async function countUntil(
  db: Database,
  { eventId, position, id }: Pick<EntryRow, 'eventId' | 'position' | 'id'>,
): Promise<number> {
  const waiting: EntryState = 'waiting'
  return db.$count(
    waitlistEntries,
    and(
      eq(waitlistEntries.eventId, eventId),
      eq(waitlistEntries.state, waiting),
      sql`(${waitlistEntries.position}, ${waitlistEntries.id}) <= (${position}, ${id})`,
    ),
  )
}

/** The entry until the transaction ends. */
export async function lockEntry(tx: Transaction, id: number): Promise<EntryRow | undefined> {
  const [row] = await tx.select().from(waitlistEntries).where(eq(waitlistEntries.id, id)).for('update')
  return row
}
