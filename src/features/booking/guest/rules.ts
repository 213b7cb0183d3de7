/** When a guest may give and change their details (R8.4). Pure. */
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import { addDays, type Day } from '#shared/days.ts'
import { isStanding } from '#shared/reservation-money.ts'

/** Why a guest's details cannot be sent by the private link now. */
export const DETAILS_PROBLEMS = ['event_cancelled', 'not_standing', 'details_closed'] as const
export type DetailsProblem = (typeof DETAILS_PROBLEMS)[number]

/** The kitchen has shopped and the rooms are laid by then. */
const CLOSES_DAYS_BEFORE = 7

/** The last ranch day on which details that were given can still be changed. */
export const changeUntil = (startDateDate: Day): Day => addDays(startDateDate, -CLOSES_DAYS_BEFORE)

interface DetailsFacts {
  status: ReservationStatus
  eventCancelled: boolean
  /** Whether they are complete already: the first time is never too late, not even once the event has begun. */
  given: boolean
  startDateDate: Day
  today: Day
}

/** Why the details cannot be sent now; null when they can. */
export function detailsProblem(facts: DetailsFacts): DetailsProblem | null {
  if (facts.eventCancelled) return 'event_cancelled'
  if (!isStanding(facts.status)) return 'not_standing'
  return facts.given && facts.today > changeUntil(facts.startDateDate) ? 'details_closed' : null
}
