/** Stripe's test cards (docs.stripe.com/testing) and their behavior. Real card numbers are declined. */
import { brandOf, type Brand } from '../browser/card-rules.js'

/**
 * Behaviors of cards that can be charged. If the bank asks the cardholder to authenticate, the charge
 * succeeds only after that.
 */
const CHARGED = [
  'succeeds',
  'authenticates',
  'authenticates_unless_set_up',
  'authenticates_on_session',
  'disputed',
  'inquiry',
  'warned',
  'refunds_pend',
  'refunds_fail',
] as const

/** How a test card behaves when it is charged. */
export type Behavior =
  | (typeof CHARGED)[number]
  | 'authenticates_then_insufficient_funds'
  | 'test_mode_live_card'
  | Decline

/**
 * Returns true if the bank asks the cardholder to authenticate. `setUp` is true if an authenticated payment
 * saved the card. See docs.stripe.com/testing#authentication-and-setup.
 */
export function asksCardholder(
  behavior: Behavior,
  { offSession, setUp }: { offSession: boolean; setUp: boolean },
) {
  switch (behavior) {
    case 'authenticates':
      return true
    case 'authenticates_on_session':
      return !offSession
    case 'authenticates_unless_set_up':
    case 'authenticates_then_insufficient_funds':
      return !offSession || !setUp
    default:
      return false
  }
}

export const isCharged = (behavior: Behavior): behavior is (typeof CHARGED)[number] =>
  (CHARGED as readonly Behavior[]).includes(behavior)

export const DECLINES = [
  'generic_decline',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'fraudulent',
] as const
export type Decline = (typeof DECLINES)[number]

export interface TestCard {
  number: string
  /** The token by which the API accepts this test card, without the prefix `pm_card_` or `tok_`. */
  token: string
  brand: Brand
  funding: 'credit' | 'debit' | 'prepaid'
  behavior: Behavior
  wallet?: 'apple_pay'
  /** True for a card in Stripe's wallet Link. Its payment methods have the type `link` and name no card. */
  isLink?: true
}

const card = (number: string, token: string, behavior: Behavior = 'succeeds'): TestCard => ({
  number,
  token,
  brand: brandOf(number),
  funding: token.endsWith('debit') ? 'debit' : 'credit',
  behavior,
})

export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa'),
  { ...card('4242424242424242', 'sandbox_pay'), wallet: 'apple_pay' },
  // Stripe has no test id for Link. This one exists only in the sandbox.
  { ...card('4242424242424242', 'link'), isLink: true },
  card('4000056655665556', 'visa_debit'),
  card('5555555555554444', 'mastercard'),
  card('2223003122003222', 'mastercard_2'),
  card('378282246310005', 'amex'),
  card('6011111111111117', 'discover'),
  card('4000000000000077', 'bypassPending'),
  card('4000000000000002', 'chargeDeclined', 'generic_decline'),
  card('4000000000000002', 'visa_chargeDeclined', 'generic_decline'),
  card('4000000000009995', 'chargeDeclinedInsufficientFunds', 'insufficient_funds'),
  card('4000000000009995', 'visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'),
  card('4000000000009987', 'chargeDeclinedLostCard', 'lost_card'),
  card('4000000000009979', 'chargeDeclinedStolenCard', 'stolen_card'),
  card('4000000000000069', 'chargeDeclinedExpiredCard', 'expired_card'),
  card('4000000000000127', 'chargeDeclinedIncorrectCvc', 'incorrect_cvc'),
  card('4000000000000119', 'chargeDeclinedProcessingError', 'processing_error'),
  card('4100000000000019', 'radarBlock', 'fraudulent'),
  // Stripe lets this card be attached to a customer, and declines its charges later. In the sandbox, only a payment can
  // attach a card, so here this card is simply declined.
  card('4000000000000341', 'chargeCustomerFail', 'generic_decline'),
  card('4000002500003155', 'authenticationRequiredOnSetup', 'authenticates_unless_set_up'),
  card('4000002760003184', 'authenticationRequired', 'authenticates'),
  card('4000003800000446', 'authenticationRequiredSetupForOffSession', 'authenticates_on_session'),
  card('4000000000003220', 'threeDSecure2Required', 'authenticates'),
  card(
    '4000008260003178',
    'authenticationRequiredChargeDeclinedInsufficientFunds',
    'authenticates_then_insufficient_funds',
  ),
  card('4000000000000259', 'createDispute', 'disputed'),
  card('4000000000001976', 'createDisputeInquiry', 'inquiry'),
  card('4000000000005423', 'createIssuerFraudRecord', 'warned'),
  card('4000000000007726', 'pendingRefund', 'refunds_pend'),
  card('4000000000005126', 'refundFail', 'refunds_fail'),
]

export function cardByToken(id: string): TestCard | undefined {
  const token = /^(?:pm_card_|tok_)(\w+)$/.exec(id)?.[1]
  return token === undefined ? undefined : TEST_CARDS.find((card) => card.token === token)
}

/**
 * Returns the test card with this number. Every other well-formed number gives a card whose charges are all
 * declined, as in Stripe's test mode.
 */
export const cardByNumber = (number: string): TestCard =>
  TEST_CARDS.find((card) => card.number === number) ?? card(number, 'unknown', 'test_mode_live_card')
