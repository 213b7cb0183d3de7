/** Shows admins what a stay can refund, refunds a part of a paid invoice, and records manual refunds. */
import { enqueueEmail } from '#platform/email-queue.ts'
import { createHash } from 'node:crypto'
import { findEvent } from '#domain/events/store/events.ts'
import { type Actor, listDetails, recordAudit } from '#platform/audit.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { openName, type Sealer } from '#platform/sealing.ts'
import type { FailureCodeOf, ParsedOf, AnswerOf } from '#shared/endpoint.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import type { recordRefundByHand, refundInvoice, getRefunds, CancelScope } from '../contract/refunds.ts'
import type { BookingDeps } from '../deps.ts'
import { refundableCents, type Received, type Plan } from '../domain/refund-policy.ts'
import { givenAt, handKey, mustRefundByHand, type RefundRow, usualRefundMethod } from '../domain/refunds.ts'
import { decideOverpayment } from '../payments/overpayment.ts'
import { findPartyAccounts } from '../payments/read-party-accounts.ts'
import { findInvoicePlace, lockInvoiceRow } from '../store/invoices.ts'
import { lockReservation } from '../store/locks.ts'
import { findReceived, listPayoutsOf, listReceived, lockPayments } from '../store/payments.ts'
import {
  findRefund,
  findRefundByKeyStart,
  type GivenByHand,
  insertGivenRefund,
  listTask,
  requestRefund,
  listRefundsOfPayment,
  markRefundGiven,
  lockRefunds,
  findCancellation,
  listRefundsOfStay,
} from '../store/refunds.ts'
import { openMemo } from '../sealed-memo.ts'
import { changeReservation, findReservation } from '../store/reservations.ts'
import { listLeaving, planRefunds, toMembers } from './cancel-stay.ts'
import { readRefundTasks } from './refund-tasks.ts'
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
  const firstIds = refunds.flatMap(({ refund }) => (refund.byHand ? (refund.taskId ?? refund.id) : []))
  const tasks = await readRefundTasks({ db, sealer }, firstIds)
  return {
    members: toMembers(sealer, plans),
    plan,
    refunds: refunds.map(({ refund, method, invoiceId, to }) => {
      const payment = received.find(({ paymentId }) => paymentId === refund.paymentId)
      // The admin's button to record a manual refund must follow the same rule as `noteGivenByHand`, which records
      // it.
      const toGive = mustRefundByHand(refund, { payment, refunds: refunds.map((other) => other.refund) })
      const typedReason = typedReasons.get(refund.id) ?? null
      const task = tasks.get(refund.taskId ?? refund.id) ?? null
      const memo = openMemo(sealer, 'refunds', refund)
      return {
        ...refund,
        method,
        invoiceId,
        toGive,
        typedReason,
        to: to && toReceiver(sealer, to),
        task,
        memo,
      }
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

const toReceiver = (sealer: Sealer, { id, ...row }: Parameters<typeof openName>[2] & { id: number }) => {
  return { reservationId: id, customerName: openName(sealer, 'reservations', row) ?? '' }
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

/** Locks and returns the payment of an invoice, or undefined if there is none. */
async function lockPayment(tx: Transaction, which: { invoiceId: number }): Promise<Received | undefined> {
  const [id] = await lockPayments(tx, which)
  return id === undefined ? undefined : findReceived(tx, id)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

function tooMuch({ withdrawn }: { withdrawn: Cents }, left: Cents): string {
  const taken = withdrawn > 0 ? `A bank has taken ${formatMoney(withdrawn)} of this payment back. ` : ''
  if (left > 0) return `${taken}No more than ${formatMoney(left)} is left of this payment`
  return withdrawn > 0 ? `${taken}There is nothing left to refund` : 'All of this payment has been refunded'
}

type GivenRefund = ParsedOf<typeof recordRefundByHand>['body'] & { by: Actor }

/**
 * Records once that an admin has given a refund without Stripe, together with the other refunds of its task. Returns
 * `not_owed` if the refund was already made in any way, or if the venue no longer has the money.
 */
export async function noteGivenByHand(
  deps: BookingDeps,
  { refundId, method, givenOn, reference = null, memo = null, by }: GivenRefund,
): Promise<
  | { reservationId: number }
  | FailureCodeOf<typeof recordRefundByHand>
  | { fields: { givenOn: string } | { memo: string } }
> {
  const found = await findRefund(deps.db, refundId)
  if (!found || found.reservationId === null) return 'not_found'
  const { reservationId } = found
  return deps.db.transaction(async (tx) => {
    const task = await listTask(tx, found)
    const stayIds = [...new Set(task.flatMap((one) => one.reservationId ?? []))].toSorted((a, b) => a - b)
    const stays = []
    for (const id of stayIds) stays.push(await lockReservation(tx, id))
    if (stays.every((stay) => stay?.id !== reservationId)) return 'not_found'
    if (memo !== null && stays.some((stay) => stay?.purgedAt))
      return { fields: { memo: 'The guest’s data has been deleted. Please leave this empty' } }
    await lockPayments(tx, { ids: task.map(({ paymentId }) => paymentId) })
    const locked = await lockRefunds(
      tx,
      task.map(({ id }) => id),
    )
    const now = deps.now()
    const due = []
    for (const refund of locked) {
      const payment = await findReceived(tx, refund.paymentId)
      const refunds = await listRefundsOfPayment(tx, refund.paymentId)
      if (payment && mustRefundByHand(refund, { payment, refunds })) due.push({ refund, payment })
    }
    const asked = due.find(({ refund }) => refund.id === refundId)
    if (!asked) return locked.some(({ id }) => id === refundId) ? 'not_owed' : 'not_found'
    const at = givenAt(givenOn, { decidedAt: asked.refund.createdAt, now })
    if ('fields' in at) return at
    const given = { at, givenBy: method ?? usualRefundMethod(asked.payment.method), reference, memo }
    for (const { refund } of due) await writeGiven(tx, deps, { refund, given, now })
    for (const id of stayIds) await changeReservation(tx, id, { changes: {}, now })
    const entries = due.map(({ refund: { paymentId, key, amount } }) => {
      const place = task.find((one) => one.paymentId === paymentId)
      const { reservationId: stayId = null, eventId = null } = place ?? {}
      const of = { entity: 'payment', entityId: paymentId, eventId, reservationId: stayId }
      const details = { key, amount, givenBy: given.givenBy, reference }
      return { ...by, ...of, action: 'refund.givenByHand', details, at: now }
    })
    await recordAudit(tx, deps.sealer, entries)
    return { reservationId }
  })
}

/** Returns those of the refused refunds that an admin must still give. */
export async function listRefusedToGive<Refused extends RefundRow>(
  tx: Transaction,
  refused: readonly Refused[],
): Promise<Refused[]> {
  const left = []
  for (const refund of refused) {
    const payment = await findReceived(tx, refund.paymentId)
    const refunds = await listRefundsOfPayment(tx, refund.paymentId)
    if (mustRefundByHand(refund, { payment, refunds })) left.push(refund)
  }
  return left
}

/** Writes that an admin has given one refund. The caller holds the locks. */
export async function writeGiven(
  tx: Transaction,
  { sealer }: BookingDeps,
  { refund, given, now }: { refund: RefundRow & { reason: string }; given: GivenByHand; now: Date },
): Promise<void> {
  const { id, status, paymentId, amount, reason } = refund
  if (status === 'owed') return await markRefundGiven(tx, sealer, { ...given, id, now })
  // The refund that Stripe refused keeps its row as Stripe reported it. The manual refund gets a row of its own.
  const replacing = { paymentId, amount, reason }
  const part = await decideOverpayment(tx, { ...replacing, now })
  await insertGivenRefund(tx, sealer, { ...replacing, key: handKey(id), part, given, now })
}
