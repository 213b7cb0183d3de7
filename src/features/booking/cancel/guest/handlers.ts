/** Answers a guest's calls about cancelling, by the private link. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { isUuid } from '#shared/fields.ts'
import { formatMoney } from '#shared/money.ts'
import type { BookingDeps } from '#features/booking/deps.ts'
import { cancelByGuest, readGuestPlan } from './cancel.ts'
import { cancelOwnStay, getCancellation } from './contract.ts'

export function guestCancelHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(getCancellation, async ({ query: { uuid } }) => {
      const plan = isUuid(uuid) ? await readGuestPlan(deps, uuid) : 'not_found'
      return typeof plan === 'string' ? fail(plan) : plan
    }),

    bind(cancelOwnStay, async ({ body }) => {
      const done = isUuid(body.uuid) ? await cancelByGuest(deps, body) : 'not_found'
      if (typeof done === 'string') return fail(done)
      return 'moved' in done ? fail('moved', { message: movedWords(done.moved) }) : done
    }),
  ]
}

const movedWords = (refund: number) =>
  `Something has changed in the meantime. Cancelling gives ${refund > 0 ? formatMoney(refund) : 'nothing'} back now. Nothing was cancelled.`
