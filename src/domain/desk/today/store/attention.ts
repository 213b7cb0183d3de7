/**
 * Reads what needs an admin's attention on the Today page: unpaid invoices, automatic refunds, and failed e-mails,
 * refunds and jobs.
 */
import { and, asc, between, desc, eq, gte, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { columns, type Database } from '#platform/database/database.ts'
import { invoices, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { emails, type EmailType } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { ledgerEntries, ledgerLines } from '#platform/database/schema/ledger.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { refusedButHere, SEND_REFUND, taskOf } from '#domain/booking/store/refunds.ts'
import { SEND_EMAIL } from '#platform/email-queue.ts'
import type { Day } from '#shared/days.ts'
import type { Month } from '#shared/months.ts'
import type { RefundReason } from '#domain/booking/domain/settle.ts'
import { SUBJECT_COLUMNS } from './events.ts'

const ORPHAN: RefundReason = 'orphan'

export type Urgency = 'overdue' | 'due' | 'later'

/** SQL condition for unpaid invoices of confirmed reservations. */
const isOwed = and(sql`${invoices.unpaid}`, eq(reservations.status, 'confirmed'))

/** SQL for the number of confirmed guests of the event in the outer query. */
const confirmedGuests = sql<number>`(select count(*) from ${reservations}
  where ${reservations.eventId} = ${events.id} and ${reservations.status} = 'confirmed')`

/**
 * Returns the number and total (in cents) of unpaid invoices by urgency. Omits an urgency without invoices. `due` is
 * from `today` through `until`. `later` is after `until`, or without a due day.
 */
export const sumUnpaid = (db: Database, { today, until }: { today: Day; until: Day }) => {
  const urgency = sql<Urgency>`case when ${invoices.due} < ${today}::date then 'overdue'
    when ${invoices.due} <= ${until}::date then 'due' else 'later' end`
  // This subquery makes PostgreSQL read only the reservations of unpaid invoices. A join would read all reservations.
  const status = sql`(select ${reservations.status} from ${reservations}
    where ${reservations.id} = ${invoices.reservationId})`
  return db
    .select({ urgency, count: sql<number>`count(*)::int`, cents: sql<string>`sum(${invoices.amount})::text` })
    .from(invoices)
    .where(and(sql`${invoices.unpaid}`, sql`${status} = 'confirmed'`))
    .groupBy(sql`1`)
}

/**
 * Returns unpaid invoices that are due from `from` through `until`, by due day. A `from` of null means from the
 * oldest on. An `until` of null means all further ones, and at the end those without a due day.
 */
export const listUnpaidInvoices = (
  db: Database,
  { from, until }: { from: Day | null; until: Day | null },
  limit: number,
) =>
  db
    .select({
      ...SUBJECT_COLUMNS,
      invoiceId: invoices.id,
      ...columns(invoices, 'purpose', 'description', 'extra', 'amount', 'due'),
      // Counts all of the event's unpaid invoices with the same due day, including invoices beyond `limit`.
      ofDay: {
        count: sql<number>`(count(*) over (partition by ${invoices.due}, ${reservations.eventId}))::int`,
        cents: sql<string>`(sum(${invoices.amount}) over (partition by ${invoices.due}, ${reservations.eventId}))::text`,
      },
      remindedAt: invoices.sentAt,
      hasEmail: sql<boolean>`${reservations.email} is not null`,
    })
    .from(invoices)
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(
      and(
        isOwed,
        or(
          between(invoices.due, from ?? '-infinity', until ?? 'infinity'),
          until === null ? isNull(invoices.due) : undefined,
        ),
      ),
    )
    .orderBy(asc(invoices.due), asc(invoices.id))
    .limit(limit)

/**
 * Returns what an admin must refund by hand, the oldest first. Refunds that are given together are one row. Each row
 * also has the number and total of all rows.
 */
export const listRefundsDue = (db: Database, limit: number) => {
  const due = db
    .select({
      first: sql<number>`${taskOf}`.as('first_id'),
      amount: sql<number>`sum(${refunds.amount})::int`.as('task_amount'),
      all: sql<number>`(count(*) over ())::int`.as('task_count'),
      cents: sql<string>`(sum(sum(${refunds.amount})) over ())::text`.as('task_cents'),
    })
    .from(refunds)
    .where(eq(refunds.status, 'owed'))
    .groupBy(taskOf)
    .orderBy(taskOf)
    .limit(limit)
    .as('due')
  return db
    .select({
      about: SUBJECT_COLUMNS,
      id: refunds.id,
      reservationNumber: sql<number | null>`(select min(line.reservation_id) from ${ledgerEntries} as entry
        join ${ledgerLines} as line on line.entry_id = entry.id
        where entry.source = 'refund' and entry.source_id = ${refunds.id}::text)`,
      method: payments.method,
      createdAt: refunds.createdAt,
      amount: due.amount,
      all: due.all,
      cents: due.cents,
    })
    .from(due)
    .innerJoin(refunds, eq(refunds.id, due.first))
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(reservations, eq(reservations.id, payments.reservationId))
    .leftJoin(events, eq(events.id, reservations.eventId))
    .orderBy(asc(refunds.id))
}

/**
 * The period whose data a restore has lost: from the backup (`madeAt`) up to, but not including, the restore (`at`).
 */
interface LostPeriod {
  madeAt: Date
  at: Date
}

/**
 * Returns card payments that were automatically refunded since `since` because nobody got a spot for them, newest
 * first. Each row also has the number of all such payments, and the number whose reservation was lost by a restore.
 */
export const listAutomaticRefunds = (
  db: Database,
  { since, restored }: { since: Date; restored: LostPeriod | null },
  limit: number,
) => {
  // Without a restore, the lost period is empty, so no payment can be in it.
  const madeAt = restored?.madeAt.toISOString() ?? 'infinity'
  const restoredAt = restored?.at.toISOString() ?? '-infinity'
  // Stripe reports only whole seconds, so a payment right after the backup may seem to come before it.
  const lost = sql`(${payments.paidAt} >= date_trunc('second', ${madeAt}::timestamptz)
    and ${payments.paidAt} < ${restoredAt}::timestamptz)`
  return db
    .select({
      ...columns(refunds, 'id', 'amount', 'status', 'waitsForBalance'),
      intentId: paymentIntents.id,
      paidAt: payments.paidAt,
      eventName: events.name,
      eventUrlName: events.urlName,
      lost: sql<boolean>`${lost}`,
      all: sql<number>`(count(*) over ())::int`,
      allLost: sql<number>`(count(*) filter (where ${lost}) over ())::int`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(paymentIntents, eq(paymentIntents.id, payments.intentId))
    .leftJoin(events, eq(events.id, paymentIntents.eventId))
    .where(and(eq(refunds.reason, ORPHAN), gte(refunds.createdAt, since)))
    .orderBy(desc(refunds.id))
    .limit(limit)
}

/**
 * Adds up spots and confirmed guests by the month in which events start. Includes events that are not over on `today`
 * and start before `before`. An event that has already begun counts in the present month. Omits canceled events and
 * months without events.
 */
export const sumSpots = (db: Database, today: Day, before: Day) => {
  const month = sql<Month>`to_char(greatest(${events.startDateDate}, ${today}::date), 'YYYY-MM')`
  return db
    .select({
      month,
      spots: sql<number>`sum(${events.spots})::int`,
      // This subquery makes PostgreSQL read only the guests of these events. A join would read all reservations.
      taken: sql<number>`sum(${confirmedGuests})::int`,
    })
    .from(events)
    .where(and(gte(events.endDateDate, today), lt(events.startDateDate, before), isNull(events.cancelledAt)))
    .groupBy(sql`1`)
}

/**
 * Failures of this type of e-mail are not listed. They are normal, because visitors can enter made-up addresses. The
 * waitlist shows the entry of such an address as unconfirmed.
 */
const UNCONFIRMED_EMAIL: EmailType = 'waitlist-confirm'

/**
 * Returns e-mails that failed since `since`, then e-mails that will be retried, newest first. Each row also has the
 * number of all e-mails in each group.
 */
export const listFailedEmails = (db: Database, since: Date, limit: number) => {
  const failed = sql`(${emails.status} = 'failed')`
  return db
    .select({
      about: SUBJECT_COLUMNS,
      ...columns(emails, 'id', 'emailType', 'status', 'failure', 'createdAt'),
      failed: sql<number>`(count(*) filter (where ${failed}) over ())::int`,
      retrying: sql<number>`(count(*) filter (where not ${failed}) over ())::int`,
    })
    .from(emails)
    .leftJoin(reservations, eq(reservations.id, emails.reservationId))
    .leftJoin(events, eq(events.id, reservations.eventId))
    .where(
      or(
        and(
          eq(emails.status, 'failed'),
          gte(emails.createdAt, since),
          ne(emails.emailType, UNCONFIRMED_EMAIL),
        ),
        and(eq(emails.status, 'queued'), isNotNull(emails.failure)),
      ),
    )
    .orderBy(desc(failed), desc(emails.id))
    .limit(limit)
}

/**
 * Returns refunds that Stripe refused and whose money the venue still has, newest first. Omits a refund whose money
 * was refunded in another way. Each row also has the number of all such refunds.
 */
export const listFailedRefunds = (db: Database, limit: number) =>
  db
    .select({
      about: SUBJECT_COLUMNS,
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

/**
 * Returns stays that were canceled before `before` and whose refund still waits for Stripe to report its fee, the
 * oldest first. Omits stays for which an admin has refunded something since the cancellation. Each row also has the
 * number of all such stays.
 */
export const listMissingFees = (db: Database, before: Date, limit: number) => {
  const refundedSince = sql`exists (select 1 from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
    where ${payments.reservationId} = ${cancellations.reservationId} and ${refunds.status} <> 'failed'
    and ${refunds.createdAt} > ${cancellations.at})`
  return db
    .select({
      about: SUBJECT_COLUMNS,
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
 * Returns jobs that failed permanently since `since`, newest first. Omits jobs whose e-mail or refund is listed as
 * failed. Each row also has the number of all such jobs.
 */
export const listDeadJobs = (db: Database, since: Date, limit: number) => {
  const listedAsEmail = sql`${outbox.kind} = ${SEND_EMAIL.kind} and exists (select 1 from ${emails}
    where ${emails.id} = (${outbox.payload} ->> 'emailId')::int and ${emails.status} = 'failed')`
  const listedAsRefund = sql`${outbox.kind} = ${SEND_REFUND.kind} and exists (select 1 from ${refunds}
    where ${refunds.id} = (${outbox.payload} ->> 'refundId')::int and ${refunds.status} = 'failed')`
  return db
    .select({
      ...columns(outbox, 'id', 'kind'),
      reason: outbox.lastError,
      deadAt: outbox.deadAt,
      all: sql<number>`(count(*) over ())::int`,
    })
    .from(outbox)
    .where(and(gte(outbox.deadAt, since), sql`not (${listedAsEmail})`, sql`not (${listedAsRefund})`))
    .orderBy(desc(outbox.deadAt), desc(outbox.id))
    .limit(limit)
}
