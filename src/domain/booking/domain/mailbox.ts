/**
 * Free sign-ups that a mailbox must confirm (R46): which need it, how long their hold lasts, and the token in the
 * e-mail's link. Pure.
 */
import type { InvoicePurpose, ReservationStatus } from '#platform/database/schema/booking.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Cents } from '#shared/money.ts'

const MINUTE = 60_000

/** Minutes that a free hold waits for the button in its e-mail, counted from its creation (R46.2). */
export const MAILBOX_HOLD_MINUTES = 120

/**
 * Returns when a hold that waits for its mailbox ends. Sending the form again must not prolong it, or someone could
 * hold spots for free forever.
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

/** Returns whether a free sign-up would e-mail other people or end another guest's stay (R46.1). */
export const needsMailbox = ({ people, takesOver }: { people: number; takesOver: boolean }) =>
  people > 1 || takesOver

/**
 * Returns whether an invoice must be paid before a hold is confirmed. Extra invoices by an admin need not be
 * (R46.2).
 */
export const isPaidToConfirm = ({ purpose, amount }: { purpose: InvoicePurpose; amount: Cents }) =>
  amount > 0 && (purpose === 'deposit' || purpose === 'whole')

/**
 * Returns whether a hold waits for the button in its e-mail. The hold of a waitlist offer has no consent until its
 * form is sent, so it does not.
 * `isDue`: a payment confirms the hold instead (`isPaidToConfirm`).
 */
export const waitsForMailbox = (
  { status, consentAt }: { status: ReservationStatus; consentAt: Date | null },
  { isDue }: { isDue: boolean },
) => status === 'pending' && consentAt !== null && !isDue

/** A held reservation, and the e-mail address it was made with. */
interface HeldFor {
  uuid: string
  email: string
}

const keyText = ({ uuid, email }: HeldFor) => `confirm ${uuid} ${email.trim()}`

/**
 * Returns the token in the link that a hold's mailbox gets. It is computed from the reservation and the address, so
 * no row, page or reply contains it, and a new address gets a new token (R46.3).
 */
export const mailboxToken = (sealer: Pick<Sealer, 'lookup'>, held: HeldFor): string =>
  `${held.uuid}.${sealer.lookup(keyText(held))}`

/** Returns the private link of the reservation that a token names. */
export const uuidOfToken = (token: string): string => token.split('.', 1)[0] ?? ''

/** Returns whether a token belongs to this reservation and mailbox, under any of the data keys. */
export const isMailboxToken = (sealer: Pick<Sealer, 'lookups'>, held: HeldFor, token: string): boolean =>
  sealer.lookups(keyText(held)).some((key) => token === `${held.uuid}.${key}`)
