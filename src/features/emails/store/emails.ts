/** The `emails` table: what was sent, what waits, and why something failed. */
import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, like, lt, lte, ne, not, or, sql } from 'drizzle-orm'
import { columns, type Database, isAnyOf, type Transaction } from '#platform/database/database.ts'
import { invoiceLines, invoices, reservations } from '#platform/database/schema/booking.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import {
  emails,
  type EmailStatus,
  type EmailType,
  recipientCounts,
} from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { enqueue, enqueueAgain } from '#platform/outbox.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { venueDomain } from '#shared/venue.ts'
import type { ReservationEmailType, ShownEmail } from '../contract.ts'

/** The outbox kind of a mail to send; its payload is `{ emailId }`. */
export const EMAIL_JOB = 'email'

/** The outbox kind of work as long as that of an e-mail, which sends none: no time tells whether there is a stay (docs/decisions/0055). */
export const DECOY_EMAIL_JOB = 'mail-for-nobody'

export interface EmailCause {
  type: EmailType
  /** Whom the mail is about: one of both. */
  reservationId?: number | null
  waitlistEntryId?: number | null
  invoiceId?: number | null | undefined
  /** The text that an admin wrote, of a `message`. */
  guestMessageId?: number | null
  /** Names the act that causes it, e.g. `refund:17`, and nothing wider; a second mail for the same one is impossible (R9.10). */
  key: string
  now: Date
}

/** `isNew` is false when this cause has a mail already that waits, was sent or failed. */
export interface Queued {
  emailId: number
  isNew: boolean
}

/**
 * Enqueues an e-mail in the transaction of its cause. Only type and ids are kept: recipient and text are read
 * when it is sent, and whether it is still wanted is asked again then (R9.1). The same key
 * again does nothing, unless its e-mail was dropped unsent (R9.10).
 */
export async function enqueueEmail(tx: Transaction, cause: EmailCause): Promise<Queued> {
  // The e-mail that has the key may be dropped between the two statements; then the key is free.
  for (let tries = 0; tries < 3; tries += 1) {
    const queued = (await insertEmail(tx, cause)) ?? (await findQueued(tx, cause.key))
    if (queued) return queued
  }
  throw new Error('a mail neither was there nor could be queued')
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
  await enqueue(tx, jobOf(made.id, cause.now))
  return { emailId: made.id, isNew: true }
}

async function findQueued(tx: Transaction, key: string): Promise<Queued | undefined> {
  const [there] = await tx.select({ id: emails.id }).from(emails).where(eq(emails.dedupeKey, key))
  return there && { emailId: there.id, isNew: false }
}

/** Enqueues a failed e-mail anew, with the same Message-ID, and its tries counted from now. False: it has not failed (any more). */
export async function enqueueEmailAgain(tx: Transaction, id: number, now: Date): Promise<boolean> {
  const [row] = await tx
    .update(emails)
    .set({ status: 'queued', failure: null, createdAt: now })
    .where(and(eq(emails.id, id), eq(emails.status, 'failed')))
    .returning({ id: emails.id })
  if (!row) return false
  const job = jobOf(id, now)
  // The hold is lifted: whoever sends it again wants it sent now.
  await enqueueAgain(tx, { ...job, payload: { ...job.payload, byHand: 1 } })
  return true
}

/** The cause of an e-mail that is sent once more, by the page's key. */
export const againKey = (id: number, attempt: string) => `again:${id}:${attempt}`

/** The e-mail that was sent first of those sent again; itself, if it is that one. */
export function firstSent({ id, dedupeKey }: { id: number; dedupeKey: string }): number {
  const first = /^again:(\d+):/.exec(dedupeKey)?.[1]
  return first === undefined ? id : Number(first)
}

const jobOf = (emailId: number, runAt: Date) => ({
  kind: EMAIL_JOB,
  payload: { emailId },
  dedupeKey: `${EMAIL_JOB}:${emailId}`,
  runAt,
})

// The Message-ID is made once and stored: a repeat after a crash carries the same one, so mail programs show it once.
const newMessageId = (): string => `<${randomUUID()}@${venueDomain}>`

/** Undefined: its reservation or entry was deleted, and the mail with it. */
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

// E-mails that were dropped unsent are neither shown nor counted.
const isShown = ne(emails.status, 'dropped')

/** Whether such a mail about one of these stays, or about a place on the waitlist, has gone or is to go since an instant. */
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

/** The key of an e-mail that no longer uses its cause up: it was dropped or retracted, and the cause may come again (R9.10). */
const releasedKey = sql<string>`${emails.dedupeKey} || ':released:' || ${emails.id}`

const isReleased = like(emails.dedupeKey, '%:released:%')

/** A retracted e-mail is dropped if it has not gone, and its cause may come again. */
const RETRACTED = {
  dedupeKey: releasedKey,
  status: sql<EmailStatus>`case when ${emails.status} = 'queued' then 'dropped' else ${emails.status} end`,
}

/**
 * Retracts the other e-mails of a type to a reservation. An e-mail reads its recipient when it is sent, so one that waits would reach
 * the newest address. One that was sent to an earlier address is sent again when a guest returns to that address.
 */
export async function retractOthers(
  tx: Transaction,
  { type, reservationId, except }: { type: EmailType; reservationId: number; except: number },
): Promise<void> {
  const ofType = and(eq(emails.reservationId, reservationId), eq(emails.emailType, type))
  await tx
    .update(emails)
    .set(RETRACTED)
    .where(and(ofType, ne(emails.id, except), not(isReleased)))
}

/** Retracts e-mails that are no longer true. */
export async function retractEmails(tx: Transaction, keys: string[]): Promise<void> {
  await tx.update(emails).set(RETRACTED).where(inArray(emails.dedupeKey, keys))
}

/** The mails of these reservations in the order of their causes; what was dropped unsent is none. */
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
    .orderBy(asc(emails.id))

export type ListedEmail = Awaited<ReturnType<typeof listEmails>>[number]

/** A choice of e-mails: by their own numbers, or all of some messages. */
export type WhichEmails = { ids: number[] } | { messageIds: number[] }

/** The state of each of these e-mails, and whom it is to; names are still sealed. Dropped ones are among them. */
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
  /** E-mails before this one; null: the newest. */
  before: number | null
  limit: number
}

/** E-mails of the whole site, newest first, with whom each is to; names are still sealed. */
export const listEmailPage = async (db: Database, { type, state, before, limit }: EmailPage) =>
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
        type === null ? undefined : sql`${emails.emailType} = ${type}`,
        state === null ? undefined : eq(emails.status, state),
        before === null ? undefined : lt(emails.id, before),
      ),
    )
    .orderBy(desc(emails.id))
    .limit(limit)

/** The number of e-mails that wait, and of those since an instant that failed. */
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

/** One that was not dropped, whole; `purgedAt` is its reservation's. */
export async function findShownEmail(db: Database, id: number) {
  const [found] = await db
    .select({ email: emails, purgedAt: reservations.purgedAt })
    .from(emails)
    .leftJoin(reservations, eq(reservations.id, emails.reservationId))
    .where(and(eq(emails.id, id), isShown))
  return found
}

/** The state of the e-mail, locked until the transaction ends. The caller holds its reservation: a deletion takes that first. */
export async function lockEmailStatus(tx: Transaction, id: number): Promise<EmailStatus | undefined> {
  const [row] = await tx
    .select({ status: emails.status })
    .from(emails)
    .where(and(eq(emails.id, id), isShown))
    .for('update')
  return row?.status
}

/** The end of a queued mail, or why its last try did not end it. */
type EmailEnd =
  | { status: 'sent'; subject: string | null; content: Sealed | null; at: Date }
  | { status: 'failed' | 'dropped' | 'queued'; failure: string }

/** Writes down how a try ended; a mail that is no longer queued stays as it is. One that was dropped releases its key; one that failed keeps it: an admin sends it again. */
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

/** A row of `emails` has no uuid; its Message-ID is as much its own. */
const placeOf = (messageId: string) => ({ table: 'emails', row: messageId, column: 'content' })

/** The e-mail as it went out, sealed, for `content` (R9.7). */
export function sealContent(sealer: Sealer, messageId: string, email: ShownEmail): Sealed {
  const { to, subject, html, text } = email
  return sealer.seal(placeOf(messageId), JSON.stringify({ to, subject, html, text }))
}

/** Throws when it was changed or moved (see `Sealer.open`). */
export const openContent = (sealer: Sealer, messageId: string, content: Sealed): ShownEmail =>
  JSON.parse(sealer.open(placeOf(messageId), content)) as ShownEmail

/** Empties the e-mails of a reservation, for the purge, and those of its party, which may name the guest; gives the ids of its own. */
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
  // Also of a party that the guest has left: what was paid for them there stays there.
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
 * Empties the e-mails that list all stays of an address (its keyed hashes, `Sealer.lookups`): each is kept with one stay and names
 * the others, so it goes with the first of them.
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

// Counts of the mails to a mailbox that anybody may have brought about (docs/decisions/0051).

/** Mails of one cause to one mailbox within a day. Three, since a mail may be lost, and parents sign up children. */
const MOST_OF_A_CAUSE = 3
const WINDOW_MS = 24 * 3_600_000

const overSince = (now: Date) => new Date(now.getTime() - WINDOW_MS)

/**
 * Counts one mail of a cause to a mailbox, in any spelling of its case; false: it has had its mails of the day. One
 * statement, so that of several at once none slips through. `RATE_LIMITS=off` lets everything pass.
 */
export async function takeEmail(
  tx: Transaction,
  { sealer, settings }: Pick<Services, 'sealer' | 'settings'>,
  { cause, email, now }: { cause: string; email: string; now: Date },
): Promise<boolean> {
  if (!settings.rateLimits) return true
  const recipient = sealer.lookup(`mail ${cause} ${email.trim()}`)
  const { mails, since } = recipientCounts
  const isOver = sql`${since} <= ${overSince(now).toISOString()}`
  const taken = await tx
    .insert(recipientCounts)
    .values({ recipient, mails: 1, since: now })
    .onConflictDoUpdate({
      target: recipientCounts.recipient,
      set: {
        mails: sql`case when ${isOver} then 1 else ${mails} + 1 end`,
        since: sql`case when ${isOver} then excluded.since else ${since} end`,
      },
      setWhere: sql`${isOver} or ${mails} < ${MOST_OF_A_CAUSE}`,
    })
    .returning({ recipient: recipientCounts.recipient })
  return taken.length > 0
}

/** Sweeps away the counts whose time is over. */
export async function forgetRecipients(db: Database, now: Date): Promise<void> {
  await db.delete(recipientCounts).where(lte(recipientCounts.since, overSince(now)))
}
