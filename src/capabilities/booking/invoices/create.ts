/** An admin adds an invoice to a reservation, unpaid or paid by hand (CONTRACT section 2). */
import type { Day } from '../../../shared/days.ts'
import type { Cents } from '../../../shared/money.ts'
import { lockReservation } from '../admin/store.ts'
import type { BookingDeps } from '../deps.ts'
import { lockEventOfHold } from '../replacement/store.ts'
import { type By, noteInvoice, writeConsequences, writePayment } from './money.ts'
import { closedTo, type InvoiceWish, planNew, type Refused } from './rules.ts'
import * as store from './store.ts'

export interface NewInvoice {
  reservationId: number
  amount: Cents
  due: Day | null
  /** Whether, when and how it was paid by hand. */
  wish: InvoiceWish
  /** Of the reservation that the admin saw; null: whatever it is now. */
  version: number | null
  by: By
}

/** Gives the new invoice's id. */
export async function addInvoice(
  deps: BookingDeps,
  { reservationId, amount, due, wish, version, by }: NewInvoice,
): Promise<{ id: number } | Refused<'not_found' | 'purged' | 'stale' | 'invalid' | 'not_standing'>> {
  const now = deps.now()
  return deps.db.transaction(async (tx) => {
    await lockEventOfHold(tx, reservationId)
    const reservation = await lockReservation(tx, reservationId)
    if (!reservation) return { code: 'not_found' }
    const plan = closedTo(reservation, version) ?? planNew(reservation, wish, now)
    if ('code' in plan) return plan
    const { payment } = plan
    const paidBefore = await store.sumPaid(tx, reservationId)
    const id = await store.insertInvoice(tx, { reservationId, amount, due, createdAt: now })
    const facts = { id, amount, due, payment: null, reservation }
    await writePayment(tx, facts, { payment, amount, now })
    await writeConsequences(tx, facts, { deps, by, now, taken: payment !== null, paidBefore })
    const details = { amount, paymentMethod: payment?.method ?? null }
    const created = { action: 'invoice.created', details } as const
    const entries = payment ? [created, { action: 'invoice.paid', details } as const] : [created]
    await noteInvoice(tx, facts, { deps, by, now, entries })
    return { id }
  })
}
