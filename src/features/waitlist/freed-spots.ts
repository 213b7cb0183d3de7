/** What a freed spot means for the queue of its event. */
import type { Database, Transaction } from '#platform/database/database.ts'
import { enqueueAgain } from '#platform/outbox.ts'
import { type Offering, offersRun } from './rules.ts'
import { countWaiting, hasQueue } from './store/entries.ts'

/** The outbox kind of an event whose free spots are to be offered to its queue; its payload is `{ eventId }`. */
export const OFFER_JOB = 'offer-spots'

/**
 * Enqueues a look at the queue, in the transaction that frees a spot or settles a held one. Nothing where nobody
 * waits. Call under the event's lock.
 */
export async function enqueueOffers(tx: Transaction, eventId: number | null, now: Date): Promise<void> {
  if (eventId === null || !(await hasQueue(tx, eventId))) return
  const dedupeKey = `${OFFER_JOB}:${eventId}`
  await enqueueAgain(tx, { kind: OFFER_JOB, payload: { eventId }, dedupeKey, runAt: now })
}

/** How many free spots of an event are kept for its queue: one for each who waits, while offers run. */
export async function countKept(db: Database, event: Offering & { id: number }, now: Date): Promise<number> {
  const waiting = await countWaiting(db, event.id)
  return waiting > 0 && offersRun(event, now) ? waiting : 0
}
