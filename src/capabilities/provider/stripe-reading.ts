/** Reads Stripe's objects into the port's words. Everything else that Stripe says is left behind here. */
import type Stripe from 'stripe'
import type { IntentState, ProviderIntent, ProviderRefund, WebhookNotice } from './port.ts'

/** Where our refund row's key travels in Stripe's metadata. */
export const REFUND_KEY = 'refund_key'

/** Disputes that ended in our favor, or were only ever a question, take nothing away. */
const HARMLESS: ReadonlySet<Stripe.Dispute.Status> = new Set([
  'won',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
])

/** An intent, with its refunds and disputes where its charge has any. */
export function asIntent(
  intent: Stripe.PaymentIntent,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): ProviderIntent {
  return {
    id: intent.id,
    amount: intent.amount,
    clientSecret: intent.client_secret,
    createdAt: new Date(intent.created * 1000),
    metadata: intent.metadata,
    state: asState(intent, refunds, disputes),
  }
}

function asState(
  intent: Stripe.PaymentIntent,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): IntentState {
  switch (intent.status) {
    case 'succeeded': {
      const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
      const transaction = charge?.balance_transaction
      return {
        status: 'succeeded',
        received: intent.amount_received,
        chargeId: charge?.id ?? null,
        fee: typeof transaction === 'object' ? (transaction?.fee ?? null) : null,
        paidAt: new Date((charge?.created ?? intent.created) * 1000),
        disputed: disputes.some((dispute) => !HARMLESS.has(dispute.status)),
        refunds: refunds.map((refund) => asRefund(refund)),
      }
    }
    case 'processing':
      return { status: 'processing' }
    case 'canceled':
      return { status: 'canceled' }
    default:
      return { status: 'open' }
  }
}

export function asRefund(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    amount: refund.amount,
    status: refundStatus(refund.status),
    key: refund.metadata?.[REFUND_KEY] ?? null,
  }
}

function refundStatus(status: string | null): ProviderRefund['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/** Which intent an event is about: itself, or the one that its charge, refund or dispute belongs to. */
export function asNotice(event: Stripe.Event): WebhookNotice {
  const about = event.data.object as { object?: string; id?: string; payment_intent?: unknown }
  return { id: event.id, type: event.type, intentId: intentIdOf(about) }
}

function intentIdOf(about: { object?: string; id?: string; payment_intent?: unknown }): string | null {
  if (about.object === 'payment_intent') return about.id ?? null
  const belongsTo = about.payment_intent
  if (typeof belongsTo === 'string') return belongsTo
  return (belongsTo as { id?: string } | null | undefined)?.id ?? null
}
