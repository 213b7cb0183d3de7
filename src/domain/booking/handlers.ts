import { emailQueue } from '#platform/limited-emails.ts'
import type { Bound } from '#platform/http/bind.ts'
import { adminHandlers } from './admin-handlers.ts'
import type { BookingDeps, BookingPorts } from './deps.ts'
import { eventHandlers } from './event-handlers.ts'
import { guestHandlers } from './guest-handlers.ts'
import { createPaymentIntentHandler } from './payment-intent-handlers.ts'
import { applyPaymentIntent, readIntent } from './payments/apply-intent.ts'
import { endReplaced } from './payments/cancel-with-refund.ts'
import { cancelIntent } from './payments/stop-payments.ts'
import { receiveWebhookHandler } from './payments/webhook.ts'
import { createReservationHandler } from './sign-up-handlers.ts'

/** Completes the booking dependencies with the e-mail queue, the payment functions and the take-over. */
export const composeBooking = (given: Omit<BookingDeps, keyof BookingPorts>): BookingDeps => ({
  ...given,
  emails: emailQueue,
  intents: { apply: applyPaymentIntent, cancel: cancelIntent, read: readIntent },
  endReplaced,
})

export const bookingHandlers = (deps: BookingDeps): Bound[] => [
  createPaymentIntentHandler(deps),
  createReservationHandler(deps),
  receiveWebhookHandler(deps),
  ...eventHandlers(deps),
  ...guestHandlers(deps),
  ...adminHandlers(deps),
]
