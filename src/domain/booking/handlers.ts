import type { Bound } from '#platform/http/bind.ts'
import { adminHandlers } from './admin-handlers.ts'
import type { BookingDeps } from './deps.ts'
import { eventHandlers } from './event-handlers.ts'
import { guestHandlers } from './guest-handlers.ts'
import { createPaymentIntentHandler } from './payment-intent-handlers.ts'
import { receiveWebhookHandler } from './payments/webhook.ts'
import { createReservationHandler } from './sign-up-handlers.ts'

export const bookingHandlers = (deps: BookingDeps): Bound[] => [
  createPaymentIntentHandler(deps),
  createReservationHandler(deps),
  receiveWebhookHandler(deps),
  ...eventHandlers(deps),
  ...guestHandlers(deps),
  ...adminHandlers(deps),
]
