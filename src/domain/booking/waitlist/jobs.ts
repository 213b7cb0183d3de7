/** The background jobs of the waitlist. */
import type { BookingDeps } from '../deps.ts'
import { enqueueLimitedEmail } from '#platform/limited-emails.ts'
import { wasEmailed } from '#platform/email-queue.ts'
import { readSpotsOf } from '#domain/events/store/events.ts'
import { NO_SPOTS, spotsLeft } from '#domain/events/rules.ts'
import { type Job, job, periodicJob } from '#platform/job.ts'
import { openColumns } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import { EMAIL_WAITLIST_CONFIRMATION, OFFER_SPOTS, WITHDRAW_OFFER } from './enqueue-jobs.ts'
import { endOffer, followUp, PASS_ON_STAY, offerSpots, OFFERS_ACTOR } from './offers.ts'
import { offersRun, canConfirm, MAIL_PAUSE_MS } from './rules.ts'
import { lockEntry } from './store/entries.ts'
import { findOffer, listEventsWithWaitlist } from './store/offers.ts'

const MINUTE = 60_000

export const offerSpotsJob = (deps: BookingDeps): Job =>
  job(OFFER_SPOTS, async ({ eventId }) => {
    await offerSpots(deps, eventId)
    return 'done'
  })

export const withdrawOfferJob = (deps: BookingDeps): Job =>
  job(WITHDRAW_OFFER, async ({ entryId }) => {
    const found = await findOffer(deps.db, { openOf: entryId })
    if (!found) return 'done'
    const as = { offer: 'withdrawn', entry: 'booked' } as const
    const ended = await endOffer(deps, found, { as, by: OFFERS_ACTOR })
    // If `payment_arrived`, the guest has paid for two spots and keeps both until they cancel one.
    if (ended === 'done' || ended === 'over' || ended === 'payment_arrived') return 'done'
    return { retryAt: new Date(deps.now().getTime() + MINUTE), reason: ended }
  })

export const passOnStayJob = (deps: BookingDeps): Job => job(PASS_ON_STAY, (input) => followUp(deps, input))

/**
 * The job that offers free spots of all events to their waitlists. Finds the events with two queries, and then
 * locks only those that need work.
 */
export const offerFreeSpotsJob = (deps: BookingDeps): Job =>
  periodicJob('offer-free-spots', () => offerEverywhere(deps))

async function offerEverywhere(deps: BookingDeps): Promise<void> {
  const now = deps.now()
  const queues = await listEventsWithWaitlist(deps.db, ranchDay(now))
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
      deps.log.error({ err, eventId: queue.id }, 'could not offer the free spots of an event to its waitlist')
    }
  }
}

/**
 * The job that sends a waitlist entry's confirmation e-mail, unless one was sent within `MAIL_PAUSE_MS`. A retry
 * therefore sends no second e-mail.
 */
export function emailWaitlistConfirmationJob(
  deps: Pick<BookingDeps, 'db' | 'sealer' | 'settings' | 'now'>,
): Job {
  const { db, sealer, now } = deps

  return job(EMAIL_WAITLIST_CONFIRMATION, async ({ entryId }) => {
    await db.transaction(async (tx) => {
      const entry = await lockEntry(tx, entryId)
      if (!entry || entry.purgedAt !== null || !canConfirm(entry.state)) return
      const at = now()
      const mailed = { type: 'waitlist-confirm', since: new Date(at.getTime() - MAIL_PAUSE_MS) } as const
      if (await wasEmailed(tx, { waitlistEntryId: entry.id }, mailed)) return
      const key = `waitlist-confirm:${entry.id}:${at.getTime()}`
      const { id: waitlistEntryId, eventId } = entry
      const { email } = openColumns(sealer, 'waitlist_entries', entry, 'email')
      // The mailbox has one limit for the e-mails of all events.
      const mail = { type: 'waitlist-confirm', email: email ?? '', eventId, actor: 'guest' } as const
      await enqueueLimitedEmail(tx, deps, { ...mail, waitlistEntryId, key, now: at })
    })
    return 'done'
  })
}
