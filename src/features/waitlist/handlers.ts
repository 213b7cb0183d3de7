/** All calls of this feature, bound. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { ranchDay } from '#shared/days.ts'
import type { BookingDeps } from '#features/booking/index.ts'
import { countKept, countTaken, isUnlocked, lockEvent } from '#features/events/index.ts'
import { hasHappened, isFull } from '#features/events/rules.ts'
import { createWaitlist, MANY_JOINED } from './contract.ts'
import { lineHandlers } from './line/handlers.ts'
import { offerHandlers } from './offers/handlers.ts'
import { passOnHandlers } from './pass-on/handlers.ts'
import { placeHandlers } from './place/handlers.ts'
import { promiseConfirmation } from './place/send.ts'
import { waitlistProblem } from './rules.ts'
import { askForPlace, makeRoom } from './store.ts'

export function waitlistHandlers(deps: BookingDeps): Bound[] {
  const { db, sealer, sessionSecret, now } = deps
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
        if (!(await makeRoom(tx, event.id, now()))) return fail('waitlist_busy')
        const entryId = await askForPlace(tx, sealer, { ...waitlistData, now: now() })
        await promiseConfirmation(tx, entryId, now())
        return {}
      })
    }),
    ...placeHandlers(deps),
    ...offerHandlers(deps),
    ...lineHandlers(deps),
    ...passOnHandlers(deps),
  ]
}
