/** Answers an admin's calls about refunds. */
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { getRefunds, recordRefundByHand, refundInvoice } from './contract/refunds.ts'
import type { BookingDeps } from './deps.ts'
import { reservationReply } from './reservation-reply.ts'
import { noteGivenByHand, refundInvoiceByAdmin } from './use-cases/refund-invoice.ts'
import { readRefundOverview } from './use-cases/refund-overview.ts'

export function refundHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(getRefunds, async ({ query: { replacementFound, ...query } }) => {
      const order = { ...query, replacementFound: replacementFound === 'true' }
      return (await readRefundOverview(deps, order)) ?? fail('not_found')
    }),

    bind(refundInvoice, async ({ body }, { caller }) => {
      const given = await refundInvoiceByAdmin(deps, { ...body, by: actorOf(caller) })
      if (typeof given === 'string') return fail(given)
      return 'fields' in given ? fail('invalid', given) : await reservationReply(deps, given.reservationId)
    }),

    bind(recordRefundByHand, async ({ body: { refundId } }, { caller }) => {
      const given = await noteGivenByHand(deps, { refundId, by: actorOf(caller) })
      return typeof given === 'string' ? fail(given) : await reservationReply(deps, given.reservationId)
    }),
  ]
}
