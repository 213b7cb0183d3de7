/** The offers of a stay's spot in the database. */
import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import {
  type IntentStatus,
  invoices,
  paymentIntents,
  reservations,
} from '#platform/database/schema/booking.ts'
import { type OfferState, waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'

/** The open offer of a stay's spot. */
export async function findOfferOf(
  db: Database,
  stayId: number,
): Promise<{ token: string; expiresAt: Date; holdId: number } | undefined> {
  const open: OfferState = 'open'
  const [row] = await db
    .select({
      token: waitlistOffers.token,
      expiresAt: waitlistOffers.expiresAt,
      holdId: reservations.id,
    })
    .from(waitlistOffers)
    .innerJoin(reservations, eq(reservations.id, waitlistOffers.reservationId))
    .where(
      and(
        eq(reservations.replacesId, stayId),
        eq(reservations.status, 'pending'),
        eq(waitlistOffers.state, open),
      ),
    )
  return row
}

/** Whether a payment for a hold was opened after this instant and may still go through. */
export async function isPaidSince(
  db: Database,
  { holdId, since }: { holdId: number; since: Date },
): Promise<boolean> {
  const open: IntentStatus = 'open'
  const [row] = await db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .innerJoin(invoices, eq(invoices.id, paymentIntents.invoiceId))
    .where(
      and(
        eq(invoices.reservationId, holdId),
        eq(paymentIntents.status, open),
        gt(paymentIntents.createdAt, since),
      ),
    )
    .limit(1)
  return row !== undefined
}

/**
 * How an offer stands; `hold_gone`: an admin has cancelled or deleted the reservation that it held. Undefined once
 * whoever had it was removed from the line.
 */
export async function findState(
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
  // An entry whose offer was taken back waits on; here it is passed over.
  return row?.state === 'withdrawn' && row.entry === 'skipped' && gone ? 'hold_gone' : row?.state
}

/** The event of a stay. */
export async function findPlace(db: Database, stayId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ eventId: reservations.eventId })
    .from(reservations)
    .where(eq(reservations.id, stayId))
  return row?.eventId
}
