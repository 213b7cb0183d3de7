/** An admin gives back some of a paid invoice; the reservation stays as it is. */
import { createHash } from 'node:crypto'
import { type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { enqueueEmail } from '#features/emails/index.ts'
import { insertRefund } from '../apply/changes/store.ts'
import { promiseRefund } from '../apply/changes/promise.ts'
import { changeReservation, lockReservation } from '../admin/store.ts'
import { leftOf } from '../cancel/rules.ts'
import type { BookingDeps } from '../deps.ts'
import { findInvoicePlace, findRefundByKey, lockInvoicePayment, type PaidInvoice } from './store.ts'

export interface GiveBack {
  invoiceId: number
  amount: Cents
  reason: string
  /** The form's own random key: repeated, it does nothing more. */
  attempt: string
  sendEmail: boolean
  by: Pick<AuditEntry, 'actor' | 'actorEmail'>
}

export type GivenBack =
  | { reservationId: number }
  | 'not_found'
  | 'not_paid'
  | 'purged'
  /** What is wrong, by field. */
  | { fields: Record<string, string> }

/** Writes the refund and promises it: through the provider for a card, else owed by hand. */
export async function giveBack(deps: BookingDeps, order: GiveBack): Promise<GivenBack> {
  const place = await findInvoicePlace(deps.db, order.invoiceId)
  if (!place) return 'not_found'
  return deps.db.transaction(async (tx) => {
    const reservation = await lockReservation(tx, place.reservationId)
    const invoice = reservation && (await lockInvoicePayment(tx, order.invoiceId))
    if (!reservation || !invoice) return 'not_found'
    if (reservation.purgedAt) return 'purged'
    const { payment } = invoice
    if (!payment) return 'not_paid'
    const key = keyOf(payment.id, order.attempt)
    const reservationId = reservation.id
    if (await findRefundByKey(tx, key)) return { reservationId }
    const left = leftOf(payment)
    if (order.amount > left) return { fields: { amount: tooMuch(payment, left) } }
    await write(tx, deps, { order, payment, key, reservation })
    return { reservationId }
  })
}

const keyOf = (paymentId: number, attempt: string) =>
  `admin:${paymentId}:${createHash('sha256').update(attempt).digest('base64url')}`

function tooMuch({ withdrawn }: { withdrawn: Cents }, left: Cents): string {
  const taken = withdrawn > 0 ? `A bank has taken ${formatMoney(withdrawn)} of this payment back. ` : ''
  if (left > 0) return `${taken}No more than ${formatMoney(left)} is left of this payment`
  return withdrawn > 0 ? `${taken}There is nothing left to refund` : 'All of this payment has been given back'
}

interface Writing {
  order: GiveBack
  payment: NonNullable<PaidInvoice['payment']>
  key: string
  reservation: { id: number; eventId: number }
}

async function write(tx: Transaction, deps: BookingDeps, { order, payment, key, reservation }: Writing) {
  const { amount, invoiceId, reason } = order
  const now = deps.now()
  const card = payment.method === 'card'
  const refund = { paymentId: payment.id, key, amount, reason: 'admin', now }
  const refundId = card
    ? await promiseRefund(tx, refund)
    : await insertRefund(tx, { ...refund, byHand: true })
  await changeReservation(tx, reservation.id, { changes: {}, now })
  if (order.sendEmail) {
    const mail = { reservationId: reservation.id, invoiceId, key: `refund:${refundId}`, now }
    await enqueueEmail(tx, { type: 'refund', ...mail })
  }
  await recordAudit(tx, deps.sealer, [
    {
      ...order.by,
      action: card ? 'refund.requested' : 'refund.owed',
      entity: 'payment',
      entityId: payment.id,
      eventId: reservation.eventId,
      reservationId: reservation.id,
      details: { key, amount, reason },
      at: now,
    },
  ])
}
