/** Failures: e-mails, refunds, and work that was given up. */
import { and, asc, desc, eq, gte, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import { columns, type Database } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { emails, type EmailType } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { REFUND_JOB, refusedButHere } from '#features/booking/index.ts'
import { EMAIL_JOB } from '#features/emails/index.ts'
import { ABOUT } from './events.ts'

/** Made-up addresses fail by their nature: the waitlist shows them as not confirmed. */
const ANYBODYS: EmailType = 'waitlist-confirm'

/**
 * Mails that failed since an instant, and those that failed so far and are being tried again; failed ones
 * first, newest first. Each row knows how many there are of each in all.
 */
export async function listFailedMails(db: Database, since: Date, limit: number) {
  const failed = sql`(${emails.status} = 'failed')`
  return db
    .select({
      about: ABOUT,
      ...columns(emails, 'id', 'emailType', 'status', 'failure', 'createdAt'),
      failed: sql<number>`(count(*) filter (where ${failed}) over ())::int`,
      retrying: sql<number>`(count(*) filter (where not ${failed}) over ())::int`,
    })
    .from(emails)
    .leftJoin(reservations, eq(reservations.id, emails.reservationId))
    .leftJoin(events, eq(events.id, reservations.eventId))
    .where(
      or(
        and(eq(emails.status, 'failed'), gte(emails.createdAt, since), ne(emails.emailType, ANYBODYS)),
        and(eq(emails.status, 'queued'), isNotNull(emails.failure)),
      ),
    )
    .orderBy(desc(failed), desc(emails.id))
    .limit(limit)
}

/**
 * Refunds that the provider refused while their money is still here, newest first: what was refunded at the
 * provider's own dashboard or by hand instead, or is on its way, needs nobody. Each row knows how many there are in all.
 */
export async function listFailedRefunds(db: Database, limit: number) {
  return db
    .select({
      about: ABOUT,
      ...columns(refunds, 'id', 'amount', 'finishedAt'),
      all: sql<number>`(count(*) over ())::int`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(reservations, eq(reservations.id, payments.reservationId))
    .leftJoin(events, eq(events.id, reservations.eventId))
    .where(refusedButHere)
    .orderBy(desc(refunds.id))
    .limit(limit)
}

/**
 * Cancelled stays whose refund has waited for a fee since before an instant, oldest first, but for those of whose money an
 * admin has refunded something meanwhile. Each row knows how many there are in all.
 */
export async function listMissingFees(db: Database, before: Date, limit: number) {
  const refundedSince = sql`exists (select 1 from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
    where ${payments.reservationId} = ${cancellations.reservationId} and ${refunds.status} <> 'failed'
    and ${refunds.createdAt} > ${cancellations.at})`
  return db
    .select({
      about: ABOUT,
      most: cancellations.refundByTerms,
      at: cancellations.at,
      all: sql<number>`(count(*) over ())::int`,
    })
    .from(cancellations)
    .innerJoin(reservations, eq(reservations.id, cancellations.reservationId))
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(and(isNotNull(cancellations.awaited), lt(cancellations.at, before), sql`not ${refundedSince}`))
    .orderBy(asc(cancellations.at), asc(cancellations.reservationId))
    .limit(limit)
}

/**
 * Work given up since an instant, newest first, but for that of mails and refunds which are told as such. Each
 * row knows how many there are in all.
 */
export async function listDeadJobs(db: Database, since: Date, limit: number) {
  const toldAsMail = sql`${outbox.kind} = ${EMAIL_JOB} and exists (select 1 from ${emails}
    where ${emails.id} = (${outbox.payload} ->> 'emailId')::int and ${emails.status} = 'failed')`
  const toldAsRefund = sql`${outbox.kind} = ${REFUND_JOB} and exists (select 1 from ${refunds}
    where ${refunds.id} = (${outbox.payload} ->> 'refundId')::int and ${refunds.status} = 'failed')`
  return db
    .select({
      ...columns(outbox, 'id', 'kind'),
      reason: outbox.lastError,
      deadAt: outbox.deadAt,
      all: sql<number>`(count(*) over ())::int`,
    })
    .from(outbox)
    .where(and(gte(outbox.deadAt, since), sql`not (${toldAsMail})`, sql`not (${toldAsRefund})`))
    .orderBy(desc(outbox.deadAt), desc(outbox.id))
    .limit(limit)
}
