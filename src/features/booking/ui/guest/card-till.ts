/** The provider's answers in the terms of `till.ts`. */
import type { PaymentIntent, Stripe, StripeCardNumberElement, StripeError } from '@stripe/stripe-js'
import { cardErrorWords } from './card-errors.ts'
import type { CardOutcome, Till } from './till.ts'

/** A till over the card fields that are on the page now. */
export function createTill(stripe: Stripe, card: () => StripeCardNumberElement | null): Till {
  return {
    async confirm(clientSecret, { name }) {
      const number = card()
      if (number === null) return { kind: 'unreachable' }
      const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
        payment_method: { card: number, billing_details: { name } },
      })
      return error ? fromError(error) : fromStatus(paymentIntent.status)
    },
    async look(clientSecret) {
      const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret)
      return error ? fromError(error) : fromStatus(paymentIntent.status)
    },
  }
}

export function fromStatus(status: PaymentIntent.Status): CardOutcome {
  switch (status) {
    case 'succeeded':
      return { kind: 'succeeded' }
    case 'canceled':
      return { kind: 'gone' }
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
      return { kind: 'open' }
    default:
      return { kind: 'unexpected', status }
  }
}

export function fromError(
  error: Pick<StripeError, 'type' | 'code' | 'decline_code' | 'message'> & {
    payment_intent?: Pick<PaymentIntent, 'status'>
  },
): CardOutcome {
  if (error.type === 'api_connection_error') return { kind: 'unreachable' }
  if (error.code === 'resource_missing') return { kind: 'gone' }
  // Another tab or an earlier try has moved the payment on: where it stands now decides.
  if (error.code === 'payment_intent_unexpected_state') {
    const now = error.payment_intent ? fromStatus(error.payment_intent.status) : null
    return now === null || now.kind === 'open' ? { kind: 'unexpected', status: error.code } : now
  }
  const message = cardErrorWords(error)
  return message === null
    ? { kind: 'unexpected', status: error.code ?? error.type }
    : { kind: 'declined', message }
}
