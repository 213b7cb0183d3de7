/** What cancelling an event would do, before it is done. */
import { ranchDay } from '#shared/days.ts'
import { countWaiting, findEvent } from '#features/events/index.ts'
import { hasEnded } from '#features/events/rules.ts'
import type { BookingDeps } from '../deps.ts'
import { isGuest } from '../standing-rules.ts'
import { planOf } from './cancel.ts'
import type { EventCancellationPlan } from './contract.ts'
import { listReceivedOf, listStanding } from './store.ts'

const BY_RETREAT = { cancelledBy: 'retreat', replacementFound: false } as const

/** Sums in cents, from the plan of each stay that would be cancelled; of the books alone, the provider is not asked. */
export async function readEventPlan(
  { db, now: clock }: Pick<BookingDeps, 'db' | 'now'>,
  id: number,
): Promise<EventCancellationPlan | 'not_found' | 'event_cancelled' | 'event_ended'> {
  const event = await findEvent(db, id)
  const now = clock()
  if (!event) return 'not_found'
  if (event.cancelledAt !== null) return 'event_cancelled'
  if (hasEnded(event.endDateDate, ranchDay(now))) return 'event_ended'
  const standing = await listStanding(db, id)
  const money = Map.groupBy(await listReceivedOf(db, id), ({ reservationId }) => reservationId)
  const plans = [...money.values()].map((received) => planOf(received, { order: BY_RETREAT, event, now }))
  const guests = standing.filter(isGuest).length
  return {
    startDateDate: event.startDateDate,
    endDateDate: event.endDateDate,
    guests,
    holds: standing.length - guests,
    waiting: await countWaiting(db, id),
    refundToCards: plans.reduce((sum, plan) => sum + plan.refundToCards, 0),
    refundByHand: plans.reduce((sum, plan) => sum + plan.refundByHand, 0),
    disputed: plans.reduce((sum, plan) => sum + plan.paid - plan.most, 0),
  }
}
