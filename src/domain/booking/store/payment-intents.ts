/**
 * The tables `payment_intents` and `webhook_events`: payment intents, what each one pays for, and which webhook
 * events have arrived. Bodies of webhooks are never stored (R4.7).
 */
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  max,
  ne,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { z } from 'zod'
import type { WebhookNotice } from '#domain/money/card-provider/port.ts'
import { type Database, firstRow, idsOf, type Transaction } from '#platform/database/database.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import {
  type IntentStatus,
  invoices,
  paymentIntents,
  reservations,
} from '#platform/database/schema/booking.ts'
import { payments, savedCards, webhookEvents } from '#platform/database/schema/payments.ts'
import { enqueue, jobKind } from '#platform/outbox.ts'
import type { Cents } from '#shared/money.ts'
import type { Declines } from '../domain/declined-cards.ts'
import { whereReservations, type ReservationSelector } from './reservations.ts'

type IntentRow = typeof paymentIntents.$inferSelect

export const findIntent = (db: Database, id: string): Promise<IntentRow | undefined> =>
  firstRow(db.select().from(paymentIntents).where(eq(paymentIntents.id, id)))

/**
 * Returns all payment intents that an invoice has had. At most one of them is open. Their number is part of the
 * next intent's idempotency key.
 */
export const listIntentsOfInvoice = async (db: Database, invoiceId: number): Promise<IntentRow[]> =>
  db.select().from(paymentIntents).where(eq(paymentIntents.invoiceId, invoiceId))

/** Returns open intents that were created at or before `madeBefore`, the oldest first. */
export const listOpenIntents = (db: Database, madeBefore: Date, limit: number): Promise<string[]> =>
  idsOf(
    db
      .select({ id: paymentIntents.id })
      .from(paymentIntents)
      .where(and(eq(paymentIntents.status, 'open'), lte(paymentIntents.createdAt, madeBefore)))
      .orderBy(asc(paymentIntents.createdAt), asc(paymentIntents.id))
      .limit(limit),
  )

export async function listUnknownIntents(db: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .where(inArray(paymentIntents.id, ids))
  const known = new Set(await idsOf(found))
  return ids.filter((id) => !known.has(id))
}

/** Selects the invoices that an intent may pay: one invoice, or all of a reservation or of an event. */
export type Payable = ReservationSelector | { invoiceId: number }

/** SQL condition that selects these payable invoices, for a query over `invoices` and `reservations`. */
export const isPayable = (of: Payable) =>
  'invoiceId' in of ? eq(invoices.id, of.invoiceId) : whereReservations(of)

/** Returns the ids of the open payment intents of these invoices. */
export const listOpenIntentsOf = (db: Database, of: Payable): Promise<string[]> =>
  idsOf(
    db
      .select({ id: paymentIntents.id })
      .from(paymentIntents)
      .innerJoin(invoices, eq(invoices.id, paymentIntents.invoiceId))
      .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
      .where(and(isPayable(of), eq(paymentIntents.status, 'open')))
      .orderBy(asc(paymentIntents.id)),
  )

export interface BookingPlace {
  intentId: string | null
  invoiceId: number | null
  reservationId: number | null
  eventId: number | null
  /** The stay whose spot this hold takes over. */
  replacesId: number | null
}

const NO_PLACE: BookingPlace = {
  intentId: null,
  invoiceId: null,
  reservationId: null,
  eventId: null,
  replacesId: null,
}

/**
 * Returns the event, invoice and reservation of a payment intent. Read before the locks are taken, so the caller
 * must compare them again under the locks.
 */
export async function findPlaceOfIntent(db: Database, intentId: string): Promise<BookingPlace> {
  const [row] = await db
    .select({
      invoiceId: invoices.id,
      reservationId: reservations.id,
      eventId: reservations.eventId,
      replacesId: sql<
        number | null
      >`case when ${reservations.status} = 'pending' then ${reservations.replacesId} end`,
    })
    .from(paymentIntents)
    .leftJoin(invoices, eq(invoices.id, paymentIntents.invoiceId))
    .leftJoin(reservations, eq(reservations.id, invoices.reservationId))
    .where(eq(paymentIntents.id, intentId))
  return { ...NO_PLACE, ...row, intentId }
}

/** Returns the event of a reservation that has no intent. */
export async function findPlaceOfReservation(db: Database, id: number): Promise<BookingPlace> {
  const [row] = await db
    .select({ eventId: reservations.eventId })
    .from(reservations)
    .where(eq(reservations.id, id))
  return { ...NO_PLACE, ...row, reservationId: id }
}

/**
 * Returns the payment intent that can pay for a hold: the open one, or else the latest. Null if the hold has none.
 */
export async function findHoldIntent(db: Database, reservationId: number): Promise<string | null> {
  const [row] = await db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .innerJoin(invoices, eq(invoices.id, paymentIntents.invoiceId))
    .where(eq(invoices.reservationId, reservationId))
    .orderBy(
      desc(sql`${paymentIntents.status} = 'open'`),
      desc(paymentIntents.createdAt),
      desc(paymentIntents.id),
    )
    .limit(1)
  return row?.id ?? null
}

export interface NewIntent {
  id: string
  amount: Cents
  /**
   * The event whose amount due now the intent pays. Null if it pays an invoice, or was created with an amount only.
   */
  eventId: number | null
  invoiceId: number | null
  /** Keyed hash of the IP network from which the payment intent was requested. */
  madeFrom?: string | null
  /**
   * The Stripe customer to whom the card will be saved, and the guest's consent to that. Missing if the card is not
   * saved.
   */
  customer?: string
  consentVersion?: string
  consentAt?: Date
  createdAt: Date
}

/** Inserts an intent that Stripe has created. Does nothing if it is already stored. */
export async function insertIntent(tx: Transaction, intent: NewIntent): Promise<void> {
  await tx.insert(paymentIntents).values(intent).onConflictDoNothing({ target: paymentIntents.id })
}

/** Raises an intent's version, so that a status which was read from Stripe earlier counts as outdated. */
export async function raiseIntentVersion(
  tx: Transaction,
  id: string,
  changes: { status?: Exclude<IntentStatus, 'open'> } = {},
): Promise<void> {
  await tx
    .update(paymentIntents)
    .set({ ...changes, version: sql`${paymentIntents.version} + 1` })
    .where(eq(paymentIntents.id, id))
}

export const closeIntent = (tx: Transaction, id: string, status: Exclude<IntentStatus, 'open'>) =>
  raiseIntentVersion(tx, id, { status })

const isOfReservations = (tx: Transaction, ids: number[]) =>
  inArray(
    paymentIntents.invoiceId,
    tx.select({ id: invoices.id }).from(invoices).where(inArray(invoices.reservationId, ids)),
  )

/**
 * Deletes the consents to save a card, and the Stripe customers, from the payment intents of these reservations.
 */
export async function forgetConsents(tx: Transaction, reservationIds: number[]): Promise<void> {
  await tx
    .update(paymentIntents)
    .set({ customer: null, consentVersion: null, consentAt: null })
    .where(and(isOfReservations(tx, reservationIds), isNotNull(paymentIntents.customer)))
}

/**
 * Withdraws the consent to save a card from the open payments of a stay. Returns whether any payment had such a
 * consent. At Stripe, the payments keep their customer until they are paid or canceled.
 */
export async function withdrawConsents(tx: Transaction, reservationId: number): Promise<boolean> {
  const withdrawn = await tx
    .update(paymentIntents)
    .set({ consentVersion: null, consentAt: null })
    .where(
      and(
        isOfReservations(tx, [reservationId]),
        isNotNull(paymentIntents.consentVersion),
        eq(paymentIntents.status, 'open'),
      ),
    )
    .returning({ id: paymentIntents.id })
  return withdrawn.length > 0
}

const isDecline = sql`${webhookEvents.type} = 'payment_intent.payment_failed'`

/** Counts all declined cards of an intent. An intent for a waitlist offer may stay open for days. */
export const readDeclinesOfIntent = (db: Database, intentId: string): Promise<Declines> =>
  // The clocks of Stripe and the site may differ by less than an hour.
  countDeclinesOf(db, eq(paymentIntents.id, intentId), sql`${paymentIntents.createdAt} - interval '1 hour'`)

/**
 * Counts the declined cards of an IP network, an invoice, or an event's sign-ups since an instant. If `eventId` is
 * null, counts those of payments that were created with an amount only.
 */
export const readDeclines = (
  db: Database,
  of: { madeFrom: string } | { invoiceId: number } | { eventId: number | null },
  since: Date,
): Promise<Declines> => {
  if ('eventId' in of) return countDeclinesOf(db, isOfEvent(of.eventId), since)
  const { madeFrom, invoiceId } = paymentIntents
  return countDeclinesOf(
    db,
    'madeFrom' in of ? eq(madeFrom, of.madeFrom) : eq(invoiceId, of.invoiceId),
    since,
  )
}

const isOfEvent = (eventId: number | null) =>
  eventId === null
    ? and(isNull(paymentIntents.eventId), isNull(paymentIntents.invoiceId))
    : eq(paymentIntents.eventId, eventId)

async function countDeclinesOf(db: Database, which: SQL | undefined, since: Date | SQL): Promise<Declines> {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int`, last: max(webhookEvents.receivedAt) })
    .from(webhookEvents)
    .innerJoin(paymentIntents, eq(paymentIntents.id, webhookEvents.intentId))
    .where(and(isDecline, gt(webhookEvents.receivedAt, since), which))
  return { count: found?.count ?? 0, last: found?.last ?? null }
}

/**
 * Returns when an IP network last opened a payment for an event, and whether that network has recently paid for
 * anything.
 */
export async function findEarlierIntents(
  db: Database,
  { madeFrom, eventId }: { madeFrom: string; eventId: number | null },
) {
  const own = eq(paymentIntents.madeFrom, madeFrom)
  const [made] = await db
    .select({ last: max(paymentIntents.createdAt) })
    .from(paymentIntents)
    .where(and(own, isOfEvent(eventId)))
  const paid = await db.$count(paymentIntents, and(own, eq(paymentIntents.status, 'succeeded')))
  return { lastMade: made?.last ?? null, hasPaid: paid > 0 }
}

/** Milliseconds after which the declined cards of a closed intent no longer count. Webhook events may arrive late. */
const KEPT_MS = 2 * 3_600_000

/** Deletes the IP network's hash from payment intents that are closed and whose declined cards no longer count. */
export async function forgetNetworks(db: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - KEPT_MS)
  const declines = db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isDecline, gt(webhookEvents.receivedAt, since), eq(webhookEvents.intentId, paymentIntents.id)))
  await db
    .update(paymentIntents)
    .set({ madeFrom: null })
    .where(
      and(
        isNotNull(paymentIntents.madeFrom),
        ne(paymentIntents.status, 'open'),
        lte(paymentIntents.createdAt, since),
        notExists(declines),
      ),
    )
}

/** The job that reads an intent from Stripe and records its status. */
export const APPLY_PAYMENT_INTENT = jobKind('apply-payment-intent', z.object({ intentId: z.string() }))

/**
 * Enqueues a job that reads a payment intent's status from Stripe again. Enqueues only one job for each
 * `dedupeKey`.
 */
export async function enqueueApply(
  tx: Transaction,
  intentId: string,
  { dedupeKey, now }: { dedupeKey: string; now: Date },
): Promise<void> {
  await enqueue(tx, APPLY_PAYMENT_INTENT, { input: { intentId }, dedupeKey, runAt: now })
}

/** Stores a webhook event by its id. Returns false if the event is already stored. */
export async function insertWebhookEvent(
  tx: Transaction,
  notice: WebhookNotice,
  now: Date,
): Promise<boolean> {
  const stored = await tx
    .insert(webhookEvents)
    .values({ ...notice, receivedAt: now })
    .onConflictDoNothing()
    .returning({ id: webhookEvents.id })
  return stored.length > 0
}

/** The event by which Stripe passes on that a bank suspects fraud (docs.stripe.com/disputes/measuring). */
const FRAUD_WARNING = 'radar.early_fraud_warning.created'

const isWarning = or(like(webhookEvents.type, 'charge.dispute.%'), eq(webhookEvents.type, FRAUD_WARNING))

/** Returns which warnings the stored events have brought about this intent: of a dispute, and of suspected fraud. */
export async function readWarnings(
  db: Database,
  intentId: string,
): Promise<{ disputed: boolean; fraud: boolean }> {
  const found = await db
    .select({ type: webhookEvents.type })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.intentId, intentId), isWarning))
  return {
    disputed: found.some(({ type }) => type !== FRAUD_WARNING),
    fraud: found.some(({ type }) => type === FRAUD_WARNING),
  }
}

/** The audit action by which the admins learn that a bank suspects a payment to be fraud. */
export const FLAGGED = 'payment.flagged'

/** SQL condition, for a query over `webhook_events`: a bank suspects fraud, and the admins were not notified. */
const isNewWarning = sql`${webhookEvents.type} = ${FRAUD_WARNING} and not exists (
  select 1 from ${payments} as payment join ${auditEntries} as entry
    on entry.entity = 'payment' and entry.entity_id = payment.id and entry.action = ${FLAGGED}
  where payment.intent_id = ${webhookEvents.intentId})`

export const hasNewWarning = async (tx: Transaction, intentId: string): Promise<boolean> =>
  (await tx.$count(webhookEvents, and(eq(webhookEvents.intentId, intentId), isNewWarning))) > 0

/**
 * Returns the paid intents of guests about which a warning is stored that had no effect: the guest's card is still
 * saved, or the admins were not notified of suspected fraud. Older versions of the site only stored such events.
 */
export const listUnheededWarnings = (db: Database, limit: number): Promise<string[]> =>
  idsOf(
    db
      .selectDistinct({ id: paymentIntents.id })
      .from(webhookEvents)
      .innerJoin(paymentIntents, eq(paymentIntents.id, webhookEvents.intentId))
      .innerJoin(payments, eq(payments.intentId, paymentIntents.id))
      .innerJoin(invoices, eq(invoices.id, paymentIntents.invoiceId))
      .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
      .leftJoin(savedCards, and(eq(savedCards.reservationId, reservations.id), isNull(savedCards.endedAt)))
      .where(
        and(isWarning, isNull(reservations.purgedAt), or(isNotNull(savedCards.reservationId), isNewWarning)),
      )
      .orderBy(asc(paymentIntents.id))
      .limit(limit),
  )

export async function listUnknownNotices(db: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = db.select({ id: webhookEvents.id }).from(webhookEvents).where(inArray(webhookEvents.id, ids))
  const known = new Set(await idsOf(found))
  return new Set(ids.filter((id) => !known.has(id)))
}
