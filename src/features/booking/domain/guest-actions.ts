/** The acts of a guest by the private link, and until when: pay an invoice, cancel the stay, give the details (R5.6, R8.4, R8.5). Pure. */
import type { InvoicePurpose, ReservationStatus } from '#platform/database/schema/booking.ts'
import { addDays, type Day, daysBetween } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { isStanding } from '#shared/reservation-status.ts'

/** Why a guest cannot cancel by the page; `hold`: it ends by itself, or becomes a stay that can be cancelled. */
export type SelfCancelProblem = 'event_cancelled' | 'event_started' | 'hold' | 'not_cancellable'

export function selfCancelProblem(stay: {
  status: ReservationStatus
  event: { startDateDate: Day; cancelledAt: Date | null }
  today: Day
}): SelfCancelProblem | null {
  const { status, event, today } = stay
  if (!isStanding(status)) return 'not_cancellable'
  if (event.cancelledAt !== null) return 'event_cancelled'
  if (daysBetween(today, event.startDateDate) <= 0) return 'event_started'
  return status === 'pending' ? 'hold' : null
}

/** Why an invoice cannot be paid by its link now; null when it can. A hold may pay only what it was held for. */
export function payProblem(
  invoice: { paid: boolean; purpose: InvoicePurpose },
  reservation: { status: ReservationStatus; holdExpiresAt: Date | null; eventCancelled: boolean },
  now: Date,
): ('already_paid' | 'event_cancelled' | 'not_payable') | null {
  if (invoice.paid) return 'already_paid'
  // Its stays are being cancelled one by one: money that comes now would only go back.
  if (reservation.eventCancelled) return 'event_cancelled'
  if (reservation.status === 'confirmed') return null
  const held = reservation.status === 'pending' && now < (reservation.holdExpiresAt ?? now)
  return held && (invoice.purpose === 'deposit' || invoice.purpose === 'whole') ? null : 'not_payable'
}

/** Why a guest's details cannot be sent by the private link now. */
export const DETAILS_PROBLEMS = ['event_cancelled', 'not_standing', 'details_closed'] as const

export type DetailsProblem = (typeof DETAILS_PROBLEMS)[number]

/** The kitchen has shopped and the rooms are laid by then. */
const CLOSES_DAYS_BEFORE = 7

/** The last ranch day on which details that were given can still be changed. */
export const changeUntil = (startDateDate: Day): Day => addDays(startDateDate, -CLOSES_DAYS_BEFORE)

/** The audit's word for a guest who asks to be deleted. */
export const ERASURE_ASKED = 'reservation.erasureAsked'

interface Deletion {
  /** The ranch day of it. */
  on: Day
  /** The guest asked for it. */
  asked: boolean
  /** The retreat took place, and was over by then. */
  over: boolean
}

/** The words for a guest whose data is deleted: whose wish it was, when, what went and what stays (R32.1). */
export function deletionText({ on, asked, over }: Deletion): string {
  const what = asked
    ? `You asked us to delete what you had told us, and we did, on ${formatDay(on)}.`
    : `${over ? 'The retreat is over, and we' : 'We'} deleted what you had told us, as promised, on ${formatDay(on)}.`
  return `${what} Gone are your name, the ways to reach you, and all you wrote to us: we delete that after every retreat. Amounts and dates stay in our records, and name nobody.`
}

interface DetailsFacts {
  status: ReservationStatus
  eventCancelled: boolean
  /** True: they are complete already. The first time is never too late, not even once the event has begun. */
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
