/** What follows from an admin's change of an invoice, written with it: payment, spot, version, audit, mail. */
import { type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { enqueueEmail } from '#features/emails/index.ts'
import { changeReservation } from '../admin/store.ts'
import { confirmHold } from '../confirm.ts'
import type { BookingDeps } from '../deps.ts'
import { readMoney } from '../totals-store.ts'
import type { HandPayment, InvoiceFacts, ReservationFacts } from './rules.ts'
import * as store from './store.ts'

export type By = Pick<AuditEntry, 'actor' | 'actorEmail'>

interface Doing {
  deps: BookingDeps
  by: By
  now: Date
}

/** Makes the payment of an invoice what the admin says it is. The caller holds the locks. */
export async function writePayment(
  tx: Transaction,
  { id, payment: known, reservation }: InvoiceFacts,
  { payment, amount, now }: { payment: HandPayment | null; amount: Cents; now: Date },
): Promise<void> {
  if (payment && known) return await store.correctHandPayment(tx, known.id, { ...payment, amount })
  if (known) return await store.removeHandPayment(tx, known.id)
  if (!payment) return
  const { method, paidAt } = payment
  const line = { invoiceId: id, reservationId: reservation.id, amount, method, paidAt, createdAt: now }
  await store.insertHandPayment(tx, line)
}

/** Whether nothing of the stay is left to pay. */
export async function isPaidUp(tx: Transaction, { id }: ReservationFacts, now: Date): Promise<boolean> {
  return (await readMoney(tx, id, ranchDay(now))).paidUp
}

/**
 * Raises the reservation's version, once. Money by hand, whichever invoice it is for, makes a held spot the guest's:
 * who takes it means them to come. It tells them what a card's would tell: that the stay is theirs, or that it is fully
 * paid and was not before this change (`paidUpBefore`).
 */
export async function writeConsequences(
  tx: Transaction,
  facts: InvoiceFacts,
  { deps, by, now, taken, paidUpBefore }: Doing & { taken: boolean; paidUpBefore: boolean },
): Promise<void> {
  const { reservation } = facts
  if (taken && reservation.status === 'pending') {
    // A mail about what is no sign-up invoice would tell of a later payment.
    const isAbout = facts.purpose === 'deposit' || facts.purpose === 'whole'
    return await confirmHold(tx, deps, { reservation, ...(isAbout ? { invoiceId: facts.id } : {}), by, now })
  }
  await changeReservation(tx, reservation.id, { changes: {}, now })
  if (!taken || reservation.status !== 'confirmed' || paidUpBefore) return
  if (!(await isPaidUp(tx, reservation, now))) return
  const mail = { type: 'invoice-success', reservationId: reservation.id, invoiceId: facts.id } as const
  await enqueueEmail(tx, { ...mail, key: `fully-paid:${facts.id}`, now })
}

export interface Entry {
  action: `invoice.${'created' | 'updated' | 'paid' | 'part_paid' | 'unpaid' | 'deleted'}`
  fields?: string[]
  details: Record<string, string | number | boolean | null>
}

/** Notes who did it: sums and methods, no words of a guest. */
export async function noteInvoice(
  tx: Transaction,
  { id, reservation }: InvoiceFacts,
  { deps, by, now, entries }: Doing & { entries: Entry[] },
): Promise<void> {
  const { id: reservationId, eventId } = reservation
  const place = { ...by, entity: 'invoice', entityId: id, eventId, reservationId, at: now }
  await recordAudit(
    tx,
    deps.sealer,
    entries.map((entry) => ({ ...place, ...entry })),
  )
}
