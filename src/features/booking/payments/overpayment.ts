/** Decides, in the transaction that records a refund, how much of it returns an overpayment; that is kept with the refund (R3.11, R3.12). */
import type { Transaction } from '#platform/database/database.ts'
import type { ProviderRefund } from '#features/card-provider/index.ts'
import { ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { overpaidOf, refundCause } from '#shared/reservation-money.ts'
import { overpaymentLines, passedOn } from '../domain/party-books.ts'
import { findInvoiceOfPayment, readMoneySums } from '../store/payments.ts'
import {
  bookRefund,
  failRefund,
  findRefundByKey,
  listRefundsOfPayment,
  type OverpaymentPart,
  setOverpayment,
} from '../store/refunds.ts'
import { findBooks } from './party-books.ts'

interface Refunding {
  paymentId: number
  amount: Cents
  reason: string
  now: Date
}

/** The part of a new refund that returns an overpayment. The caller holds the reservation's lock, so nothing changes the totals in between. */
export async function decideOverpayment(
  tx: Transaction,
  { paymentId, amount, reason, now }: Refunding,
): Promise<OverpaymentPart> {
  const invoice = refundCause(reason) === 'goodwill' ? await findInvoiceOfPayment(tx, paymentId) : undefined
  if (!invoice) return { overpayment: 0, lines: [] }
  const sums = await readMoneySums(tx, invoice.reservationId, ranchDay(now))
  const overpayment = Math.min(amount, overpaidOf(sums))
  if (overpayment === 0) return { overpayment, lines: [] }
  const books = await findBooks(tx, invoice.reservationId)
  return { overpayment, lines: books ? overpaymentLines(books, invoice.id, overpayment) : [] }
}

/** Books the provider's state of a refund. One that was not in our books, or had failed there, counts from now on: its overpayment part is decided now. */
export async function bookProviderRefund(
  tx: Transaction,
  booked: { paymentId: number; key: string; refund: ProviderRefund; now: Date },
): Promise<void> {
  const { paymentId, key, refund, now } = booked
  const known = await findRefundByKey(tx, key)
  if (known && known.status !== 'failed' && refund.status === 'failed') await passOverpayment(tx, known)
  const isNew = (!known || known.status === 'failed') && refund.status !== 'failed'
  const { amount = refund.amount, reason = 'provider' } = known ?? {}
  const part = isNew ? await decideOverpayment(tx, { paymentId, amount, reason, now }) : undefined
  await bookRefund(tx, { ...booked, part })
}

/** The provider refuses a refund for good. */
export async function refuseRefund(
  tx: Transaction,
  refund: { id: number; key: string },
  now: Date,
): Promise<void> {
  const known = await findRefundByKey(tx, refund.key)
  if (known?.status === 'requested') await passOverpayment(tx, known)
  await failRefund(tx, refund.id, now)
}

/** Refunds at the dashboard that left nothing of the payment for this one returned its overpayment in its place. */
async function passOverpayment(
  tx: Transaction,
  failing: { id: number; paymentId: number; overpayment: Cents },
): Promise<void> {
  if (failing.overpayment === 0) return
  const payment = await findInvoiceOfPayment(tx, failing.paymentId)
  if (!payment) return
  const refunds = await listRefundsOfPayment(tx, failing.paymentId)
  for (const { id, overpayment } of passedOn(payment.received, refunds, failing.id))
    await setOverpayment(tx, id, overpayment)
}
