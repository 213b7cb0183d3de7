/** An admin at work: signs people up, looks at reservations, changes and deletes them. */
import { eq } from 'drizzle-orm'
import { auditEntries } from '../../../platform/database/schema/access.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import type { TestApp } from '../../../testing/app.ts'
import type { TestBrowser } from '../../../testing/browser.ts'
import {
  createReservationByAdmin,
  deleteReservation,
  getReservationByAdmin,
  updateReservationByAdmin,
} from '../admin/contract.ts'

type Order = InputOf<typeof createReservationByAdmin>['body']['createReservationData']
type Changes = InputOf<typeof updateReservationByAdmin>['body']['updateReservationData']

export type Office = Awaited<ReturnType<typeof openOffice>>

export async function openOffice(app: Pick<TestApp, 'signIn'>) {
  return officeOf(await app.signIn({ admin: true }))
}

/** What a browser may do there depends on whose it is. */
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
  return { browser, order, signUp, look, change, remove }
}

/** What the audit says about one thing, the oldest first. */
export async function auditOf(app: TestApp, entity: string, id: number) {
  const found = await app.services.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entityId, id))
    .orderBy(auditEntries.id)
  return found.filter((entry) => entry.entity === entity)
}
