/**
 * The tables `kept_cards` and `card_charges`: the cards that Stripe saves for guests, and each charge of a saved
 * card (R42).
 */
import { and, asc, eq, inArray, isNull, max, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { union } from 'drizzle-orm/pg-core'
import type { SavedCard, ProviderIntent } from '#domain/money/card-provider/port.ts'
import {
  columns,
  type Database,
  firstRow,
  onlyRow,
  type Transaction,
  isAnyOf,
} from '#platform/database/database.ts'
import { invoices, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { cardCharges, type ChargeStatus, savedCards } from '#platform/database/schema/payments.ts'
import { enqueue, jobKind } from '#platform/outbox.ts'
import type { Cents } from '#shared/money.ts'
import type { Day } from '#shared/days.ts'
import type { Attempt, SavedCardFacts } from '../domain/saved-card.ts'
import { isPayable, type Payable } from './payment-intents.ts'
import { whereReservations, type ReservationSelector } from './reservations.ts'

/** The job that deletes a Stripe customer once no card is saved to it. */
export const FORGET_CUSTOMER = jobKind('forget-customer', z.object({ customer: z.string() }))

export interface SavedCardRow {
  reservationId: number
  eventId: number
  /** The saved card at Stripe. Null if the card is deleted and only an unfinished charge is left. */
  kept: { customer: string; paymentMethod: string; card: string | null } | null
  /** True if the stay had a saved card that was deleted since. */
  isForgotten: boolean
  facts: SavedCardFacts
  /** All charges of the saved card, for any of the stay's invoices, the oldest first. */
  attempts: readonly AttemptRow[]
}

interface RelatedRows {
  isOn: boolean
  now: Date
}

const OPEN: ChargeStatus[] = ['planned', 'charging']

/**
 * Returns the saved cards of the selected stays, or of all stays. Includes deleted cards that still have an
 * unfinished charge.
 */
export async function listSavedCards(
  db: Database,
  around: RelatedRows,
  of?: ReservationSelector,
): Promise<SavedCardRow[]> {
  const rows =
    of && 'reservationIds' in of
      ? await selectCards(db, isAnyOf(reservations.id, of.reservationIds))
      : await selectCards(db, of && whereReservations(of))
  const ids = rows.map(({ reservation }) => reservation.id)
  const attempts = Map.groupBy(await listAttempts(db, ids), ({ reservationId }) => reservationId)
  return rows.map(({ reservation, event, kept, invoice }) => {
    const { id, eventId, status, purgedAt } = reservation
    const own = attempts.get(id) ?? []
    return {
      reservationId: id,
      eventId,
      attempts: own,
      kept:
        kept?.customer && kept.paymentMethod
          ? { customer: kept.customer, paymentMethod: kept.paymentMethod, card: kept.card }
          : null,
      isForgotten: kept !== null && kept.endedAt !== null,
      facts: {
        ...around,
        isKept: kept?.endedAt === null,
        stands: status === 'confirmed' && purgedAt === null && event.cancelledAt === null,
        startDay: event.startDay,
        invoice,
        // A charge for another invoice matters to `nextStep` only while that charge is unfinished.
        attempts: own.filter(
          ({ invoiceId, status: state }) => invoiceId === invoice?.id || OPEN.includes(state),
        ),
      },
    }
  })
}

const selectCards = (db: Database, which: SQL | undefined) => {
  const standing = db
    .select({ id: savedCards.reservationId })
    .from(savedCards)
    .where(isNull(savedCards.endedAt))
  const open = db
    .select({ id: cardCharges.reservationId })
    .from(cardCharges)
    .where(inArray(cardCharges.status, OPEN))
  return db
    .select({
      reservation: columns(reservations, 'id', 'eventId', 'status', 'purgedAt'),
      event: { startDay: events.startDateDate, cancelledAt: events.cancelledAt },
      kept: savedCards,
      invoice: columns(invoices, 'id', 'amount', 'due'),
    })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .leftJoin(savedCards, eq(savedCards.reservationId, reservations.id))
    .leftJoin(invoices, isRemainderToPay)
    .where(which ?? inArray(reservations.id, union(standing, open)))
    .orderBy(asc(reservations.id))
}

const isRemainderToPay = and(
  eq(invoices.reservationId, reservations.id),
  eq(invoices.purpose, 'remainder'),
  invoices.unpaid,
)

export const findSavedCard = async (
  db: Database,
  reservationId: number,
  around: RelatedRows,
): Promise<SavedCardRow | undefined> => (await listSavedCards(db, around, { reservationId }))[0]

type AttemptRow = Attempt & { reservationId: number; invoiceId: number; intentId: string | null }

const ANNOUNCES = 'card-charge-soon:'

/** Returns the dedupe key of the e-mail that announces a charge of a saved card to the guest. */
export const announcementKey = (id: number): string => `${ANNOUNCES}${id}`

/** Returns all saved-card charges of these reservations, the oldest first. */
async function listAttempts(db: Database, reservationIds: number[]): Promise<AttemptRow[]> {
  return reservationIds.length === 0 ? [] : attemptRows(db, { reservationIds })
}

const attemptRows = (db: Database, { reservationIds }: { reservationIds: number[] }) =>
  db
    .select({
      ...columns(cardCharges, 'id', 'reservationId', 'invoiceId', 'status', 'amount', 'startedAt'),
      ...columns(cardCharges, 'declineCode', 'adviceCode', 'intentId'),
      on: cardCharges.chargeOn,
      announcedAt: emails.sentAt,
    })
    .from(cardCharges)
    .leftJoin(emails, eq(emails.dedupeKey, sql`${ANNOUNCES} || ${cardCharges.id}`))
    .where(isAnyOf(cardCharges.reservationId, reservationIds))
    .orderBy(asc(cardCharges.id))

export const findCharge = (db: Database, id: number) =>
  firstRow(db.select().from(cardCharges).where(eq(cardCharges.id, id)))

interface Kept {
  reservationId: number
  kept: SavedCard
  consent: { version: string; at: Date }
  now: Date
}

export async function insertSavedCard(tx: Transaction, { reservationId, kept, consent, now }: Kept) {
  await endSavedCard(tx, reservationId, now)
  const row = { ...kept, consentVersion: consent.version, consentAt: consent.at, endedAt: null }
  await tx
    .insert(savedCards)
    .values({ reservationId, ...row })
    .onConflictDoUpdate({ target: savedCards.reservationId, set: row })
}

export const isCardSaved = async (db: Database, reservationId: number): Promise<boolean> =>
  (await db.$count(savedCards, isActive(reservationId))) > 0

const isActive = (reservationId: number) =>
  and(eq(savedCards.reservationId, reservationId), isNull(savedCards.endedAt))

/**
 * Ends a saved card in our database: cancels its planned charge, and enqueues the deletion at Stripe. Returns its
 * Stripe customer, or null if no card was saved. The caller holds the reservation's lock.
 */
export async function endSavedCard(
  tx: Transaction,
  reservationId: number,
  now: Date,
): Promise<string | null> {
  const standing = isActive(reservationId)
  const [row] = await tx.select({ customer: savedCards.customer }).from(savedCards).where(standing)
  await tx
    .update(cardCharges)
    .set({ status: 'stopped', finishedAt: now })
    .where(and(eq(cardCharges.reservationId, reservationId), eq(cardCharges.status, 'planned')))
  if (!row) return null
  await tx
    .update(savedCards)
    .set({ customer: null, paymentMethod: null, card: null, expires: null, endedAt: now })
    .where(standing)
  if (row.customer === null) return null
  await enqueueForget(tx, row.customer, { cause: 'ended', runAt: now })
  return row.customer
}

/**
 * Enqueues the deletion of a Stripe customer at `runAt`. The job skips the deletion if a card is saved to the
 * customer by then.
 */
export async function enqueueForget(
  tx: Transaction,
  customer: string,
  { cause, runAt }: { cause: 'made' | 'ended'; runAt: Date },
): Promise<void> {
  const dedupeKey = `forget-customer:${customer}:${cause}`
  await enqueue(tx, FORGET_CUSTOMER, { input: { customer }, dedupeKey, runAt })
}

/**
 * Deletes all data about saved cards of these reservations, including the banks' decline codes. The caller holds
 * the reservations' locks.
 */
export async function forgetSavedCards(tx: Transaction, reservationIds: number[], now: Date): Promise<void> {
  if (reservationIds.length === 0) return
  for (const id of reservationIds) await endSavedCard(tx, id, now)
  await tx.delete(savedCards).where(inArray(savedCards.reservationId, reservationIds))
  await tx
    .update(cardCharges)
    .set({ declineCode: null, adviceCode: null })
    .where(inArray(cardCharges.reservationId, reservationIds))
}

/**
 * Returns what a Stripe customer is still needed for: `kept` for a saved card, `open` for an open payment that may
 * still save its card, or `none`.
 */
export async function usesOfCustomer(db: Database, customer: string): Promise<'kept' | 'open' | 'none'> {
  if ((await db.$count(savedCards, eq(savedCards.customer, customer))) > 0) return 'kept'
  const isOpen = and(eq(paymentIntents.customer, customer), eq(paymentIntents.status, 'open'))
  return (await db.$count(paymentIntents, isOpen)) > 0 ? 'open' : 'none'
}

/** Inserts a planned charge of a saved card and returns its id. The caller notifies the guest. */
export async function insertCharge(
  tx: Transaction,
  charge: { reservationId: number; invoiceId: number; amount: Cents; on: Day; now: Date },
): Promise<number> {
  const { reservationId, invoiceId, amount, on: chargeOn, now: plannedAt } = charge
  const [last] = await tx
    .select({ attempt: max(cardCharges.attempt) })
    .from(cardCharges)
    .where(eq(cardCharges.invoiceId, invoiceId))
  const attempt = (last?.attempt ?? 0) + 1
  const { id } = onlyRow(
    await tx
      .insert(cardCharges)
      .values({ reservationId, invoiceId, attempt, amount, chargeOn, plannedAt })
      .returning({ id: cardCharges.id }),
  )
  return id
}

/** Marks a charge of a saved card as started. From then on, Stripe may have received the charge. */
export async function startCharge(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(cardCharges).set({ status: 'charging', startedAt: now }).where(eq(cardCharges.id, id))
}

interface ChargeEnd {
  status: Exclude<ChargeStatus, 'planned' | 'charging'>
  declineCode?: string | null
  adviceCode?: string | null
  now: Date
}

/** Marks a charge of a saved card as finished. Returns false if it was already finished. */
export async function endCharge(
  tx: Transaction,
  of: { id: number } | { intentId: string },
  { now: finishedAt, ...end }: ChargeEnd,
): Promise<boolean> {
  const which = 'id' in of ? eq(cardCharges.id, of.id) : eq(cardCharges.intentId, of.intentId)
  const ended = await tx
    .update(cardCharges)
    .set({ ...end, finishedAt })
    .where(and(which, inArray(cardCharges.status, OPEN)))
    .returning({ id: cardCharges.id })
  return ended.length > 0
}

/**
 * Returns the id of the saved-card charge for which a payment intent was created, or null if it was created for
 * something else.
 */
export const chargeAttempt = ({ metadata }: Pick<ProviderIntent, 'metadata'>): number | null =>
  metadata['purpose'] === 'charge' ? Number(metadata['attempt']) || null : null

export async function noteIntentOfCharge(tx: Transaction, id: number, intentId: string): Promise<void> {
  await tx.update(cardCharges).set({ intentId }).where(eq(cardCharges.id, id))
}

/**
 * Returns whether a saved card is being charged for any of these invoices, other than by the charge `except`. While
 * it is, nothing else may pay or change these invoices.
 */
export async function isCharging(db: Database, of: Payable, except?: number): Promise<boolean> {
  const found = await db
    .select({ id: cardCharges.id })
    .from(cardCharges)
    .innerJoin(invoices, eq(invoices.id, cardCharges.invoiceId))
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .where(and(isPayable(of), eq(cardCharges.status, 'charging')))
  return found.some(({ id }) => id !== except)
}
