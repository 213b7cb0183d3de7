/** The objects that the sandbox stores: the SDK's own types, so that the compiler holds every reply to Stripe's shapes. */
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
}
export type Kind = keyof Kinds
export type StoredObject = Kinds[Kind]

/** The facts of an object that are never shown. A card's number is not among them: only what the card does. */
export interface Hidden {
  /** Payment methods: what the card does when it is charged. */
  behavior?: Behavior
  /** Payment methods: without a customer they pay once, and not again once they are detached from one. */
  used?: boolean
  /** Payment intents: the try that waits for the cardholder's answer to their bank. */
  authentication?: { source: string }
  /** Balance transactions: the payout in which they went out. */
  payout?: string
}

/**
 * The events that come about by themselves some time later. settle: a charge's balance transaction is made; dispute, inquiry: the
 * cardholder asks their bank about it; refund: a refund ends as its card has it; payout: what is available by then goes to
 * the bank; arrive: a payout is there.
 */
export type Scheduled = 'settle' | 'dispute' | 'inquiry' | 'refund' | 'payout' | 'arrive'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

type Prefix = 'pi' | 'pm' | 'cus' | 'ch' | 're' | 'txn' | 'evt' | 'du' | 'po' | 'req' | 'src'

let made = 0

/**
 * An identifier as Stripe forms them: a prefix, then letters and digits of which the first ones tell the time. A later one sorts after an earlier one, in every database: what was made in one moment keeps its order.
 */
export function newId(prefix: Prefix): string {
  if (prefix === 'req') return `req_${randomText(14)}`
  made += 1
  return `${prefix}_3${sorted(Date.now(), 8)}${sorted(made, 4)}${randomText(11)}`
}

// Capitals and digits alone: databases do not agree on where small letters stand among them.
const sorted = (number: number, length: number) =>
  number.toString(36).toUpperCase().padStart(length, '0').slice(-length)
