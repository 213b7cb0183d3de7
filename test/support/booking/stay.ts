/** A stay with unpaid invoices, and the client secret for one, for tests. */
import type { TestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'
import type { Invoice } from '#domain/booking/contract/reservation.ts'
import type { Guest } from './guest.ts'
import type { Office } from './admin.ts'

/** Stripe's error code if a payment was canceled before the form confirmed it. */
export const CANNOT_CHARGE = 'payment_intent_unexpected_state'
export const UNPAID = { paid: false, datePaid: null, paymentMethod: null }

/** Signs a guest up as an admin, with an unpaid deposit and remainder of 45,000 cents each. */
export async function signedStay(app: TestApp, office: Office, event: Parameters<typeof makeEvent>[1] = {}) {
  const { id: eventId } = await makeEvent(app.services.db, event)
  const { reservationId: id, uuid } = await office.signUp({ eventId })
  const [remainder, deposit] = (await office.look(id)).invoices
  if (!remainder || !deposit) throw new Error('no invoices')
  return { id, uuid, eventId, deposit, remainder }
}

/** Returns the client secret of an invoice; empty if it cannot be paid. */
export async function secretFor(guest: Guest, uuid: string, { id }: Pick<Invoice, 'id'>): Promise<string> {
  return (await guest.look(uuid)).invoices.find((one) => one.id === id)?.clientSecret ?? ''
}
