/** The passing on of a spot: when it can be, and what a link to it says (R6.1). Pure. */
import type { EventRow } from '#features/events/index.ts'
import { hasHappened } from '#features/events/rules.ts'
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import { type Day, daysBetween, ranchDay } from '#shared/days.ts'
import { type Decided, decideRefund, type Plan, REPLACEABLE, shareOf } from './refund-policy.ts'

/**
 * closed: not now (too early, started, no standing stay); possible: no link yet; open: nobody has used it; booking:
 * somebody is paying; passed_on: somebody has the spot.
 */
export const PASS_ON_STATES = ['closed', 'possible', 'open', 'booking', 'passed_on'] as const

/** `token`: of the open link; null: there is none. */
export interface PassOnState {
  state: (typeof PASS_ON_STATES)[number]
  token: string | null
}

/** open: book it; booking: somebody is; taken: somebody has; withdrawn: the guest comes after all; cancelled: the retreat is off. */
export const REPLACEMENT_STATES = ['open', 'booking', 'taken', 'withdrawn', 'started', 'cancelled'] as const

export interface StayFacts {
  status: ReservationStatus
  eventCancelled: boolean
  startDateDate: Day
  today: Day
  /** Others come for whom this guest pays (R39.5). */
  paysForOthers?: boolean
}

export type PassOnProblem = 'not_standing' | 'too_early' | 'event_started' | 'pays_for_others'

export function passOnProblem(stay: StayFacts): PassOnProblem | null {
  if (stay.status !== 'confirmed' || stay.eventCancelled) return 'not_standing'
  if (hasHappened(stay.startDateDate, stay.today)) return 'event_started'
  if (daysBetween(stay.today, stay.startDateDate) >= REPLACEABLE.under) return 'too_early'
  return stay.paysForOthers ? 'pays_for_others' : null
}

/** The status of a spot's take-over: somebody is paying for it, or has it. */
export type ReplacementStatus = 'pending' | 'confirmed' | null

/** The state of passing on, for the guest's page. A link that was made stays good, should the start be moved to a later day. */
export function passOnState(
  stay: StayFacts,
  { token, taker }: { token: string | null; taker: ReplacementStatus },
): PassOnState {
  if (taker === 'confirmed') return { state: 'passed_on', token: null }
  const problem = passOnProblem(stay)
  if (problem === 'not_standing' || problem === 'event_started') return { state: 'closed', token: null }
  if (taker === 'pending') return { state: 'booking', token }
  if (token !== null) return { state: 'open', token }
  return { state: problem === null ? 'possible' : 'closed', token: null }
}

/** The state of a link, for the page behind it. `ended`: it was used or taken back. */
export function replacementState(
  stay: StayFacts,
  { ended, taker }: { ended: boolean; taker: ReplacementStatus },
): (typeof REPLACEMENT_STATES)[number] {
  if (stay.eventCancelled) return 'cancelled'
  if (taker === 'confirmed') return 'taken'
  if (hasHappened(stay.startDateDate, stay.today)) return 'started'
  if (ended || stay.status !== 'confirmed') return 'withdrawn'
  return taker === 'pending' ? 'booking' : 'open'
}

/** Said with the refund where the terms of that day would give less, since the start was moved after the link was made. */
export const PROMISED = `The link to pass on the spot promised ${REPLACEABLE.percent}%.`

/** The terms' plan, or what the link promised when that is more. */
export function asPromised(plan: Plan): Decided {
  const least = shareOf(plan.most, REPLACEABLE.percent)
  return decideRefund(plan, { sendEmail: true, least, why: PROMISED })
}

/** A stay's facts on today's ranch day. */
export const stayFacts = (
  row: Pick<StayFacts, 'status'>,
  event: Pick<EventRow, 'cancelledAt' | 'startDateDate'>,
  now: Date,
): StayFacts => ({
  status: row.status,
  eventCancelled: event.cancelledAt !== null,
  startDateDate: event.startDateDate,
  today: ranchDay(now),
})

/** `replacement_over`: used, taken back, or the stay has ended. `replacement_taken`: somebody else is paying for it. */
export type ReplacementProblem = 'replacement_over' | 'replacement_taken'
