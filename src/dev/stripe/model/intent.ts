/**
 * The statuses of a payment intent (docs.stripe.com/payments/paymentintents/lifecycle). Has no side effects.
 */
import type Stripe from 'stripe'
import { newId, randomText } from './objects.ts'
import { invalid, type Refusal } from './refusals.ts'

/**
 * Types of payment methods that the sandbox accepts. Intents may allow Link, but the sandbox never offers it,
 * because it has only cards.
 */
const SUPPORTED_METHODS = new Set(['card', 'link'])

/**
 * Creates an intent. `metadata` has no empty values. If the call names no payment method types, the sandbox
 * chooses cards.
 */
export function newIntent(
  params: Omit<Stripe.PaymentIntentCreateParams, 'currency'> & { metadata: Record<string, string> },
  created: number,
): Stripe.PaymentIntent {
  const { amount, metadata, allowed_payment_method_types: allowed = null } = params
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: allowed === null ? { allow_redirects: 'always', enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created,
    currency: 'usd',
    customer: params.customer ?? null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
        ...usageOf(params),
      },
    },
    payment_method_types: allowed?.filter((type) => SUPPORTED_METHODS.has(type)) ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

/** Returns how the merchant uses the card that it saves or charges, in the fields of an intent. */
function usageOf({
  payment_method_options: options,
}: Pick<Stripe.PaymentIntentCreateParams, 'payment_method_options'>) {
  const { setup_credential_usage, stored_credential_usage } = options?.card || {}
  return {
    ...(setup_credential_usage && { setup_credential_usage }),
    ...(stored_credential_usage && { stored_credential_usage }),
  }
}

const CANCELABLE = ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action']
const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const UNEXPECTED = { code: 'payment_intent_unexpected_state' }

/**
 * Returns the reason why an intent cannot be canceled, or null if it can. A card payment in `processing` is
 * already on its way to the bank.
 */
export function cancelProblem(intent: Stripe.PaymentIntent): Refusal | null {
  if (CANCELABLE.includes(intent.status)) return null
  return invalid(
    `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
    UNEXPECTED,
  )
}

export function confirmProblem(intent: Stripe.PaymentIntent): Refusal | null {
  if (CONFIRMABLE.includes(intent.status)) return null
  const message =
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${CONFIRMABLE.join(', ')}.`
  return invalid(message, UNEXPECTED)
}

/** Returns the intent with a payment method. The payment must still be confirmed in a separate step. */
export function withMethod(intent: Stripe.PaymentIntent, methodId: string): Stripe.PaymentIntent {
  return { ...intent, payment_method: methodId, next_action: null, status: 'requires_confirmation' }
}

export function canceled(intent: Stripe.PaymentIntent, at: number): Stripe.PaymentIntent {
  return { ...intent, status: 'canceled', canceled_at: at, next_action: null }
}

export const succeeded = (intent: Stripe.PaymentIntent, chargeId: string): Stripe.PaymentIntent => ({
  ...intent,
  status: 'succeeded',
  amount_received: intent.amount,
  latest_charge: chargeId,
  last_payment_error: null,
  next_action: null,
  processing: null,
})

/** Returns the intent after a failed attempt to pay. The intent then waits for another payment method. */
export const failed = (
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
  chargeId: string | null,
): Stripe.PaymentIntent => ({
  ...intent,
  status: 'requires_payment_method',
  payment_method: null,
  latest_charge: chargeId ?? intent.latest_charge,
  last_payment_error: error,
  next_action: null,
  processing: null,
})

/**
 * The fields of an intent that a caller with a publishable key may see: no metadata, customer or charge
 * (docs.stripe.com/js/payment_intents).
 */
const PUBLIC = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'excluded_payment_method_types',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies (keyof Stripe.PaymentIntent)[]

export const publicView = (intent: Stripe.PaymentIntent) =>
  Object.fromEntries(PUBLIC.map((name) => [name, intent[name]])) as Pick<
    Stripe.PaymentIntent,
    (typeof PUBLIC)[number]
  >
