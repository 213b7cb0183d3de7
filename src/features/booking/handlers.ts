/** All calls of this feature, bound. */
import type { Bound } from '#platform/http/bind.ts'
import { adminReservationHandlers } from './admin/handlers.ts'
import { guestCancelHandlers } from './cancel/guest/handlers.ts'
import { cancelHandlers } from './cancel/handlers.ts'
import type { BookingDeps } from './deps.ts'
import { guestHandlers } from './guest/handlers.ts'
import { createPaymentIntentHandler } from './intents/handlers.ts'
import { invoiceHandlers } from './invoices/handlers.ts'
import { createReservationHandler } from './sign-up/handlers.ts'
import { replacementHandlers } from './replacement/handlers.ts'
import { getReservationHandler, viewedDirectionsHandler } from './view/handlers.ts'
import { lostLinkHandler } from './lost-link/handlers.ts'
import { receiveWebhookHandler } from './webhook/handlers.ts'

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
