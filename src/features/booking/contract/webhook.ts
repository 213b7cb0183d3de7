/** The call of the payment provider (R4.7). */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const receiveWebhook = endpoint({
  name: 'booking.receiveWebhook',
  method: 'POST',
  path: 'stripe/webhook',
  summary: "The payment provider's signed notices",
  access: 'signature',
  limit: 'read',
  reply: z.object({ received: z.literal(true) }),
  failures: {
    bad_signature: [400, 'The signature does not match.'],
    thin_event: [400, 'Thin events are not read here: choose the snapshot payload for this endpoint.'],
  },
})
