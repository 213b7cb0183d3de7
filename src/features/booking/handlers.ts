/** All calls of this feature, bound. */
import type { Bound } from '#platform/http/bind.ts'
import { adminHandlers } from './admin-handlers.ts'
import { cancellationHandlers } from './cancellation-handlers.ts'
import { guestHandlers } from './guest-handlers.ts'
import type { BookingDeps } from './deps.ts'
import { invoiceHandlers } from './invoice-handlers.ts'
import { partyHandlers } from './party-handlers.ts'
import { createPaymentIntentHandler } from './payment-intent-handlers.ts'
import { refundHandlers } from './refund-handlers.ts'
import { createReservationHandler } from './sign-up-handlers.ts'
import { receiveWebhookHandler } from './payments/webhook.ts'

export function bookingHandlers(deps: BookingDeps): Bound[] {
  return [
    createPaymentIntentHandler(deps),
    createReservationHandler(deps),
    receiveWebhookHandler(deps),
    ...guestHandlers(deps),
    ...adminHandlers(deps),
    ...invoiceHandlers(deps),
    ...cancellationHandlers(deps),
    ...refundHandlers(deps),
    ...partyHandlers(deps),
  ]
}
