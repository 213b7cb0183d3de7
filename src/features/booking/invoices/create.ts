/** An admin adds an invoice to a reservation, unpaid or paid by hand. */
import type { Cents } from '#shared/money.ts'
import { lockReservation } from '../admin/store.ts'
import type { BookingDeps } from '../deps.ts'
import { lockEventOfHold } from '../replacement/store.ts'
import { type By, isPaidUp, noteInvoice, writeConsequences, writePayment } from './money.ts'
import { closedTo, type InvoiceFacts, type InvoiceWish, planNew, type Refused, uninvoiced } from './rules.ts'
import * as store from './store.ts'

export interface NewInvoice {
  reservationId: number
  amount: Cents
  /** What else is said of it, and whether, when and how it was paid by hand. */
  wish: InvoiceWish
  /** Of the reservation that the admin saw; null: whatever it is now. */
  version: number | null
  by: By
}

/** Gives the new invoice's id. */
export async function addInvoice(
  deps: BookingDeps,
  { reservationId, amount, wish, version, by }: NewInvoice,
): Promise<{ id: number } | Refused<'not_found' | 'purged' | 'stale' | 'invalid' | 'not_standing'>> {
  const now = deps.now()
  return deps.db.transaction(async (tx) => {
    await lockEventOfHold(tx, reservationId)
    const reservation = await lockReservation(tx, reservationId)
    if (!reservation) return { code: 'not_found' }
    const left = uninvoiced(reservation.price, await store.listTerms(tx, reservationId))
    const plan = closedTo(reservation, version) ?? planNew(reservation, { amount, left, wish, now })
    if ('code' in plan) return plan
    const { terms, payment } = plan
    const paidUpBefore = await isPaidUp(tx, reservation, now)
    const id = await store.insertInvoice(tx, { ...terms, reservationId, createdAt: now })
    const facts: InvoiceFacts = { ...terms, id, purpose: 'other', payment: null, reservation }
    await writePayment(tx, facts, { payment, amount, now })
    await writeConsequences(tx, facts, { deps, by, now, taken: payment !== null, paidUpBefore })
    const details = { amount, partOfPrice: !terms.extra, paymentMethod: payment?.method ?? null }
    const created = { action: 'invoice.created', details } as const
    const entries = payment ? [created, { action: 'invoice.paid', details } as const] : [created]
    await noteInvoice(tx, facts, { deps, by, now, entries })
    return { id }
  })
}
