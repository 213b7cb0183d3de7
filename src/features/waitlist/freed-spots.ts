/** Freed spots of an event, as its queue takes them. */
import type { WaitlistPort } from '#features/booking/index.ts'
import { deleteEmailsToEntries } from '#features/emails/index.ts'
import type { Transaction } from '#platform/database/database.ts'
import { enqueueAgain } from '#platform/outbox.ts'
import { nextInLine, offersRun, spotsOf, UNCONFIRMED_DAYS } from './rules.ts'
import { bookWaiting, deleteUnconfirmed, emptyEntries, hasQueue, listWanted } from './store/entries.ts'
import { withdrawOffers } from './store/offers.ts'

/** The outbox kind of an event whose free spots are to be offered to its queue; its payload is `{ eventId }`. */
export const OFFER_JOB = 'offer-spots'

/** Enqueues a look at the queue, in the transaction that frees a spot or settles a held one. Nothing where nobody waits. Call under the event's lock. */
export async function enqueueOffers(tx: Transaction, eventId: number | null, now: Date): Promise<void> {
  if (eventId === null || !(await hasQueue(tx, eventId))) return
  const dedupeKey = `${OFFER_JOB}:${eventId}`
  await enqueueAgain(tx, { kind: OFFER_JOB, payload: { eventId }, dedupeKey, runAt: now })
}

/** The outbox kind of an offer whose guest has got another spot of the event; its payload is `{ entryId }`. */
export const WITHDRAW_JOB = 'withdraw-offer'

/** The entry with the address of this stay waits no more, however many spots they wanted and got. An offer of theirs is withdrawn afterwards, since that asks the provider. */
export const markBooked: WaitlistPort['markBooked'] = async (tx, { sealer }, { reservationId, now }) => {
  const entryId = await bookWaiting(tx, sealer, reservationId)
  if (entryId === undefined) return
  const dedupeKey = `${WITHDRAW_JOB}:${entryId}`
  await enqueueAgain(tx, { kind: WITHDRAW_JOB, payload: { entryId }, dedupeKey, runAt: now })
}

/**
 * The number of an event's free spots that are anybody's. While offers run they are kept for everybody who waits and can get all that they
 * want; what is too few for each who waits would be offered to whoever joined for it now, so it is open.
 */
export const countOpen: WaitlistPort['countOpen'] = async (db, event, { free, now }) => {
  if (free <= 0 || !offersRun(event, now)) return free
  return free - spotsOf(nextInLine(await listWanted(db, event.id), free))
}

// The purge of waitlists (R18.2): those of events that are over are emptied, those who never confirmed are deleted.

const DAY_MS = 24 * 3_600_000

/** Empties the waitlist of an event and withdraws its offers. */
export async function emptyWaitlist(tx: Transaction, eventId: number, now: Date): Promise<void> {
  const ids = await emptyEntries(tx, eventId, now)
  if (ids.length === 0) return
  await withdrawOffers(tx, { entryIds: ids }, now)
  // The e-mails to waitlist entries are kept nowhere else.
  await deleteEmailsToEntries(tx, ids)
}

/** Deletes entries whose address nobody has confirmed in time; gives the events that they were of. */
export const forgetUnconfirmed = async (tx: Transaction, now: Date): Promise<number[]> =>
  deleteUnconfirmed(tx, new Date(now.getTime() - UNCONFIRMED_DAYS * DAY_MS))
