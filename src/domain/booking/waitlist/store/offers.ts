/** Queries for waitlist offers. An offer holds a freed spot for a waitlist entry. */
import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { columns, type Database, onlyRow, type Transaction } from '#platform/database/database.ts'
import { invoices, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { type OfferState, waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Day } from '#shared/days.ts'
import { renewPlaceLink } from './entries.ts'

const OPEN: OfferState = 'open'

type NewOffer = Pick<
  typeof waitlistOffers.$inferInsert,
  'token' | 'entryId' | 'reservationId' | 'madeAt' | 'expiresAt'
>

/**
 * Inserts a waitlist offer, marks its entry as offered and returns the offer's id. The caller holds the event's
 * lock.
 */
export async function insertOffer(tx: Transaction, offer: NewOffer): Promise<number> {
  const made = onlyRow(await tx.insert(waitlistOffers).values(offer).returning({ id: waitlistOffers.id }))
  await tx.update(waitlistEntries).set({ state: 'offered' }).where(eq(waitlistEntries.id, offer.entryId))
  return made.id
}

/**
 * Brings offers up to date with the reservations that they hold. An offer becomes accepted once its reservation is
 * paid, lapsed once it expired, and withdrawn once it is canceled or deleted. Also marks waiting entries as booked
 * if their guest signed up without an offer. The caller holds the event's lock.
 */
export async function reconcileOffers(tx: Transaction, eventId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    with found as (
      select o.id, o.entry_id,
        case r.status when 'confirmed' then 'accepted' when 'expired' then 'lapsed' when 'refunded' then 'lapsed'
          else 'withdrawn' end as state
      from waitlist_offers o
      join waitlist_entries e on e.id = o.entry_id
      left join reservations r on r.id = o.reservation_id
      where e.event_id = ${eventId}
        and ((o.state = 'open' and r.status is distinct from 'pending')
          or (o.state = 'lapsed' and e.state = 'lapsed' and r.status = 'confirmed'))
    ), ended as (
      update waitlist_offers o set state = found.state, ended_at = coalesce(o.ended_at, ${now.toISOString()}::timestamptz)
      from found where o.id = found.id
    )
    update waitlist_entries e
    set state = case found.state when 'accepted' then 'booked' when 'lapsed' then 'lapsed' else 'skipped' end
    from found where e.id = found.entry_id`)
  await tx.execute(sql`
    update waitlist_entries e set state = 'booked'
    where e.event_id = ${eventId} and e.state = 'waiting' and exists (
      select 1 from reservations r
      where r.event_id = e.event_id and r.email_hash = e.email_hash
        and r.status = 'confirmed' and r.created_at > e.created_at)`)
}

/**
 * Returns the events for which the job that makes offers must run. They have not started, and an entry waits or the
 * hold of an open offer has ended.
 */
export async function listEventsWithWaitlist(db: Database, today: Day) {
  const ended = sql<boolean>`exists (
    select 1 from waitlist_entries e
    join waitlist_offers o on o.entry_id = e.id and o.state = 'open'
    left join reservations r on r.id = o.reservation_id
    where e.event_id = "events"."id" and r.status is distinct from 'pending')`
  const fewest = sql<number | null>`(
    select min(e.size) from waitlist_entries e where e.event_id = "events"."id" and e.state = 'waiting')`
  return db
    .select({
      ...columns(events, 'id', 'spots', 'startDateDate', 'cancelledAt', 'waitlistStoppedAt'),
      /** Smallest number of spots that a waiting entry wants. Null if no entry waits. */
      fewest,
      /** True if the hold of an open offer has ended. */
      ended,
    })
    .from(events)
    .where(
      and(
        gt(events.startDateDate, today),
        isNull(events.cancelledAt),
        sql`(${fewest} is not null or ${ended})`,
      ),
    )
    .orderBy(events.id)
}

/** Number of spots that an offer's hold has, or had when it ended. */
const heldSpots = sql<number>`greatest(1, (select count(*) from reservations member
  where member.party_id = ${reservations.id} and member.status = ${reservations.status}))::int`

/**
 * Returns an offer with its entry and the reservation that it holds. Personal data is still encrypted. `dueNow` is
 * the amount of the invoice that is due now in cents, or null if the spot costs nothing.
 */
export async function findOffer(db: Database, which: { token: string } | { openOf: number }) {
  const [row] = await db
    .select({
      offer: waitlistOffers,
      entry: waitlistEntries,
      reservation: columns(reservations, 'id', 'uuid', 'status', 'price', 'share', 'discount'),
      size: heldSpots,
      dueNow: invoices.amount,
      /** True if the full price is due now, in one invoice. */
      whole: sql<boolean>`${invoices.purpose} is not distinct from 'whole'`,
    })
    .from(waitlistOffers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
    .leftJoin(reservations, eq(reservations.id, waitlistOffers.reservationId))
    .leftJoin(
      invoices,
      and(eq(invoices.reservationId, reservations.id), sql`${invoices.purpose} in ('deposit', 'whole')`),
    )
    .where(
      'token' in which
        ? eq(waitlistOffers.token, which.token)
        : and(eq(waitlistOffers.entryId, which.openOf), eq(waitlistOffers.state, OPEN)),
    )
  return row
}

export type FoundOffer = NonNullable<Awaited<ReturnType<typeof findOffer>>>

/** Ends an open offer. Returns false if the offer had already ended. */
export async function endOpenOffer(
  tx: Transaction,
  id: number,
  { state, now }: { state: Exclude<OfferState, 'open'>; now: Date },
): Promise<boolean> {
  const ended = await tx
    .update(waitlistOffers)
    .set({ state, endedAt: now })
    .where(and(eq(waitlistOffers.id, id), eq(waitlistOffers.state, OPEN)))
    .returning({ id: waitlistOffers.id })
  return ended.length > 0
}

export async function findOfferOfStay(db: Database, stayId: number) {
  const [row] = await db
    .select({ ...columns(waitlistOffers, 'token', 'expiresAt'), holdId: reservations.id })
    .from(waitlistOffers)
    .innerJoin(reservations, eq(reservations.id, waitlistOffers.reservationId))
    .where(
      and(
        eq(reservations.replacesId, stayId),
        eq(reservations.status, 'pending'),
        eq(waitlistOffers.state, OPEN),
      ),
    )
  return row
}

/** Returns whether a payment for the held reservation was opened after `since` and can still succeed. */
export async function isBeingPaid(
  db: Database,
  { holdId, since }: { holdId: number; since: Date },
): Promise<boolean> {
  const [row] = await db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .innerJoin(invoices, eq(invoices.id, paymentIntents.invoiceId))
    .where(
      and(
        eq(invoices.reservationId, holdId),
        eq(paymentIntents.status, 'open'),
        gt(paymentIntents.createdAt, since),
      ),
    )
    .limit(1)
  return row !== undefined
}

/**
 * Returns the status of an offer, or `hold_gone` if an admin canceled or deleted the reservation that the offer
 * held. Returns undefined if the entry was deleted.
 */
export async function findOfferState(
  db: Database,
  offerId: number,
): Promise<OfferState | 'hold_gone' | undefined> {
  const [row] = await db
    .select({ state: waitlistOffers.state, entry: waitlistEntries.state, hold: reservations.status })
    .from(waitlistOffers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
    .leftJoin(reservations, eq(reservations.id, waitlistOffers.reservationId))
    .where(eq(waitlistOffers.id, offerId))
  const gone = row?.hold === null || row?.hold === 'cancelled'
  // An offer is `withdrawn` in several cases. After an admin canceled or deleted the held reservation, the entry is
  // skipped and nobody has offered the spot again yet. After an admin skipped the entry, the hold is expired, and the
  // spot is already offered again. After a guest withdrew the offer of their own spot, the entry waits again.
  return row?.state === 'withdrawn' && row.entry === 'skipped' && gone ? 'hold_gone' : row?.state
}

interface OfferedSpot {
  token: string
  /**
   * Id of the event that the request names, because an offer is valid only for its own event. Undefined if the
   * request names none.
   */
  eventId?: number | undefined
  now: Date
}

/** Returns the reservation that an open offer holds, or undefined if the offer has ended. */
export async function findOfferedHold(
  db: Database,
  { token, eventId, now }: OfferedSpot,
): Promise<number | undefined> {
  const [held] = await db
    .select({ id: reservations.id })
    .from(waitlistOffers)
    .innerJoin(reservations, eq(reservations.id, waitlistOffers.reservationId))
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(
      and(
        eq(waitlistOffers.token, token),
        eventId === undefined ? undefined : eq(reservations.eventId, eventId),
        eq(waitlistOffers.state, OPEN),
        eq(reservations.status, 'pending'),
        gt(reservations.holdExpiresAt, now),
        // The holds of a canceled event are about to be canceled. So no form may let a guest pay for one.
        isNull(events.cancelledAt),
      ),
    )
  return held?.id
}

/**
 * Returns whether an offer was e-mailed to one of these addresses, given by their hashes. Then a caller who has the
 * offer's link has proven to read that mailbox.
 */
export async function isOfferedTo(
  db: Database,
  { token, emailHashes }: { token: string; emailHashes: string[] },
): Promise<boolean> {
  const [found] = await db
    .select({ id: waitlistOffers.id })
    .from(waitlistOffers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
    .where(and(eq(waitlistOffers.token, token), inArray(waitlistEntries.emailHash, emailHashes)))
  return found !== undefined
}

/** Returns whether this token belongs to an offer for this event, even if the offer has ended. */
export async function isOfferOf(
  db: Database,
  { token, eventId }: { token: string; eventId: number },
): Promise<boolean> {
  const [found] = await db
    .select({ id: waitlistOffers.id })
    .from(waitlistOffers)
    .innerJoin(reservations, eq(reservations.id, waitlistOffers.reservationId))
    .where(and(eq(waitlistOffers.token, token), eq(reservations.eventId, eventId)))
  return found !== undefined
}

/**
 * Gives a waitlist offer and its entry new links, if the offer holds this reservation and `from` is the entry's
 * address. The entry gets the address `to`. Returns whether an open offer got a new link. The caller holds the
 * event's lock.
 */
export async function renewOfferLinks(
  tx: Transaction,
  sealer: Sealer,
  { reservationId, from, to }: { reservationId: number; from: string | null; to: string | null },
): Promise<boolean> {
  const [found] = await tx
    .select({ offer: columns(waitlistOffers, 'id', 'state'), entry: waitlistEntries })
    .from(waitlistOffers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
    .where(
      and(
        eq(waitlistOffers.reservationId, reservationId),
        from === null
          ? isNull(waitlistEntries.emailHash)
          : inArray(waitlistEntries.emailHash, sealer.lookups(from)),
      ),
    )
  if (!found) return false
  const { offer, entry } = found
  await tx.update(waitlistOffers).set({ token: randomUUID() }).where(eq(waitlistOffers.id, offer.id))
  await renewPlaceLink(tx, sealer, { entry, email: to })
  return offer.state === OPEN
}

/** Withdraws the open offers of these entries, or the open offer that holds a reservation. */
export async function withdrawOffers(
  tx: Transaction,
  which: { entryIds: number[] } | { reservationId: number },
  now: Date,
): Promise<void> {
  const meant =
    'entryIds' in which
      ? inArray(waitlistOffers.entryId, which.entryIds)
      : eq(waitlistOffers.reservationId, which.reservationId)
  await tx
    .update(waitlistOffers)
    .set({ state: 'withdrawn', endedAt: now })
    .where(and(meant, eq(waitlistOffers.state, OPEN)))
}
