/** Booking put together: what its lower parts ask of the upper ones, and of the e-mails. */
import { emailQueue } from '#features/emails/index.ts'
import type { BookingDeps, BookingPorts } from './deps.ts'
import { applyPaymentIntent, readIntent } from './payments/apply-intent.ts'
import { endReplaced } from './payments/cancel-with-refund.ts'
import { cancelIntent } from './payments/stop-payments.ts'

/** What booking works with, from what the site gives it. */
export function composeBooking(given: Omit<BookingDeps, keyof BookingPorts>): BookingDeps {
  return {
    ...given,
    emails: emailQueue,
    intents: { apply: applyPaymentIntent, cancel: cancelIntent, read: readIntent },
    endReplaced,
  }
}
