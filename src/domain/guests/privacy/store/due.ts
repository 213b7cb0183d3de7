/**
 * Finds guests whose data must be deleted now or soon. Also records a restore of a backup, because a restored
 * database contains deleted data again.
 */
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
/**
 * Guests whose reservation has one of these statuses get a deletion receipt. A guest who only had a hold gets none.
 */
const GETS_RECEIPT: ReservationStatus[] = ['confirmed', 'cancelled']
/** A hold that has not ended is missing here, because its guest may be paying. */
const ENDED_HOLDS: ReservationStatus[] = ['expired', 'refunded']

/**
 * SQL for the deletion receipts of the reservation in the outer query. `such` is a further condition for the
 * receipts.
 */
const receiptOf = (db: Database, such?: SQL) =>
  db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.reservationId, reservations.id), eq(emails.emailType, RECEIPT), such))

/** Returns stays of events that ended by `endedBy` and whose guests have no deletion receipt yet. */
export async function listWithoutReceipt(db: Database, endedBy: Day, limit: number): Promise<number[]> {
  const ended = and(lte(events.endDateDate, endedBy), inArray(reservations.status, GETS_RECEIPT))
  return listUnpurged(db, and(ended, notExists(receiptOf(db))), limit)
}

/** Lists unpurged reservations that match `which`, by id. */
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
  /** Expired holds are purged without a deletion receipt if their event ended by this day. */
  endedBy: Day
  /**
   * Guests of events that ended by this day are purged even without a deletion receipt. Null if each guest must get a
   * receipt first.
   */
  withoutReceiptEndedBy: Day | null
  /** A guest whose deletion receipt was enqueued by this time is purged even if the receipt could not be sent. */
  enqueuedBy: Date
  /** Lists only reservations whose id is larger than this. */
  after: number
  limit: number
}

/** Returns the reservations that must be purged now, by id. */
export async function listDue(db: Database, due: Due): Promise<number[]> {
  const { endedBy, withoutReceiptEndedBy, enqueuedBy, after, limit } = due
  const receiptDone = exists(
    receiptOf(db, or(inArray(emails.status, ENDED), lte(emails.createdAt, enqueuedBy))),
  )
  const ended = and(lte(events.endDateDate, endedBy), inArray(reservations.status, ENDED_HOLDS))
  const expiredHold = and(ended, notExists(receiptOf(db)))
  const withoutReceipt =
    withoutReceiptEndedBy === null ? undefined : lte(events.endDateDate, withoutReceiptEndedBy)
  return listUnpurged(
    db,
    and(gt(reservations.id, after), or(receiptDone, expiredHold, withoutReceipt)),
    limit,
  )
}

/** Returns events that ended by `endedBy` and still have a working host link or personal data on the waitlist. */
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

/** Returns the captured e-mails that the site may keep: their row exists, and no guest in them is purged. */
export async function listEmailsToKeep(db: Database, messageIds: string[]): Promise<Set<string>> {
  // A notification may name several guests, so one purged guest is enough to delete the e-mail.
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
        // Omits an e-mail whose text was deleted because of another guest in it, such as one of the same party.
        or(isNull(emails.reservationId), ne(emails.status, 'sent'), isNotNull(emails.content)),
      ),
    )
  return new Set(found.map(({ messageId }) => messageId))
}

// Nests the condition in another SQL expression. Otherwise Drizzle would drop the table names of its columns.
const countOf = (which: SQL) => sql<number>`(select count(*) from ${which})::int`

/** Returns events whose guests' data will be deleted within a week or is being deleted now, the earliest first. */
export async function listComingPurges(db: Database, today: Day, purgeAfterDays: number) {
  const due = dueEnd(today, purgeAfterDays)
  const found = await selectComingPurges(db, {
    from: addDays(due, -RECEIPT_DAYS),
    until: addDays(due, WARN_DAYS),
  })
  return found
    .filter((event) => event.guests + event.waiting > 0)
    .map(({ endDateDate, ...event }) => ({ ...event, day: purgeDay(endDateDate, purgeAfterDays) }))
}

const selectComingPurges = (db: Database, { from, until }: { from: Day; until: Day }) => {
  const guests = countOf(
    sql`${reservations} where ${reservations.eventId} = ${events.id} and ${reservations.purgedAt} is null
      and ${reservations.status} in ('confirmed', 'cancelled')`,
  )
  const waiting = countOf(
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

// From here on: functions that remember a restore. A restored backup brings back data that was deleted after the
// backup, so a purge must delete that data again.

/**
 * The key of the row that records the last restore. The site keeps this row forever, because it explains which data
 * was lost.
 */
const RESTORED = 'restored'
/** The key of a row that exists from a restore until the next purge has run. */
const TO_PURGE = 'restored-to-purge'

const restored = z.object({ madeAt: z.coerce.date(), at: z.coerce.date() })
/**
 * `madeAt` is when the backup was made, and `at` when it was restored. All changes between these two times are lost.
 */
type RestoredFact = z.output<typeof restored>

export async function noteRestored(db: Database, fact: RestoredFact): Promise<void> {
  const value = JSON.stringify(fact)
  for (const key of [RESTORED, TO_PURGE]) await writeFact(db, key, value)
}

/** Returns the last restore, or null if this database was never restored. */
export async function findRestored(db: Database): Promise<RestoredFact | null> {
  const fact = await findFact(db, RESTORED)
  return fact ? restored.parse(JSON.parse(fact)) : null
}

/** Returns true if the database was restored and no purge has run since. */
export const needsPurge = async (db: Database): Promise<boolean> =>
  (await findFact(db, TO_PURGE)) !== undefined

export async function notePurged(db: Database): Promise<void> {
  await db.delete(siteFacts).where(eq(siteFacts.key, TO_PURGE))
}
