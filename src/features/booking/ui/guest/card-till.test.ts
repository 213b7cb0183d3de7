import { expect, test } from 'vitest'
import type { Stripe } from '@stripe/stripe-js'
import { createTill, fromError, fromStatus } from './card-till.ts'

test('the provider gets the card and the name, and nothing else that a guest has told us', async () => {
  const sent: unknown[] = []
  const stripe = {
    confirmCardPayment: async (...args: unknown[]) => {
      sent.push(args)
      return { paymentIntent: { status: 'succeeded' } }
    },
  } as unknown as Stripe
  const card = {} as never
  const guest = { name: 'Ana Ortiz', email: 'ana@example.test', phone: '505-555-0142' }
  expect(await createTill(stripe, () => card).confirm('pi_1_secret', guest)).toEqual({ kind: 'succeeded' })
  expect(sent).toEqual([
    ['pi_1_secret', { payment_method: { card, billing_details: { name: 'Ana Ortiz' } } }],
  ])
})

test('only "succeeded" is a success', () => {
  expect(fromStatus('succeeded')).toEqual({ kind: 'succeeded' })
  expect(fromStatus('canceled')).toEqual({ kind: 'gone' })
  expect(fromStatus('requires_payment_method')).toEqual({ kind: 'open' })
  expect(fromStatus('processing')).toEqual({ kind: 'unexpected', status: 'processing' })
})

test("a decline keeps the provider's words and says what to do next", () => {
  const message = 'Your card has insufficient funds.'
  expect(fromError({ type: 'card_error', code: 'card_declined', message })).toEqual({
    kind: 'declined',
    message: `${message} Use another card, or ask your bank.`,
  })
})

const wordsOf = (error: Parameters<typeof fromError>[0]) => {
  const outcome = fromError({ message: 'Of the provider.', ...error })
  return outcome.kind === 'declined' ? outcome.message : outcome.kind
}

test.each(['authentication_failure', 'payment_intent_authentication_failure'])(
  '%s asks to confirm with the bank, whatever its type is',
  (code) => {
    for (const type of ['card_error', 'invalid_request_error'] as const)
      expect(wordsOf({ type, code })).toMatch(/^Of the provider\. .*confirm the payment with your bank/)
  },
)

/** docs.stripe.com/declines/codes, those of cards, in November 2026; the two last ones come in test mode. */
const DECLINE_CODES =
  `authentication_required authentication_not_handled approve_with_id call_issuer card_not_supported
  card_velocity_exceeded currency_not_supported do_not_honor do_not_try_again duplicate_transaction expired_card
  fraudulent generic_decline incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip
  insufficient_funds invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year
  invalid_number invalid_pin issuer_not_available lost_card merchant_blacklist
  mobile_device_authentication_required new_account_information_available no_action_taken not_permitted
  offline_pin_required online_or_offline_pin_required pickup_card pin_try_exceeded processing_error
  reenter_transaction restricted_card revocation_of_all_authorizations revocation_of_authorization
  security_violation service_not_allowed stolen_card stop_payment_order transaction_not_allowed try_again_later
  withdrawal_count_limit_exceeded testmode_decline test_mode_live_card`.split(/\s+/)

test.each(DECLINE_CODES)('the decline %s has a next step', (decline_code) => {
  const words = wordsOf({ type: 'card_error', code: 'card_declined', decline_code })
  expect(words).toMatch(/^Of the provider\. [A-Z].*\.$/)
})

test('what must not be told of a card reads as any decline', () => {
  const said = ['lost_card', 'stolen_card', 'fraudulent', 'merchant_blacklist', 'generic_decline'].map(
    (decline_code) => wordsOf({ type: 'card_error', code: 'card_declined', decline_code }),
  )
  expect(new Set(said).size).toBe(1)
})

test('what the fields find wrong names the field', () => {
  expect(wordsOf({ type: 'validation_error', code: 'incomplete_cvc' })).toContain('CVC')
  expect(wordsOf({ type: 'validation_error', code: 'invalid_expiry_year_past' })).toContain('expiry date')
})

test('words for developers are not shown, and what the code does not say is said by its type', () => {
  for (const type of ['rate_limit_error', 'authentication_error', 'invalid_request_error'] as const) {
    expect(wordsOf({ type, code: 'one_of_tomorrow' })).toMatch(/try again|press the button again/i)
    expect(wordsOf({ type, code: 'one_of_tomorrow' })).not.toContain('Of the provider')
  }
})

test('an error that leaves open whether money moved is no decline', () => {
  expect(wordsOf({ type: 'api_error' })).toBe('unexpected')
  expect(wordsOf({ type: 'idempotency_error', code: 'lock_timeout' })).toBe('unexpected')
})

test('a payment that moved on meanwhile is what it is now', () => {
  const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } as const
  expect(fromError({ ...error, payment_intent: { status: 'succeeded' } })).toEqual({ kind: 'succeeded' })
  expect(fromError({ ...error, payment_intent: { status: 'canceled' } })).toEqual({ kind: 'gone' })
  expect(fromError(error).kind).toBe('unexpected')
})

test('no connection is no verdict', () => {
  expect(fromError({ type: 'api_connection_error' })).toEqual({ kind: 'unreachable' })
  expect(fromError({ type: 'api_error' }).kind).toBe('unexpected')
})
