/** An admin who cancels and refunds, and guests who have paid, for tests. */
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import type { InputOf } from '#shared/endpoint.ts'
import type { TestApp } from '#test/support/app.ts'
import * as cancellation from '#domain/booking/contract/cancellation.ts'
import * as refunds from '#domain/booking/contract/refunds.ts'
import { EMPTY_PERSON } from '#domain/booking/sealed-guest.ts'
import type { Guest } from './guest.ts'
import { openOffice } from './admin.ts'

type CancelOrder = InputOf<typeof cancellation.cancelReservation>['body']
type RefundOrder = InputOf<typeof refunds.refundInvoice>['body']

export type Cashier = Awaited<ReturnType<typeof openCashier>>

export async function openCashier(app: Pick<TestApp, 'signIn'>) {
  const { browser, look, signUp, order, remove } = await openOffice(app)
  const refundsOf = async (id: number, query: object = {}) => {
    const found = await browser.call(refunds.getRefunds, { query: { id, ...query } })
    if (!found.ok) throw new Error(`refunds could not be read: ${found.code}`)
    return found.data
  }
  /** Cancels the current version, unless another one is given. */
  const cancel = async (id: number, changes: Partial<CancelOrder> = {}) => {
    const version = changes.version ?? (await look(id)).version
    return browser.call(cancellation.cancelReservation, { body: { id, version, ...changes } })
  }
  const refund = async (invoiceId: number, amount: number, changes: Partial<RefundOrder> = {}) =>
    browser.call(refunds.refundInvoice, {
      body: { invoiceId, amount, reason: 'Rained in', attempt: randomUUID(), ...changes },
    })
  const recordRefund = async (refundId: number) =>
    browser.call(refunds.recordRefundByHand, { body: { refundId } })
  const cancelEvent = async (id: number) => browser.call(cancellation.cancelEvent, { body: { id } })
  const eventPlan = async (id: number) =>
    browser.call(cancellation.getEventCancellationPlan, { query: { id } })
  const progress = async (id: number) => {
    const found = await browser.call(cancellation.getCancelProgress, { query: { id } })
    if (!found.ok) throw new Error(`progress could not be read: ${found.code}`)
    return found.data
  }
  const calls = { refundsOf, cancel, refund, recordRefund, cancelEvent, eventPlan, progress }
  return { browser, look, signUp, order, remove, ...calls }
}

/** Holds a spot, pays its deposit and applies the payment with its fee. */
export async function payDeposit(guest: Guest, eventId: number) {
  const held = await guest.hold(eventId)
  await guest.pay(held.clientSecret)
  await guest.feesTold()
  await guest.look(held.uuid)
  return held
}

/** Records a cash payment of the remainder, directly in the database. Returns the invoice's id. */
export async function takeCash({ services }: TestApp, reservationId: number): Promise<number> {
  const { db, now } = services
  const [invoice] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.reservationId, reservationId), eq(invoices.purpose, 'remainder')))
  if (!invoice) throw new Error('no remainder to pay')
  const { id: invoiceId, amount } = invoice
  await db
    .insert(payments)
    .values({ invoiceId, reservationId, amount, method: 'cash', paidAt: now(), createdAt: now() })
  return invoiceId
}

/** Empties a reservation as the purge does. */
export async function purge({ services }: TestApp, id: number): Promise<void> {
  await services.db
    .update(reservations)
    .set({ ...EMPTY_PERSON, purgedAt: services.now() })
    .where(eq(reservations.id, id))
}
