/** What the purge finds and empties. Everything that it leaves names nobody: amounts, dates, numbers, the consent's evidence. */
import {
  and,
  asc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { auditEntries } from '#platform/database/schema/access.ts'
import { invoices, reservations, type ReservationStatus } from '#platform/database/schema/booking.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { replacementLinks } from '#platform/database/schema/replacement.ts'
import { emails, type EmailStatus, type EmailType } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { hostLinks } from '#platform/database/schema/host-links.ts'
import { outbox } from '#platform/database/schema/jobs.ts'
import { waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import { addDays, type Day } from '#shared/days.ts'
import { dueEnd, purgeDay, RECEIPT_DAYS, WARN_DAYS } from '../rules.ts'

const RECEIPT: EmailType = 'deletion-receipt'
const LINK_LIST: EmailType = 'lost-link'
const ENDED: EmailStatus[] = ['sent', 'failed', 'dropped']
/** A stay that stood, or was cancelled; a hold that never became one gets no word. */
const TOLD: ReservationStatus[] = ['confirmed', 'cancelled']

/** The deletion receipts of the reservation of the row around. */
const receiptOf = (db: Database) =>
  db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.reservationId, reservations.id), eq(emails.emailType, RECEIPT)))

/** Stays of events that ended by then, whose guests have no receipt promised yet. */
export async function listUntold(db: Database, endedBy: Day, limit: number): Promise<number[]> {
  const found = await db
    .select({ id: reservations.id })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(
      and(
        isNull(reservations.purgedAt),
        lte(events.endDateDate, endedBy),
        inArray(reservations.status, TOLD),
        notExists(receiptOf(db)),
      ),
    )
    .orderBy(asc(reservations.id))
    .limit(limit)
  return found.map(({ id }) => id)
}

export interface Due {
  /** Holds of events that ended by then go without a receipt. */
  endedBy: Day
  /** Whoever's event ended by then goes, told or not; null: nobody. */
  untoldEndedBy: Day | null
  /** Receipts promised by then have had their time. */
  promisedBy: Date
  /** Reservations after this number. */
  after: number
  limit: number
}

/** Reservations whose data goes now, in the order of their numbers. */
export async function listDue(db: Database, due: Due): Promise<number[]> {
  const receipt = receiptOf(db)
  const overdue = lte(emails.createdAt, due.promisedBy)
  const receiptEnded = db
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.reservationId, reservations.id),
        eq(emails.emailType, RECEIPT),
        or(inArray(emails.status, ENDED), overdue),
      ),
    )
  const found = await db
    .select({ id: reservations.id })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(
      and(
        isNull(reservations.purgedAt),
        gt(reservations.id, due.after),
        or(
          exists(receiptEnded),
          and(
            lte(events.endDateDate, due.endedBy),
            notInArray(reservations.status, TOLD),
            notExists(receipt),
          ),
          due.untoldEndedBy === null ? undefined : lte(events.endDateDate, due.untoldEndedBy),
        ),
      ),
    )
    .orderBy(asc(reservations.id))
    .limit(due.limit)
  return found.map(({ id }) => id)
}

/** The reservation until the transaction ends; undefined: it is purged already, or deleted. Sending mails waits for it. */
export async function lockForPurge(tx: Transaction, id: number) {
  const [row] = await tx
    .select({ eventId: reservations.eventId, uuid: reservations.uuid, email: reservations.email })
    .from(reservations)
    .where(and(eq(reservations.id, id), isNull(reservations.purgedAt)))
    .for('update')
  return row
}

/** Every personal column of `reservations`; the database itself refuses `purgedAt` beside any of them. */
export const EMPTIED = {
  customerName: null,
  email: null,
  emailHash: null,
  nickname: null,
  phone: null,
  address: null,
  emergencyContactName: null,
  emergencyContactPhone: null,
  foodAllergies: null,
  medicalConditions: null,
  otherInformation: null,
  notes: null,
} satisfies Partial<typeof reservations.$inferInsert>

/** Empties a reservation and all its copies in the site's own tables. The caller holds its lock. */
export async function emptyReservation(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx
    .update(reservations)
    .set({ ...EMPTIED, purgedAt: now, updatedAt: now, version: sql`${reservations.version} + 1` })
    .where(eq(reservations.id, id))
  const mails = await tx
    .update(emails)
    .set({ content: null, failure: null })
    .where(eq(emails.reservationId, id))
    .returning({ id: emails.id })
  await forgetErrors(
    tx,
    id,
    mails.map((mail) => mail.id),
  )
  await tx.update(invoices).set({ description: null }).where(eq(invoices.reservationId, id))
  await tx.update(auditEntries).set({ details: null }).where(eq(auditEntries.reservationId, id))
  await tx.update(cancellations).set({ overrideReason: null }).where(eq(cancellations.reservationId, id))
  await tx
    .update(replacementLinks)
    .set({ endedAt: now })
    .where(and(eq(replacementLinks.reservationId, id), isNull(replacementLinks.endedAt)))
  await tx
    .update(waitlistOffers)
    .set({ state: 'withdrawn', endedAt: now })
    .where(and(eq(waitlistOffers.reservationId, id), eq(waitlistOffers.state, 'open')))
}

/** Payloads hold numbers alone; the words of a failure are not known to. */
async function forgetErrors(tx: Transaction, reservationId: number, mailIds: number[]): Promise<void> {
  const ofMail = inArray(sql`${outbox.payload}->>'emailId'`, mailIds.map(String))
  const ofStay = eq(sql`${outbox.payload}->>'reservationId'`, String(reservationId))
  await tx
    .update(outbox)
    .set({ lastError: null })
    .where(and(isNotNull(outbox.lastError), mailIds.length > 0 ? or(ofMail, ofStay) : ofStay))
}

/** A mail that lists all stays of an address is kept with one of them, and names the others: it goes with the first. */
export async function emptyLinkLists(tx: Transaction, emailHashes: string[]): Promise<void> {
  const ofAddress = tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(inArray(reservations.emailHash, emailHashes))
  await tx
    .update(emails)
    .set({ content: null })
    .where(and(eq(emails.emailType, LINK_LIST), inArray(emails.reservationId, ofAddress)))
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

/** Empties the waitlist of an event and ends its offers and its host's links. */
export async function emptyWaitlist(tx: Transaction, eventId: number, now: Date): Promise<void> {
  const gone = await tx
    .update(waitlistEntries)
    .set({ customerName: null, email: null, emailHash: null, purgedAt: now })
    .where(and(eq(waitlistEntries.eventId, eventId), isNull(waitlistEntries.purgedAt)))
    .returning({ id: waitlistEntries.id })
  const ids = gone.map(({ id }) => id)
  if (ids.length > 0) {
    await tx
      .update(waitlistOffers)
      .set({ state: 'withdrawn', endedAt: now })
      .where(and(inArray(waitlistOffers.entryId, ids), eq(waitlistOffers.state, 'open')))
    // The e-mails to waitlist entries are kept nowhere else.
    await tx.delete(emails).where(inArray(emails.waitlistEntryId, ids))
  }
  await tx
    .update(hostLinks)
    .set({ revokedAt: now })
    .where(and(eq(hostLinks.eventId, eventId), isNull(hostLinks.revokedAt)))
}

/**
 * Deletes entries that nobody has confirmed, when they were made and last mailed before; what was mailed goes with them.
 * Gives the events that they were of.
 */
export async function forgetUnconfirmed(tx: Transaction, before: Date): Promise<number[]> {
  const mailedSince = tx
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.waitlistEntryId, waitlistEntries.id), gte(emails.createdAt, before)))
  const gone = await tx
    .delete(waitlistEntries)
    .where(
      and(
        eq(waitlistEntries.state, 'unconfirmed'),
        lt(waitlistEntries.createdAt, before),
        notExists(mailedSince),
      ),
    )
    .returning({ eventId: waitlistEntries.eventId })
  return [...new Set(gone.map(({ eventId }) => eventId))]
}

/** Which of these mails may stay where they were captured: their row is there, and nobody whom they name is purged. */
export async function listKept(db: Database, messageIds: string[]): Promise<Set<string>> {
  const found = await db
    .select({ messageId: emails.messageId })
    .from(emails)
    .leftJoin(reservations, eq(reservations.id, emails.reservationId))
    .where(
      and(
        inArray(emails.messageId, messageIds),
        isNull(reservations.purgedAt),
        or(ne(emails.emailType, LINK_LIST), ne(emails.status, 'sent'), isNotNull(emails.content)),
      ),
    )
  return new Set(found.map(({ messageId }) => messageId))
}

/** Whose data is deleted soon, by event. */

// The columns are nested, so that they keep the names of their tables.
const howMany = (which: SQL) => sql<number>`(select count(*) from ${which})::int`

/** Events whose guests' data goes within a week, or is going now; the first to go first. */
export async function listLeaving(db: Database, today: Day, purgeAfterDays: number) {
  const due = dueEnd(today, purgeAfterDays)
  const guests = howMany(
    sql`${reservations} where ${reservations.eventId} = ${events.id} and ${reservations.purgedAt} is null
      and ${reservations.status} in ('confirmed', 'cancelled')`,
  )
  const waiting = howMany(
    sql`${waitlistEntries} where ${waitlistEntries.eventId} = ${events.id} and ${waitlistEntries.purgedAt} is null`,
  )
  const found = await db
    .select({
      id: events.id,
      name: events.name,
      urlName: events.urlName,
      private: sql<boolean>`${events.password} is not null`,
      endDateDate: events.endDateDate,
      guests,
      waiting,
    })
    .from(events)
    .where(
      and(
        gte(events.endDateDate, addDays(due, -RECEIPT_DAYS)),
        lte(events.endDateDate, addDays(due, WARN_DAYS)),
      ),
    )
    .orderBy(asc(events.endDateDate), asc(events.id))
  return found
    .filter((event) => event.guests + event.waiting > 0)
    .map(({ endDateDate, ...event }) => ({ ...event, day: purgeDay(endDateDate, purgeAfterDays) }))
}
