/** Cancelled stays in the database: the money that came for one, how it was cancelled, and which still stand. */
import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { payments, refunds, reservations } from '#platform/database/schema/booking.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { openRecord, type Sealer, sealRecord } from '#platform/sealing.ts'
import { refundedCents, standingCents } from '../refunds/store.ts'
import type { Decided, Plan, Received } from './rules.ts'

const TABLE = 'cancellations'

const RECEIVED = {
  paymentId: payments.id,
  method: payments.method,
  paidAt: payments.paidAt,
  amount: payments.amount,
  refunded: standingCents,
  fee: payments.fee,
  withdrawn: payments.withdrawn,
}

/** All money that came for a reservation. */
export async function listReceived(db: Database, reservationId: number): Promise<Received[]> {
  return db.select(RECEIVED).from(payments).where(eq(payments.reservationId, reservationId))
}

/** The intents whose money is here, and not given back whole. */
export async function listPaidIntents(db: Database, reservationId: number): Promise<string[]> {
  const found = await db
    .select({ intentId: payments.intentId, amount: payments.amount, refunded: refundedCents })
    .from(payments)
    .where(eq(payments.reservationId, reservationId))
    .orderBy(asc(payments.id))
  return found.flatMap(({ intentId, amount, refunded }) =>
    intentId !== null && refunded < amount ? [intentId] : [],
  )
}

/** All money that came, after locking the payments. The caller holds the reservation's lock, so no money can join them. */
export async function lockReceived(tx: Transaction, reservationId: number): Promise<Received[]> {
  await tx
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.reservationId, reservationId))
    .orderBy(asc(payments.id))
    .for('update')
  // In a statement of its own: what was given back while this waited for the locks counts.
  return listReceived(tx, reservationId)
}

/** Writes down how a stay was cancelled. `overrideReason` may name people, so it is sealed. */
export async function insertCancellation(
  tx: Transaction,
  sealer: Sealer,
  { reservationId, plan, overrideReason, awaited, now }: Decided & { reservationId: number; now: Date },
): Promise<void> {
  const uuid = randomUUID()
  const { cancelledBy, daysBefore, replacementFound, percent } = plan
  const { paid, fees, refundByTerms, refundToCards, refundByHand } = plan
  await tx.insert(cancellations).values({
    reservationId,
    uuid,
    cancelledBy,
    daysBefore,
    replacementFound,
    percent,
    paid,
    fees,
    refundByTerms,
    refundToCards,
    refundByHand,
    awaited,
    at: now,
    ...sealRecord(sealer, { table: TABLE, row: uuid }, { overrideReason }),
  })
}

/** The cancellation of a stay whose refund waits for a fee, locked; undefined when none waits. */
export async function lockAwaited(tx: Transaction, reservationId: number) {
  const [row] = await tx
    .select()
    .from(cancellations)
    .where(eq(cancellations.reservationId, reservationId))
    .for('update')
  return row?.awaited ? { ...row, awaited: row.awaited } : undefined
}

/** The sums of a refund that had to wait; `overrideReason` is sealed as `insertCancellation` does. */
export async function decideAwaited(
  tx: Transaction,
  sealer: Sealer,
  {
    row,
    plan,
    overrideReason,
  }: { row: { reservationId: number; uuid: string }; plan: Plan; overrideReason: string | null },
): Promise<void> {
  const { fees, refundByTerms, refundToCards, refundByHand } = plan
  await tx
    .update(cancellations)
    .set({
      fees,
      refundByTerms,
      refundToCards,
      refundByHand,
      awaited: null,
      ...sealRecord(sealer, { table: TABLE, row: row.uuid }, { overrideReason }),
    })
    .where(eq(cancellations.reservationId, row.reservationId))
}

/** Whether a mail has not gone out yet: what it says is read then. */
export async function isMailQueued(db: Database, key: string): Promise<boolean> {
  const [mail] = await db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.dedupeKey, key), eq(emails.status, 'queued')))
  return mail !== undefined
}

/** How a stay was cancelled; undefined while it was not. */
export async function findCancellation(db: Database, sealer: Sealer, reservationId: number) {
  const [row] = await db.select().from(cancellations).where(eq(cancellations.reservationId, reservationId))
  if (!row) return undefined
  const sealed = { overrideReason: row.overrideReason }
  return { ...row, ...openRecord(sealer, { table: TABLE, row: row.uuid }, sealed) }
}

/** What was given back of a reservation's money, or is to be, newest first. */
export async function listRefunds(db: Database, reservationId: number) {
  return db
    .select({ refund: refunds, method: payments.method, invoiceId: payments.invoiceId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.reservationId, reservationId))
    .orderBy(desc(refunds.id))
}

const standingOf = (eventId: number) =>
  and(
    eq(reservations.eventId, eventId),
    inArray(reservations.status, ['pending', 'confirmed']),
    isNull(reservations.purgedAt),
  )

/** The reservations of an event that hold a spot, by id. Purged ones are over, and nobody is left to be told. */
export async function listStanding(db: Database, eventId: number) {
  return db
    .select({ id: reservations.id, status: reservations.status })
    .from(reservations)
    .where(standingOf(eventId))
    .orderBy(asc(reservations.id))
}

/** All money that came for those. */
export async function listReceivedOf(
  db: Database,
  eventId: number,
): Promise<(Received & { reservationId: number })[]> {
  return db
    .select({ ...RECEIVED, reservationId: reservations.id })
    .from(payments)
    .innerJoin(reservations, eq(reservations.id, payments.reservationId))
    .where(standingOf(eventId))
}
