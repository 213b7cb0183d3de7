/** Enqueues the jobs of the waitlist in transactions of other code about bookings. */
import type { Transaction } from '#platform/database/database.ts'
import { enqueueAgain } from '#platform/outbox.ts'
import type { Sealer } from '#platform/sealing.ts'
import { bookWaiting, hasEntries } from './store/entries.ts'

/** Outbox kind: offer an event's free spots to its waitlist. The payload is `{ eventId }`. */
export const OFFER_JOB = 'offer-spots'

/**
 * Enqueues the job that makes waitlist offers. Call it in the transaction that frees a spot, or that confirms or ends
 * a held one. Does nothing if nobody waits. The caller holds the event's lock.
 */
export async function enqueueOffers(tx: Transaction, eventId: number | null, now: Date): Promise<void> {
  if (eventId === null || !(await hasEntries(tx, eventId))) return
  const dedupeKey = `${OFFER_JOB}:${eventId}`
  await enqueueAgain(tx, { kind: OFFER_JOB, payload: { eventId }, dedupeKey, runAt: now })
}

/** Outbox kind: withdraw the offer of a guest who got another spot of the event. The payload is `{ entryId }`. */
export const WITHDRAW_JOB = 'withdraw-offer'

/**
 * Marks the waiting entry with this guest's address as booked, no matter how many spots it wanted. An open offer is
 * withdrawn by a later job, because that calls the card provider. The caller holds the event's lock.
 */
export async function markBooked(
  tx: Transaction,
  { sealer }: { sealer: Sealer },
  { reservationId, now }: { reservationId: number; now: Date },
): Promise<void> {
  const entryId = await bookWaiting(tx, sealer, reservationId)
  if (entryId === undefined) return
  const dedupeKey = `${WITHDRAW_JOB}:${entryId}`
  await enqueueAgain(tx, { kind: WITHDRAW_JOB, payload: { entryId }, dedupeKey, runAt: now })
}

/**
 * Outbox kind: send the e-mail with the button that confirms a waitlist entry (docs/decisions/0030). The payload is
 * `{ entryId }`.
 */
export const CONFIRMATION_JOB = 'waitlist-confirm'

/**
 * Enqueues the job that sends a confirmation e-mail if one is needed. Runs in the transaction that adds the entry,
 * and for known addresses too, so that the reply time does not reveal whether an address is known.
 */
export async function enqueueConfirmation(tx: Transaction, entryId: number, now: Date): Promise<void> {
  const dedupeKey = `${CONFIRMATION_JOB}:${entryId}`
  await enqueueAgain(tx, { kind: CONFIRMATION_JOB, payload: { entryId }, dedupeKey, runAt: now })
}
