/** Reads what a search looks through, a page at a time, personal fields still sealed; writes nothing. */
import { and, desc, eq, getTableColumns, inArray, isNull, lt, or, type SQL } from 'drizzle-orm'
import { waitsForMailboxNow } from '#features/booking/index.ts'
import { columns, type Database } from '#platform/database/database.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'

const EVENT = columns(events, 'id', 'name', 'urlName', 'startDateDate', 'endDateDate', 'cancelledAt')

const GUEST = {
  ...columns(reservations, 'id', 'uuid', 'status', 'customerName', 'nickname', 'email', 'phone'),
  waitsForMailbox: waitsForMailboxNow,
}

export type GuestRow = Awaited<ReturnType<typeof listGuestsBefore>>[number]
export type EntryRow = Awaited<ReturnType<typeof listEntriesBefore>>[number]
export type EventRow = Awaited<ReturnType<typeof listEventNames>>[number]

/** Reservations that are not purged, before this number, the newest first. */
export const listGuestsBefore = async (db: Database, before: number | undefined, limit: number) =>
  selectGuests(db, before === undefined ? undefined : lt(reservations.id, before)).limit(limit)

/** Reservations with this number, or of this address by its keyed hashes; an address is found however old its stay is. */
export async function listGuestsOf(
  db: Database,
  { number, emailHashes }: { number: number | null; emailHashes: string[] },
  limit: number,
) {
  const isIt = number === null ? undefined : eq(reservations.id, number)
  return selectGuests(db, or(isIt, inArray(reservations.emailHash, emailHashes))).limit(limit)
}

const selectGuests = (db: Database, which: SQL | undefined) =>
  db
    .select({ ...GUEST, event: EVENT })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(and(isNull(reservations.purgedAt), which))
    .orderBy(desc(reservations.id))

/** Entries of all waitlists that are not purged, before this number, the newest first. */
export const listEntriesBefore = async (db: Database, before: number | undefined, limit: number) =>
  selectEntries(db, before === undefined ? undefined : lt(waitlistEntries.id, before)).limit(limit)

/** Entries of this address by its keyed hashes, however old they are. */
export const listEntriesOf = async (db: Database, emailHashes: string[], limit: number) =>
  selectEntries(db, inArray(waitlistEntries.emailHash, emailHashes)).limit(limit)

function selectEntries(db: Database, which: SQL | undefined) {
  const { id, uuid, customerName, email, phone, state } = getTableColumns(waitlistEntries)
  return db
    .select({ id, uuid, customerName, email, phone, state, event: EVENT })
    .from(waitlistEntries)
    .innerJoin(events, eq(events.id, waitlistEntries.eventId))
    .where(and(isNull(waitlistEntries.purgedAt), which))
    .orderBy(desc(waitlistEntries.id))
}

/** All events, the last to come first. They are looked through in memory: what is searched for stays out of statements, and so of their errors. */
export const listEventNames = async (db: Database) =>
  db.select(EVENT).from(events).orderBy(desc(events.startDateDate), desc(events.id))

/** An invoice with its guest and event, also of a purged one. */
export async function findInvoice(db: Database, id: number) {
  const [row] = await db
    .select({ invoice: invoices, guest: GUEST, event: EVENT })
    .from(invoices)
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(eq(invoices.id, id))
  return row
}
