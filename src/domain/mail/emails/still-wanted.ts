/**
 * Reasons to drop an e-mail, shared by several e-mail types. Each function returns the reason, or null if there is
 * still a reason to send the e-mail. Pure.
 */
import type { DropReason, ReservationCause } from './definition.ts'
import { activeRefunds, refundsFor } from './facts/refunds.ts'

/**
 * Returns why the site drops an e-mail about a coming stay, or null. The site sends it while the reservation is
 * confirmed and the event is not canceled.
 */
export function upcomingProblem({ rows: { reservation, event } }: ReservationCause): DropReason | null {
  if (reservation.status !== 'confirmed') return 'not_confirmed'
  return event.cancelledAt === null ? null : 'event_cancelled'
}

/**
 * Returns why the site drops an e-mail about the trip, or null. The site sends it while the reservation is confirmed,
 * until the end of the start day.
 */
export const travelProblem = (cause: ReservationCause): DropReason | null =>
  upcomingProblem(cause) ?? (cause.today > cause.rows.event.startDateDate ? 'too_late' : null)

/**
 * Returns why the site drops an e-mail about an unpaid invoice, or null. The site sends it while the invoice exists and
 * is unpaid.
 */
export function unpaidProblem({ rows, invoiceId }: ReservationCause): DropReason | null {
  if (rows.invoices.every(({ id }) => id !== invoiceId)) return 'invoice_gone'
  return rows.payments.some((paid) => paid.invoiceId === invoiceId) ? 'already_paid' : null
}

/**
 * Returns why the site drops an e-mail about a cancellation, or null. The site sends it while the reservation is
 * canceled.
 */
export const cancellationProblem = ({
  rows: { reservation, cancellation },
}: ReservationCause): DropReason | null =>
  reservation.status === 'cancelled' && cancellation !== null ? null : 'not_cancelled'

/**
 * Returns why the site drops an e-mail about a companion, or null. The site sends it while another guest pays for the
 * companion.
 */
export const companionProblem = ({ rows: { reservation, party } }: ReservationCause): DropReason | null =>
  party.some(({ id, payer }) => payer && id !== reservation.id) ? null : 'no_companion'

/**
 * Returns why the site drops an e-mail about a refund, or null. The site drops it if every refund has failed. The
 * e-mail says that the money will be refunded to the card, which is untrue until an admin has solved the problem.
 */
export const refundProblem = (cause: ReservationCause): DropReason | null =>
  activeRefunds(refundsFor(cause)).length === 0 ? 'not_refunded' : null
