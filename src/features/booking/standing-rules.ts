/** What a standing reservation (`isStanding`: it takes a spot) makes of somebody: a guest, or whoever a spot is held for. Pure. */
import type { ReservationStatus } from '#platform/database/schema/booking.ts'

interface Standing {
  status: ReservationStatus
}

/** A guest has booked. Whoever is at the card form, or has an offer of the waitlist, is none yet: not in any count, sum, print. */
export function isGuest({ status }: Standing): boolean {
  return status === 'confirmed'
}

/** A spot is held for them, until the card is charged, the offer accepted, or the hold ends. */
export function isHeld({ status }: Standing): boolean {
  return status === 'pending'
}
