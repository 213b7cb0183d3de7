/** The single statements behind the changes of `settle`. The caller holds the locks. */
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import {
  paymentIntents,
  payments,
  refunds,
  reservations,
  type IntentStatus,
  type RefundStatus,
  type ReservationStatus,
} from '#platform/database/schema/booking.ts'
import type { Cents } from '#shared/money.ts'
import type { ProviderRefund } from '#features/provider/index.ts'
import type { Change, PaymentNews } from '#features/booking/rules.ts'

type MoneyFacts = Extract<Change, { do: 'record-payment' }>['facts']

/** Records the money of an intent and closes it; gives the payment's id. */
export async function insertPayment(
  tx: Transaction,
  payment: {
    intentId: string
    invoiceId: number | null
    reservationId: number | null
    facts: MoneyFacts
    now: Date
  },
): Promise<number> {
  const { intentId, invoiceId, reservationId, facts, now } = payment
  await closeIntent(tx, intentId, 'succeeded')
  const [row] = await tx
    .insert(payments)
    .values({
      invoiceId,
      reservationId,
      method: 'card',
      amount: facts.received,
      intentId,
      chargeId: facts.chargeId,
      fee: facts.fee,
      withdrawn: facts.withdrawn,
      paidAt: facts.paidAt,
      createdAt: now,
    })
    .returning({ id: payments.id })
  if (!row) throw new Error('The payment was not written')
  return row.id
}

export async function closeIntent(
  tx: Transaction,
  id: string,
  status: Exclude<IntentStatus, 'open'>,
): Promise<void> {
  await tx
    .update(paymentIntents)
    .set({ status, version: sql`${paymentIntents.version} + 1` })
    .where(eq(paymentIntents.id, id))
}

export async function updatePayment(
  tx: Transaction,
  id: number,
  { chargeId, paidAt, fee, withdrawn }: PaymentNews,
): Promise<void> {
  const [row] = await tx
    .update(payments)
    .set({ chargeId, paidAt, fee, withdrawn })
    .where(eq(payments.id, id))
    .returning({ intentId: payments.intentId })
  if (row?.intentId) await raiseVersion(tx, row.intentId)
}

/** The same attempt of the form repeats a reply while this lasts; afterwards it is a sign-up of its own. */
const STANDING: ReadonlySet<ReservationStatus> = new Set(['pending', 'confirmed'])

/**
 * A reservation's new state. One that stands no more forgets its attempt, so that the form may try again. An expired one
 * forgets whose spot it was to take over, too: that stay simply stays, and somebody else may book by its link.
 */
export async function setReservationStatus(
  tx: Transaction,
  id: number,
  { status, now }: { status: ReservationStatus; now: Date },
): Promise<void> {
  await tx
    .update(reservations)
    .set({
      status,
      holdExpiresAt: null,
      ...(STANDING.has(status) ? {} : { attemptHash: null }),
      ...(status === 'expired' ? { replacesId: null } : {}),
      version: sql`${reservations.version} + 1`,
      updatedAt: now,
    })
    .where(eq(reservations.id, id))
}

interface RefundCause {
  paymentId: number
  key: string
  now: Date
}

/** A refund that is to be asked of the provider, or that is owed by hand; the same key is the same row. */
export async function insertRefund(
  tx: Transaction,
  { now, byHand = false, ...refund }: RefundCause & { amount: Cents; reason: string; byHand?: boolean },
): Promise<number> {
  const [row] = await tx
    .insert(refunds)
    .values({ ...refund, byHand, status: byHand ? 'owed' : 'requested', createdAt: now })
    .onConflictDoUpdate({ target: refunds.key, set: { key: refund.key } })
    .returning({ id: refunds.id })
  if (!row) throw new Error('The refund was not written')
  return row.id
}

const ROW_STATUS: Record<ProviderRefund['status'], RefundStatus> = {
  pending: 'requested',
  succeeded: 'succeeded',
  failed: 'failed',
}

/** What the provider says about a refund, on our row of it, which is made if there is none. */
export async function bookRefund(
  tx: Transaction,
  { paymentId, key, refund, now }: RefundCause & { refund: ProviderRefund },
): Promise<void> {
  const news = {
    status: ROW_STATUS[refund.status],
    providerRefundId: refund.id,
    finishedAt: refund.status === 'pending' ? null : now,
  }
  const [row] = await tx
    .insert(refunds)
    .values({ paymentId, key, amount: refund.amount, reason: 'provider', createdAt: now, ...news })
    .onConflictDoUpdate({ target: refunds.key, set: news })
    .returning({ paymentId: refunds.paymentId })
  const [payment] = await tx
    .select({ intentId: payments.intentId })
    .from(payments)
    .where(eq(payments.id, row?.paymentId ?? paymentId))
  if (payment?.intentId) await raiseVersion(tx, payment.intentId)
}

/** Any reading of the provider that began before this is old now. */
async function raiseVersion(tx: Transaction, intentId: string): Promise<void> {
  await tx
    .update(paymentIntents)
    .set({ version: sql`${paymentIntents.version} + 1` })
    .where(eq(paymentIntents.id, intentId))
}
