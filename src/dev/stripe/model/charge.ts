/** Charges. Each attempt to charge a card creates one, even if the attempt fails. Has no side effects. */
import type Stripe from 'stripe'
import { newId, randomText } from './objects.ts'
import type { Decline } from './cards.ts'

interface ChargeInput {
  intent: Stripe.PaymentIntent
  method: Stripe.PaymentMethod
  /** Why the bank declines the charge. Null if the charge succeeds. */
  failure: ChargeFailure | null
  advice?: Advice | null
  /** True if the cardholder has just authenticated (3-D Secure). */
  authenticated: boolean
}

/** Creates a charge. `settleCharge` creates its balance transaction later. */
export function newCharge(input: ChargeInput, created: number): Stripe.Charge {
  const { intent, method, failure, advice = null } = input
  const id = newId('ch')
  const facts = failure === null ? null : DECLINE_FACTS[failure]
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: failure === null ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: failure === null,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: facts?.code ?? null,
    failure_message: facts?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcome(failure, advice),
    paid: failure === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details:
      method.type === 'link'
        ? { link: { country: 'US' }, type: 'link' }
        : { card: cardDetails(input), type: 'card' },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    refunds: null,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: failure === null ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

function outcome(failure: ChargeFailure | null, advice: Advice | null): Stripe.Charge.Outcome {
  const facts = failure === null ? null : DECLINE_FACTS[failure]
  const decline = {
    network_status: 'declined_by_network',
    reason: facts?.declineCode ?? facts?.code ?? null,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  }
  const success = {
    network_status: 'approved_by_network',
    reason: null,
    seller_message: 'Payment complete.',
    type: 'authorized',
  }
  const shared = {
    advice_code: advice,
    network_advice_code: null,
    network_decline_code: null,
    risk_level: 'normal',
    risk_score: 12,
  }
  return { ...shared, ...(facts ? decline : success) }
}

function cardDetails(input: ChargeInput): Stripe.Charge.PaymentMethodDetails.Card {
  const { intent, failure, authenticated } = input
  const { card } = input.method
  const { setup_credential_usage: setUp, stored_credential_usage: stored } =
    intent.payment_method_options?.card ?? {}
  return {
    ...(setUp && { setup_credential_usage: setUp }),
    ...(stored && { stored_credential_usage: stored }),
    amount_authorized: failure === null ? intent.amount : null,
    authorization_code: failure === null ? randomText(6) : null,
    brand: card?.brand ?? null,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card?.checks?.cvc_check ? (failure === 'incorrect_cvc' ? 'fail' : 'pass') : null,
    },
    country: card?.country ?? null,
    electronic_commerce_indicator: authenticated ? '05' : null,
    exp_month: card?.exp_month ?? 0,
    exp_year: card?.exp_year ?? 0,
    extended_authorization: { status: 'disabled' },
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card?.brand ?? null,
    network_token: { used: false },
    network_transaction_id: failure === null ? randomText(15) : null,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: card?.regulated_status ?? null,
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: randomText(20),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: card?.wallet?.apple_pay ? { type: 'apple_pay', apple_pay: {}, dynamic_last4: null } : null,
  }
}

/**
 * The message and codes that a cardholder gets when a charge fails (docs.stripe.com/declines/codes,
 * /error-codes).
 */
interface DeclineFacts {
  code: string
  declineCode?: string
  message: string
  param?: string
}

export type ChargeFailure = Decline | 'test_mode_live_card' | 'authentication_required'

/**
 * A bank's advice on whether to retry a declined charge
 * (docs.stripe.com/declines/card#retrying-issuer-declines).
 */
export const ADVICE = ['confirm_card_data', 'do_not_try_again', 'try_again_later'] as const
export type Advice = (typeof ADVICE)[number]

const DECLINED = 'Your card was declined.'

export const DECLINE_FACTS: Record<ChargeFailure, DeclineFacts> = {
  generic_decline: { code: 'card_declined', declineCode: 'generic_decline', message: DECLINED },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: { code: 'card_declined', declineCode: 'lost_card', message: DECLINED },
  stolen_card: { code: 'card_declined', declineCode: 'stolen_card', message: DECLINED },
  fraudulent: { code: 'card_declined', declineCode: 'fraudulent', message: DECLINED },
  expired_card: { code: 'expired_card', param: 'exp_month', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    param: 'cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication_required: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  test_mode_live_card: {
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  },
}
