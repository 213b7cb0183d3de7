/** All calls of this feature, bound. */
import type { Bound } from '#platform/http/bind.ts'
import { adminReservationHandlers, cancelHandlers, invoiceHandlers } from './handlers/admin.ts'
import {
  getReservationHandler,
  guestCancelHandlers,
  guestHandlers,
  lostLinkHandler,
  replacementHandlers,
  viewedDirectionsHandler,
} from './handlers/guest.ts'
import type { BookingDeps } from './deps.ts'
import { createPaymentIntentHandler } from './handlers/payment-intents.ts'
import { createReservationHandler } from './handlers/sign-up.ts'
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
