/** The events that the webhook endpoint at Stripe must send. Whatever one says, the payment that it is about is read again. */
import type { Stripe } from 'stripe'

export const WEBHOOK_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'charge.updated',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

const SENT: ReadonlySet<string> = new Set(WEBHOOK_EVENTS)

/** Whether the endpoint sends events of this type: the provider's own list has all that there are. */
export const isSent = (type: string) => SENT.has(type)
