/** Enqueues the waitlist's jobs in the transactions of other parts of booking. */
import { z } from 'zod'
import type { Transaction } from '#platform/database/database.ts'
import { enqueueAgain, jobKind } from '#platform/outbox.ts'
import type { Sealer } from '#platform/sealing.ts'
import { bookWaiting, hasEntries } from './store/entries.ts'

/** The job that offers an event's free spots to its waitlist. */
export const OFFER_SPOTS = jobKind('offer-spots', z.object({ eventId: z.number() }))

/**
 * Enqueues the job that makes an event's waitlist offers. Call this in the transaction that frees a spot, or that
 * confirms or ends a held one. Does nothing if no entry waits. The caller holds the event's lock.
 */
export async function enqueueOffers(tx: Transaction, eventId: number | null, now: Date): Promise<void> {
  if (eventId === null || !(await hasEntries(tx, eventId))) return
  const dedupeKey = `offer-spots:${eventId}`
  await enqueueAgain(tx, OFFER_SPOTS, { input: { eventId }, dedupeKey, runAt: now })
}

/** The job that withdraws the offer of a guest who got another spot of the event. */
export const WITHDRAW_OFFER = jobKind('withdraw-offer', z.object({ entryId: z.number() }))

/**
 * Marks the waiting entry with this guest's address as booked, no matter how many spots it wanted. If an offer of
 * the entry is open, a job withdraws it later, because that calls the card provider. The caller holds the event's
 * lock.
 */
export async function markBooked(
  tx: Transaction,
  { sealer }: { sealer: Sealer },
  { reservationId, now }: { reservationId: number; now: Date },
): Promise<void> {
  const entryId = await bookWaiting(tx, sealer, reservationId)
  if (entryId === undefined) return
  const dedupeKey = `withdraw-offer:${entryId}`
  await enqueueAgain(tx, WITHDRAW_OFFER, { input: { entryId }, dedupeKey, runAt: now })
}

/** The job that sends the e-mail whose button confirms a waitlist entry (docs/decisions/0030). */
export const EMAIL_WAITLIST_CONFIRMATION = jobKind(
  'email-waitlist-confirmation',
  z.object({ entryId: z.number() }),
)

/**
 * Enqueues the job that sends a waitlist entry's confirmation e-mail if one is needed. Call this also for known
 * addresses, so that the duration of the reply does not reveal whether an address is known.
 */
export async function enqueueConfirmation(tx: Transaction, entryId: number, now: Date): Promise<void> {
  const dedupeKey = `waitlist-confirm:${entryId}`
  await enqueueAgain(tx, EMAIL_WAITLIST_CONFIRMATION, { input: { entryId }, dedupeKey, runAt: now })
}
