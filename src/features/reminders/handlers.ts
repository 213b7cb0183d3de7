/** Answers which mails go out by themselves to the guests of an event. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { HOURS } from '#shared/email-hours.ts'
import { getMailPlan } from './contract.ts'
import { planOf } from './plan-rules.ts'
import { findRemindedEvent, listMailsOf, readStaysOf } from './store.ts'

export function reminderHandlers({ db, now }: Pick<Services, 'db' | 'now'>): Bound[] {
  return [
    bind(getMailPlan, async ({ query: { id } }) => {
      const event = await findRemindedEvent(db, id)
      if (!event) return fail('not_found')
      const stays = await readStaysOf(db, id)
      const { next, mails } = planOf({ event, stays, mails: await listMailsOf(db, id) }, now())
      return { hours: HOURS, next: next?.toISOString() ?? null, mails }
    }),
  ]
}
