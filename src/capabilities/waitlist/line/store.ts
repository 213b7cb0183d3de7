/** What admins change in a line. The caller holds the event's lock. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { reservations, type ReservationStatus } from '../../../platform/database/schema/booking.ts'
import { events } from '../../../platform/database/schema/events.ts'
import {
  type EntryState,
  waitlistEntries,
  waitlistOffers,
} from '../../../platform/database/schema/waitlist.ts'
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

/** The reservations that an entry's offers held, and that nobody took. */
export async function listEndedHolds(tx: Transaction, entryId: number): Promise<number[]> {
  const expired: ReservationStatus = 'expired'
  const found = await tx
    .select({ id: reservations.id })
    .from(waitlistOffers)
    .innerJoin(reservations, eq(reservations.id, waitlistOffers.reservationId))
    .where(and(eq(waitlistOffers.entryId, entryId), eq(reservations.status, expired)))
    .orderBy(asc(reservations.id))
  return found.map(({ id }) => id)
}

/** The entry and its offers go. */
export async function removeEntry(tx: Transaction, id: number): Promise<void> {
  await tx.delete(waitlistEntries).where(eq(waitlistEntries.id, id))
}

/** Null: offers run. */
export async function setStopped(tx: Transaction, eventId: number, at: Date | null): Promise<void> {
  await tx.update(events).set({ waitlistStoppedAt: at }).where(eq(events.id, eventId))
}
