/** Reads and writes host links, and reads the guests for a kitchen sheet. */
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { columns, type Database, firstRow, onlyRow, type Transaction } from '#platform/database/database.ts'
import { reservationOptions, reservations } from '#platform/database/schema/booking.ts'
import { eventOptions, events } from '#platform/database/schema/events.ts'
import { hostLinks } from '#platform/database/schema/access.ts'
import { CONTACT_FIELDS } from '#shared/guest-details.ts'

export type HostLinkRow = typeof hostLinks.$inferSelect

/** Returns a host link with its event, even if the link no longer works. The caller checks that with `isLinkOpen`. */
export async function findHostLink(db: Database, token: string) {
  const [found] = await db
    .select({ link: hostLinks, event: events })
    .from(hostLinks)
    .innerJoin(events, eq(events.id, hostLinks.eventId))
    .where(eq(hostLinks.token, token))
  return found
}

export const listLinksOf = async (db: Database, eventId: number): Promise<HostLinkRow[]> =>
  db.select().from(hostLinks).where(eq(hostLinks.eventId, eventId)).orderBy(desc(hostLinks.id))

export const insertHostLink = async (
  tx: Transaction,
  link: Omit<typeof hostLinks.$inferInsert, 'id' | 'revokedAt'>,
): Promise<HostLinkRow> => onlyRow(await tx.insert(hostLinks).values(link).returning())

export const lockHostLink = (tx: Transaction, id: number): Promise<HostLinkRow | undefined> =>
  firstRow(tx.select().from(hostLinks).where(eq(hostLinks.id, id)).for('update'))

/** Marks a host link as ended. The caller holds the link's lock. */
export async function markRevoked(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(hostLinks).set({ revokedAt: now }).where(eq(hostLinks.id, id))
}

export async function revokeHostLinks(tx: Transaction, eventId: number, now: Date): Promise<void> {
  await tx
    .update(hostLinks)
    .set({ revokedAt: now })
    .where(and(eq(hostLinks.eventId, eventId), isNull(hostLinks.revokedAt)))
}

/** Lists which confirmed guests chose each option of an event. */
export const listChosen = async (db: Database, eventId: number) =>
  db
    .select({
      name: eventOptions.name,
      guestIds: sql<number[]>`array_agg(${reservations.id} order by ${reservations.id})`,
    })
    .from(eventOptions)
    .innerJoin(reservationOptions, eq(reservationOptions.optionId, eventOptions.id))
    .innerJoin(reservations, eq(reservations.id, reservationOptions.reservationId))
    .where(and(eq(eventOptions.eventId, eventId), eq(reservations.status, 'confirmed')))
    .groupBy(eventOptions.id)
    .orderBy(asc(eventOptions.sort), asc(eventOptions.id))

/** The sealed columns of a guest that the kitchen sheet shows. */
export const SHEET_FIELDS = [
  'customerName',
  'nickname',
  ...CONTACT_FIELDS,
  'foodAllergies',
  'medicalConditions',
] as const

/**
 * Lists the confirmed guests of an event with the sealed fields of the kitchen sheet. Does not read amounts, e-mail
 * addresses or notes.
 */
export const listConfirmedGuests = async (db: Database, eventId: number) =>
  db
    .select(columns(reservations, 'id', 'uuid', 'partyId', ...SHEET_FIELDS))
    .from(reservations)
    .where(and(eq(reservations.eventId, eventId), eq(reservations.status, 'confirmed')))
    .orderBy(asc(reservations.id))
