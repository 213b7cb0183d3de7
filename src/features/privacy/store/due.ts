/** The guests whose data goes now, or soon, and the mark of a restore that brought some back. Each feature empties what is its own. */
import {
  and,
  asc,
  between,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notExists,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { z } from 'zod'
import { columns, type Database } from '#platform/database/database.ts'
import { hostLinks } from '#platform/database/schema/access.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { reservations, type ReservationStatus } from '#platform/database/schema/booking.ts'
import { emails, type EmailStatus, type EmailType, news } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { siteFacts } from '#platform/database/schema/site.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { findFact, writeFact } from '#platform/site-facts.ts'
import { addDays, type Day } from '#shared/days.ts'
import { dueEnd, purgeDay, RECEIPT_DAYS, WARN_DAYS } from '../rules.ts'

const RECEIPT: EmailType = 'deletion-receipt'
const ENDED: EmailStatus[] = ['sent', 'failed', 'dropped']
/** A stay that stood, or was cancelled; a hold that never became one gets no word. */
const TOLD: ReservationStatus[] = ['confirmed', 'cancelled']

/** The deletion receipts of the reservation of the row around; those alone that are `such`. */
const receiptOf = (db: Database, such?: SQL) =>
  db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.reservationId, reservations.id), eq(emails.emailType, RECEIPT), such))

/** Stays of events that ended by then, whose guests have no receipt enqueued yet. */
export async function listWithoutReceipt(db: Database, endedBy: Day, limit: number): Promise<number[]> {
  const ended = and(lte(events.endDateDate, endedBy), inArray(reservations.status, TOLD))
  return listUnpurged(db, and(ended, notExists(receiptOf(db))), limit)
}

/** Reservations that are not purged yet, in the order of their numbers. */
async function listUnpurged(db: Database, which: SQL | undefined, limit: number): Promise<number[]> {
  const found = await db
    .select({ id: reservations.id })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(and(isNull(reservations.purgedAt), which))
    .orderBy(asc(reservations.id))
    .limit(limit)
  return found.map(({ id }) => id)
}

export interface Due {
  /** Holds of events that ended by then go without a receipt. */
  endedBy: Day
  /** Guests of events that ended by then go, told or not; null: nobody does. */
  untoldEndedBy: Day | null
  /** Receipts enqueued by then have had their time. */
  enqueuedBy: Date
  /** Reservations after this number. */
  after: number
  limit: number
}

/** Reservations whose data goes now, in the order of their numbers. */
export async function listDue(db: Database, due: Due): Promise<number[]> {
  const { endedBy, untoldEndedBy, enqueuedBy, after, limit } = due
  const told = exists(receiptOf(db, or(inArray(emails.status, ENDED), lte(emails.createdAt, enqueuedBy))))
  const ended = and(lte(events.endDateDate, endedBy), notInArray(reservations.status, TOLD))
  const held = and(ended, notExists(receiptOf(db)))
  const untold = untoldEndedBy === null ? undefined : lte(events.endDateDate, untoldEndedBy)
  return listUnpurged(db, and(gt(reservations.id, after), or(told, held, untold)), limit)
}

/** Events that ended by then and still have somebody on their waitlist, or a host's open link. */
export async function listEventsToEmpty(db: Database, endedBy: Day, limit: number): Promise<number[]> {
  const waiting = db
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, events.id), isNull(waitlistEntries.purgedAt)))
  const open = db
    .select({ id: hostLinks.id })
    .from(hostLinks)
    .where(and(eq(hostLinks.eventId, events.id), isNull(hostLinks.revokedAt)))
  const found = await db
    .select({ id: events.id })
    .from(events)
    .where(and(lte(events.endDateDate, endedBy), or(exists(waiting), exists(open))))
    .orderBy(asc(events.id))
    .limit(limit)
  return found.map(({ id }) => id)
}

/** The mails that may stay where they were captured: their row is there, and nobody whom they name is purged. */
export async function listKept(db: Database, messageIds: string[]): Promise<Set<string>> {
  // News names several guests.
  const namesPurged = db
    .select({ id: news.auditEntryId })
    .from(news)
    .innerJoin(auditEntries, eq(auditEntries.id, news.auditEntryId))
    .leftJoin(reservations, eq(reservations.id, auditEntries.reservationId))
    .where(and(eq(news.emailId, emails.id), isNull(reservations.customerName)))
  const found = await db
    .select({ messageId: emails.messageId })
    .from(emails)
    .leftJoin(reservations, eq(reservations.id, emails.reservationId))
    .where(
      and(
        inArray(emails.messageId, messageIds),
        isNull(reservations.purgedAt),
        not(exists(namesPurged)),
        // Emptied with somebody else whom it named: of a party, or at the same address.
        or(isNull(emails.reservationId), ne(emails.status, 'sent'), isNotNull(emails.content)),
      ),
    )
  return new Set(found.map(({ messageId }) => messageId))
}

// The columns are nested, so that they keep the names of their tables.
const howMany = (which: SQL) => sql<number>`(select count(*) from ${which})::int`

/** Events whose guests' data goes within a week, or is going now; the first to go first. */
export async function listLeaving(db: Database, today: Day, purgeAfterDays: number) {
  const due = dueEnd(today, purgeAfterDays)
  const found = await leavingRows(db, { from: addDays(due, -RECEIPT_DAYS), until: addDays(due, WARN_DAYS) })
  return found
    .filter((event) => event.guests + event.waiting > 0)
    .map(({ endDateDate, ...event }) => ({ ...event, day: purgeDay(endDateDate, purgeAfterDays) }))
}

const leavingRows = (db: Database, { from, until }: { from: Day; until: Day }) => {
  const guests = howMany(
    sql`${reservations} where ${reservations.eventId} = ${events.id} and ${reservations.purgedAt} is null
      and ${reservations.status} in ('confirmed', 'cancelled')`,
  )
  const waiting = howMany(
    sql`${waitlistEntries} where ${waitlistEntries.eventId} = ${events.id} and ${waitlistEntries.purgedAt} is null`,
  )
  return db
    .select({
      ...columns(events, 'id', 'name', 'urlName'),
      private: sql<boolean>`${events.password} is not null`,
      endDateDate: events.endDateDate,
      guests,
      waiting,
    })
    .from(events)
    .where(between(events.endDateDate, from, until))
    .orderBy(asc(events.endDateDate), asc(events.id))
}

// The mark of a restored database: what was deleted since the backup was made is in it again.

/** Stays, to tell by what the restore is the reason of. */
const RESTORED = 'restored'
/** Is there until a site has deleted what should be gone. */
const TO_PURGE = 'restored-to-purge'

const restored = z.object({ madeAt: z.coerce.date(), at: z.coerce.date() })
/** `madeAt`: when the backup was made; `at`: when it was restored. What happened between the two is lost. */
type RestoredFact = z.output<typeof restored>

export async function noteRestored(db: Database, fact: RestoredFact): Promise<void> {
  const value = JSON.stringify(fact)
  for (const key of [RESTORED, TO_PURGE]) await writeFact(db, key, value)
}

/** The last restore; null: this database has never been restored. */
export async function findRestored(db: Database): Promise<RestoredFact | null> {
  const fact = await findFact(db, RESTORED)
  return fact ? restored.parse(JSON.parse(fact)) : null
}

/** Whether nothing was deleted yet since a restore. */
export const isToPurge = async (db: Database): Promise<boolean> =>
  (await findFact(db, TO_PURGE)) !== undefined

export async function notePurged(db: Database): Promise<void> {
  await db.delete(siteFacts).where(eq(siteFacts.key, TO_PURGE))
}
