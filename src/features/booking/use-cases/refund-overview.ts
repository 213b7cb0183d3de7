/** What cancelling would refund, what was refunded before, and how a stay was cancelled: as admins see it. */
import { findEvent } from '#features/events/index.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getRefunds, WhoGoes } from '../contract/refunds.ts'
import type { BookingDeps } from '../deps.ts'
import type { Plan } from '../domain/refund-policy.ts'
import { isToGive } from '../domain/refunds.ts'
import { findBooks } from '../payments/party-books.ts'
import { findCancellation, listRefundsOfStay } from '../store/refunds.ts'
import { listPayoutsOf, listReceived } from '../store/payments.ts'
import { findReservation } from '../store/reservations.ts'
import { listGoing, plansOf, toMembers } from './cancel-stay.ts'

/** Undefined when there is no such reservation. The plan is today's, also of a stay that is cancelled already. */
export async function readRefundOverview(
  { db, sealer, now }: BookingDeps,
  { id, party, ...order }: { id: number; party: WhoGoes } & Pick<Plan, 'cancelledBy' | 'replacementFound'>,
): Promise<AnswerOf<typeof getRefunds> | undefined> {
  const row = await findReservation(db, id)
  const event = row && (await findEvent(db, row.eventId))
  if (!row || !event) return undefined
  const books = await findBooks(db, id)
  if (!books) return undefined
  const going = await listGoing(db, row, { version: null, party, newPayer: null })
  const leaving = typeof going === 'string' ? ([row] as const) : going.going
  const { plan, plans } = plansOf(books, leaving, { order, event, now: now() })
  const [refunds, cancelled] = [await listRefundsOfStay(db, id), await findCancellation(db, sealer, id)]
  const received = await listReceived(db, id)
  return {
    members: toMembers(sealer, plans),
    plan,
    refunds: refunds.map(({ refund, method, invoiceId }) => {
      const payment = received.find(({ paymentId }) => paymentId === refund.paymentId)
      // `noteGivenByHand` decides by the same rule.
      const toGive = isToGive(refund, { payment, refunds: refunds.map((other) => other.refund) })
      return { ...refund, method, invoiceId, toGive }
    }),
    cancellation: cancelled ? { ...cancelled, feesKnown: cancelled.awaited === null } : null,
    payouts: await listPayoutsOf(db, [id]),
  }
}
