/** A guest looks at what cancelling refunds, and cancels. */
import { findEvent } from '#features/events/index.ts'
import { ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { GuestPlan } from '../contract/cancellation.ts'
import type { BookingDeps } from '../deps.ts'
import { type SelfCancelProblem, selfCancelProblem } from '../domain/guest-actions.ts'
import { type Plan, tierText } from '../domain/refund-policy.ts'
import { openGuestDetails } from '../sealed-guest.ts'
import { findCancellation } from '../store/refunds.ts'
import { listReceived } from '../store/payments.ts'
import { findReservationByUuid, type ReservationRow } from '../store/reservations.ts'
import { type Agreeing, cancelStay, type NotCancelled, planOf } from './cancel-stay.ts'

/** The order of a guest who cancels: no override, and no replacement, which has a way of its own. */
const BY_GUEST = { cancelledBy: 'guest', replacementFound: false } as const

/** The sum is another one than was shown. */
interface Moved {
  moved: Cents
}

/** A guest is never refused for a version or another sum: only admins name these. */
type GuestRefused = Exclude<NotCancelled, 'stale' | { fields: Record<string, string> }>

interface Given {
  refund: Cents
  refundToCard: Cents
  refundByHand: Cents
  feesKnown: boolean
}

export async function readGuestPlan(
  { db, sealer, now }: BookingDeps,
  uuid: string,
): Promise<GuestPlan | SelfCancelProblem | 'not_found' | 'purged'> {
  const row = await findReservationByUuid(db, uuid)
  const event = row && (await findEvent(db, row.eventId))
  if (!row || !event) return 'not_found'
  if (row.purgedAt) return 'purged'
  const at = now()
  const problem = selfCancelProblem({ status: row.status, event, today: ranchDay(at) })
  if (problem) return problem
  const plan = planOf(await listReceived(db, row.id), { order: BY_GUEST, event, now: at })
  const { customerName } = openGuestDetails(sealer, row)
  return {
    ...toGuestPlan(plan),
    members: [{ id: row.id, customerName: customerName ?? '', refund: plan.refundByTerms }],
  }
}

function toGuestPlan(plan: Plan): Omit<GuestPlan, 'members'> {
  const { today, daysBefore, percent, paid, most, fees } = plan
  return {
    today,
    daysBefore,
    percent,
    paid,
    fees,
    tier: tierText(plan),
    disputed: paid - most,
    ...(plan.feesKnown ? given(plan) : mostOf(plan)),
  }
}

const given = ({ refundToCards, refundByHand }: Pick<Plan, 'refundToCards' | 'refundByHand'>): Given => ({
  refund: refundToCards + refundByHand,
  refundToCard: refundToCards,
  refundByHand,
  feesKnown: true,
})

/** While a fee is not known the sum is the most that can come back, and on which way is not known either. */
const mostOf = ({ refundByTerms: refund }: Pick<Plan, 'refundByTerms'>): Given => ({
  refund,
  refundToCard: 0,
  refundByHand: 0,
  feesKnown: false,
})

/** `refund`: the sum that was shown. Once it is cancelled, the same again gives the same reply. */
export async function cancelByGuest(
  deps: BookingDeps,
  { uuid, refund }: { uuid: string; refund: Cents },
): Promise<Given | Moved | SelfCancelProblem | GuestRefused> {
  const row = await findReservationByUuid(deps.db, uuid)
  if (!row) return 'not_found'
  const cancelled = await cancelStay(deps, {
    ...BY_GUEST,
    id: row.id,
    version: null,
    reason: null,
    sendEmail: true,
    by: { actor: 'guest' },
    agree: (facts: Agreeing) => disagreement(facts, refund),
  })
  if (cancelled === 'stale' || (typeof cancelled === 'object' && 'fields' in cancelled))
    throw new Error('A guest names neither a version nor another sum')
  if (cancelled !== 'done' && cancelled !== 'not_cancellable') return cancelled
  return (await readGiven(deps, row, refund)) ?? 'not_cancellable'
}

function disagreement({ row, event, plan }: Agreeing, refund: Cents): SelfCancelProblem | Moved | null {
  const problem = selfCancelProblem({ status: row.status, event, today: plan.today })
  if (problem) return problem
  return plan.refundByTerms === refund ? null : { moved: plan.refundByTerms }
}

/** The refund of this guest's own cancelling; undefined when somebody else cancelled, or another sum was agreed to. */
async function readGiven(
  { db, sealer }: BookingDeps,
  { id }: ReservationRow,
  refund: Cents,
): Promise<Given | undefined> {
  const found = await findCancellation(db, sealer, id)
  if (found?.cancelledBy !== 'guest') return undefined
  const sums = found.awaited === null ? given(found) : mostOf(found)
  return sums.refund === refund ? sums : undefined
}
