/** All calls of this capability, bound. */
import { bind, type Bound, fail } from '../../platform/http/bind.ts'
import { ranchDay } from '../../shared/days.ts'
import type { BookingDeps } from '../booking/deps.ts'
import { countKept } from '../events/line/store.ts'
import { hasHappened, isFull } from '../events/rules.ts'
import { countTaken, lockEvent } from '../events/store.ts'
import { isUnlocked } from '../events/unlock.ts'
import { createWaitlist } from './contract.ts'
import { lineHandlers } from './line/handlers.ts'
import { offerHandlers } from './offers/handlers.ts'
import { passOnHandlers } from './pass-on/handlers.ts'
import { waitlistProblem } from './rules.ts'
import { addEntry, listWaiting } from './store.ts'

export function waitlistHandlers(deps: BookingDeps): Bound[] {
  const { db, sealer, sessionSecret, now } = deps
  return [
    bind(createWaitlist, async ({ body: { waitlistData } }, context) =>
      db.transaction(async (tx) => {
        const event = await lockEvent(tx, waitlistData.eventId)
        if (!event || !isUnlocked(context, event, sessionSecret)) return fail('not_found')
        // A free spot that is kept for the line is none for whoever comes now.
        const taken = (await countTaken(tx, event.id)) + (await countKept(tx, event, now()))
        const problem = waitlistProblem({
          cancelled: event.cancelledAt !== null,
          hasHappened: hasHappened(event.startDateDate, ranchDay(now())),
          isFull: isFull(event.spots, taken),
          showWaitlist: event.showWaitlist,
        })
        if (problem) return fail(problem)
        const id = await addEntry(tx, sealer, { ...waitlistData, now: now() })
        const ahead = (await listWaiting(tx, event.id)).findIndex((entry) => entry.id === id)
        return { position: ahead < 0 ? null : ahead + 1 }
      }),
    ),
    ...offerHandlers(deps),
    ...lineHandlers(deps),
    ...passOnHandlers(deps),
  ]
}
