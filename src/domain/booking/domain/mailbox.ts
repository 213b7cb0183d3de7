/**
 * Free sign-ups that must be confirmed by e-mail (R46): which ones, how long their hold lasts, and the token in the
 * e-mailed link. Pure.
 */
import type { InvoicePurpose, ReservationStatus } from '#platform/database/schema/booking.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Cents } from '#shared/money.ts'

const MINUTE = 60_000

/**
 * Minutes that a free hold waits until the button in its e-mail is pressed, counted from when the hold was made
 * (R46.2).
 */
export const MAILBOX_HOLD_MINUTES = 120

/**
 * Returns when a hold that waits for confirmation by e-mail ends. Sending the form again must not prolong it, or
 * someone could hold spots for free forever.
 */
export function mailboxHoldEnd({
  holdExpiresAt,
  createdAt,
}: {
  holdExpiresAt: Date | null
  createdAt: Date
}) {
  return new Date(
    Math.max(holdExpiresAt?.getTime() ?? 0, createdAt.getTime() + MAILBOX_HOLD_MINUTES * MINUTE),
  )
}

/**
 * Returns whether a free sign-up must be confirmed by e-mail, because it would e-mail other people or end another
 * guest's stay (R46.1).
 */
export const needsMailbox = ({ people, takesOver }: { people: number; takesOver: boolean }) =>
  people > 1 || takesOver

/**
 * Returns whether an invoice must be paid before a hold is confirmed. Invoices that an admin added need not be paid
 * for that (R46.2).
 */
export const isPaidToConfirm = ({ purpose, amount }: { purpose: InvoicePurpose; amount: Cents }) =>
  amount > 0 && (purpose === 'deposit' || purpose === 'whole')

/**
 * Returns whether a hold waits until the button in its e-mail is pressed. The hold of a waitlist offer does not,
 * because it has no consent until its form is sent. `isDue`: a payment confirms the hold instead (`isPaidToConfirm`).
 */
export const waitsForMailbox = (
  { status, consentAt }: { status: ReservationStatus; consentAt: Date | null },
  { isDue }: { isDue: boolean },
) => status === 'pending' && consentAt !== null && !isDue

interface HeldFor {
  uuid: string
  email: string
}

const keyText = ({ uuid, email }: HeldFor) => `confirm ${uuid} ${email.trim()}`

/**
 * Returns the token in the link that is e-mailed for a hold. It is computed from the reservation and the address. So
 * no row, page or reply contains it, and a new address gets a new token (R46.3).
 */
export const mailboxToken = (sealer: Pick<Sealer, 'lookup'>, held: HeldFor): string =>
  `${held.uuid}.${sealer.lookup(keyText(held))}`

/** Returns the private link's uuid that a token contains. */
export const uuidOfToken = (token: string): string => token.split('.', 1)[0] ?? ''

/** Returns whether a token belongs to this reservation and mailbox. Accepts tokens made with any of the data keys. */
export const isMailboxToken = (sealer: Pick<Sealer, 'lookups'>, held: HeldFor, token: string): boolean =>
  sealer.lookups(keyText(held)).some((key) => token === `${held.uuid}.${key}`)
