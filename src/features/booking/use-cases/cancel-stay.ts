/** A stay is cancelled (R5.5): nothing can charge for it any more, its spot is free, its money goes back. */
import { type EventRow, findEvent, lockEvent } from '#features/events/index.ts'
import type { Actor } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { CancelledBy } from '#platform/database/schema/cancellations.ts'
import { ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { isStanding } from '#shared/reservation-status.ts'
import type { BookingDeps } from '../deps.ts'
import {
  type Decided,
  decidedOf,
  isByTerms,
  overrideProblem,
  type Plan,
  planRefund,
  type Received,
  withSum,
} from '../domain/refund-policy.ts'
import { syncStripeRefunds } from '../payments/apply-intent.ts'
import { type NotStopped, stopPayments } from '../payments/stop-payments.ts'
import { lockReceived } from '../store/locked-facts.ts'
import { lockReservation, lockReservationsAndInvoices } from '../store/locks.ts'
import { listReceived } from '../store/payments.ts'
import { findReservation, type ReservationRow } from '../store/reservations.ts'
import { cancelWithRefund } from '../payments/cancel-with-refund.ts'

export interface CancelOrder {
  id: number
  /** The reservation's version that the admin saw; null: whatever it is now. */
  version: number | null
  cancelledBy: CancelledBy
  replacementFound: boolean
  /** Cents to refund instead of what the terms give. */
  refund?: Cents | undefined
  /** Why. */
  reason: string | null
  sendEmail: boolean
  by: Actor
}

/** The facts on which a stay is cancelled, as they are now. */
export interface Agreeing {
  row: ReservationRow
  event: Pick<EventRow, 'startDateDate' | 'endDateDate' | 'cancelledAt'>
  plan: Plan
}

/** Asked before anything is ended at the provider, and again under the locks: null agrees, anything else is the outcome. */
type Agree<No> = (facts: Agreeing) => No | null

export type NotCancelled = 'not_found' | 'purged' | 'not_cancellable' | 'stale' | NotStopped | Problems

/** Problems of the sum, by field. */
interface Problems {
  fields: Record<string, string>
}

/**
 * Ends what could still be paid at the provider, then decides and writes everything under the locks of the event, the
 * reservation, its invoices and its payments. The refunds of cards are enqueued with it: the outbox asks for each once.
 * Unpaid invoices stay, and cannot be paid any more (docs/decisions/0024).
 */
export async function cancelStay<No = never>(
  deps: BookingDeps,
  order: CancelOrder & { agree?: Agree<No> },
): Promise<'done' | NotCancelled | No> {
  const { id, by, agree } = order
  const outcome = await stopPayments<ReservationRow, 'done' | NotCancelled | No>(deps, {
    of: { reservationId: id },
    by: by.actor,
    look: async () => {
      const row = await findReservation(deps.db, id)
      const event = row && (await findEvent(deps.db, row.eventId))
      if (!row || !event) return { result: 'not_found' }
      const refusal = refusalOf(row, order)
      if (refusal) return { result: refusal }
      await syncStripeRefunds(deps, id, by.actor)
      // The sum is checked before anything is ended at the provider, too: an impossible one leaves everything as it is.
      const wanted = decide(await listReceived(deps.db, id), { order, event, now: deps.now() })
      if ('fields' in wanted) return { result: wanted }
      const no = agree?.({ row, event, plan: wanted.plan })
      return no ? { result: no } : { seen: row }
    },
    write: async (tx, row, stopped) => {
      const locked = await lockStay(tx, row)
      if (!locked) return 'not_found'
      // It was moved to another event meanwhile, whose terms were not looked at.
      if (locked.row.eventId !== row.eventId) return 'changed_meanwhile'
      const refusal = refusalOf(locked.row, order)
      if (refusal) return refusal
      await stopped()
      const now = deps.now()
      const decided = decide(await lockReceived(tx, id), { order, event: locked.event, now })
      if ('fields' in decided) return decided
      const no = agree?.({ ...locked, plan: decided.plan })
      if (no) return no
      const { sendEmail } = order
      await cancelWithRefund(tx, deps, { row: locked.row, decided, sendEmail, by, now })
      await deps.fault?.('cancellation-written')
      return 'done'
    },
  })
  if (outcome === 'done') await deps.fault?.('cancellation-committed')
  return outcome
}

/** Why it cannot be cancelled; null when it can. */
function refusalOf(
  row: ReservationRow,
  { version }: CancelOrder,
): 'purged' | 'not_cancellable' | 'stale' | null {
  if (row.purgedAt) return 'purged'
  if (!isStanding(row.status)) return 'not_cancellable'
  return version !== null && version !== row.version ? 'stale' : null
}

async function lockStay(tx: Transaction, { id, eventId }: ReservationRow) {
  const event = await lockEvent(tx, eventId)
  const row = await lockReservation(tx, id)
  if (!event || !row) return null
  await lockReservationsAndInvoices(tx, { reservationId: id })
  return { event, row }
}

interface Deciding {
  order: Pick<CancelOrder, 'cancelledBy' | 'replacementFound' | 'refund' | 'reason' | 'sendEmail'>
  event: Pick<EventRow, 'startDateDate' | 'cancelledAt'>
  now: Date
}

function decide(money: Received[], { order, event, now }: Deciding): Decided | Problems {
  const plan = planOf(money, { order, event, now })
  const { refund, reason } = order
  const fields = overrideProblem(plan, { refund, reason })
  if (fields) return { fields }
  if (refund === undefined || isByTerms(plan, refund)) return decidedOf(plan, order)
  return { plan: withSum(plan, refund), overrideReason: reason, awaited: null }
}

/** The refund plan by the terms. Everybody gets everything back of a cancelled event, whoever asks. */
export function planOf(
  money: Received[],
  { order, event, now }: Omit<Deciding, 'order'> & { order: Pick<Plan, 'cancelledBy' | 'replacementFound'> },
): Plan {
  const cancelledBy = event.cancelledAt === null ? order.cancelledBy : 'retreat'
  const { replacementFound } = order
  const { startDateDate } = event
  return planRefund(money, { cancelledBy, replacementFound, startDateDate, today: ranchDay(now) })
}
