/** Writes events. Whoever changes one holds its lock (`lockEvent`). */
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { events } from '#platform/database/schema/events.ts'
import type { EventRow } from '../store.ts'

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

/** Takes the event away with its photos. It must not have reservations or a waitlist any more. */
export async function removeEvent(tx: Transaction, id: number): Promise<void> {
  await tx.delete(events).where(eq(events.id, id))
}
