/**
 * A spot that its guest passes on goes to the next on the waitlist, and to the one after, until somebody takes it or nobody
 * waits (docs/decisions/0031). That it goes on is remembered by the follow-up of each offer, which the outbox keeps.
 */
import type { Actor } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { enqueueAgain } from '#platform/outbox.ts'
import type { JobResult } from '#platform/outbox-worker.ts'
import { passOnProblem, stayFacts } from '#features/booking/domain/replacement.ts'
import {
  type BookingDeps,
  findOpenToken,
  findReplacing,
  findReservation,
  lockReservation,
} from '#features/booking/index.ts'
import { type LockedEvent, lockEvent } from '#features/events/index.ts'
import { makeOffer, OFFERS_ACTOR } from './make-offer.ts'
import { nextInLine, offerEnd, offersRun } from './rules.ts'
import { listWaiting } from './store/entries.ts'
import { findOfferState, reconcileOffers } from './store/offers.ts'

/** The outbox kind of an offer's follow-up; its payload is `{ offerId, stayId }`. */
export const PASS_ON_JOB = 'offer-stay'

const MINUTE = 60_000

interface PassedOn {
  event: LockedEvent
  /** The stay whose spot it is. */
  stayId: number
  now: Date
}

/** Offers a stay's spot to the first who waits for one alone; who wants more keeps their place (R39.7). False: nobody does, or offers do not run. Under the event's lock. */
export async function offerStay(
  tx: Transaction,
  deps: BookingDeps,
  { event, stayId, now, by }: PassedOn & { by: Actor },
): Promise<boolean> {
  const expiresAt = offerEnd(event, now)
  const [entry] = nextInLine(await listWaiting(tx, event.id), 1)
  if (!entry || !offersRun(event, now) || expiresAt === null) return false
  const offerId = await makeOffer(tx, deps, { event, entry, expiresAt, now, by, replacesId: stayId })
  await enqueueAgain(tx, {
    kind: PASS_ON_JOB,
    payload: { offerId, stayId },
    dedupeKey: `${PASS_ON_JOB}:${stayId}`,
    // The offer's hold ends first.
    runAt: new Date(expiresAt.getTime() + MINUTE),
  })
  return true
}

/** The one before did not take it: the next, if the stay may still be passed on and its guest has made no link. */
export async function offerStayAgain(tx: Transaction, deps: BookingDeps, passed: PassedOn): Promise<void> {
  const { event, stayId, now } = passed
  const row = await lockReservation(tx, stayId)
  if (!row || row.purgedAt || row.eventId !== event.id || passOnProblem(stayFacts(row, event, now))) return
  if ((await findOpenToken(tx, stayId)) !== null || (await findReplacing(tx, stayId))) return
  await offerStay(tx, deps, { ...passed, by: OFFERS_ACTOR })
}

/** Looks what became of an offer after its time. One that was declined or taken back has been followed up already. */
export async function followUp(
  deps: BookingDeps,
  { offerId, stayId }: { offerId: number; stayId: number },
): Promise<JobResult> {
  return deps.db.transaction(async (tx) => {
    const stay = await findReservation(tx, stayId)
    const event = stay && (await lockEvent(tx, stay.eventId))
    if (!event) return 'done'
    const now = deps.now()
    await reconcileOffers(tx, event.id, now)
    const state = await findOfferState(tx, offerId)
    // A bank may work on its payment for longer than the hold lasts.
    if (state === 'open')
      return { retryAt: new Date(now.getTime() + MINUTE), reason: 'the spot is still held' }
    if (state === 'lapsed' || state === 'hold_gone') await offerStayAgain(tx, deps, { event, stayId, now })
    return 'done'
  })
}
