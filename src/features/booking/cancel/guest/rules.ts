/** What a guest may cancel, and how today's tier of the Terms of Stay reads (R5.1). Pure. */
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import { type Day, daysBetween } from '#shared/days.ts'
import { isStanding } from '#shared/reservation-money.ts'
import { type Plan, tierOf } from '../rules.ts'

/** Why a guest cannot cancel by the page; `hold`: it ends by itself, or becomes a stay that can be cancelled. */
export type GuestProblem = 'event_cancelled' | 'event_started' | 'hold' | 'not_cancellable'

export function guestProblem(stay: {
  status: ReservationStatus
  event: { startDateDate: Day; cancelledAt: Date | null }
  today: Day
}): GuestProblem | null {
  const { status, event, today } = stay
  if (!isStanding(status)) return 'not_cancellable'
  if (event.cancelledAt !== null) return 'event_cancelled'
  if (daysBetween(today, event.startDateDate) <= 0) return 'event_started'
  return status === 'pending' ? 'hold' : null
}

/** The rule of the terms for this many days before the start, as a sentence. */
export function tierWords({ daysBefore }: Pick<Plan, 'daysBefore'>): string {
  const { percent } = tierOf({ cancelledBy: 'guest', replacementFound: false, daysBefore })
  if (percent === 100) return '90 days or more before the start: a full refund, minus fees.'
  if (percent > 0) return `30 to 90 days before the start: a ${percent}% refund, minus fees.`
  return 'Within 30 days of the start: no refund, unless somebody takes your spot. Then 90%.'
}
