/** The order of a reservation's invoices, and which of them can be paid. Pure. */
import type { InvoicePurpose, ReservationStatus } from '#platform/database/schema/booking.ts'
import type { Day } from '#shared/days.ts'

interface Listed {
  id: number
  paid: boolean
  due: Day | null
}

/** The guest page's order (R3.8): paid first, then by due day, those with one before those without. */
export function inGuestOrder<T extends Listed>(invoices: readonly T[]): T[] {
  return [...invoices].sort(
    (a, b) =>
      Number(b.paid) - Number(a.paid) ||
      (a.due ?? '9999-12-31').localeCompare(b.due ?? '9999-12-31') ||
      a.id - b.id,
  )
}

export type PayProblem = 'already_paid' | 'event_cancelled' | 'not_payable'

/** Why an invoice cannot be paid by its link now; null when it can. A hold may pay only what it was held for. */
export function payProblem(
  invoice: { paid: boolean; purpose: InvoicePurpose },
  reservation: { status: ReservationStatus; holdExpiresAt: Date | null; eventCancelled: boolean },
  now: Date,
): PayProblem | null {
  if (invoice.paid) return 'already_paid'
  // Its stays are being cancelled one by one: money that comes now would only go back.
  if (reservation.eventCancelled) return 'event_cancelled'
  if (reservation.status === 'confirmed') return null
  const held = reservation.status === 'pending' && now < (reservation.holdExpiresAt ?? now)
  return held && (invoice.purpose === 'deposit' || invoice.purpose === 'whole') ? null : 'not_payable'
}
