/** Answers the call to join a waitlist. */
import { bind, type Bound, fail } from '../../platform/http/bind.ts'
import type { Services } from '../../platform/services.ts'
import { ranchDay } from '../../shared/days.ts'
import { hasHappened, isFull } from '../events/rules.ts'
import { countTaken, lockEvent } from '../events/store.ts'
import { isUnlocked } from '../events/unlock.ts'
import { createWaitlist } from './contract.ts'
import { waitlistProblem } from './rules.ts'
import { addEntry } from './store.ts'

export function waitlistHandlers({ db, sealer, sessionSecret, now }: Services): Bound[] {
  return [
    bind(createWaitlist, async ({ body: { waitlistData } }, context) =>
      db.transaction(async (tx) => {
        const event = await lockEvent(tx, waitlistData.eventId)
        if (!event || !isUnlocked(context, event, sessionSecret)) return fail('not_found')
        const problem = waitlistProblem({
          cancelled: event.cancelledAt !== null,
          hasHappened: hasHappened(event.startDateDate, ranchDay(now())),
          isFull: isFull(event.spots, await countTaken(tx, event.id)),
          showWaitlist: event.showWaitlist,
        })
        if (problem) return fail(problem)
        await addEntry(tx, sealer, { ...waitlistData, now: now() })
        return {}
      }),
    ),
  ]
}
