import type { Services } from '#platform/services.ts'
import type { PaymentProvider } from '../money/card-provider/port.ts'

/**
 * Steps between charging a card and recording it, where a test stops or kills the process.
 * "Inside" means inside the transaction, before its commit.
 */
export type FaultPoint =
  /** Stripe has created an intent that no row of ours names yet. */
  | 'intent-made'
  /** Inside: the reservation, its invoices and its claim on the intent are written. */
  | 'sign-up-written'
  /** The hold is committed, but the guest has no reply yet. */
  | 'sign-up-committed'
  /** Stripe has returned an intent's status, and nothing is locked yet. */
  | 'intent-read'
  /** Inside: all consequences of that status are written. */
  | 'changes-written'
  /** The consequences are committed, but the caller has no reply yet. */
  | 'changes-committed'
  /** Stripe has canceled an intent, and our row does not show it yet. */
  | 'intent-cancelled'
  /** A webhook is stored, but Stripe has no reply yet. */
  | 'webhook-stored'
  /** A refund has a row and was not found at Stripe, which has not been asked to make it yet. */
  | 'refund-wanted'
  /** Stripe has made a refund, and our row does not show it yet. */
  | 'refund-made'
  /** Inside: a cancellation, its refunds and its e-mail are written. */
  | 'cancellation-written'
  /** A cancellation is committed, but the caller has no reply, and the event's next stay is not canceled yet. */
  | 'cancellation-committed'
  /** Inside: the hold of a waitlist offer is written, its e-mail is not. */
  | 'offer-held'
  | KeptCardFault

/** The same steps for charging a saved card. */
export type KeptCardFault =
  /** Stripe has created a customer to save a card to, and no row of ours names it yet. */
  | 'customer-made'
  /** A charge of a saved card is recorded as wanted, and Stripe has not been asked for it yet. */
  | 'charge-wanted'
  /** Stripe has answered the charge, and no row shows it yet. */
  | 'charge-made'
  /** The charge's intent has a row, but its payment is not recorded yet. */
  | 'charge-noted'
  /** A saved card is withdrawn, and Stripe has not been asked to delete the customer yet. */
  | 'card-withdrawn'
  /** Stripe has deleted a customer, and the job that asked for it is not marked done yet. */
  | 'customer-forgotten'

/**
 * Result of applying a payment intent. `settled`: our records match Stripe's. `unanswered`: Stripe did not answer,
 * so retry later. `not_ours`: Stripe does not know the intent, or it belongs to another site.
 */
export type Applied = 'settled' | 'unanswered' | 'not_ours'

/**
 * Result of canceling a payment intent. `paid`: it had already succeeded, and its payment is now recorded.
 * `processing`: the bank has not decided yet, so the intent is unchanged. `unknown`: Stripe has no such intent, so
 * nobody can pay it. `unanswered`: Stripe did not answer, so retry later.
 */
export type Cancelled = 'canceled' | 'paid' | 'processing' | 'unknown' | 'unanswered'

export interface BookingDeps extends Services {
  provider: PaymentProvider
  /** SHA-256 of the published Terms of Stay, stored with each consent as evidence. */
  termsHash: string
  /** Hook for tests that stop or kill the process at a step. Undefined in production. */
  fault?: (point: FaultPoint) => void | Promise<void>
}
