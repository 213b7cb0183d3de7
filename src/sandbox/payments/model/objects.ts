/** What the sandbox stores: the SDK's own types, so that the compiler holds every reply to Stripe's shapes. */
import type Stripe from 'stripe'
import type { Behavior } from './cards.ts'

export interface Kinds {
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  charge: Stripe.Charge
  refund: Stripe.Refund
  balance_transaction: Stripe.BalanceTransaction
  dispute: Stripe.Dispute
  event: Stripe.EventBase
}
export type Kind = keyof Kinds
export type StoredObject = Kinds[Kind]

/** What is known of an object but never shown. A card's number is not among it: only what the card does. */
export interface Hidden {
  /** Payment methods: what the card does when it is charged. */
  behavior?: Behavior
  /** Payment methods: without a customer they pay once. */
  used?: boolean
  /** Payment intents: the authentication that is under way, and where a redirect returns to. */
  authentication?: { source: string; returnUrl: string | null }
}

/**
 * What comes about by itself some time later. settle: a charge's balance transaction is made; dispute, inquiry: the
 * cardholder asks their bank about it; refund: a refund ends as its card has it.
 */
export type Planned = 'settle' | 'dispute' | 'inquiry' | 'refund'

/** How each kind is called in messages and in list addresses. */
export const NAMES: Record<Kind, { plural: string; noun: string; param: string }> = {
  payment_intent: { plural: 'payment_intents', noun: 'payment_intent', param: 'intent' },
  payment_method: { plural: 'payment_methods', noun: 'PaymentMethod', param: 'payment_method' },
  charge: { plural: 'charges', noun: 'charge', param: 'id' },
  refund: { plural: 'refunds', noun: 'refund', param: 'id' },
  balance_transaction: { plural: 'balance_transactions', noun: 'balance transaction', param: 'id' },
  dispute: { plural: 'disputes', noun: 'dispute', param: 'dispute' },
  event: { plural: 'events', noun: 'event', param: 'id' },
}
