/** Replacement links and take-overs in the database. */
import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { replacementLinks } from '#platform/database/schema/replacement.ts'
import { lockEvent } from '#features/events/index.ts'
import type { Taker } from './rules.ts'

export interface LinkRow {
  token: string
  reservationId: number
  eventId: number
  endedAt: Date | null
}

const LINK = {
  token: replacementLinks.token,
  reservationId: replacementLinks.reservationId,
  eventId: reservations.eventId,
  endedAt: replacementLinks.endedAt,
}

/** A link by its token, whatever became of it; not the link of a guest whose data is deleted. */
export async function findLink(db: Database, token: string): Promise<LinkRow | undefined> {
  const [row] = await db
    .select(LINK)
    .from(replacementLinks)
    .innerJoin(reservations, eq(reservations.id, replacementLinks.reservationId))
    .where(and(eq(replacementLinks.token, token), isNull(reservations.purgedAt)))
  return row
}

/** The token of a stay's open link; null when there is none. */
export async function findOpenToken(db: Database, reservationId: number): Promise<string | null> {
  const [row] = await db
    .select({ token: replacementLinks.token })
    .from(replacementLinks)
    .where(openOf(reservationId))
  return row?.token ?? null
}

const openOf = (reservationId: number) =>
  and(eq(replacementLinks.reservationId, reservationId), isNull(replacementLinks.endedAt))

/** The caller holds the event's lock and has found no open one. */
export async function insertLink(tx: Transaction, reservationId: number, now: Date): Promise<void> {
  await tx.insert(replacementLinks).values({ token: randomUUID(), reservationId, madeAt: now })
}

export async function endLink(tx: Transaction, reservationId: number, now: Date): Promise<void> {
  await tx.update(replacementLinks).set({ endedAt: now }).where(openOf(reservationId))
}

/** Whoever is booking a stay's spot or has it. */
export async function findTaker(
  db: Database,
  reservationId: number,
): Promise<{ id: number; status: NonNullable<Taker> } | undefined> {
  const [row] = await db
    .select({ id: reservations.id, status: reservations.status })
    .from(reservations)
    .where(
      and(eq(reservations.replacesId, reservationId), inArray(reservations.status, ['pending', 'confirmed'])),
    )
    .orderBy(reservations.status, desc(reservations.id))
    .limit(1)
  return row && { id: row.id, status: row.status === 'confirmed' ? 'confirmed' : 'pending' }
}

/** The stay that stands and whose spot this reservation takes over once it is confirmed; null: none. */
export async function findReplaced(db: Database, reservationId: number): Promise<number | null> {
  const [row] = await db
    .select({ replacesId: reservations.replacesId })
    .from(reservations)
    .where(and(eq(reservations.id, reservationId), eq(reservations.status, 'pending')))
  if (!row || row.replacesId === null) return null
  const [replaced] = await db
    .select({ id: reservations.id })
    .from(reservations)
    .where(and(eq(reservations.id, row.replacesId), eq(reservations.status, 'confirmed')))
  return replaced?.id ?? null
}

/**
 * Locks the event of a held spot, before the reservation itself: what confirms it may end another stay, and tells the
 * waitlist (lock order: event, reservation, invoice, payment). No reservation becomes a held one later.
 */
export async function lockEventOfHold(tx: Transaction, reservationId: number): Promise<void> {
  const [row] = await tx
    .select({ eventId: reservations.eventId, status: reservations.status })
    .from(reservations)
    .where(eq(reservations.id, reservationId))
  if (row?.status === 'pending') await lockEvent(tx, row.eventId)
}
