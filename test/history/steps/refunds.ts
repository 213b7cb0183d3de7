/**
 * An admin's steps on refunds: canceling stays and events, undoing that, moving stays, refunding, and
 * recording manual refunds.
 */
import { asc, eq, inArray } from 'drizzle-orm'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { moveReservation } from '#domain/booking/contract/admin.ts'
import { undoCancellation } from '#domain/booking/contract/cancellation.ts'
import { signInAdmin, type Admin } from '#test/support/booking/admin.ts'
import type { AdminStep, RefundShare } from '../operations.ts'
import { dollars, newAttempt, noted, pick, logLine, type HistoryState } from '../history-state.ts'
import { partyOf, noteCancelScope } from './party.ts'

export type RefundStep = Extract<
  AdminStep,
  {
    do: 'cancel' | 'refund' | 'give by hand' | 'cancel the event' | 'move a stay' | 'undo a cancellation'
  }
>
type Doing<Name extends RefundStep['do']> = Extract<RefundStep, { do: Name }>

export async function runRefundStep(state: HistoryState, step: RefundStep): Promise<void> {
  // Signs the admin in again, because the session may have expired since the last step.
  const admin = await signInAdmin(state.site.app)
  switch (step.do) {
    case 'cancel':
      return await cancel(state, admin, step)
    case 'refund':
      return await refund(state, admin, step)
    case 'give by hand':
      return await recordRefundByHand(state, admin, step)
    case 'move a stay':
      return await move(state, admin, step)
    case 'undo a cancellation':
      return await undo(state, admin, step)
    case 'cancel the event': {
      const called = await admin.cancelEvent(state.events[step.event].id)
      logLine(
        state,
        `the admin cancels the event ${step.event}: ${called.ok ? 'done' : noted(state, called)}`,
      )
    }
  }
}

async function cancel(
  state: HistoryState,
  admin: Admin,
  { nth, by, sum, goes: party }: Doing<'cancel'>,
): Promise<void> {
  const standing = await state.site.app.services.db
    .select()
    .from(reservations)
    .where(inArray(reservations.status, ['pending', 'confirmed']))
    .orderBy(asc(reservations.id))
  const chosen = pick(standing, nth)
  if (!chosen) return
  const { id, version } = chosen
  const { plan } = await admin.refundsOf(id, { cancelledBy: by })
  // The test records this before the request, because the request may succeed even if its reply is lost.
  const newPayer = await noteCancelScope(state, chosen, party)
  const override = sum === 'all' && party === 'one' ? { refund: plan.most, reason: 'A broken leg' } : {}
  const done = await admin.cancel(id, { version, cancelledBy: by, party, newPayer, ...override })
  const given = dollars(sum === 'all' ? plan.most : plan.refundByTerms)
  logLine(
    state,
    `the admin cancels reservation ${id} (${party}) for the ${by}, ${given} back: ${done.ok ? 'done' : noted(state, done)}`,
  )
}

async function move(
  state: HistoryState,
  { browser }: Admin,
  { nth, event, overbooks }: Doing<'move a stay'>,
): Promise<void> {
  const standing = await state.site.app.services.db
    .select()
    .from(reservations)
    .where(eq(reservations.status, 'confirmed'))
    .orderBy(asc(reservations.id))
  const chosen = pick(standing, nth)
  if (!chosen) return
  const { id, version } = chosen
  const eventId = state.events[event].id
  // The test records this before the request, because the request may succeed even if its reply is lost. A
  // move affects the whole party, may create a new invoice for a paid deposit, and may overbook an event.
  for (const member of chosen.partyId === id ? await partyOf(state, chosen) : [chosen]) {
    state.byHand.add(member.id)
    state.moved.add(member.id)
    if (overbooks) state.overbooked.push(eventId)
  }
  const body = { id, version, eventId, allowOverbooking: overbooks }
  const done = await browser.call(moveReservation, { body })
  logLine(
    state,
    `the admin moves reservation ${id} to ${event}${overbooks ? ', full or not' : ''}: ${done.ok ? 'done' : noted(state, done)}`,
  )
}

async function undo(
  state: HistoryState,
  { browser }: Admin,
  { nth }: Doing<'undo a cancellation'>,
): Promise<void> {
  const cancelled = await state.site.app.services.db
    .select()
    .from(reservations)
    .where(eq(reservations.status, 'cancelled'))
    .orderBy(asc(reservations.id))
  const chosen = pick(cancelled, nth)
  if (!chosen) return
  const { id, version } = chosen
  state.reinstated.add(id)
  const done = await browser.call(undoCancellation, { body: { id, version } })
  logLine(
    state,
    `the admin undoes the cancellation of reservation ${id}: ${done.ok ? 'done' : noted(state, done)}`,
  )
}

/** Refunds an invoice's payment, in full or in part, with the amount that the page shows. */
async function refund(state: HistoryState, admin: Admin, { nth, share }: Doing<'refund'>): Promise<void> {
  const { db } = state.site.app.services
  const all = await db.select().from(payments).orderBy(asc(payments.id))
  const known = new Set((await db.select({ id: invoices.id }).from(invoices)).map((row) => row.id))
  const chosen = pick(
    all.filter(({ invoiceId }) => invoiceId !== null && known.has(invoiceId)),
    nth,
  )
  if (!chosen || chosen.invoiceId === null || chosen.reservationId === null) return
  const { plan } = await admin.refundsOf(chosen.reservationId)
  const line = plan.lines.find(({ paymentId }) => paymentId === chosen.id)
  const left = line ? line.amount - line.refunded - line.withdrawn : 0
  if (left <= 0) return
  const amount = partOf(left, share, (await admin.look(chosen.reservationId)).money.credit)
  if (amount === 0) return
  const done = await admin.refund(chosen.invoiceId, amount, { attempt: newAttempt() })
  logLine(
    state,
    `the admin refunds ${dollars(amount)} of payment ${chosen.id}: ${done.ok ? 'done' : noted(state, done)}`,
  )
}

/**
 * Returns how many cents of a payment to refund. `left` is the part of the payment that is not refunded yet.
 */
export function partOf(left: number, share: RefundShare, credit: number): number {
  if (share === 'credit') return Math.min(left, credit)
  return share === 'all' ? left : Math.ceil(left / 2)
}

async function recordRefundByHand(
  state: HistoryState,
  admin: Admin,
  { nth }: Doing<'give by hand'>,
): Promise<void> {
  const waiting = await state.site.app.services.db
    .select()
    .from(refunds)
    .where(inArray(refunds.status, ['owed', 'failed']))
    .orderBy(asc(refunds.id))
  const chosen = pick(waiting, nth)
  if (!chosen) return
  const done = await admin.recordRefund(chosen.id)
  const said = done.ok || done.code === 'not_found' ? 'done' : noted(state, done)
  logLine(state, `the admin gives ${dollars(chosen.amount)} by hand for ${chosen.key}: ${said}`)
}
