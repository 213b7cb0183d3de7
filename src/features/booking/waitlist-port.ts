/** What booking asks of the waitlist, which stands above it and is handed in where the site is put together (docs/decisions/0058). */
import type { Database, Transaction } from '#platform/database/database.ts'
import type { LockedEvent } from '#features/events/index.ts'

interface OfferedSpot {
  token: string
  /** The event that the caller names: an offer is good for its own alone. Missing: the token is all that is said. */
  eventId?: number | undefined
  now: Date
}

export interface WaitlistPort {
  /** Enqueues a look at the queue, in the transaction that frees a spot or settles a held one. Call under the event's lock. */
  enqueueOffers(tx: Transaction, eventId: number | null, now: Date): Promise<void>
  /** How many free spots of an event are kept for its queue. */
  countKept(
    db: Database,
    event: Pick<LockedEvent, 'id' | 'startDateDate' | 'cancelledAt' | 'waitlistStoppedAt'>,
    now: Date,
  ): Promise<number>
  /** How many wait for a spot. */
  countWaiting(db: Database, eventId: number): Promise<number>
  /** The reservation that an offer holds; undefined once the offer is over. */
  findOfferedHold(db: Database, offered: OfferedSpot): Promise<number | undefined>
  /** Whether an offer of this token was made for a spot of this event, whatever became of it. */
  isOfferOf(db: Database, offer: { token: string; eventId: number }): Promise<boolean>
}
