/**
 * Locks database rows. All code takes these locks in the same order to avoid deadlocks (R2.7): event, code
 * (`booking/codes/store/codes.ts`), reservation, invoice (a single one in `invoices.ts`), payment intent, payment
 * (`payments.ts`), refund with cancellation (`refunds.ts`).
 */
import { asc, eq, inArray } from 'drizzle-orm'
import { type LockedEvent, lockEvent } from '#domain/events/store/events.ts'
import { columns, firstRow, idsOf, type Transaction } from '#platform/database/database.ts'
import { invoices, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import type { ReplacementProblem } from '../domain/replacement.ts'
import {
  findReplaceableStay,
  findReservation,
  whereReservations,
  type ReservationRow,
  type ReservationSelector,
} from './reservations.ts'

/**
 * Locks the event of a reservation that is a hold. The event must be locked before the reservation, because
 * confirming a hold may end another stay and enqueues the waitlist's job. The status is read before the lock. That
 * is safe, because no reservation becomes a hold later.
 */
export async function lockEventOfHold(tx: Transaction, reservationId: number): Promise<void> {
  const [row] = await tx
    .select(columns(reservations, 'eventId', 'status'))
    .from(reservations)
    .where(eq(reservations.id, reservationId))
  if (row?.status === 'pending') await lockEvent(tx, row.eventId)
}

/**
 * Locks several events in the order of their ids, before any of their reservations. Returns the events that exist,
 * by id.
 */
export async function lockEvents(tx: Transaction, ids: number[]): Promise<Map<number, LockedEvent>> {
  const locked = new Map<number, LockedEvent>()
  for (const id of new Set(ids.toSorted((one, other) => one - other))) {
    const event = await lockEvent(tx, id)
    if (event) locked.set(id, event)
  }
  return locked
}

export const lockReservation = (tx: Transaction, id: number): Promise<ReservationRow | undefined> =>
  firstRow(tx.select().from(reservations).where(eq(reservations.id, id)).for('update'))

/** Locks a reservation after locking its event. Returns `stale` if it was moved to another event in between. */
export async function lockWithEvent(
  tx: Transaction,
  id: number,
): Promise<ReservationRow | 'not_found' | 'purged' | 'stale'> {
  const found = await findReservation(tx, id)
  if (found) await lockEvent(tx, found.eventId)
  const row = found && (await lockReservation(tx, id))
  if (!row) return 'not_found'
  if (row.purgedAt) return 'purged'
  return row.eventId === found.eventId ? row : 'stale'
}

/**
 * Locks reservations and their invoices; the event must be locked before. Until the transaction ends, nobody can
 * pay for these reservations or change them.
 */
export async function lockReservationsAndInvoices(
  tx: Transaction,
  which: ReservationSelector,
): Promise<number[]> {
  const stays = tx.select({ id: reservations.id }).from(reservations).where(whereReservations(which))
  const ids = await idsOf(stays.orderBy(asc(reservations.id)).for('update'))
  if (ids.length === 0) return []
  await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(inArray(invoices.reservationId, ids))
    .orderBy(asc(invoices.id))
    .for('update')
  return ids
}

export const lockIntent = (tx: Transaction, id: string) =>
  firstRow(tx.select().from(paymentIntents).where(eq(paymentIntents.id, id)).for('update'))

/**
 * Finds and locks the stay whose spot a sign-up takes over by a link. Returns the id of the stay, or why its spot
 * cannot be taken over. The caller holds the event's lock.
 */
export async function lockReplaceableStay(
  tx: Transaction,
  link: { token: string; eventId: number },
): Promise<number | ReplacementProblem> {
  const id = await findReplaceableStay(tx, link)
  if (typeof id === 'number') await lockReservation(tx, id)
  return id
}
