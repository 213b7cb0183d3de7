/** An admin's calls in tests: signs guests up, reads, changes and deletes reservations and invoices. */
import { eq } from 'drizzle-orm'
import { auditEntries } from '#platform/database/schema/audit.ts'
import type { InputOf } from '#shared/endpoint.ts'
import type { TestApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import {
  createReservationByAdmin,
  deleteReservation,
  getReservationByAdmin,
  updateReservationByAdmin,
} from '#domain/booking/contract/admin.ts'
import { createInvoice, deleteInvoice, updateInvoice } from '#domain/booking/contract/invoices.ts'

type Order = InputOf<typeof createReservationByAdmin>['body']['createReservationData']
type Changes = InputOf<typeof updateReservationByAdmin>['body']['updateReservationData']
type NewInvoice = InputOf<typeof createInvoice>['body']['createInvoiceData']
type InvoiceChanges = InputOf<typeof updateInvoice>['body']['updateInvoiceData']

export type Office = Awaited<ReturnType<typeof openOffice>>

export async function openOffice(app: Pick<TestApp, 'signIn'>) {
  return officeOf(await app.signIn({ admin: true }))
}

/** Wraps any signed-in browser. What it may do depends on its account. */
export function officeOf(browser: TestBrowser) {
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
  return { browser, order, signUp, look, change, remove, bill, rebill, unbill }
}

/** Returns the audit entries of one entity, oldest first. */
export async function auditOf(app: TestApp, entity: string, id: number) {
  const found = await app.services.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entityId, id))
    .orderBy(auditEntries.id)
  return found.filter((entry) => entry.entity === entity)
}
