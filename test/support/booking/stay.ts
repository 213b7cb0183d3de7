/**
 * Creates stays that are unpaid, have a paid deposit, or are paid in full. Also changes stays directly in the
 * database, without the site.
 */
import { and, eq } from 'drizzle-orm'
import { onlyRow } from '#platform/database/database.ts'
import { postPayment } from '#domain/money/ledger/store/post.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import type { TestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'
import type { Invoice } from '#domain/booking/contract/reservation.ts'
import { EMPTY_PERSON } from '#domain/booking/sealed-guest.ts'
import type { Admin } from './admin.ts'
import type { Guest } from './guest.ts'

/** The error code that Stripe returns if a page confirms a payment intent that is already canceled. */
export const CANNOT_CHARGE = 'payment_intent_unexpected_state'
export const UNPAID = { paid: false, datePaid: null, paymentMethod: null }

export const WHOLE = 90_000

/** Signs a guest up as an admin. The deposit and the remainder, 45,000 cents each, are unpaid. */
export async function signedStay(app: TestApp, admin: Admin, event: Parameters<typeof makeEvent>[1] = {}) {
  const { id: eventId } = await makeEvent(app.services.db, event)
  const { reservationId: id, uuid } = await admin.signUp({ eventId })
  const [remainder, deposit] = (await admin.look(id)).invoices
  if (!remainder || !deposit) throw new Error('no invoices')
  return { id, uuid, eventId, deposit, remainder }
}

/** Holds a spot and pays its deposit. Then lets the site record the payment and the card provider's fee. */
export async function payDeposit(guest: Guest, eventId: number) {
  const held = await guest.hold(eventId)
  await guest.pay(held.clientSecret)
  await guest.feesTold()
  await guest.look(held.uuid)
  return held
}

export async function payWhole(guest: Guest, eventId: number) {
  const held = await guest.hold(eventId, { amount: WHOLE })
  await guest.pay(held.clientSecret)
  await guest.look(held.uuid)
  return held
}

/**
 * Returns the client secret with which a guest pays an invoice. Empty if the guest cannot pay the invoice.
 */
export async function secretFor(guest: Guest, uuid: string, { id }: Pick<Invoice, 'id'>): Promise<string> {
  return (await guest.look(uuid)).invoices.find((one) => one.id === id)?.clientSecret ?? ''
}

/** Records that the remainder was paid in cash, by writing rows to the database. Returns the invoice's id. */
export async function takeCash({ services }: TestApp, reservationId: number): Promise<number> {
  const { db, now } = services
  const [invoice] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.reservationId, reservationId), eq(invoices.purpose, 'remainder')))
  if (!invoice) throw new Error('no remainder to pay')
  const { id: invoiceId, amount } = invoice
  await db.transaction(async (tx) => {
    const cash = {
      invoiceId,
      reservationId,
      amount,
      method: 'cash',
      paidAt: now(),
      createdAt: now(),
    } as const
    const { id } = onlyRow(await tx.insert(payments).values(cash).returning({ id: payments.id }))
    await postPayment(tx, id, { now: now(), isNew: true })
  })
  return invoiceId
}

/** Deletes the personal data of a reservation as the purge does. */
export async function purge({ services }: TestApp, id: number): Promise<void> {
  await services.db
    .update(reservations)
    .set({ ...EMPTY_PERSON, purgedAt: services.now() })
    .where(eq(reservations.id, id))
}
