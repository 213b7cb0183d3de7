/** What the cardholder is told when a charge fails (docs.stripe.com/declines/codes, /error-codes). */
import type { Decline } from './cards.ts'

export interface DeclineFacts {
  code: string
  declineCode?: string
  message: string
  param?: string
}

export type ChargeFailure = Decline | 'test_mode_live_card' | 'authentication_required'

const DECLINED = 'Your card was declined.'

const FACTS: Record<ChargeFailure, DeclineFacts> = {
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
  test_mode_live_card: {
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  },
  authentication_required: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
}

export function declineFacts(failure: ChargeFailure): DeclineFacts {
  return FACTS[failure]
}
