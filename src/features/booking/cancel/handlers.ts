/** Answers an admin's calls about cancelling and giving back. */
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { hasEnded } from '#features/events/rules.ts'
import { readReservation } from '../admin/read.ts'
import type { BookingDeps } from '../deps.ts'
import { noteGivenByHand } from '../refunds/by-hand.ts'
import { giveBack } from '../refunds/give-back.ts'
import { cancelEventByAdmin, readProgress } from './cancel-event.ts'
import { type Agreeing, cancelStay } from './cancel.ts'
import * as contract from './contract.ts'
import { readEventPlan } from './event-plan.ts'
import { readMoneyBack } from './money-back.ts'

/** A stay that took place is not cancelled any more; what a cancelled event still has to undo goes on. */
const refusalOfEnded = ({ event, plan }: Agreeing): 'event_ended' | null =>
  event.cancelledAt === null && hasEnded(event.endDateDate, plan.today) ? 'event_ended' : null

export function cancelHandlers(deps: BookingDeps): Bound[] {
  const replyOf = async (id: number) => {
    const reservation = await readReservation(deps, id)
    return reservation ? { reservation } : fail('not_found')
  }
  return [
    bind(contract.getMoneyBack, async ({ query: { id, cancelledBy, replacementFound } }) => {
      const order = { id, cancelledBy, replacementFound: replacementFound === 'true' }
      return (await readMoneyBack(deps, order)) ?? fail('not_found')
    }),

    bind(contract.cancelReservation, async ({ body }, { caller }) => {
      const cancelled = await cancelStay(deps, { ...body, by: actorOf(caller), agree: refusalOfEnded })
      if (cancelled === 'done') return await replyOf(body.id)
      return typeof cancelled === 'string' ? fail(cancelled) : fail('invalid', cancelled)
    }),

    bind(contract.refundInvoice, async ({ body }, { caller }) => {
      const given = await giveBack(deps, { ...body, by: actorOf(caller) })
      if (typeof given === 'string') return fail(given)
      return 'fields' in given ? fail('invalid', given) : await replyOf(given.reservationId)
    }),

    bind(contract.giveByHand, async ({ body: { refundId } }, { caller }) => {
      const given = await noteGivenByHand(deps, { refundId, by: actorOf(caller) })
      return typeof given === 'string' ? fail(given) : await replyOf(given.reservationId)
    }),

    bind(contract.cancelEvent, async ({ body: { id } }, { caller }) => {
      const cancelled = await cancelEventByAdmin(deps, { id, by: actorOf(caller) })
      if (cancelled !== 'done') return fail(cancelled)
      const progress = await readProgress(deps, id)
      return progress ? { progress } : fail('not_found')
    }),

    bind(contract.getEventCancellationPlan, async ({ query: { id } }) => {
      const plan = await readEventPlan(deps, id)
      return typeof plan === 'string' ? fail(plan) : plan
    }),

    bind(contract.getCancelProgress, async ({ query: { id } }) => {
      return (await readProgress(deps, id)) ?? fail('not_found')
    }),
  ]
}
