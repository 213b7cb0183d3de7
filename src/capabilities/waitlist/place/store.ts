/** An entry by its link, and the mails that bring it. */
import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { emails, type EmailStatus, type EmailType } from '../../../platform/database/schema/emails.ts'
import { events } from '../../../platform/database/schema/events.ts'
import { type EntryState, waitlistEntries } from '../../../platform/database/schema/waitlist.ts'
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

/** Whether the button was mailed, or is to be, after `since`. */
export async function wasMailed(tx: Transaction, entryId: number, since: Date): Promise<boolean> {
  const type: EmailType = 'waitlist-confirm'
  const dropped: EmailStatus = 'dropped'
  const found = await tx
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.waitlistEntryId, entryId),
        eq(emails.emailType, type),
        ne(emails.status, dropped),
        gt(emails.createdAt, since),
      ),
    )
    .limit(1)
  return found.length > 0
}
