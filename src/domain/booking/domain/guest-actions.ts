/**
 * What guests can do with their private link, and until when: pay, cancel, save details (R5.6, R8.4, R8.5). Pure.
 */
import type { InvoicePurpose, ReservationStatus } from '#platform/database/schema/booking.ts'
import { addDays, type Day, daysBetween } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { isActive } from '#shared/reservation-status.ts'

/**
 * Why a guest cannot cancel on their page. `hold`: the spot is only held. It expires on its own, or becomes a stay
 * that the guest can cancel.
 */
export type SelfCancelProblem = 'event_cancelled' | 'event_started' | 'hold' | 'not_cancellable'

export function selfCancelProblem(stay: {
  status: ReservationStatus
  event: { startDateDate: Day; cancelledAt: Date | null }
  today: Day
}): SelfCancelProblem | null {
  const { status, event, today } = stay
  if (!isActive(status)) return 'not_cancellable'
  if (event.cancelledAt !== null) return 'event_cancelled'
  if (daysBetween(today, event.startDateDate) <= 0) return 'event_started'
  return status === 'pending' ? 'hold' : null
}

/**
 * Returns why an invoice cannot be paid by the private link now, or null if it can. A held spot has a single
 * invoice that can be paid, the one that confirms the spot.
 */
export function payProblem(
  invoice: { paid: boolean; purpose: InvoicePurpose },
  reservation: { status: ReservationStatus; holdExpiresAt: Date | null; eventCancelled: boolean },
  now: Date,
): ('already_paid' | 'event_cancelled' | 'not_payable') | null {
  if (invoice.paid) return 'already_paid'
  // The event's stays are being canceled, so a payment would only have to be refunded.
  if (reservation.eventCancelled) return 'event_cancelled'
  if (reservation.status === 'confirmed') return null
  const held = reservation.status === 'pending' && now < (reservation.holdExpiresAt ?? now)
  return held && (invoice.purpose === 'deposit' || invoice.purpose === 'whole') ? null : 'not_payable'
}

/** Reasons why a guest cannot save the final details by the private link now. */
export const DETAILS_PROBLEMS = ['event_cancelled', 'not_standing', 'details_closed'] as const

export type DetailsProblem = (typeof DETAILS_PROBLEMS)[number]

/**
 * Guests can change their details until seven days before the start. By then the kitchen has shopped and the rooms
 * are assigned.
 */
const CLOSES_DAYS_BEFORE = 7

/** Returns the last day, at the ranch, on which a guest can change the final details. */
export const changeUntil = (startDateDate: Day): Day => addDays(startDateDate, -CLOSES_DAYS_BEFORE)

/** Name of the audit action for a guest's request to delete their data. */
export const ERASURE_ASKED = 'reservation.erasureAsked'

interface Deletion {
  on: Day
  /** True if the guest asked for the deletion of their data. */
  asked: boolean
  /** True if the event had taken place and was over when the data was deleted. */
  over: boolean
}

/**
 * Returns the text for a guest whose data was deleted: who wanted it, when, what was deleted and what is kept
 * (R32.1).
 */
export function deletionText({ on, asked, over }: Deletion): string {
  const what = asked
    ? `You asked us to delete what you had told us, and we did, on ${formatDay(on)}.`
    : `${over ? 'The retreat is over, and we' : 'We'} deleted what you had told us, as promised, on ${formatDay(on)}.`
  return `${what} Your name, your contact details and everything you wrote to us are gone. We delete them after every retreat. Amounts and dates stay in our records, without your name.`
}

interface DetailsFacts {
  status: ReservationStatus
  eventCancelled: boolean
  /**
   * True if the guest has saved the final details before. A guest can save them for the first time even after the
   * last day for changes.
   */
  given: boolean
  startDateDate: Day
  today: Day
}

/** Returns why a guest cannot save the final details now, or null if they can. */
export function detailsProblem(facts: DetailsFacts): DetailsProblem | null {
  if (facts.eventCancelled) return 'event_cancelled'
  if (!isActive(facts.status)) return 'not_standing'
  return facts.given && facts.today > changeUntil(facts.startDateDate) ? 'details_closed' : null
}
