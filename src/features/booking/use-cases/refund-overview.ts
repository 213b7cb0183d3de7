/** What cancelling would refund, what was refunded before, and how a stay was cancelled: as admins see it. */
import { findEvent } from '#features/events/index.ts'
import type {
  Cancellation,
  MemberRefund,
  PayoutShown,
  RefundPlan,
  RefundShown,
  WhoGoes,
} from '../contract/refunds.ts'
import type { BookingDeps } from '../deps.ts'
import type { Plan, Received } from '../domain/refund-policy.ts'
import { isToGive } from '../domain/refunds.ts'
import { findBooks } from '../payments/party-books.ts'
import { findCancellation, listRefundsOfStay } from '../store/refunds.ts'
import { listPayoutsOf, listReceived } from '../store/payments.ts'
import { findReservation } from '../store/reservations.ts'
import { listGoing, plansOf, toMembers } from './cancel-stay.ts'

interface RefundOverview {
  plan: RefundPlan
  members: MemberRefund[]
  refunds: RefundShown[]
  cancellation: Cancellation | null
  payouts: PayoutShown[]
}

/** Undefined when there is no such reservation. The plan is today's, also of a stay that is cancelled already. */
export async function readRefundOverview(
  { db, sealer, now }: BookingDeps,
  { id, party, ...order }: { id: number; party: WhoGoes } & Pick<Plan, 'cancelledBy' | 'replacementFound'>,
): Promise<RefundOverview | undefined> {
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
    plan: { ...plan, lines: plan.lines.map(toLine) },
    refunds: refunds.map((each) => toRefund(each, received, refunds)),
    cancellation: cancelled ? toCancellation(cancelled) : null,
    payouts: (await listPayoutsOf(db, [id])).map(toPayout),
  }
}

const toPayout = ({ invoiceId, amount, id, day }: PayoutShown): PayoutShown => ({
  invoiceId,
  amount,
  id,
  day,
})

const toLine = ({ paidAt, ...line }: Plan['lines'][number]) =>
  Object.assign(line, { paidAt: paidAt.toISOString() })

type Listed = Awaited<ReturnType<typeof listRefundsOfStay>>[number]

function toRefund(
  { refund, method, invoiceId }: Listed,
  received: readonly Received[],
  all: readonly Listed[],
): RefundShown {
  const payment = received.find(({ paymentId }) => paymentId === refund.paymentId)
  const { id, amount, reason, byHand, status, createdAt, finishedAt } = refund
  return {
    id,
    invoiceId,
    amount,
    method,
    reason,
    byHand,
    status,
    // `noteGivenByHand` decides by the same rule.
    toGive: isToGive(refund, { payment, refunds: all.map((other) => other.refund) }),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

function toCancellation(row: NonNullable<Awaited<ReturnType<typeof findCancellation>>>): Cancellation {
  const { cancelledBy, daysBefore, replacementFound, percent, paid, fees } = row
  const { refundByTerms, refundToCards, refundByHand, overrideReason, at } = row
  return {
    cancelledBy,
    daysBefore,
    replacementFound,
    percent,
    paid,
    fees,
    feesKnown: row.awaited === null,
    refundByTerms,
    refundToCards,
    refundByHand,
    overrideReason,
    at: at.toISOString(),
  }
}
