/** Invoices as admins change them. Lock order: reservation, invoice, payment (R2.7). */
import { count, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { invoices, payments, refunds, reservations } from '#platform/database/schema/booking.ts'
import type { Cents } from '#shared/money.ts'
import { lockReservation } from '../admin/store.ts'
import { lockEventOfHold } from '../replacement/store.ts'
import type { HandPayment, InvoiceFacts, Terms } from './rules.ts'

/** An invoice with its payment and its reservation. */
export async function findInvoice(db: Database, id: number): Promise<InvoiceFacts | undefined> {
  const [row] = await db
    .select({ invoice: invoices, payment: payments, reservation: reservations })
    .from(invoices)
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .where(eq(invoices.id, id))
  if (!row) return undefined
  const { invoice, payment, reservation } = row
  return {
    ...invoice,
    payment: payment && { ...payment, refunds: await countRefunds(db, payment.id) },
    reservation,
  }
}

async function countRefunds(db: Database, paymentId: number): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(refunds).where(eq(refunds.paymentId, paymentId))
  return row?.rows ?? 0
}

/** The same, with its reservation and itself locked until the transaction ends. */
export async function lockInvoice(tx: Transaction, id: number): Promise<InvoiceFacts | undefined> {
  const [place] = await tx
    .select({ reservationId: invoices.reservationId })
    .from(invoices)
    .where(eq(invoices.id, id))
  if (!place) return undefined
  await lockEventOfHold(tx, place.reservationId)
  if (!(await lockReservation(tx, place.reservationId))) return undefined
  await tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.id, id)).for('update')
  await tx.select({ id: payments.id }).from(payments).where(eq(payments.invoiceId, id)).for('update')
  return findInvoice(tx, id)
}

/** What each invoice of a reservation asks for. */
export async function listTerms(db: Database, reservationId: number): Promise<Terms[]> {
  return db
    .select({
      amount: invoices.amount,
      due: invoices.due,
      description: invoices.description,
      extra: invoices.extra,
    })
    .from(invoices)
    .where(eq(invoices.reservationId, reservationId))
}

/** An invoice beside those of the sign-up; gives its id. */
export async function insertInvoice(
  tx: Transaction,
  invoice: Terms & { reservationId: number; createdAt: Date },
): Promise<number> {
  const [row] = await tx
    .insert(invoices)
    .values({ ...invoice, purpose: 'other' })
    .returning({ id: invoices.id })
  if (!row) throw new Error('The invoice was not written')
  return row.id
}

export async function setTerms(tx: Transaction, id: number, terms: Terms): Promise<void> {
  const { amount, due, description, extra } = terms
  await tx.update(invoices).set({ amount, due, description, extra }).where(eq(invoices.id, id))
}

export async function removeInvoice(tx: Transaction, id: number): Promise<void> {
  await tx.delete(invoices).where(eq(invoices.id, id))
}

/** Notes money that came by hand. */
export async function insertHandPayment(
  tx: Transaction,
  payment: HandPayment & { invoiceId: number; reservationId: number; amount: Cents; createdAt: Date },
): Promise<void> {
  await tx.insert(payments).values(payment)
}

/** Says better how money came by hand. */
export async function correctHandPayment(
  tx: Transaction,
  id: number,
  { method, paidAt, amount }: HandPayment & { amount: Cents },
): Promise<void> {
  await tx.update(payments).set({ method, paidAt, amount }).where(eq(payments.id, id))
}

/** It never came. Throws when some of it was given back. */
export async function removeHandPayment(tx: Transaction, id: number): Promise<void> {
  await tx.delete(payments).where(eq(payments.id, id))
}
