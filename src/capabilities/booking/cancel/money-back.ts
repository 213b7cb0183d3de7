/** What cancelling would give back, what was given back before, and how a stay was cancelled: as admins see it. */
import { findEvent } from '../../events/store.ts'
import { findReservation } from '../admin/store.ts'
import type { BookingDeps } from '../deps.ts'
import { planOf } from './cancel.ts'
import type { Cancellation, RefundPlan, RefundShown } from './contract.ts'
import { leftOf, type Plan } from './rules.ts'
import { findCancellation, listReceived, listRefunds } from './store.ts'

/** Undefined when there is no such reservation. The plan is today's, also of a stay that is cancelled already. */
export async function readMoneyBack(
  { db, sealer, now }: BookingDeps,
  { id, ...order }: { id: number } & Pick<Plan, 'cancelledBy' | 'replacementFound'>,
): Promise<{ plan: RefundPlan; refunds: RefundShown[]; cancellation: Cancellation | null } | undefined> {
  const row = await findReservation(db, id)
  const event = row && (await findEvent(db, row.eventId))
  if (!event) return undefined
  const plan = planOf(await listReceived(db, id), { order, event, now: now() })
  const [refunds, cancelled] = [await listRefunds(db, id), await findCancellation(db, sealer, id)]
  return {
    plan: { ...plan, lines: plan.lines.map(toLine) },
    refunds: refunds.map((each) => toRefund(each, isToGive(each, { all: refunds, plan }))),
    cancellation: cancelled ? toCancellation(cancelled) : null,
  }
}

const toLine = ({ paidAt, ...line }: Plan['lines'][number]) =>
  Object.assign(line, { paidAt: paidAt.toISOString() })

type Listed = Awaited<ReturnType<typeof listRefunds>>[number]

/** As `noteGivenByHand` decides it: owed, or refused although the money is here, and not given by hand since. */
function isToGive({ refund }: Listed, { all, plan }: { all: readonly Listed[]; plan: Plan }): boolean {
  if (refund.status !== 'failed') return refund.status === 'owed'
  const line = plan.lines.find(({ paymentId }) => paymentId === refund.paymentId)
  const given = all.some((other) => other.refund.key === `hand:${refund.id}`)
  return line !== undefined && refund.amount <= leftOf(line) && !given
}

function toRefund({ refund, method, invoiceId }: Listed, toGive: boolean): RefundShown {
  const { id, amount, reason, byHand, status, createdAt, finishedAt } = refund
  return {
    id,
    invoiceId,
    amount,
    method,
    reason,
    byHand,
    status,
    toGive,
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
    refundByTerms,
    refundToCards,
    refundByHand,
    overrideReason,
    at: at.toISOString(),
  }
}
