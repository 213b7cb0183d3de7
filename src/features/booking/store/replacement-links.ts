/** The table `replacement_links`: the links by which a guest passes on the spot of a stay, and who takes it over or has done so. */
import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { columns, type Database, type Transaction } from '#platform/database/database.ts'
import { replacementLinks, reservations } from '#platform/database/schema/booking.ts'
import { isUuid } from '#shared/fields.ts'
import type { ReplacementProblem, ReplacementStatus } from '../domain/replacement.ts'
import { lockReservation } from './locks.ts'
import { findReservation } from './reservations.ts'

/** A link by its token, whatever became of it; not the link of a guest whose data is deleted. */
export async function findReplacementLink(db: Database, token: string) {
  if (!isUuid(token)) return undefined
  const [row] = await db
    .select({
      ...columns(replacementLinks, 'token', 'reservationId', 'endedAt'),
      eventId: reservations.eventId,
    })
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
export async function insertReplacementLink(
  tx: Transaction,
  reservationId: number,
  now: Date,
): Promise<void> {
  await tx.insert(replacementLinks).values({ token: randomUUID(), reservationId, madeAt: now })
}

export async function endReplacementLink(tx: Transaction, reservationId: number, now: Date): Promise<void> {
  await tx.update(replacementLinks).set({ endedAt: now }).where(openOf(reservationId))
}

/** The reservation that is taking over a stay's spot, or has done so. */
export async function findReplacing(
  db: Database,
  reservationId: number,
): Promise<{ id: number; status: NonNullable<ReplacementStatus> } | undefined> {
  const [row] = await db
    .select(columns(reservations, 'id', 'status'))
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

/** The stay whose spot a sign-up by this link takes over, or why there is none. The token opens the link's own event alone. */
export async function findReplaceableStay(
  db: Database,
  { token, eventId }: { token: string; eventId: number },
): Promise<number | ReplacementProblem> {
  const link = await findReplacementLink(db, token)
  if (!link || link.eventId !== eventId || link.endedAt !== null) return 'replacement_over'
  const row = await findReservation(db, link.reservationId)
  if (row?.status !== 'confirmed') return 'replacement_over'
  return (await findReplacing(db, row.id)) ? 'replacement_taken' : row.id
}

/** The stay whose spot a sign-up by this link takes over, locked; or why it cannot. The caller holds the event's lock. */
export async function lockReplaceableStay(
  tx: Transaction,
  link: { token: string; eventId: number },
): Promise<number | ReplacementProblem> {
  const id = await findReplaceableStay(tx, link)
  if (typeof id === 'number') await lockReservation(tx, id)
  return id
}
