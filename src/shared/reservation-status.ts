/** Reservation status, and whether it makes someone a guest or only holds a spot. Pure. */

/** Returns true if the reservation is active, confirmed or held. Ended ones owe nothing. */
export const isActive = (status: string): boolean => status === 'confirmed' || status === 'pending'

/**
 * Returns true if the spot is booked. A hold at the card form or from a waitlist offer is not a guest yet.
 * Counts, totals and prints leave it out.
 */
export const isGuest = ({ status }: { status: string }): boolean => status === 'confirmed'

/** Returns true if a spot is held until the card is charged, the offer is accepted, or the hold expires. */
export const isHeld = ({ status }: { status: string }): boolean => status === 'pending'

/** The status shown next to a guest's name; null for confirmed guests. */
export const STATUS_WORDS = {
  confirmed: null,
  pending: 'Held',
  cancelled: 'Canceled',
  expired: 'Expired',
  refunded: 'Refunded',
} as const

/** Returns the status to show, and names the e-mail confirmation that a hold waits for. */
export const statusWords = ({ status, waitsForMailbox }: Shown): string | null =>
  waitsForMailbox ? 'Waiting for confirmation by email' : STATUS_WORDS[status]

interface Shown {
  status: keyof typeof STATUS_WORDS
  waitsForMailbox: boolean
}
