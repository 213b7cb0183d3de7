/** The work that fills freed spots: by cause (an outbox row), and by the clock for what no cause has told of. */
import type { OutboxHandlers } from '#platform/outbox-worker.ts'
import { ranchDay } from '#shared/days.ts'
import type { BookingDeps } from '#features/booking/index.ts'
import { readSpotsOf } from '#features/events/index.ts'
import { CONFIRMATION_JOB, confirmationJob } from './confirmation-email.ts'
import { endOffer } from './end-offer.ts'
import { OFFER_JOB, WITHDRAW_JOB } from './freed-spots.ts'
import { offerSpots, OFFERS_ACTOR } from './make-offer.ts'
import { followUp, PASS_ON_JOB } from './replacement-offers.ts'
import { offersRun } from './rules.ts'
import { findOffer, listEventsWithQueue } from './store/offers.ts'

const MINUTE = 60_000

/** The outbox handlers of this feature. All of them may be called twice for one cause. */
export function waitlistJobs(deps: BookingDeps): OutboxHandlers {
  return {
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
  }
}

/** Offers spots at all events: two statements however many there are; then only those in which something is to be done are locked. */
async function offerEverywhere(deps: BookingDeps): Promise<void> {
  const now = deps.now()
  const queues = await listEventsWithQueue(deps.db, ranchDay(now))
  const spots = await readSpotsOf(
    deps.db,
    queues.map(({ id }) => id),
  )
  for (const queue of queues) {
    const free = queue.spots - (spots.get(queue.id)?.taken ?? 0)
    const fills = queue.fewest !== null && queue.fewest <= free && offersRun(queue, now)
    if (!fills && !queue.ended) continue
    try {
      await offerSpots(deps, queue.id)
    } catch (err) {
      deps.log.error({ err, eventId: queue.id }, 'the free spots of an event could not be offered')
    }
  }
}
