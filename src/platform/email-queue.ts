/**
 * The queue of e-mails. Any part of the site enqueues an e-mail in the transaction of the change that causes it.
 * `src/domain/mail` writes and sends the e-mail later, in a job of the outbox. The `emails` table records
 * what was sent, what is queued, and why an e-mail failed. The dedupe key of an e-mail names exactly one cause,
 * such as the id of a payment's intent. With a random key, a job that runs again after a crash would send a
 * second e-mail.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { and, asc, desc, eq, gt, inArray, like, ne, not, notInArray, or, sql } from 'drizzle-orm'
import { columns, type Database, isAnyOf, type Transaction } from './database/database.ts'
import { invoiceLines, invoices, reservations } from './database/schema/booking.ts'
import type { Sealed } from './database/schema/columns.ts'
import {
  emails,
  type EmailStatus,
  type EmailType,
  type ReservationEmailType,
} from './database/schema/emails.ts'
import { events } from './database/schema/events.ts'
import { waitlistEntries } from './database/schema/waitlist.ts'
import { enqueue, enqueueAgain, jobKind } from './outbox.ts'
import type { Sealer } from './sealing.ts'
import { venueDomain } from '#shared/venue.ts'

/** An e-mail that the mail server has accepted. */
export interface EmailSent {
  type: EmailType
  invoiceId: number | null
  at: Date
}

/** The job that sends an e-mail. With `byHand`, an admin has requested it, so it is sent even at night. */
export const SEND_EMAIL = jobKind(
  'send-email',
  z.object({ emailId: z.number(), byHand: z.literal(1).optional() }),
)

/**
 * This job does the work of sending an e-mail, but sends none. So the server's load does not reveal whether
 * an address has a reservation (docs/decisions/0032).
 */
export const WRITE_DECOY_EMAIL = jobKind('write-decoy-email', z.object({}))

export interface EmailCause {
  type: EmailType
  /** The reservation that the e-mail is about. A waitlist entry can be set instead, or neither. */
  reservationId?: number | null
  waitlistEntryId?: number | null
  invoiceId?: number | null | undefined
  /** The message that an admin wrote. Set only for an e-mail of the type `message`. */
  guestMessageId?: number | null
  /** Names the cause of the e-mail, for example `refund:17`. One key sends one e-mail (R9.10). */
  key: string
  now: Date
}

/** `isNew` is false if an e-mail with this key is already queued, sent or failed. */
export interface Queued {
  emailId: number
  isNew: boolean
}

/**
 * Enqueues an e-mail in the transaction of the change that causes it. Stores only the type and ids. When the
 * e-mail is sent, the site looks up recipient and text, and checks that there is still a reason to send it
 * (R9.1). Does nothing if the key was already used, unless that e-mail was dropped (R9.10).
 */
export async function enqueueEmail(tx: Transaction, cause: EmailCause): Promise<Queued> {
  // Tries several times, because another process may drop the earlier e-mail between the two statements,
  // which frees its key.
  for (let tries = 0; tries < 3; tries += 1) {
    const queued = (await insertEmail(tx, cause)) ?? (await findQueued(tx, cause.key))
    if (queued) return queued
  }
  throw new Error('could neither insert nor find an e-mail with this key')
}

async function insertEmail(tx: Transaction, cause: EmailCause): Promise<Queued | undefined> {
  const [made] = await tx
    .insert(emails)
    .values({
      emailType: cause.type,
      reservationId: cause.reservationId,
      waitlistEntryId: cause.waitlistEntryId,
      invoiceId: cause.invoiceId,
      guestMessageId: cause.guestMessageId,
      dedupeKey: cause.key,
      messageId: newMessageId(),
      createdAt: cause.now,
    })
    .onConflictDoNothing({ target: emails.dedupeKey })
    .returning({ id: emails.id })
  if (!made) return undefined
  await enqueue(tx, SEND_EMAIL, jobOf(made.id, cause.now))
  return { emailId: made.id, isNew: true }
}

async function findQueued(tx: Transaction, key: string): Promise<Queued | undefined> {
  const [there] = await tx.select({ id: emails.id }).from(emails).where(eq(emails.dedupeKey, key))
  return there && { emailId: there.id, isNew: false }
}

/**
 * Enqueues a failed e-mail again. It keeps its Message-ID and gets a new time limit for retries. Returns
 * false if the e-mail has not failed.
 */
export async function enqueueEmailAgain(tx: Transaction, id: number, now: Date): Promise<boolean> {
  const [row] = await tx
    .update(emails)
    .set({ status: 'queued', failure: null, createdAt: now })
    .where(and(eq(emails.id, id), eq(emails.status, 'failed')))
    .returning({ id: emails.id })
  if (!row) return false
  await enqueueAgain(tx, SEND_EMAIL, { ...jobOf(id, now), input: { emailId: id, byHand: 1 } })
  return true
}

/** Returns the dedupe key for sending an e-mail again, on a request with this attempt key. */
export const againKey = (id: number, attempt: string) => `again:${id}:${attempt}`

/** Returns the id of the original e-mail if this one repeats it. Otherwise returns the e-mail's own id. */
export function firstSent({ id, dedupeKey }: { id: number; dedupeKey: string }): number {
  const first = /^again:(\d+):/.exec(dedupeKey)?.[1]
  return first === undefined ? id : Number(first)
}

const jobOf = (emailId: number, runAt: Date) => ({
  input: { emailId },
  dedupeKey: `email:${emailId}`,
  runAt,
})

// Each attempt to send an e-mail uses the same Message-ID. So mail programs show it once, even if it is sent
// twice after a crash.
const newMessageId = (): string => `<${randomUUID()}@${venueDomain}>`

/**
 * Returns an e-mail. Returns undefined if the e-mail was deleted together with its reservation or waitlist
 * entry.
 */
export async function findEmail(db: Database, id: number) {
  const [row] = await db
    .select({
      ...columns(emails, 'id', 'emailType', 'reservationId', 'waitlistEntryId', 'invoiceId'),
      ...columns(emails, 'guestMessageId', 'dedupeKey', 'status', 'messageId', 'createdAt'),
    })
    .from(emails)
    .where(eq(emails.id, id))
  return row
}

export type QueuedEmail = NonNullable<Awaited<ReturnType<typeof findEmail>>>

// SQL condition: the e-mail was not dropped before sending. Dropped e-mails are neither shown nor counted.
const isShown = ne(emails.status, 'dropped')

/**
 * Returns true if an e-mail of this type about these reservations or this waitlist entry was enqueued after
 * `since`.
 */
export async function wasEmailed(
  tx: Transaction,
  about: { reservationIds: number[] } | { waitlistEntryId: number },
  { type, since }: { type: EmailType; since: Date },
): Promise<boolean> {
  const ofWhom =
    'waitlistEntryId' in about
      ? eq(emails.waitlistEntryId, about.waitlistEntryId)
      : inArray(emails.reservationId, about.reservationIds)
  const which = and(ofWhom, eq(emails.emailType, type), isShown, gt(emails.createdAt, since))
  return (await tx.$count(emails, which)) > 0
}

/**
 * The new dedupe key of a dropped or retracted e-mail. With the old key free, the same cause can send an
 * e-mail again (R9.10).
 */
const releasedKey = sql<string>`${emails.dedupeKey} || ':released:' || ${emails.id}`

const isReleased = like(emails.dedupeKey, '%:released:%')

/**
 * The columns to write when an e-mail is retracted. A queued e-mail is dropped, and its dedupe key becomes
 * free.
 */
const RETRACTED_MARK = {
  dedupeKey: releasedKey,
  status: sql<EmailStatus>`case when ${emails.status} = 'queued' then 'dropped' else ${emails.status} end`,
}

/**
 * Retracts all e-mails of a type to a reservation, except one, after the guest's address has changed.
 * Otherwise the queued ones would go to the new address too. And if the guest returned to an earlier address,
 * the e-mail could not be sent to it again.
 */
export async function retractOthers(
  tx: Transaction,
  { type, reservationId, except }: { type: EmailType; reservationId: number; except: number },
): Promise<void> {
  const ofType = and(eq(emails.reservationId, reservationId), eq(emails.emailType, type))
  await tx
    .update(emails)
    .set(RETRACTED_MARK)
    .where(and(ofType, ne(emails.id, except), not(isReleased)))
}

/** Retracts e-mails whose text is no longer true. */
export async function retractEmails(tx: Transaction, keys: string[]): Promise<void> {
  await tx.update(emails).set(RETRACTED_MARK).where(inArray(emails.dedupeKey, keys))
}

/** The instant by which lists of e-mails are sorted: when the e-mail was sent, otherwise when it was enqueued. */
const listedAt = sql<Date>`coalesce(${emails.sentAt}, ${emails.createdAt})`

/** Returns the e-mails of these reservations by date, the oldest first, without dropped e-mails. */
export const listEmails = (db: Database, reservationIds: number[]) =>
  db
    .select({
      ...columns(emails, 'id', 'reservationId'),
      emailType: sql<ReservationEmailType>`${emails.emailType}`,
      ...columns(emails, 'subject', 'sentAt', 'failure'),
      status: sql<Exclude<EmailStatus, 'dropped'>>`${emails.status}`,
    })
    .from(emails)
    .where(and(isAnyOf(emails.reservationId, reservationIds), isShown))
    .orderBy(asc(listedAt), asc(emails.id))

export type ListedEmail = Awaited<ReturnType<typeof listEmails>>[number]

/** Selects e-mails by their ids, or by the admin's messages that they contain. */
export type WhichEmails = { ids: number[] } | { messageIds: number[] }

/**
 * Returns the status and recipient of each of these e-mails, including dropped ones. The recipients' names
 * are still encrypted.
 */
export const listStates = async (db: Database, which: WhichEmails) =>
  db
    .select({
      id: emails.id,
      messageId: emails.guestMessageId,
      ...columns(emails, 'status', 'failure'),
      guest: { reservationId: reservations.id, ...columns(reservations, 'uuid', 'customerName') },
      entry: { uuid: waitlistEntries.uuid, customerName: waitlistEntries.customerName },
    })
    .from(emails)
    .leftJoin(reservations, eq(reservations.id, emails.reservationId))
    .leftJoin(waitlistEntries, eq(waitlistEntries.id, emails.waitlistEntryId))
    .where('ids' in which ? inArray(emails.id, which.ids) : inArray(emails.guestMessageId, which.messageIds))
    .orderBy(asc(emails.id))

interface EmailPage {
  type: string | null
  state: EmailStatus | null
  /** Null lists the e-mails of all events, and those that belong to none. */
  eventId: number | null
  /** Types of e-mails to leave out. */
  omit: EmailType[]
  /** The id of the last e-mail of the previous page. Null starts with the newest. */
  before: number | null
  limit: number
}

/**
 * Returns e-mails of the whole site with their recipients, by date, the newest first. The recipients' names are still
 * encrypted.
 */
export const listEmailPage = async (db: Database, { type, state, eventId, omit, before, limit }: EmailPage) =>
  db
    .select({
      email: emails,
      guest: { uuid: reservations.uuid, customerName: reservations.customerName },
      entry: { uuid: waitlistEntries.uuid, customerName: waitlistEntries.customerName },
      event: events.name,
    })
    .from(emails)
    .leftJoin(reservations, eq(reservations.id, emails.reservationId))
    .leftJoin(waitlistEntries, eq(waitlistEntries.id, emails.waitlistEntryId))
    .leftJoin(events, sql`${events.id} = coalesce(${reservations.eventId}, ${waitlistEntries.eventId})`)
    .where(
      and(
        isShown,
        omit.length === 0 ? undefined : notInArray(emails.emailType, omit),
        type === null ? undefined : sql`${emails.emailType} = ${type}`,
        state === null ? undefined : eq(emails.status, state),
        eventId === null ? undefined : eq(events.id, eventId),
        before === null
          ? undefined
          : sql`(${listedAt}, ${emails.id}) < (select coalesce(sent_at, created_at), id from emails where id = ${before})`,
      ),
    )
    .orderBy(desc(listedAt), desc(emails.id))
    .limit(limit)

/** Counts all queued e-mails, and the failed e-mails created after `since`. */
export async function countUnsent(db: Database, since: Date) {
  const [counts] = await db
    .select({
      waiting: sql<number>`(count(*) filter (where ${emails.status} = 'queued'))::int`,
      failed: sql<number>`(count(*) filter (where ${emails.status} = 'failed' and ${gt(emails.createdAt, since)}))::int`,
    })
    .from(emails)
    .where(sql`${emails.status} in ('queued', 'failed')`)
  return counts ?? { waiting: 0, failed: 0 }
}

/** Returns an e-mail together with its reservation's `purgedAt`. Returns undefined for a dropped e-mail. */
export async function findShownEmail(db: Database, id: number) {
  const [found] = await db
    .select({ email: emails, purgedAt: reservations.purgedAt })
    .from(emails)
    .leftJoin(reservations, eq(reservations.id, emails.reservationId))
    .where(and(eq(emails.id, id), isShown))
  return found
}

/**
 * Locks an e-mail until the transaction ends, and returns its status. The caller must have locked the
 * e-mail's reservation first, because a deletion locks in the same order.
 */
export async function lockEmailStatus(tx: Transaction, id: number): Promise<EmailStatus | undefined> {
  const [row] = await tx
    .select({ status: emails.status })
    .from(emails)
    .where(and(eq(emails.id, id), isShown))
    .for('update')
  return row?.status
}

/** How an attempt to send an e-mail ended. `queued` means that there will be another attempt. */
type EmailEnd =
  | { status: 'sent'; subject: string | null; content: Sealed | null; at: Date }
  | { status: 'failed' | 'dropped' | 'queued'; failure: string }

/**
 * Records how an attempt to send an e-mail ended, if the e-mail is still queued. A dropped e-mail frees its
 * key. A failed e-mail keeps its key, because an admin can send it again.
 */
export async function markEmail(db: Database, id: number, end: EmailEnd): Promise<void> {
  await db
    .update(emails)
    .set(changesOf(end))
    .where(and(eq(emails.id, id), eq(emails.status, 'queued')))
}

function changesOf(end: EmailEnd) {
  const { status } = end
  if (status === 'sent') {
    const { subject, content, at } = end
    return { status, subject, content, sentAt: at, failure: null }
  }
  return { status, failure: end.failure, ...(status === 'dropped' ? { dedupeKey: releasedKey } : {}) }
}

/**
 * Returns the table, row and column to which the encrypted text is bound. A row of `emails` has no uuid, so
 * its Message-ID identifies it.
 */
const placeOf = (messageId: string) => ({ table: 'emails', row: messageId, column: 'content' })

/** A sent e-mail, as the column `content` stores it. */
export interface SentContent {
  to: string
  subject: string
  html: string
  text: string
}

/** Encrypts the text of a sent e-mail for the column `content` (R9.7). */
export function sealContent(sealer: Sealer, messageId: string, email: SentContent): Sealed {
  const { to, subject, html, text } = email
  return sealer.seal(placeOf(messageId), JSON.stringify({ to, subject, html, text }))
}

/**
 * Decrypts the text of a sent e-mail. Throws if the encrypted text was changed or copied from another e-mail
 * (see `Sealer.open`).
 */
export const openContent = (sealer: Sealer, messageId: string, content: Sealed): SentContent =>
  JSON.parse(sealer.open(placeOf(messageId), content)) as SentContent

/**
 * Empties the e-mails of a purged reservation. Also empties e-mails to others in its party, because they may
 * name the guest. Returns the ids of the reservation's own e-mails.
 */
export async function emptyEmails(tx: Transaction, reservationId: number): Promise<number[]> {
  const emptied = await tx
    .update(emails)
    .set({ content: null, failure: null })
    .where(eq(emails.reservationId, reservationId))
    .returning({ id: emails.id })
  const own = tx
    .select({ partyId: reservations.partyId })
    .from(reservations)
    .where(eq(reservations.id, reservationId))
  // Also finds other guests who paid for this guest in an earlier party. Their invoices have a line for this
  // guest.
  const paidBy = tx
    .select({ id: invoices.reservationId })
    .from(invoiceLines)
    .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
    .where(eq(invoiceLines.reservationId, reservationId))
  const party = tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(or(inArray(reservations.partyId, own), inArray(reservations.id, paidBy)))
  await tx.update(emails).set({ content: null }).where(inArray(emails.reservationId, party))
  return emptied.map(({ id }) => id)
}

/**
 * Empties the e-mails that list all stays of an address. `emailHashes` are keyed hashes of the address
 * (`Sealer.lookups`). Such an e-mail belongs to one stay but also names the others. So the purge of any of
 * these stays empties it.
 */
export async function emptyLinkLists(tx: Transaction, emailHashes: string[]): Promise<void> {
  const ofAddress = tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(inArray(reservations.emailHash, emailHashes))
  await tx
    .update(emails)
    .set({ content: null })
    .where(and(eq(emails.emailType, 'lost-link'), inArray(emails.reservationId, ofAddress)))
}

export async function deleteEmailsToEntries(tx: Transaction, entryIds: number[]): Promise<void> {
  await tx.delete(emails).where(inArray(emails.waitlistEntryId, entryIds))
}
