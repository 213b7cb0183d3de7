/**
 * The message to a guest whose card was not charged. It has Stripe's own text if that is meant for guests,
 * and always what to do next.
 */
import type { StripeError } from '@stripe/stripe-js'
import type { Stripe } from 'stripe'

/** The note below a pay button while the result of the last attempt is unknown. */
export const NEVER_TWICE = 'If your card was charged before, pressing again does not charge it twice.'

const NEXT = {
  otherCard: 'Use another card, or ask your bank.',
  number: 'Check the card number, or use another card.',
  expiry: 'Check the expiry date, or use another card.',
  cvc: 'Check the CVC: three digits on the back, four on the front of an American Express card.',
  authenticate: 'Press the button again and confirm the payment with your bank, or use another card.',
  again: 'Wait a minute, then press the button again. If that doesn’t help, use another card.',
  reload: 'Reload this page and try again. If that doesn’t help, write to us.',
  write: 'We cannot take cards right now. Try again in an hour, or write to us.',
  twice: 'Your bank has just seen a payment of this amount. Reload this page to see whether it arrived.',
  testCard: 'No real card works here: this site takes test cards only.',
} as const
type Step = keyof typeof NEXT

/**
 * Removes the general `string` from a type of the Stripe package, so that only the declared codes are left.
 */
type Declared<Code> = Code extends unknown ? (string extends Code ? never : Code) : never
type ErrorCode = Declared<Stripe.PaymentIntent.LastPaymentError.Code>

/**
 * Stripe's error codes that this site never gets, because they belong to other API calls, payment methods or
 * settings.
 */
type Elsewhere =
  | `${'account' | 'acss' | 'alipay' | 'application_fees' | 'balance' | 'bank_account' | 'billing' | 'bitcoin'}_${string}`
  | `${'capability' | 'capture' | 'charge' | 'clearing' | 'country' | 'coupon' | 'customer' | 'debit' | 'dispute'}_${string}`
  | `${'financial' | 'forwarding' | 'india' | 'instant_payouts' | 'invoice' | 'parameter' | 'parameters'}_${string}`
  | `${'ownership' | 'payment_evaluation' | 'payout' | 'payouts' | 'platform' | 'product' | 'progressive'}_${string}`
  | `${'refund' | 'return_intent' | 'routing' | 'sepa' | 'service_period' | 'setup_attempt' | 'setup_intent'}_${string}`
  | `${'shipping' | 'siret' | 'sku' | 'smart_disputes' | 'state' | 'status' | 'storer' | 'stripe_tax'}_${string}`
  | `${'subscription' | 'tax' | 'taxes' | 'terminal' | 'transfer' | 'transfers' | 'url' | 'intent' | 'tls'}_${string}`
  | `payment_method_${'bank_account' | 'microdeposit' | 'configuration'}_${string}`
  | `payment_intent_${'konbini' | 'mandate'}_${string}`
  | `invalid_${'canceled_subscription_fields' | 'mandate_reference_prefix_format' | 'tax_location'}`
  | 'failed_tax_calculation'
  | 'idempotency_key_in_use'
  | 'no_account'
  | 'not_allowed_on_standard_account'
  | 'out_of_inventory'
  | 'resource_already_exists'
  | 'payment_intent_unexpected_state'
  | 'resource_missing'

/**
 * What the guest should do next, by Stripe's error code (docs.stripe.com/error-codes). If a new Stripe
 * package declares another code, the type check fails until this table has the code.
 */
const BY_CODE: Record<Exclude<ErrorCode, Elsewhere>, Step> = {
  action_blocked: 'otherCard',
  amount_too_large: 'write',
  amount_too_small: 'write',
  anomalous_money_movement_request: 'otherCard',
  api_key_expired: 'write',
  approval_required: 'write',
  authentication_failure: 'authenticate',
  authentication_required: 'authenticate',
  card_decline_rate_limit_exceeded: 'otherCard',
  card_declined: 'otherCard',
  cardholder_phone_number_required: 'otherCard',
  email_invalid: 'reload',
  expired_card: 'expiry',
  expired_payment_method: 'expiry',
  incorrect_address: 'otherCard',
  incorrect_cvc: 'cvc',
  incorrect_number: 'number',
  incorrect_postal_code: 'otherCard',
  incorrect_zip: 'otherCard',
  insufficient_funds: 'otherCard',
  invalid_card_type: 'otherCard',
  invalid_characters: 'reload',
  invalid_charge_amount: 'write',
  invalid_cvc: 'cvc',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  invalid_number: 'number',
  invalid_source_usage: 'reload',
  livemode_mismatch: 'write',
  lock_timeout: 'again',
  missing: 'reload',
  payment_intent_action_required: 'authenticate',
  payment_intent_authentication_failure: 'authenticate',
  payment_intent_incompatible_payment_method: 'otherCard',
  payment_intent_invalid_parameter: 'reload',
  payment_intent_payment_attempt_expired: 'again',
  payment_intent_payment_attempt_failed: 'again',
  payment_intent_rate_limit_exceeded: 'otherCard',
  payment_method_billing_details_address_missing: 'otherCard',
  payment_method_currency_mismatch: 'otherCard',
  payment_method_customer_decline: 'authenticate',
  payment_method_invalid_parameter: 'reload',
  payment_method_invalid_parameter_testmode: 'testCard',
  payment_method_not_available: 'again',
  payment_method_provider_decline: 'otherCard',
  payment_method_provider_timeout: 'again',
  payment_method_restricted: 'otherCard',
  payment_method_unactivated: 'write',
  payment_method_unexpected_state: 'reload',
  payment_method_unsupported_type: 'otherCard',
  postal_code_invalid: 'otherCard',
  processing_error: 'again',
  rate_limit: 'again',
  refer_to_customer: 'otherCard',
  request_blocked: 'write',
  secret_key_required: 'write',
  testmode_charges_only: 'write',
  three_d_secure_authentication_not_supported: 'otherCard',
  three_d_secure_authentication_upstream_error: 'again',
  token_already_used: 'reload',
  token_card_network_invalid: 'otherCard',
  token_in_use: 'again',
}

/**
 * What the guest should do next after codes that the Stripe package does not declare
 * (docs.stripe.com/declines/codes). Lost cards and suspected fraud have no code here, because Stripe asks
 * that pages show them like any other decline.
 */
const UNDECLARED: Partial<Record<string, Step>> = {
  authentication_not_handled: 'authenticate',
  approve_with_id: 'again',
  duplicate_transaction: 'twice',
  incomplete_cvc: 'cvc',
  incomplete_expiry: 'expiry',
  incomplete_number: 'number',
  invalid_expiry_month_past: 'expiry',
  invalid_expiry_year_past: 'expiry',
  issuer_not_available: 'again',
  reenter_transaction: 'again',
  test_mode_live_card: 'testCard',
  testmode_decline: 'testCard',
  try_again_later: 'again',
}

/**
 * What the guest should do next, by the type of the error, for codes that the tables above lack. Types after
 * which the card may have been charged are missing on purpose.
 */
const BY_TYPE: Partial<Record<StripeError['type'], Step>> = {
  authentication_error: 'write',
  card_error: 'otherCard',
  invalid_request_error: 'reload',
  rate_limit_error: 'again',
  validation_error: 'number',
}

const STEPS: Partial<Record<string, Step>> = { ...UNDECLARED, ...BY_CODE }

/**
 * Returns the message for a guest whose card was not charged. Returns null if the card may have been charged.
 */
export function cardErrorMessage(
  error: Pick<StripeError, 'type' | 'code' | 'decline_code' | 'message'>,
): string | null {
  const byType = BY_TYPE[error.type]
  if (byType === undefined) return null
  const step = STEPS[error.decline_code ?? ''] ?? STEPS[error.code ?? ''] ?? byType
  // Only these messages of Stripe are for guests. All others are for developers, and quote ids and parameters
  // (docs.stripe.com/api/errors).
  const forGuests =
    error.type === 'card_error' || error.type === 'validation_error' || step === 'authenticate'
  return [forGuests && error.message, NEXT[step]].filter(Boolean).join(' ')
}
