/**
 * Free sign-ups whose mailbox must answer (R46): when they may be confirmed at once, how long a hold waits for its button, and the
 * token that is mailed with it. Pure.
 */
import type { InvoicePurpose, ReservationStatus } from '#platform/database/schema/booking.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Cents } from '#shared/money.ts'

const MINUTE = 60_000

/** A free hold waits this long, from when it was made, for the button in its e-mail (R46.2). */
export const MAILBOX_HOLD_MINUTES = 120

/** The end of a hold that waits for its mailbox. Sending the form again never prolongs it, or spots could be held for free forever. */
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

/** Whether a sign-up that costs nothing now would make the site e-mail others, or end another guest's stay (R46.1). */
export const needsMailbox = ({ people, takesOver }: { people: number; takesOver: boolean }) =>
  people > 1 || takesOver

/** Whether an invoice must be paid before a hold is confirmed. What an admin charges in addition need not be (R46.2). */
export const isPaidToConfirm = ({ purpose, amount }: { purpose: InvoicePurpose; amount: Cents }) =>
  amount > 0 && (purpose === 'deposit' || purpose === 'whole')

/**
 * Whether a hold waits for the button in its e-mail. A spot that is offered to the waitlist waits for its form first: nobody has agreed
 * to the terms there. `isDue`: a payment confirms it (`isPaidToConfirm`).
 */
export const waitsForMailbox = (
  { status, consentAt }: { status: ReservationStatus; consentAt: Date | null },
  { isDue }: { isDue: boolean },
) => status === 'pending' && consentAt !== null && !isDue

/** A held reservation, and the mailbox that it was made with. */
interface HeldFor {
  uuid: string
  email: string
}

const keyText = ({ uuid, email }: HeldFor) => `confirm ${uuid} ${email.trim()}`

/**
 * Returns the token of the link in the e-mail to a held reservation's mailbox. It is computed, so no row, page or reply holds it,
 * and it changes with the address (R46.3).
 */
export const mailboxToken = (sealer: Pick<Sealer, 'lookup'>, held: HeldFor): string =>
  `${held.uuid}.${sealer.lookup(keyText(held))}`

/** Returns the private link of the reservation that a token names. */
export const uuidOfToken = (token: string): string => token.split('.', 1)[0] ?? ''

/** Whether a token is the one of this reservation and mailbox, under any of the site's data keys. */
export const isMailboxToken = (sealer: Pick<Sealer, 'lookups'>, held: HeldFor, token: string): boolean =>
  sealer.lookups(keyText(held)).some((key) => token === `${held.uuid}.${key}`)
