/** All calls of this feature, bound. */
import type { Bound } from '#platform/http/bind.ts'
import type { BookingDeps } from '#features/booking/index.ts'
import { joinHandlers } from './handlers/join.ts'
import { offerHandlers, passOnHandlers } from './handlers/offers.ts'
import { queueHandlers } from './handlers/queue.ts'

export function waitlistHandlers(deps: BookingDeps): Bound[] {
  return [...joinHandlers(deps), ...offerHandlers(deps), ...queueHandlers(deps), ...passOnHandlers(deps)]
}
