/** Handles the call that returns what is at the house. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { daysBetween } from '#shared/days.ts'
import { listHouse, MOST_DAYS } from './contract.ts'
import { readHouse } from './store.ts'

export function houseHandlers({ db, now }: Services): Bound[] {
  return [
    bind(listHouse, async ({ query: { from, to } }) => {
      if (to < from) return fail('invalid', { fields: { to: 'Please choose a day on or after `from`' } })
      if (daysBetween(from, to) >= MOST_DAYS)
        return fail('invalid', { fields: { to: `Please ask for ${MOST_DAYS} days at most` } })
      return { entries: await readHouse(db, { from, to }, now()) }
    }),
  ]
}
