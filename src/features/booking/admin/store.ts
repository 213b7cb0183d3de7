/** Reservations as admins read and change them. Lock order: event, reservation, invoice, payment (R2.7). */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { invoices, paymentIntents, payments, reservations } from '#platform/database/schema/booking.ts'
import { refundedCents } from '../refunds/store.ts'
import type { ReservationRow } from '../view/store.ts'
import type { MoneyReceived } from './rules.ts'

export async function findReservation(db: Database, id: number): Promise<ReservationRow | undefined> {
  const [row] = await db.select().from(reservations).where(eq(reservations.id, id))
  return row
}

export interface Part {
  eventId: number
  /** Only those with a greater id. */
  after: number
  /** All when missing. */
  limit?: number | undefined
}

/** Reservations of an event by id, whatever became of them. */
export async function listReservations(
  db: Database,
  { eventId, after, limit }: Part,
): Promise<ReservationRow[]> {
  const query = db
    .select()
    .from(reservations)
    .where(and(eq(reservations.eventId, eventId), gt(reservations.id, after)))
    .orderBy(asc(reservations.id))
  return limit === undefined ? query : query.limit(limit)
}

/** How many reservations an event has, whatever became of them. */
export async function countReservations(db: Database, eventId: number): Promise<number> {
  return db.$count(reservations, eq(reservations.eventId, eventId))
}

/** The reservation, locked until the transaction ends. */
export async function lockReservation(tx: Transaction, id: number): Promise<ReservationRow | undefined> {
  const [row] = await tx.select().from(reservations).where(eq(reservations.id, id)).for('update')
  return row
}

/** Writes an admin's changes, sealed where they are personal. The caller holds the row's lock. */
export async function changeReservation(
  tx: Transaction,
  id: number,
  { changes, now }: { changes: Partial<typeof reservations.$inferInsert>; now: Date },
): Promise<void> {
  await tx
    .update(reservations)
    .set({ ...changes, version: sql`${reservations.version} + 1`, updatedAt: now })
    .where(eq(reservations.id, id))
}

/** One reservation, or all of an event. */
export type Which = { reservationId: number } | { eventId: number }

const chosen = (which: Which) =>
  'eventId' in which ? eq(reservations.eventId, which.eventId) : eq(reservations.id, which.reservationId)

/** What an intent may pay: one invoice, or those of one reservation or of all of an event. */
export type Payable = Which | { invoiceId: number }

/** The intents that may still pay it. */
export async function listIntentsToEnd(db: Database, of: Payable): Promise<string[]> {
  const found = await db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .innerJoin(invoices, eq(invoices.id, paymentIntents.invoiceId))
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .where(
      and('invoiceId' in of ? eq(invoices.id, of.invoiceId) : chosen(of), eq(paymentIntents.status, 'open')),
    )
    .orderBy(asc(paymentIntents.id))
  return found.map((row) => row.id)
}

/** All money that came for them, by card or by hand. */
export async function listMoney(db: Database, which: Which): Promise<MoneyReceived[]> {
  return db
    .select({
      reservationId: reservations.id,
      method: payments.method,
      amount: payments.amount,
      refunded: refundedCents,
    })
    .from(payments)
    .innerJoin(reservations, eq(reservations.id, payments.reservationId))
    .where(chosen(which))
}

/** Locks them and their invoices, after their event: nothing is paid, held or changed until the transaction ends. */
export async function lockWithInvoices(tx: Transaction, which: Which): Promise<number[]> {
  const locked = await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(chosen(which))
    .orderBy(asc(reservations.id))
    .for('update')
  const ids = locked.map((row) => row.id)
  if (ids.length === 0) return []
  await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(inArray(invoices.reservationId, ids))
    .orderBy(asc(invoices.id))
    .for('update')
  return ids
}

/** Their invoices and mails go with them; payments, refunds and intents stay and lose the tie. */
export async function removeReservations(tx: Transaction, which: Which): Promise<void> {
  await tx.delete(reservations).where(chosen(which))
}
