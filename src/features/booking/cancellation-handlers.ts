/** Answers an admin's calls about cancelling a stay or a retreat, and undoing it. */
import { hasEnded } from '#features/events/rules.ts'
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import {
  cancelEvent,
  cancelReservation,
  getCancelProgress,
  getEventCancellationPlan,
  undoCancellation,
} from './contract/cancellation.ts'
import type { BookingDeps } from './deps.ts'
import { reservationReply } from './reservation-reply.ts'
import { cancelEventByAdmin, readEventPlan, readProgress } from './use-cases/cancel-event.ts'
import { type Agreeing, cancelStay } from './use-cases/cancel-stay.ts'
import { undoCancellation as undo } from './use-cases/undo-cancellation.ts'

/** A stay that took place is not cancelled any more; what a cancelled event still has to undo goes on. */
const refusalOfEnded = ({ event, plan }: Agreeing): 'event_ended' | null =>
  event.cancelledAt === null && hasEnded(event.endDateDate, plan.today) ? 'event_ended' : null

export function cancellationHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(cancelReservation, async ({ body }, { caller }) => {
      const cancelled = await cancelStay(deps, { ...body, by: actorOf(caller), agree: refusalOfEnded })
      if (cancelled === 'done') return await reservationReply(deps, body.id)
      return typeof cancelled === 'string' ? fail(cancelled) : fail('invalid', cancelled)
    }),

    bind(undoCancellation, async ({ body }, { caller }) => {
      const undone = await undo(deps, { ...body, by: actorOf(caller) })
      return undone === 'done' ? await reservationReply(deps, body.id) : fail(undone)
    }),

    bind(cancelEvent, async ({ body: { id } }, { caller }) => {
      const cancelled = await cancelEventByAdmin(deps, { id, by: actorOf(caller) })
      if (cancelled !== 'done') return fail(cancelled)
      const progress = await readProgress(deps, id)
      return progress ? { progress } : fail('not_found')
    }),

    bind(getEventCancellationPlan, async ({ query: { id } }) => {
      const plan = await readEventPlan(deps, id)
      return typeof plan === 'string' ? fail(plan) : plan
    }),

    bind(getCancelProgress, async ({ query: { id } }) => {
      return (await readProgress(deps, id)) ?? fail('not_found')
    }),
  ]
}
