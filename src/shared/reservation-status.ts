/** Reservation status, and whether it means a confirmed guest or only a held spot. Has no side effects. */

/** Returns true if the reservation is confirmed or held. A guest owes nothing for an ended reservation. */
export const isActive = (status: string): boolean => status === 'confirmed' || status === 'pending'

/** Returns true if the spot is confirmed. Held spots are missing from counts, totals and printed lists. */
export const isGuest = ({ status }: { status: string }): boolean => status === 'confirmed'

/** Returns true if a spot is held: until the card is charged, the offer is accepted, or the hold expires. */
export const isHeld = ({ status }: { status: string }): boolean => status === 'pending'

/** The status that admins see next to a guest's name. Null for a confirmed guest. */
export const STATUS_WORDS = {
  confirmed: null,
  pending: 'Held',
  cancelled: 'Canceled',
  expired: 'Expired',
  refunded: 'Refunded',
} as const

/**
 * Returns the status to show. Null for a confirmed guest. Says so if the guest must still confirm a hold by
 * e-mail.
 */
export const statusWords = ({ status, waitsForMailbox }: Shown): string | null =>
  waitsForMailbox ? 'Waiting for confirmation by email' : STATUS_WORDS[status]

interface Shown {
  status: keyof typeof STATUS_WORDS
  waitsForMailbox: boolean
}
