/**
 * Functions with which tests act as an admin: sign guests up, change and delete reservations and invoices,
 * cancel, refund.
 */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '#shared/endpoint.ts'
import type { TestApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import {
  createReservationByAdmin,
  deleteReservation,
  getReservationByAdmin,
  updateReservationByAdmin,
} from '#domain/booking/contract/admin.ts'
import * as cancellation from '#domain/booking/contract/cancellation.ts'
import { createInvoice, deleteInvoice, updateInvoice } from '#domain/booking/contract/invoices.ts'
import * as refunds from '#domain/booking/contract/refunds.ts'

type Order = InputOf<typeof createReservationByAdmin>['body']['createReservationData']
type Changes = InputOf<typeof updateReservationByAdmin>['body']['updateReservationData']
type NewInvoice = InputOf<typeof createInvoice>['body']['createInvoiceData']
type InvoiceChanges = InputOf<typeof updateInvoice>['body']['updateInvoiceData']
type CancelOrder = InputOf<typeof cancellation.cancelReservation>['body']
type GivenRefund = InputOf<typeof refunds.recordRefundByHand>['body']
type RefundOrder = InputOf<typeof refunds.refundInvoice>['body']

export type Admin = ReturnType<typeof adminOf>

export async function signInAdmin(app: Pick<TestApp, 'signIn'>): Promise<Admin> {
  return adminOf(await app.signIn({ admin: true }))
}

/**
 * Creates functions that send an admin's API calls with a browser. The API refuses the calls if the browser's
 * account is not an admin.
 */
export function adminOf(browser: TestBrowser) {
  const order = async (data: Partial<Order> & { eventId: number }) =>
    browser.call(createReservationByAdmin, {
      body: {
        createReservationData: {
          customerName: 'Pat Doe',
          email: 'pat@example.test',
          shouldSendEmail: false,
          ...data,
        },
      },
    })
  const signUp = async (data: Partial<Order> & { eventId: number }) => {
    const made = await order(data)
    if (!made.ok) throw new Error(`not signed up: ${made.code}`)
    return made.data
  }
  const look = async (id: number) => {
    const found = await browser.call(getReservationByAdmin, { query: { id } })
    if (!found.ok) throw new Error(`no reservation: ${found.code}`)
    return found.data
  }
  const change = async (changes: Changes) =>
    browser.call(updateReservationByAdmin, { body: { updateReservationData: changes } })
  const remove = async (id: number, force?: 'true') =>
    browser.call(deleteReservation, { query: { id, ...(force ? { force } : {}) } })
  const bill = async (data: NewInvoice) => browser.call(createInvoice, { body: { createInvoiceData: data } })
  const rebill = async (data: InvoiceChanges) =>
    browser.call(updateInvoice, { body: { updateInvoiceData: data } })
  const unbill = async (id: number, version?: number) =>
    browser.call(deleteInvoice, { query: { id, ...(version === undefined ? {} : { version }) } })
  const stays = { order, signUp, look, change, remove, bill, rebill, unbill }

  /** Cancels a reservation, with its newest version number unless `changes` has another one. */
  const cancel = async (id: number, changes: Partial<CancelOrder> = {}) => {
    const version = changes.version ?? (await look(id)).version
    return browser.call(cancellation.cancelReservation, { body: { id, version, ...changes } })
  }
  const cancelEvent = async (id: number) => browser.call(cancellation.cancelEvent, { body: { id } })
  const eventPlan = async (id: number) =>
    browser.call(cancellation.getEventCancellationPlan, { query: { id } })
  const progress = async (id: number) => {
    const found = await browser.call(cancellation.getCancelProgress, { query: { id } })
    if (!found.ok) throw new Error(`progress could not be read: ${found.code}`)
    return found.data
  }
  const refundsOf = async (id: number, query: object = {}) => {
    const found = await browser.call(refunds.getRefunds, { query: { id, ...query } })
    if (!found.ok) throw new Error(`refunds could not be read: ${found.code}`)
    return found.data
  }
  const refund = async (invoiceId: number, amount: number, changes: Partial<RefundOrder> = {}) =>
    browser.call(refunds.refundInvoice, {
      body: { invoiceId, amount, reason: 'Rained in', attempt: randomUUID(), ...changes },
    })
  const recordRefund = async (refundId: number, given: Omit<GivenRefund, 'refundId'> = {}) =>
    browser.call(refunds.recordRefundByHand, { body: { refundId, ...given } })
  return { browser, ...stays, cancel, cancelEvent, eventPlan, progress, refundsOf, refund, recordRefund }
}
