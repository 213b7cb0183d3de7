/** Checks that several e-mail types share: why an e-mail is no longer wanted, or null if it is. Pure. */
import type { DropReason, ReservationCause } from './definition.ts'
import { activeRefunds, refundsFor } from './facts/refunds.ts'

/** Checks e-mails about an upcoming stay: wanted while the reservation is confirmed. */
export function upcomingProblem({ rows: { reservation, event } }: ReservationCause): DropReason | null {
  if (reservation.status !== 'confirmed') return 'not_confirmed'
  return event.cancelledAt === null ? null : 'event_cancelled'
}

/** Checks travel e-mails: wanted while the reservation is confirmed, up to the end of the start day. */
export const travelProblem = (cause: ReservationCause): DropReason | null =>
  upcomingProblem(cause) ?? (cause.today > cause.rows.event.startDateDate ? 'too_late' : null)

/** Checks e-mails about an unpaid invoice: wanted while it exists and is unpaid. */
export function unpaidProblem({ rows, invoiceId }: ReservationCause): DropReason | null {
  if (rows.invoices.every(({ id }) => id !== invoiceId)) return 'invoice_gone'
  return rows.payments.some((paid) => paid.invoiceId === invoiceId) ? 'already_paid' : null
}

/** Checks e-mails about a cancellation: wanted while the reservation is canceled. */
export const cancellationProblem = ({
  rows: { reservation, cancellation },
}: ReservationCause): DropReason | null =>
  reservation.status === 'cancelled' && cancellation !== null ? null : 'not_cancelled'

/** Checks e-mails about a companion: wanted while another guest pays for them. */
export const companionProblem = ({ rows: { reservation, party } }: ReservationCause): DropReason | null =>
  party.some(({ id, payer }) => payer && id !== reservation.id) ? null : 'no_companion'

/**
 * Checks refund e-mails: dropped while all refunds failed. Until an admin fixes that, "on its way" would be untrue.
 */
export const refundProblem = (cause: ReservationCause): DropReason | null =>
  activeRefunds(refundsFor(cause)).length === 0 ? 'not_refunded' : null
