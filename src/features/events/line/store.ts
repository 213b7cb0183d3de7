/** What the rest of the site asks of an event's waiting line, and the word that a spot may be free for it. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { waitlistEntries, type EntryState } from '#platform/database/schema/waitlist.ts'
import { enqueueAgain } from '#platform/outbox.ts'
import { type Offering, offersRun } from './rules.ts'

/** The outbox kind of an event whose free spots are to be offered to its line; its payload is `{ eventId }`. */
export const OFFER_JOB = 'offer-spots'

/** Who may be offered a spot, holds an offer, or has let one lapse and may have paid late. */
const CONCERNED: EntryState[] = ['waiting', 'offered', 'lapsed']

/**
 * Promises a look at the line, in the transaction that frees a spot or settles a held one. Nothing where nobody
 * waits. Call under the event's lock.
 */
export async function promiseOffers(tx: Transaction, eventId: number | null, now: Date): Promise<void> {
  if (eventId === null) return
  const [someone] = await tx
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.state, CONCERNED)))
    .limit(1)
  if (!someone) return
  const dedupeKey = `${OFFER_JOB}:${eventId}`
  await enqueueAgain(tx, { kind: OFFER_JOB, payload: { eventId }, dedupeKey, runAt: now })
}

/** How many wait for a spot of an event. */
export async function countWaiting(db: Database, eventId: number): Promise<number> {
  const waiting: EntryState = 'waiting'
  return db.$count(
    waitlistEntries,
    and(eq(waitlistEntries.eventId, eventId), eq(waitlistEntries.state, waiting)),
  )
}

/** How many free spots of an event are kept for its line: one for each who waits, while offers run. */
export async function countKept(db: Database, event: Offering & { id: number }, now: Date): Promise<number> {
  return offersRun(event, now) ? countWaiting(db, event.id) : 0
}
