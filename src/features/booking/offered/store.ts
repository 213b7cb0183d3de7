/** Spots that are held for the next in line: the waitlist's offers, as far as a sign-up must know them. */
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { type OfferState, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import type { Cents } from '#shared/money.ts'
import { type EarlierSignUp, findSignUp } from '../store/reservations.ts'

interface Named {
  token: string
  /** The event that the caller names: an offer is good for its own alone. Missing: the token is all that is said. */
  eventId?: number | undefined
  now: Date
}

/** The held reservation's id, while the offer stands. */
async function findHeld(db: Database, { token, eventId, now }: Named): Promise<number | undefined> {
  const open: OfferState = 'open'
  const [held] = await db
    .select({ id: reservations.id })
    .from(waitlistOffers)
    .innerJoin(reservations, eq(reservations.id, waitlistOffers.reservationId))
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(
      and(
        eq(waitlistOffers.token, token),
        eventId === undefined ? undefined : eq(reservations.eventId, eventId),
        eq(waitlistOffers.state, open),
        eq(reservations.status, 'pending'),
        gt(reservations.holdExpiresAt, now),
        // The event is cancelled and its holds are about to be ended: a form must not come to its card.
        isNull(events.cancelledAt),
      ),
    )
  return held?.id
}

/** The held spot as a sign-up goes on with it; undefined when the offer is over. */
export async function findByOffer(db: Database, named: Named): Promise<EarlierSignUp | undefined> {
  const id = await findHeld(db, named)
  return id === undefined ? undefined : findSignUp(db, eq(reservations.id, id))
}

/** What an offered spot costs now; undefined when the offer is over, or costs nothing. */
export async function findOfferedInvoice(
  db: Database,
  named: Named,
): Promise<{ id: number; amount: Cents } | undefined> {
  const reservationId = await findHeld(db, named)
  if (reservationId === undefined) return undefined
  const [due] = await db
    .select({ id: invoices.id, amount: invoices.amount })
    .from(invoices)
    .where(and(eq(invoices.reservationId, reservationId), inArray(invoices.purpose, ['deposit', 'whole'])))
  return due
}

/** Whether an offer of this token was made for a spot of this event, whatever became of it. */
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
