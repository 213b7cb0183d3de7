/** Reads the rows that a search decrypts, one page at a time. Personal fields stay sealed. Never writes. */
import { and, desc, eq, getTableColumns, inArray, isNull, lt, or, type SQL } from 'drizzle-orm'
import { waitsForMailboxNow } from '#domain/booking/store/reservations.ts'
import { columns, type Database } from '#platform/database/database.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'

const EVENT = {
  ...columns(events, 'id', 'name', 'urlName', 'startDateDate', 'endDateDate', 'cancelledAt'),
  ...columns(events, 'status', 'publishAt'),
}

const GUEST = {
  ...columns(reservations, 'id', 'uuid', 'status', 'customerName', 'nickname', 'email', 'phone'),
  waitsForMailbox: waitsForMailboxNow,
}

export type GuestRow = Awaited<ReturnType<typeof listGuestsBefore>>[number]
export type EntryRow = Awaited<ReturnType<typeof listEntriesBefore>>[number]
export type EventRow = Awaited<ReturnType<typeof listEventNames>>[number]

/** Lists unpurged reservations with an id smaller than `before`, newest first. */
export const listGuestsBefore = async (db: Database, before: number | undefined, limit: number) =>
  selectGuests(db, before === undefined ? undefined : lt(reservations.id, before)).limit(limit)

/**
 * Returns the reservation with this id, or the reservations with this e-mail address (by its keyed hashes), however
 * old they are.
 */
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

/** Lists unpurged waitlist entries of all events with an id smaller than `before`, newest first. */
export const listEntriesBefore = async (db: Database, before: number | undefined, limit: number) =>
  selectEntries(db, before === undefined ? undefined : lt(waitlistEntries.id, before)).limit(limit)

/** Returns the waitlist entries with this e-mail address (by its keyed hashes), however old they are. */
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

/**
 * Returns all events, the latest first. The search runs in memory, so that the typed text never appears in SQL
 * statements or their errors.
 */
export const listEventNames = async (db: Database) =>
  db.select(EVENT).from(events).orderBy(desc(events.startDateDate), desc(events.id))

/**
 * Returns the invoice with this id and the newest invoices of this amount, with their guests and events, even if the
 * guest is purged.
 */
export async function listInvoices(
  db: Database,
  { number, amount }: { number: number | null; amount: number | null },
  limit: number,
) {
  const isIt = or(
    number === null ? undefined : eq(invoices.id, number),
    amount === null ? undefined : eq(invoices.amount, amount),
  )
  if (!isIt) return []
  return db
    .select({ invoice: invoices, guest: GUEST, event: EVENT })
    .from(invoices)
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(isIt)
    .orderBy(desc(eq(invoices.id, number ?? 0)), desc(invoices.id))
    .limit(limit)
}

/** Returns the newest payments of an amount in cents, with their guests and events. */
export const listPayments = async (db: Database, amount: number, limit: number) =>
  db
    .select({ ...columns(payments, 'id', 'amount', 'method', 'paidAt'), guest: GUEST, event: EVENT })
    .from(payments)
    .innerJoin(reservations, eq(reservations.id, payments.reservationId))
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(eq(payments.amount, amount))
    .orderBy(desc(payments.id))
    .limit(limit)
