/** All calls of this feature, bound. */
import type { Bound } from '#platform/http/bind.ts'
import { adminReservationHandlers, cancelHandlers, invoiceHandlers } from './admin-handlers.ts'
import {
  getReservationHandler,
  guestCancelHandlers,
  guestHandlers,
  lostLinkHandler,
  replacementHandlers,
  viewedDirectionsHandler,
} from './guest-handlers.ts'
import type { BookingDeps } from './deps.ts'
import { createPaymentIntentHandler } from './payment-intent-handlers.ts'
import { createReservationHandler } from './sign-up-handlers.ts'
import { receiveWebhookHandler } from './payments/webhook.ts'

export function bookingHandlers(deps: BookingDeps): Bound[] {
  return [
    createPaymentIntentHandler(deps),
    createReservationHandler(deps),
    getReservationHandler(deps),
    viewedDirectionsHandler(deps),
    receiveWebhookHandler(deps),
    ...adminReservationHandlers(deps),
    ...invoiceHandlers(deps),
    ...cancelHandlers(deps),
    ...replacementHandlers(deps),
    ...guestHandlers(deps),
    ...guestCancelHandlers(deps),
    lostLinkHandler(deps),
  ]
}
