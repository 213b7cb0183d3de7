/**
 * Reasons to drop an e-mail that several e-mail types share. Each function returns the reason, or null if there is
 * still a reason to send the e-mail. Pure.
 */
import type { DropReason, ReservationCause } from './definition.ts'
import { activeRefunds, refundsFor } from './facts/refunds.ts'

/** For e-mails about a coming stay. The site sends them while the reservation is confirmed. */
export function upcomingProblem({ rows: { reservation, event } }: ReservationCause): DropReason | null {
  if (reservation.status !== 'confirmed') return 'not_confirmed'
  return event.cancelledAt === null ? null : 'event_cancelled'
}

/**
 * For e-mails about the trip. The site sends them while the reservation is confirmed, until the end of the start day.
 */
export const travelProblem = (cause: ReservationCause): DropReason | null =>
  upcomingProblem(cause) ?? (cause.today > cause.rows.event.startDateDate ? 'too_late' : null)

/** For e-mails about an unpaid invoice. The site sends them while the invoice exists and is unpaid. */
export function unpaidProblem({ rows, invoiceId }: ReservationCause): DropReason | null {
  if (rows.invoices.every(({ id }) => id !== invoiceId)) return 'invoice_gone'
  return rows.payments.some((paid) => paid.invoiceId === invoiceId) ? 'already_paid' : null
}

/** For e-mails about a cancellation. The site sends them while the reservation is canceled. */
export const cancellationProblem = ({
  rows: { reservation, cancellation },
}: ReservationCause): DropReason | null =>
  reservation.status === 'cancelled' && cancellation !== null ? null : 'not_cancelled'

/** For e-mails about a companion. The site sends them while another guest pays for the companion. */
export const companionProblem = ({ rows: { reservation, party } }: ReservationCause): DropReason | null =>
  party.some(({ id, payer }) => payer && id !== reservation.id) ? null : 'no_companion'

/**
 * For e-mails about a refund. The site drops them if every refund has failed. They say that the money is on its way,
 * which is untrue until an admin has solved the problem.
 */
export const refundProblem = (cause: ReservationCause): DropReason | null =>
  activeRefunds(refundsFor(cause)).length === 0 ? 'not_refunded' : null
