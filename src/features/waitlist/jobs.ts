/** The jobs of the waitlist: freed spots are filled by cause (an outbox row), and by the clock for what no cause has told of; addresses are asked to be confirmed. */
import type { BookingDeps, WaitlistPort } from '#features/booking/index.ts'
import { enqueueLimitedEmail, wasEmailed } from '#features/emails/index.ts'
import { readSpotsOf } from '#features/events/index.ts'
import { NO_SPOTS, spotsLeft } from '#features/events/rules.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { OutboxHandlers, OutboxHandler } from '#platform/outbox-worker.ts'
import { enqueueAgain } from '#platform/outbox.ts'
import { openColumns } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import { endOffer, followUp, PASS_ON_JOB, offerSpots, OFFERS_ACTOR } from './offers.ts'
import { offersRun, isToConfirm, MAIL_PAUSE_MS } from './rules.ts'
import { bookWaiting, hasQueue, lockEntry } from './store/entries.ts'
import { findOffer, listEventsWithQueue } from './store/offers.ts'

const MINUTE = 60_000

/** The outbox handlers of this feature. All of them may be called twice for one cause. */
export const waitlistJobs = (deps: BookingDeps): OutboxHandlers => ({
  [CONFIRMATION_JOB]: confirmationJob(deps),
  [OFFER_JOB]: async ({ eventId }) => {
    await offerSpots(deps, Number(eventId))
    return 'done'
  },
  [WITHDRAW_JOB]: async ({ entryId }) => {
    const found = await findOffer(deps.db, { openOf: Number(entryId) })
    if (!found) return 'done'
    const as = { offer: 'withdrawn', entry: 'booked' } as const
    const ended = await endOffer(deps, found, { as, by: OFFERS_ACTOR })
    // Both were paid for: two spots are theirs, until they say otherwise.
    if (ended === 'done' || ended === 'over' || ended === 'payment_arrived') return 'done'
    return { retryAt: new Date(deps.now().getTime() + MINUTE), reason: ended }
  },
  [PASS_ON_JOB]: async ({ offerId, stayId }) =>
    followUp(deps, { offerId: Number(offerId), stayId: Number(stayId) }),
  'tick.offers': async () => {
    await offerEverywhere(deps)
    return 'done'
  },
})

/** Offers spots at all events: two statements however many there are; then only those in which something is to be done are locked. */
async function offerEverywhere(deps: BookingDeps): Promise<void> {
  const now = deps.now()
  const queues = await listEventsWithQueue(deps.db, ranchDay(now))
  const spots = await readSpotsOf(
    deps.db,
    queues.map(({ id }) => id),
  )
  for (const queue of queues) {
    const left = spotsLeft(queue.spots, spots.get(queue.id) ?? NO_SPOTS)
    const fills = queue.fewest !== null && queue.fewest <= left && offersRun(queue, now)
    if (!fills && !queue.ended) continue
    try {
      await offerSpots(deps, queue.id)
    } catch (err) {
      deps.log.error({ err, eventId: queue.id }, 'the spots left at an event could not be offered')
    }
  }
}

/** The outbox kind of an event whose spots left are to be offered to its queue; its payload is `{ eventId }`. */
export const OFFER_JOB = 'offer-spots'

/** Enqueues a look at the queue, in the transaction that frees a spot or settles a held one. Nothing where nobody waits. Call under the event's lock. */
export async function enqueueOffers(tx: Transaction, eventId: number | null, now: Date): Promise<void> {
  if (eventId === null || !(await hasQueue(tx, eventId))) return
  const dedupeKey = `${OFFER_JOB}:${eventId}`
  await enqueueAgain(tx, { kind: OFFER_JOB, payload: { eventId }, dedupeKey, runAt: now })
}

/** The outbox kind of an offer whose guest has got another spot of the event; its payload is `{ entryId }`. */
const WITHDRAW_JOB = 'withdraw-offer'

/** The entry with the address of this stay waits no more, however many spots they wanted and got. An offer of theirs is withdrawn afterwards, since that asks the provider. */
export const markBooked: WaitlistPort['markBooked'] = async (tx, { sealer }, { reservationId, now }) => {
  const entryId = await bookWaiting(tx, sealer, reservationId)
  if (entryId === undefined) return
  const dedupeKey = `${WITHDRAW_JOB}:${entryId}`
  await enqueueAgain(tx, { kind: WITHDRAW_JOB, payload: { entryId }, dedupeKey, runAt: now })
}

/** The outbox kind of the e-mail with the button that confirms a place on the waitlist (docs/decisions/0049); its payload is `{ entryId }`. */
const CONFIRMATION_JOB = 'waitlist-confirm'

/**
 * Enqueues the job that looks whether an e-mail is to be sent, in the transaction of the joining. Also for an address that
 * waits already, whose reply takes as long.
 */
export async function enqueueConfirmation(tx: Transaction, entryId: number, now: Date): Promise<void> {
  const dedupeKey = `${CONFIRMATION_JOB}:${entryId}`
  await enqueueAgain(tx, { kind: CONFIRMATION_JOB, payload: { entryId }, dedupeKey, runAt: now })
}

/** Does the job. Twice for one request is one e-mail: the pause between two holds for it as well. */
function confirmationJob(deps: Pick<BookingDeps, 'db' | 'sealer' | 'settings' | 'now'>): OutboxHandler {
  const { db, sealer, now } = deps

  return async ({ entryId }) => {
    await db.transaction(async (tx) => {
      const entry = await lockEntry(tx, Number(entryId))
      if (!entry || entry.purgedAt !== null || !isToConfirm(entry.state)) return
      const at = now()
      const mailed = { type: 'waitlist-confirm', since: new Date(at.getTime() - MAIL_PAUSE_MS) } as const
      if (await wasEmailed(tx, { waitlistEntryId: entry.id }, mailed)) return
      const key = `waitlist-confirm:${entry.id}:${at.getTime()}`
      const { id: waitlistEntryId, eventId } = entry
      const { email } = openColumns(sealer, 'waitlist_entries', entry, 'email')
      // The mailbox's limit holds over all events.
      const mail = { type: 'waitlist-confirm', email: email ?? '', eventId, actor: 'guest' } as const
      await enqueueLimitedEmail(tx, deps, { ...mail, waitlistEntryId, key, now: at })
    })
    return 'done'
  }
}
