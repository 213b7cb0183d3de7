/** The status of a reservation, and what it makes of somebody: a guest, or one for whom a spot is held. Pure. */

/** Stays that are to come, or held: of any other nothing is asked for any more. */
export const isStanding = (status: string): boolean => status === 'confirmed' || status === 'pending'

/** A guest has booked. Whoever is at the card form, or has an offer of the waitlist, is none yet: not in any count, sum, print. */
export const isGuest = ({ status }: { status: string }): boolean => status === 'confirmed'

/** A spot is held for them, until the card is charged, the offer accepted, or the hold ends. */
export const isHeld = ({ status }: { status: string }): boolean => status === 'pending'

/** The word beside the name of a guest who is not simply confirmed. */
export const STATUS_WORDS = {
  confirmed: null,
  pending: 'Held',
  cancelled: 'Canceled',
  expired: 'Expired',
  refunded: 'Refunded',
} as const

/** The same, where it is known what a hold waits for. */
export const statusWords = ({ status, waitsForMailbox }: Shown): string | null =>
  waitsForMailbox ? 'Waiting for confirmation by email' : STATUS_WORDS[status]

interface Shown {
  status: keyof typeof STATUS_WORDS
  waitsForMailbox: boolean
}
