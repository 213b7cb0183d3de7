/**
 * The objects that the payment sandbox stores. They use the types of Stripe's SDK, so the compiler checks
 * every reply against Stripe's shapes.
 */
import { randomInt } from 'node:crypto'
import type Stripe from 'stripe'
import type { Behavior } from './cards.ts'

export interface Kinds {
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  customer: Stripe.Customer
  charge: Stripe.Charge
  refund: Stripe.Refund
  balance_transaction: Stripe.BalanceTransaction
  dispute: Stripe.Dispute
  payout: Stripe.Payout
  event: Stripe.EventBase
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
}
export type Kind = keyof Kinds
export type StoredObject = Kinds[Kind]

/**
 * Data of an object that the sandbox stores but never shows in the API. For a card, it stores how the card
 * behaves, not the number.
 */
export interface Hidden {
  /** For payment methods: how the card behaves when it is charged. */
  behavior?: Behavior
  /**
   * For payment methods: true after a payment without a customer, or after detaching. Such a payment method
   * cannot pay again.
   */
  used?: boolean
  /** For payment intents: the attempt that waits for the cardholder's answer to their bank. */
  authentication?: { source: string }
  /** For balance transactions: the id of the payout that contains the transaction. */
  payout?: string
}

/**
 * Actions that the sandbox does automatically some time later.
 * - settle: a charge gets its balance transaction
 * - dispute, inquiry: the cardholder disputes the charge, or only asks their bank about it
 * - warning: the bank suspects that the charge is fraud
 * - refund: a refund succeeds or fails, as its test card defines
 * - payout: the available money goes to the bank
 * - arrive: a payout arrives at the bank
 */
export type Scheduled = 'settle' | 'dispute' | 'warning' | 'inquiry' | 'refund' | 'payout' | 'arrive'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

type Prefix = 'pi' | 'pm' | 'cus' | 'ch' | 're' | 'txn' | 'evt' | 'du' | 'po' | 'issfr' | 'req' | 'src'

let made = 0

/**
 * Creates an id in Stripe's form: a prefix, then letters and digits that begin with the time. So every
 * database sorts newer ids after older ones, even if both come from the same millisecond.
 */
export function newId(prefix: Prefix): string {
  if (prefix === 'req') return `req_${randomText(14)}`
  made += 1
  return `${prefix}_3${sorted(Date.now(), 8)}${sorted(made, 4)}${randomText(11)}`
}

// Uses only capitals and digits, because databases disagree on where lower-case letters sort.
const sorted = (number: number, length: number) =>
  number.toString(36).toUpperCase().padStart(length, '0').slice(-length)
