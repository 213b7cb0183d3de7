/**
 * Rules for free sign-ups that the guest must confirm by e-mail (R46): which ones, how long their hold lasts, and
 * the token in the e-mailed link. Pure.
 */
import type { InvoicePurpose, ReservationStatus } from '#platform/database/schema/booking.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Cents } from '#shared/money.ts'

const MINUTE = 60_000

/**
 * Minutes for which a free hold waits until the guest presses the button in the e-mail. They count from when the
 * hold was made (R46.2).
 */
export const MAILBOX_HOLD_MINUTES = 120

/**
 * Returns when a hold that waits for confirmation by e-mail ends. Sending the form again must not prolong the hold,
 * or someone could hold spots for free forever.
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
 * Returns whether a guest must confirm a free sign-up by e-mail, because it would e-mail other people or end
 * another guest's stay (R46.1).
 */
export const needsMailbox = ({ people, takesOver }: { people: number; takesOver: boolean }) =>
  people > 1 || takesOver

/**
 * Returns whether the guest must pay an invoice before the hold is confirmed. Invoices that an admin added can be
 * paid later (R46.2).
 */
export const isPaidToConfirm = ({ purpose, amount }: { purpose: InvoicePurpose; amount: Cents }) =>
  amount > 0 && (purpose === 'deposit' || purpose === 'whole')

/**
 * Returns whether a hold waits until the guest presses the button in the e-mail. The hold of a waitlist offer waits
 * only once the guest has sent the form. Before that, `consentAt` is null. If `isDue`, an invoice must be paid
 * first (`isPaidToConfirm`), and its payment confirms the hold instead.
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
 * Returns the token of the e-mailed link that confirms a hold. The token is computed from the reservation and the
 * e-mail address. So no row, page or reply contains it, and a new address gets a new token (R46.3).
 */
export const mailboxToken = (sealer: Pick<Sealer, 'lookup'>, held: HeldFor): string =>
  `${held.uuid}.${sealer.lookup(keyText(held))}`

/** Returns the uuid of the reservation that a confirmation token contains. */
export const uuidOfToken = (token: string): string => token.split('.', 1)[0] ?? ''

/**
 * Returns whether a confirmation token belongs to this reservation and e-mail address. Accepts tokens made with any
 * of the data keys.
 */
export const isMailboxToken = (sealer: Pick<Sealer, 'lookups'>, held: HeldFor, token: string): boolean =>
  sealer.lookups(keyText(held)).some((key) => token === `${held.uuid}.${key}`)
