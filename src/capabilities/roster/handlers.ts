/** Answers the calls about an event with its guests. */
import { bind, type Bound, fail } from '../../platform/http/bind.ts'
import { countTaken, findEventByUrlName, findPhotos } from '../events/store.ts'
import { isUnlocked } from '../events/unlock.ts'
import { toEventDetails } from '../events/view.ts'
import type { BookingDeps } from '../booking/deps.ts'
import { getEvent } from './contract.ts'

export function rosterHandlers({ db, now, sessionSecret }: BookingDeps): Bound[] {
  return [
    bind(getEvent, async ({ query }, context) => {
      const event = await findEventByUrlName(db, query.eventUrlName)
      if (!event) return fail('not_found')
      if (!isUnlocked(context, event, sessionSecret)) {
        return { urlName: event.urlName, private: true as const, locked: true as const }
      }
      const taken = await countTaken(db, event.id)
      const photos = await findPhotos(db, event.id)
      return toEventDetails(event, { taken, photos, now: now() })
    }),
  ]
}
