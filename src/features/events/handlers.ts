/** Answers the calls about events. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { isAdminCaller } from '#features/access/rules.ts'
import { checkUrlValid, listEvents, publishedEvents, unlockEvent } from './contract.ts'
import { readCursor } from './cursor.ts'
import { listPage } from './listing.ts'
import { photoHandlers } from './photos/handlers.ts'
import { isUrlName } from './rules.ts'
import { findEventByUrlName, isUrlNameTaken, listPublished } from './store.ts'
import { isPassword, isUnlocked, UNLOCKED_SECONDS, unlockCookieName, unlockToken } from './unlock.ts'

export function eventHandlers(deps: Services): Bound[] {
  const { db, now, sessionSecret } = deps
  return [
    ...photoHandlers(deps),

    bind(listEvents, async ({ query: { when, limit, cursor } }, { caller }) => {
      const after = cursor === undefined ? null : readCursor(cursor)
      const unknown = cursor !== undefined && (!after || (when && when !== after.when))
      if (unknown) return fail('invalid', { fields: { cursor: 'Please use a cursor of this list' } })
      return listPage(db, {
        when: when ?? after?.when,
        limit,
        after,
        now: now(),
        admin: isAdminCaller(caller),
      })
    }),

    bind(publishedEvents, async () => {
      const events = await listPublished(db)
      return events.map(({ urlName, updatedAt }) => ({ urlName, updatedAt: updatedAt.toISOString() }))
    }),

    bind(unlockEvent, async ({ body }, context) => {
      const event = await findEventByUrlName(db, body.eventUrlName)
      if (!event) return fail('not_found')
      if (event.password === null) return {}
      const proved = isUnlocked(context, event, sessionSecret)
      if (!proved && !context.mayGuess(`event:${event.id}`)) return fail('rate_limited')
      if (!isPassword(sessionSecret, event, body.password)) return fail('wrong_password')
      const token = unlockToken(sessionSecret, event)
      context.setCookie(unlockCookieName(event.id), token, { maxAgeSeconds: UNLOCKED_SECONDS })
      return {}
    }),

    bind(checkUrlValid, async ({ query: { urlName, id } }) => {
      return isUrlName(urlName) && !(await isUrlNameTaken(db, urlName, id))
    }),
  ]
}
