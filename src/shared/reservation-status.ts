/** Reservation status, and whether it makes someone a guest or only holds a spot. Has no side effects. */

/** Returns true if the reservation is confirmed or held. A guest owes nothing for an ended reservation. */
export const isActive = (status: string): boolean => status === 'confirmed' || status === 'pending'

/**
 * Returns true if the spot is booked. A hold at the card form or from a waitlist offer is not a guest yet. Such
 * holds are missing from counts, totals and printed lists.
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

/**
 * Returns the status to show, or null for a confirmed guest. A hold's status says so if the guest still has to
 * confirm it by e-mail.
 */
export const statusWords = ({ status, waitsForMailbox }: Shown): string | null =>
  waitsForMailbox ? 'Waiting for confirmation by email' : STATUS_WORDS[status]

interface Shown {
  status: keyof typeof STATUS_WORDS
  waitsForMailbox: boolean
}
