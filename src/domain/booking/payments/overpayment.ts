/**
 * Decides how many cents of a refund return an overpayment, and stores that number with the refund (R3.11, R3.12).
 */
import type { Transaction } from '#platform/database/database.ts'
import type { ProviderRefund } from '#domain/money/card-provider/port.ts'
import { ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { overpaidOf, refundCause } from '#shared/reservation-money.ts'
import { overpaymentLines, passOverpaymentOn } from '../domain/party-accounts.ts'
import { findInvoiceOfPayment, readMoneySums } from '../store/payments.ts'
import {
  bookRefund,
  failRefund,
  findRefundByKey,
  listRefundsOfPayment,
  type OverpaymentPart,
  setOverpayment,
} from '../store/refunds.ts'
import { findPartyAccounts } from './read-party-accounts.ts'

interface Refunding {
  paymentId: number
  amount: Cents
  reason: string
  now: Date
}

/**
 * Returns how many cents of a new refund return an overpayment, and for whom. The caller holds the reservation's
 * lock, so that the totals cannot change before the refund is written.
 */
export async function decideOverpayment(
  tx: Transaction,
  { paymentId, amount, reason, now }: Refunding,
): Promise<OverpaymentPart> {
  const invoice = refundCause(reason) === 'goodwill' ? await findInvoiceOfPayment(tx, paymentId) : undefined
  if (!invoice) return { overpayment: 0, lines: [] }
  const sums = await readMoneySums(tx, invoice.reservationId, ranchDay(now))
  const overpayment = Math.min(amount, overpaidOf(sums))
  if (overpayment === 0) return { overpayment, lines: [] }
  const books = await findPartyAccounts(tx, invoice.reservationId)
  return { overpayment, lines: books ? overpaymentLines(books, invoice.id, overpayment) : [] }
}

/**
 * Writes to a refund's row the status that Stripe reports. If the refund was unknown or had failed before, it
 * counts from now on. So this function then decides how much of the refund returns an overpayment.
 */
export async function bookProviderRefund(
  tx: Transaction,
  booked: { paymentId: number; key: string; refund: ProviderRefund; now: Date },
): Promise<void> {
  const { paymentId, key, refund, now } = booked
  const known = await findRefundByKey(tx, key)
  if (known && known.status !== 'failed' && refund.status === 'failed') await passOverpayment(tx, known, now)
  const isNew = (!known || known.status === 'failed') && refund.status !== 'failed'
  const { amount = refund.amount, reason = 'provider' } = known ?? {}
  const part = isNew ? await decideOverpayment(tx, { paymentId, amount, reason, now }) : undefined
  // The money left the balance when Stripe created the refund, unless the balance was too low (docs.stripe.com/refunds).
  const endedAt = known?.waitsForBalance || refund.status === 'failed' ? now : refund.createdAt
  await bookRefund(tx, { ...booked, part, endedAt })
}

/** Marks a refund as permanently refused by Stripe. */
export async function refuseRefund(
  tx: Transaction,
  refund: { id: number; key: string },
  now: Date,
): Promise<void> {
  const known = await findRefundByKey(tx, refund.key)
  if (known?.status === 'requested') await passOverpayment(tx, known, now)
  await failRefund(tx, refund.id, now)
}

/**
 * If a failed refund was to return an overpayment, later refunds in Stripe's dashboard returned the same money.
 * Counts those refunds as the return of the overpayment.
 */
async function passOverpayment(
  tx: Transaction,
  failing: { id: number; paymentId: number; overpayment: Cents },
  now: Date,
): Promise<void> {
  if (failing.overpayment === 0) return
  const payment = await findInvoiceOfPayment(tx, failing.paymentId)
  if (!payment) return
  const refunds = await listRefundsOfPayment(tx, failing.paymentId)
  for (const { id, overpayment } of passOverpaymentOn(payment.received, refunds, failing.id))
    await setOverpayment(tx, id, { overpayment, now })
}
