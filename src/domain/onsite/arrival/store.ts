/**
 * Reads and writes arrivals: the times that guests gave, the buttons that guests pressed, and which guests may be
 * overdue.
 */
import { lastHostDay } from '#domain/events/rules.ts'
import { and, between, eq, gte, isNull, or } from 'drizzle-orm'
import { columns, type Database, type Transaction, isAnyOf } from '#platform/database/database.ts'
import { arrivals } from '#platform/database/schema/arrivals.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { hostLinks } from '#platform/database/schema/access.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { type ArrivalFacts, NO_ARRIVAL } from './rules.ts'

const FACTS = columns(arrivals, 'day', 'time', 'by', 'leftPavementAt', 'hereAt', 'hereBy')

const RESERVATION = {
  ...columns(reservations, 'id', 'uuid', 'status', 'purgedAt'),
  eventId: events.id,
  ...columns(events, 'startDateDate', 'endDateDate', 'cancelledAt'),
}

export type ArrivingReservation = NonNullable<Awaited<ReturnType<typeof findArrivingReservation>>>

/** Finds a stay with its event's days and its arrival, even if the guest is purged. */
export async function findArrivingReservation(
  db: Database,
  which: { uuid: string } | { id: number; eventId?: number },
) {
  const ofEvent = 'eventId' in which && which.eventId !== undefined
  const [found] = await db
    // Drizzle treats a joined row as missing if the row's first selected column is null. So the first column here
    // must never be null.
    .select({ stay: RESERVATION, facts: { reservationId: arrivals.reservationId, ...FACTS } })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .leftJoin(arrivals, eq(arrivals.reservationId, reservations.id))
    .where(
      'uuid' in which
        ? eq(reservations.uuid, which.uuid)
        : and(
            eq(reservations.id, which.id),
            ofEvent ? eq(reservations.eventId, which.eventId ?? 0) : undefined,
          ),
    )
  return found && { ...found.stay, facts: found.facts ?? NO_ARRIVAL }
}

/**
 * Locks the arrival of a reservation until the transaction ends, and creates its row if it is missing. The lock makes
 * simultaneous button presses run sequentially.
 */
export async function lockFacts(tx: Transaction, reservationId: number, now: Date): Promise<ArrivalFacts> {
  await tx.insert(arrivals).values({ reservationId, updatedAt: now }).onConflictDoNothing()
  const [row] = await tx
    .select(FACTS)
    .from(arrivals)
    .where(eq(arrivals.reservationId, reservationId))
    .for('update')
  return row ?? NO_ARRIVAL
}

export async function writeFacts(
  tx: Transaction,
  reservationId: number,
  changes: Partial<ArrivalFacts> & { updatedAt: Date },
): Promise<void> {
  await tx.update(arrivals).set(changes).where(eq(arrivals.reservationId, reservationId))
}

/** Returns the arrivals of these reservations by reservation id. Omits reservations without an arrival. */
export async function listArrivals(
  db: Database,
  reservationIds: number[],
): Promise<Map<number, ArrivalFacts>> {
  const found = await db
    .select({ id: arrivals.reservationId, facts: FACTS })
    .from(arrivals)
    .where(isAnyOf(arrivals.reservationId, reservationIds))
  return new Map(found.map(({ id, facts }) => [id, facts]))
}

export async function deleteArrival(tx: Transaction, reservationId: number): Promise<void> {
  await tx.delete(arrivals).where(eq(arrivals.reservationId, reservationId))
}

const DAY_MS = 24 * 60 * 60_000

/** Lists guests who have not arrived and may be overdue. The rules then decide who really is. */
export async function listWatched(db: Database, now: Date) {
  const today = ranchDay(now)
  const from = addDays(today, -2)
  const leftSince = new Date(now.getTime() - 2 * DAY_MS)
  return db
    .select({
      reservationId: reservations.id,
      ...columns(reservations, 'uuid', 'customerName', 'phone'),
      eventId: events.id,
      eventName: events.name,
      eventUrlName: events.urlName,
      ...columns(events, 'hostEmail', 'startDateDate', 'endDateDate'),
      facts: FACTS,
    })
    .from(arrivals)
    .innerJoin(reservations, eq(reservations.id, arrivals.reservationId))
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(
      and(
        eq(reservations.status, 'confirmed'),
        isNull(reservations.purgedAt),
        isNull(events.cancelledAt),
        isNull(arrivals.hereAt),
        or(between(arrivals.day, from, today), gte(arrivals.leftPavementAt, leftSince)),
      ),
    )
    .orderBy(reservations.id)
}

/** Returns the event of a host link, or undefined if an admin ended the link or it has expired. */
export async function findHostedEvent(db: Database, token: string, now: Date): Promise<number | undefined> {
  const [found] = await db
    .select(columns(events, 'id', 'endDateDate'))
    .from(hostLinks)
    .innerJoin(events, eq(events.id, hostLinks.eventId))
    .where(and(eq(hostLinks.token, token), isNull(hostLinks.revokedAt)))
  return found && ranchDay(now) <= lastHostDay(found.endDateDate) ? found.id : undefined
}
