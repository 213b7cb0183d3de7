/** Shows admins what a stay can refund, refunds a part of a paid invoice, and records manual refunds. */
import { enqueueEmail } from '#platform/email-queue.ts'
import { createHash } from 'node:crypto'
import { findEvent } from '#domain/events/store/events.ts'
import { type Actor, listDetails, recordAudit } from '#platform/audit.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { FailureCodeOf, ParsedOf, AnswerOf } from '#shared/endpoint.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import type { recordRefundByHand, refundInvoice, getRefunds, CancelScope } from '../contract/refunds.ts'
import type { BookingDeps } from '../deps.ts'
import { refundableCents, type Received, type Plan } from '../domain/refund-policy.ts'
import { handKey, mustRefundByHand, type RefundRow } from '../domain/refunds.ts'
import { decideOverpayment } from '../payments/overpayment.ts'
import { findPartyAccounts } from '../payments/read-party-accounts.ts'
import { findInvoicePlace, lockInvoiceRow } from '../store/invoices.ts'
import { lockReservation } from '../store/locks.ts'
import { findReceived, listPayoutsOf, listReceived, lockPayments } from '../store/payments.ts'
import {
  findRefund,
  findRefundByKeyStart,
  insertGivenRefund,
  requestRefund,
  listRefundsOfPayment,
  markRefundGiven,
  lockRefund,
  findCancellation,
  listRefundsOfStay,
} from '../store/refunds.ts'
import { changeReservation, findReservation } from '../store/reservations.ts'
import { listLeaving, planRefunds, toMembers } from './cancel-stay.ts'
import { findUndoProblem } from './undo-cancellation.ts'

/**
 * Returns what canceling the stay today would refund (also for a canceled stay), the earlier refunds, and the
 * cancellation. Returns undefined if there is no such reservation.
 */
export async function readRefundOverview(
  { db, sealer, now }: BookingDeps,
  {
    id,
    party,
    ...order
  }: { id: number; party: CancelScope } & Pick<Plan, 'cancelledBy' | 'replacementFound'>,
): Promise<AnswerOf<typeof getRefunds> | undefined> {
  const row = await findReservation(db, id)
  const event = row && (await findEvent(db, row.eventId))
  if (!row || !event) return undefined
  const books = await findPartyAccounts(db, id)
  if (!books) return undefined
  const going = await listLeaving(db, row, { version: null, party, newPayer: null })
  const leaving = typeof going === 'string' ? ([row] as const) : going.going
  const { plan, plans } = planRefunds(books, leaving, { order, event, now: now() })
  const refunds = await listRefundsOfStay(db, id)
  const received = await listReceived(db, id)
  const typedReasons = await findTypedReasons(
    db,
    sealer,
    refunds.map(({ refund }) => refund),
  )
  return {
    members: toMembers(sealer, plans),
    plan,
    refunds: refunds.map(({ refund, method, invoiceId }) => {
      const payment = received.find(({ paymentId }) => paymentId === refund.paymentId)
      // The admin's button to record a manual refund must follow the same rule as `noteGivenByHand`, which records
      // it.
      const toGive = mustRefundByHand(refund, { payment, refunds: refunds.map((other) => other.refund) })
      return { ...refund, method, invoiceId, toGive, typedReason: typedReasons.get(refund.id) ?? null }
    }),
    cancellation: (await findCancellation(db, sealer, id)) ?? null,
    undoProblem: await findUndoProblem({ db, sealer, now }, row, event),
    payouts: await listPayoutsOf(db, [id]),
  }
}

/**
 * Returns the reasons that admins typed for these refunds, by refund id. Only the audit log has them, because they may
 * be personal, and the purge empties it. A manual refund that replaces a refused one has the reason of that one.
 */
async function findTypedReasons(
  db: Database,
  sealer: Sealer,
  refunds: readonly RefundRow[],
): Promise<Map<number, string>> {
  const entityIds = refunds.map(({ paymentId }) => paymentId)
  const actions = ['refund.requested', 'refund.owed']
  const details = await listDetails(db, sealer, { entity: 'payment', entityIds, actions })
  const reasonOf = (key: string) => details.find((one) => one['key'] === key)?.['reason']
  return new Map(
    refunds.flatMap(({ id, key }) => {
      const replaced = refunds.find((other) => handKey(other.id) === key)
      const reason = reasonOf(replaced?.key ?? key)
      return typeof reason === 'string' ? [[id, reason] as const] : []
    }),
  )
}

type InvoiceRefund = ParsedOf<typeof refundInvoice>['body'] & { by: Actor }

/**
 * Records a refund of a part or all of an invoice's payment. A card refund is enqueued for Stripe; any other refund
 * is one that an admin owes.
 */
export async function refundInvoiceByAdmin(
  deps: BookingDeps,
  order: InvoiceRefund,
): Promise<{ reservationId: number } | FailureCodeOf<typeof refundInvoice> | { fields: { amount: string } }> {
  const { amount, invoiceId, reason, by } = order
  const place = await findInvoicePlace(deps.db, invoiceId)
  if (!place) return 'not_found'
  return deps.db.transaction(async (tx) => {
    const reservation = await lockReservation(tx, place.reservationId)
    if (!reservation || !(await lockInvoiceRow(tx, invoiceId))) return 'not_found'
    if (reservation.purgedAt) return 'purged'
    const payment = await lockPayment(tx, { invoiceId })
    if (!payment) return 'not_paid'
    const start = `admin:${payment.paymentId}:${hashOf(order.attempt)}`
    const key = `${start}:${hashOf(`${amount}:${reason}`)}`
    const reservationId = reservation.id
    const before = await findRefundByKeyStart(tx, start)
    // Earlier versions of the site made refunds whose key contains neither the amount nor the reason.
    const isSame = before?.key === key || (before?.key === start && before.amount === amount)
    if (before) return isSame ? { reservationId } : 'attempt_used'
    const left = refundableCents(payment)
    if (amount > left) return { fields: { amount: tooMuch(payment, left) } }
    const { paymentId, method } = payment
    const now = deps.now()
    const refunding = { paymentId, amount, reason: 'admin', now }
    const part = await decideOverpayment(tx, refunding)
    const refundId = await requestRefund(tx, { ...refunding, method, key, part })
    await changeReservation(tx, reservationId, { changes: {}, now })
    if (order.sendEmail) {
      const mail = { reservationId, invoiceId, key: `refund:${refundId}`, now }
      await enqueueEmail(tx, { type: 'refund', ...mail })
    }
    const action = method === 'card' ? 'refund.requested' : 'refund.owed'
    const of = { entity: 'payment', entityId: paymentId, eventId: reservation.eventId, reservationId }
    await recordAudit(tx, deps.sealer, [{ ...by, ...of, action, details: { key, amount, reason }, at: now }])
    return { reservationId }
  })
}

/** Locks and returns a payment by its id or its invoice, or undefined if there is none. */
async function lockPayment(
  tx: Transaction,
  which: { id: number } | { invoiceId: number },
): Promise<Received | undefined> {
  const [id] = await lockPayments(tx, which)
  return id === undefined ? undefined : findReceived(tx, id)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

function tooMuch({ withdrawn }: { withdrawn: Cents }, left: Cents): string {
  const taken = withdrawn > 0 ? `A bank has taken ${formatMoney(withdrawn)} of this payment back. ` : ''
  if (left > 0) return `${taken}No more than ${formatMoney(left)} is left of this payment`
  return withdrawn > 0 ? `${taken}There is nothing left to refund` : 'All of this payment has been refunded'
}

/**
 * Records once that an admin has given a refund without Stripe. Returns `not_owed` if the refund was already made
 * in any way, or if the venue no longer has the money.
 */
export async function noteGivenByHand(
  deps: BookingDeps,
  { refundId, by }: { refundId: number; by: Actor },
): Promise<{ reservationId: number } | FailureCodeOf<typeof recordRefundByHand>> {
  const found = await findRefund(deps.db, refundId)
  if (!found || found.reservationId === null) return 'not_found'
  const { reservationId, paymentId, key, amount, eventId } = found
  return deps.db.transaction(async (tx) => {
    if (!(await lockReservation(tx, reservationId))) return 'not_found'
    const payment = await lockPayment(tx, { id: paymentId })
    const refund = await lockRefund(tx, refundId)
    if (!payment || !refund) return 'not_found'
    const now = deps.now()
    const refunds = await listRefundsOfPayment(tx, paymentId)
    if (!mustRefundByHand(refund, { payment, refunds })) return 'not_owed'
    if (refund.status === 'owed') await markRefundGiven(tx, refundId, now)
    // The refund that Stripe refused keeps its row as Stripe reported it. The manual refund gets a row of its own.
    else {
      const given = { paymentId, amount, reason: refund.reason, now }
      const part = await decideOverpayment(tx, given)
      await insertGivenRefund(tx, { ...given, key: handKey(refundId), part })
    }
    await changeReservation(tx, reservationId, { changes: {}, now })
    const of = { entity: 'payment', entityId: paymentId, eventId, reservationId }
    const details = { key, amount }
    await recordAudit(tx, deps.sealer, [{ ...by, ...of, action: 'refund.givenByHand', details, at: now }])
    return { reservationId }
  })
}
