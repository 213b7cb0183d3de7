/** Queries for admins' messages, which are stored encrypted ("sealed"), and for their possible recipients. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { columns, type Database, type Transaction } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { emails, guestMessages } from '#platform/database/schema/emails.ts'
import { type EntryState, waitlistEntries } from '#platform/database/schema/waitlist.ts'

const ON_WAITLIST: EntryState[] = ['waiting', 'offered']

/** Returns an event's waitlist entries with their sealed names, in the order of their ids. */
export const listOnWaitlist = async (db: Database, eventId: number) =>
  db
    .select({
      ...columns(waitlistEntries, 'id', 'uuid', 'customerName'),
      hasEmail: sql<boolean>`${waitlistEntries.email} is not null`,
    })
    .from(waitlistEntries)
    .where(
      and(
        eq(waitlistEntries.eventId, eventId),
        inArray(waitlistEntries.state, ON_WAITLIST),
        isNull(waitlistEntries.purgedAt),
      ),
    )
    .orderBy(asc(waitlistEntries.id))

/** Stores a message. Returns null if a message with the same key exists. */
export async function insertMessage(
  tx: Transaction,
  message: Omit<typeof guestMessages.$inferInsert, 'id'>,
): Promise<number | null> {
  const [made] = await tx
    .insert(guestMessages)
    .values(message)
    .onConflictDoNothing({ target: guestMessages.attempt })
    .returning({ id: guestMessages.id })
  return made?.id ?? null
}

/**
 * Returns the message with this key and the reservation ids of its recipients. The id is null for a waitlist entry.
 */
export async function findMessageByAttempt(db: Database, attempt: string) {
  const [row] = await db
    .select(columns(guestMessages, 'id', 'uuid', 'eventId', 'audience', 'subject', 'body'))
    .from(guestMessages)
    .where(eq(guestMessages.attempt, attempt))
  if (!row) return undefined
  const sent = await db
    .select({ reservationId: emails.reservationId })
    .from(emails)
    .where(eq(emails.guestMessageId, row.id))
  return { ...row, sentTo: sent.map(({ reservationId }) => reservationId) }
}

export const listMessageRows = async (db: Database, eventId: number, limit: number) =>
  db
    .select(columns(guestMessages, 'id', 'uuid', 'audience', 'subject', 'body', 'createdAt'))
    .from(guestMessages)
    .where(eq(guestMessages.eventId, eventId))
    .orderBy(desc(guestMessages.id))
    .limit(limit)

/** Deletes the texts of messages for which the data of all recipients was deleted. The purge calls this. */
export async function emptyMessages(db: Database): Promise<void> {
  const left = db
    .select({ id: emails.id })
    .from(emails)
    .leftJoin(reservations, eq(reservations.id, emails.reservationId))
    .leftJoin(waitlistEntries, eq(waitlistEntries.id, emails.waitlistEntryId))
    .where(
      and(
        eq(emails.guestMessageId, guestMessages.id),
        or(
          and(isNotNull(reservations.id), isNull(reservations.purgedAt)),
          and(isNotNull(waitlistEntries.id), isNull(waitlistEntries.purgedAt)),
        ),
      ),
    )
  await db
    .update(guestMessages)
    .set({ subject: null, body: null })
    .where(and(isNotNull(guestMessages.body), notExists(left)))
}
