/** Offers in the database: a freed spot, held for the next in line. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { type OfferState, waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import type { Day } from '#shared/days.ts'

export interface NewOffer {
  token: string
  entryId: number
  reservationId: number
  now: Date
  expiresAt: Date
}

/** Writes an offer and marks its entry; gives the offer's id. The caller holds the event's lock. */
export async function insertOffer(tx: Transaction, { now, ...offer }: NewOffer): Promise<number> {
  const [made] = await tx
    .insert(waitlistOffers)
    .values({ ...offer, madeAt: now })
    .returning({ id: waitlistOffers.id })
  if (!made) throw new Error('The offer was not written')
  await tx.update(waitlistEntries).set({ state: 'offered' }).where(eq(waitlistEntries.id, offer.entryId))
  return made.id
}

/**
 * Takes over what became of an event's held spots: paid ones are booked, ended ones lapsed, those that an admin
 * cancelled or deleted withdrawn. Also whoever waits and has meanwhile signed up by the public form is booked. The
 * caller holds the event's lock.
 */
export async function takeOverEnded(tx: Transaction, eventId: number, now: Date): Promise<void> {
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

/** The events that have not begun and in which something may be done: somebody waits, or an offer has ended. */
export async function listEventsWithLine(db: Database, today: Day): Promise<OpenLine[]> {
  const ended = sql<boolean>`exists (
    select 1 from waitlist_entries e
    join waitlist_offers o on o.entry_id = e.id and o.state = 'open'
    left join reservations r on r.id = o.reservation_id
    where e.event_id = "events"."id" and r.status is distinct from 'pending')`
  const waits = sql<boolean>`exists (
    select 1 from waitlist_entries e where e.event_id = "events"."id" and e.state = 'waiting')`
  const found = await db
    .select({
      id: events.id,
      spots: events.spots,
      startDateDate: events.startDateDate,
      cancelledAt: events.cancelledAt,
      waitlistStoppedAt: events.waitlistStoppedAt,
      waits,
      ended,
    })
    .from(events)
    .where(and(gt(events.startDateDate, today), isNull(events.cancelledAt), sql`(${waits} or ${ended})`))
    .orderBy(events.id)
  return found
}

export interface OpenLine {
  id: number
  spots: number
  startDateDate: Day
  cancelledAt: Date | null
  waitlistStoppedAt: Date | null
  waits: boolean
  /** The spot of an open offer is not held any more. */
  ended: boolean
}

/** An offer with what it holds; personal fields are sealed. The invoice is the one due now, null for a free spot. */
export async function findOffer(db: Database, which: { token: string } | { openOf: number }) {
  const open: OfferState = 'open'
  const [row] = await db
    .select({
      offer: waitlistOffers,
      entry: waitlistEntries,
      reservation: {
        id: reservations.id,
        uuid: reservations.uuid,
        status: reservations.status,
        price: reservations.price,
      },
      dueNow: invoices.amount,
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
        : and(eq(waitlistOffers.entryId, which.openOf), eq(waitlistOffers.state, open)),
    )
  return row
}

export type FoundOffer = NonNullable<Awaited<ReturnType<typeof findOffer>>>

/** Ends an open offer. False: it has ended already. */
export async function endOpenOffer(
  tx: Transaction,
  id: number,
  { state, now }: { state: Exclude<OfferState, 'open'>; now: Date },
): Promise<boolean> {
  const open: OfferState = 'open'
  const ended = await tx
    .update(waitlistOffers)
    .set({ state, endedAt: now })
    .where(and(eq(waitlistOffers.id, id), eq(waitlistOffers.state, open)))
    .returning({ id: waitlistOffers.id })
  return ended.length > 0
}
