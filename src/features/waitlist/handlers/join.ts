/** Answers the call of somebody who wants to wait for a spot: the address gets a mail, whose button gives the place. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { ranchDay } from '#shared/days.ts'
import type { BookingDeps } from '#features/booking/index.ts'
import { countTaken, isUnlocked, lockEvent } from '#features/events/index.ts'
import { hasHappened, isFull } from '#features/events/rules.ts'
import { enqueueConfirmation } from '../confirmation-email.ts'
import { createWaitlist, MANY_JOINED } from '../contract/entries.ts'
import { countKept } from '../freed-spots.ts'
import { waitlistProblem } from '../rules.ts'
import { joinQueue, makeRoomForEntry } from '../store/entries.ts'

export function joinHandlers({ db, sealer, sessionSecret, now }: BookingDeps): Bound[] {
  return [
    bind(createWaitlist, async ({ body: { waitlistData } }, context) => {
      const { eventId } = waitlistData
      if (!context.withinLimit(`${eventId}`)) return fail('rate_limited', { message: MANY_JOINED })
      return db.transaction(async (tx) => {
        const event = await lockEvent(tx, eventId)
        if (!event || !isUnlocked(context, event, sessionSecret)) return fail('not_found')
        // A free spot that is kept for the waitlist is none for whoever comes now.
        const taken = (await countTaken(tx, event.id)) + (await countKept(tx, event, now()))
        const problem = waitlistProblem({
          cancelled: event.cancelledAt !== null,
          hasHappened: hasHappened(event.startDateDate, ranchDay(now())),
          isFull: isFull(event.spots, taken),
          showWaitlist: event.showWaitlist,
        })
        if (problem) return fail(problem)
        if (!(await makeRoomForEntry(tx, event.id, now()))) return fail('waitlist_busy')
        const entryId = await joinQueue(tx, sealer, { ...waitlistData, now: now() })
        await enqueueConfirmation(tx, entryId, now())
        return {}
      })
    }),
  ]
}
