/** The `emails` table: what was sent, what waits, and why something failed. */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { emails, type EmailStatus, type EmailType } from '../../platform/database/schema/emails.ts'
import { enqueue } from '../../platform/outbox.ts'
import { venueDomain } from '../../shared/venue.ts'

/** The outbox kind of a mail to send; its payload is `{ emailId }`. */
export const EMAIL_JOB = 'email'

export interface EmailCause {
  type: EmailType
  reservationId: number
  invoiceId?: number | undefined
  /** Names the cause, e.g. `invoice-success:17`; a second mail for the same one is impossible. */
  key: string
  now: Date
}

/**
 * Promises a mail in the transaction of its cause. Only kind and ids are kept: recipient and text are read
 * when it is sent, and whether it is still wanted is asked again then (CONTRACT section 5). The same key
 * again does nothing.
 */
export async function queueEmail(tx: Transaction, cause: EmailCause): Promise<void> {
  const [row] = await tx
    .insert(emails)
    .values({
      emailType: cause.type,
      reservationId: cause.reservationId,
      invoiceId: cause.invoiceId ?? null,
      dedupeKey: cause.key,
      messageId: newMessageId(),
      createdAt: cause.now,
    })
    .onConflictDoNothing({ target: emails.dedupeKey })
    .returning({ id: emails.id })
  if (!row) return
  await enqueue(tx, {
    kind: EMAIL_JOB,
    payload: { emailId: row.id },
    dedupeKey: `${EMAIL_JOB}:${row.id}`,
    runAt: cause.now,
  })
}

// Made once and kept: a repeat after a crash carries the same one, so mail programs show it once.
function newMessageId(): string {
  return `<${randomUUID()}@${venueDomain}>`
}

export type QueuedEmail = Pick<
  typeof emails.$inferSelect,
  'id' | 'emailType' | 'reservationId' | 'invoiceId' | 'status' | 'messageId' | 'createdAt'
>

/** Undefined: its reservation was deleted, and the mail with it. */
export async function findEmail(db: Database, id: number): Promise<QueuedEmail | undefined> {
  const [row] = await db.select().from(emails).where(eq(emails.id, id))
  return row
}

const SHOWN = ['queued', 'sent', 'failed'] as const satisfies EmailStatus[]

/** The mails of these reservations in the order of their causes; what was dropped unsent is none. */
export async function listEmails(db: Database, reservationIds: number[]) {
  return db
    .select({
      id: emails.id,
      reservationId: emails.reservationId,
      emailType: emails.emailType,
      subject: emails.subject,
      sentAt: emails.sentAt,
      failure: emails.failure,
      status: sql<(typeof SHOWN)[number]>`${emails.status}`,
    })
    .from(emails)
    .where(and(inArray(emails.reservationId, reservationIds), inArray(emails.status, [...SHOWN])))
    .orderBy(asc(emails.id))
}

export type ListedEmail = Awaited<ReturnType<typeof listEmails>>[number]

/** How a queued mail ended, or why its last try did not end it. */
export type EmailEnd =
  { status: 'sent'; subject: string; at: Date } | { status: 'failed' | 'dropped' | 'queued'; failure: string }

/** Writes down how a try ended; a mail that is no longer queued stays as it is. */
export async function markEmail(db: Database, id: number, end: EmailEnd): Promise<void> {
  const changes: Partial<typeof emails.$inferInsert> =
    end.status === 'sent'
      ? { status: end.status, subject: end.subject, sentAt: end.at, failure: null }
      : { status: end.status, failure: end.failure }
  const queued: EmailStatus = 'queued'
  await db
    .update(emails)
    .set(changes)
    .where(and(eq(emails.id, id), eq(emails.status, queued)))
}
