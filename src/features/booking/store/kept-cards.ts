/** The tables `kept_cards` and `card_charges`: cards that the provider keeps for guests, and each attempt to charge one (R42). */
import { and, asc, eq, inArray, isNull, max, sql, type SQL } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { KeptCard, ProviderIntent } from '#features/card-provider/index.ts'
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
import { cardCharges, type ChargeStatus, keptCards } from '#platform/database/schema/payments.ts'
import { enqueue } from '#platform/outbox.ts'
import type { Cents } from '#shared/money.ts'
import type { Day } from '#shared/days.ts'
import type { Attempt, KeptCardFacts } from '../domain/kept-card.ts'
import { isPayable, type Payable } from './payment-intents.ts'
import { ofStayOrEvent, type StayOrEvent } from './reservations.ts'

/** The outbox kind of a customer whom the provider is to forget once nothing is kept with them; its payload is `{ customer }`. */
export const FORGET_CUSTOMER_JOB = 'forget-customer'

/** A card that is kept, with all that decides about it. */
export interface KeptCardRow {
  reservationId: number
  eventId: number
  /** Null: none is kept any more, and an attempt is still to be ended. */
  kept: { customer: string; paymentMethod: string; card: string | null } | null
  /** One was kept, and is no more. */
  isForgotten: boolean
  facts: KeptCardFacts
  /** Of all its invoices, the oldest first. */
  attempts: readonly AttemptRow[]
}

interface Around {
  isOn: boolean
  now: Date
}

const OPEN: ChargeStatus[] = ['planned', 'charging']

/** The cards that are kept, or were and have an attempt to be ended: of one stay, or of all. */
export async function listKeptCards(db: Database, around: Around, of?: StayOrEvent): Promise<KeptCardRow[]> {
  const rows =
    of && 'reservationIds' in of
      ? await selectCards(db, isAnyOf(reservations.id, of.reservationIds))
      : await selectCards(db, of && ofStayOrEvent(of))
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
        // An attempt for an invoice that is no longer asked for is looked at only to be ended.
        attempts: own.filter(
          ({ invoiceId, status: state }) => invoiceId === invoice?.id || OPEN.includes(state),
        ),
      },
    }
  })
}

const selectCards = (db: Database, which: SQL | undefined) => {
  const standing = db.select({ id: keptCards.reservationId }).from(keptCards).where(isNull(keptCards.endedAt))
  const open = db
    .select({ id: cardCharges.reservationId })
    .from(cardCharges)
    .where(inArray(cardCharges.status, OPEN))
  return db
    .select({
      reservation: columns(reservations, 'id', 'eventId', 'status', 'purgedAt'),
      event: { startDay: events.startDateDate, cancelledAt: events.cancelledAt },
      kept: keptCards,
      invoice: columns(invoices, 'id', 'amount', 'due'),
    })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .leftJoin(keptCards, eq(keptCards.reservationId, reservations.id))
    .leftJoin(invoices, isRemainderToPay)
    .where(which ?? inArray(reservations.id, union(standing, open)))
    .orderBy(asc(reservations.id))
}

const isRemainderToPay = and(
  eq(invoices.reservationId, reservations.id),
  eq(invoices.purpose, 'remainder'),
  invoices.unpaid,
)

export const findKeptCard = async (
  db: Database,
  reservationId: number,
  around: Around,
): Promise<KeptCardRow | undefined> => (await listKeptCards(db, around, { reservationId }))[0]

type AttemptRow = Attempt & { reservationId: number; invoiceId: number; intentId: string | null }

const ANNOUNCES = 'card-charge-soon:'

/** The cause of the e-mail that announces an attempt. */
export const announcementKey = (id: number): string => `${ANNOUNCES}${id}`

/** All attempts for these reservations, the oldest first. */
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
  kept: KeptCard
  consent: { version: string; at: Date }
  now: Date
}

export async function insertKeptCard(tx: Transaction, { reservationId, kept, consent, now }: Kept) {
  await endKeptCard(tx, reservationId, now)
  const row = { ...kept, consentVersion: consent.version, consentAt: consent.at, endedAt: null }
  await tx
    .insert(keptCards)
    .values({ reservationId, ...row })
    .onConflictDoUpdate({ target: keptCards.reservationId, set: row })
}

export const isCardKept = async (db: Database, reservationId: number): Promise<boolean> =>
  (await db.$count(keptCards, isStanding(reservationId))) > 0

const isStanding = (reservationId: number) =>
  and(eq(keptCards.reservationId, reservationId), isNull(keptCards.endedAt))

/**
 * A card is kept no more: what was planned is stopped, and the provider is asked to forget it. Gives the customer with whom it was
 * kept; null: none was. The caller holds the reservation's lock.
 */
export async function endKeptCard(tx: Transaction, reservationId: number, now: Date): Promise<string | null> {
  const standing = isStanding(reservationId)
  const [row] = await tx.select({ customer: keptCards.customer }).from(keptCards).where(standing)
  await tx
    .update(cardCharges)
    .set({ status: 'stopped', finishedAt: now })
    .where(and(eq(cardCharges.reservationId, reservationId), eq(cardCharges.status, 'planned')))
  if (!row) return null
  await tx
    .update(keptCards)
    .set({ customer: null, paymentMethod: null, card: null, expires: null, endedAt: now })
    .where(standing)
  if (row.customer === null) return null
  await enqueueForget(tx, row.customer, { cause: 'ended', runAt: now })
  return row.customer
}

/** The provider is asked to forget a customer at `runAt`, unless something is kept with them then. */
export async function enqueueForget(
  tx: Transaction,
  customer: string,
  { cause, runAt }: { cause: 'made' | 'ended'; runAt: Date },
): Promise<void> {
  const dedupeKey = `${FORGET_CUSTOMER_JOB}:${customer}:${cause}`
  await enqueue(tx, { kind: FORGET_CUSTOMER_JOB, payload: { customer }, dedupeKey, runAt })
}

/** Forgets that cards were kept for these, and what the banks said of them. The caller holds their locks. */
export async function forgetKeptCards(tx: Transaction, reservationIds: number[], now: Date): Promise<void> {
  if (reservationIds.length === 0) return
  for (const id of reservationIds) await endKeptCard(tx, id, now)
  await tx.delete(keptCards).where(inArray(keptCards.reservationId, reservationIds))
  await tx
    .update(cardCharges)
    .set({ declineCode: null, adviceCode: null })
    .where(inArray(cardCharges.reservationId, reservationIds))
}

/** The use that there still is for a customer. `open`: a payment that may yet keep its card with them. */
export async function usesOfCustomer(db: Database, customer: string): Promise<'kept' | 'open' | 'none'> {
  if ((await db.$count(keptCards, eq(keptCards.customer, customer))) > 0) return 'kept'
  const isOpen = and(eq(paymentIntents.customer, customer), eq(paymentIntents.status, 'open'))
  return (await db.$count(paymentIntents, isOpen)) > 0 ? 'open' : 'none'
}

/** An attempt is planned, and its guest is told of it by the caller. Gives its id. */
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

/** From now on the provider may be asked for it. */
export async function startCharge(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(cardCharges).set({ status: 'charging', startedAt: now }).where(eq(cardCharges.id, id))
}

interface ChargeEnd {
  status: Exclude<ChargeStatus, 'planned' | 'charging'>
  declineCode?: string | null
  adviceCode?: string | null
  now: Date
}

/** An attempt that is not over has ended. False: it was over. */
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

/** Which attempt an intent of the provider's was made for; null: for none. */
export const chargeAttempt = ({ metadata }: Pick<ProviderIntent, 'metadata'>): number | null =>
  metadata['purpose'] === 'charge' ? Number(metadata['attempt']) || null : null

export async function noteIntentOfCharge(tx: Transaction, id: number, intentId: string): Promise<void> {
  await tx.update(cardCharges).set({ intentId }).where(eq(cardCharges.id, id))
}

/** True: the provider is being asked to charge a card for any of these, but for one attempt. Nothing else may pay or change them meanwhile. */
export async function isCharging(db: Database, of: Payable, except?: number): Promise<boolean> {
  const found = await db
    .select({ id: cardCharges.id })
    .from(cardCharges)
    .innerJoin(invoices, eq(invoices.id, cardCharges.invoiceId))
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .where(and(isPayable(of), eq(cardCharges.status, 'charging')))
  return found.some(({ id }) => id !== except)
}
