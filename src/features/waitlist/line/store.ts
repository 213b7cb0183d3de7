/** Changes of admins in a waitlist. The caller holds the event's lock. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { reservations, type ReservationStatus } from '#platform/database/schema/booking.ts'
import { type EntryState, waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import type { EntryRow } from '../store.ts'

export async function findEntry(db: Database, id: number): Promise<EntryRow | undefined> {
  const [row] = await db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id))
  return row
}

/** Everybody of an event's line, in its order, whether they wait or not. */
export async function listPlaces(db: Database, eventId: number): Promise<Pick<EntryRow, 'id' | 'state'>[]> {
  return db
    .select({ id: waitlistEntries.id, state: waitlistEntries.state })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.eventId, eventId))
    .orderBy(asc(waitlistEntries.position), asc(waitlistEntries.id))
}

export async function setEntryState(tx: Transaction, id: number, state: EntryState): Promise<void> {
  await tx.update(waitlistEntries).set({ state }).where(eq(waitlistEntries.id, id))
}

/** Gives these entries the positions from 1 on, in one statement. */
export async function numberEntries(tx: Transaction, ids: number[]): Promise<void> {
  const order = sql.join(
    ids.map((id, index) => sql`(${id}::int, ${index + 1}::int)`),
    sql`, `,
  )
  await tx.execute(sql`
    update waitlist_entries set position = line.position
    from (values ${order}) as line (id, position) where waitlist_entries.id = line.id`)
}

/** Which of these are in an event's line still. */
export async function listEntries(
  db: Database,
  { eventId, ids }: { eventId: number; ids: number[] },
): Promise<Pick<EntryRow, 'id' | 'state'>[]> {
  return db
    .select({ id: waitlistEntries.id, state: waitlistEntries.state })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.id, ids)))
    .orderBy(asc(waitlistEntries.id))
}

/** The reservations that these entries' offers held, and that nobody took. */
export async function listEndedHolds(tx: Transaction, entryIds: number[]): Promise<number[]> {
  const expired: ReservationStatus = 'expired'
  const found = await tx
    .select({ id: reservations.id })
    .from(waitlistOffers)
    .innerJoin(reservations, eq(reservations.id, waitlistOffers.reservationId))
    .where(and(inArray(waitlistOffers.entryId, entryIds), eq(reservations.status, expired)))
    .orderBy(asc(reservations.id))
  return found.map(({ id }) => id)
}

/** The entries go with their offers and what was mailed to confirm them. */
export async function removeEntries(tx: Transaction, ids: number[]): Promise<void> {
  await tx.delete(waitlistEntries).where(inArray(waitlistEntries.id, ids))
}
