import type { Services } from '#platform/services.ts'
import type { PaymentProvider } from '../money/card-provider/port.ts'

/**
 * Steps between charging a card and recording it, at which a test stops or kills the process. "Inside" means inside
 * the transaction, before its commit.
 */
export type FaultPoint =
  /** Stripe has created an intent, but the site has no row for it yet. */
  | 'intent-made'
  /** Inside: the reservation and its invoices are written, and the intent is assigned to its invoice. */
  | 'sign-up-written'
  /** The hold is committed, but the guest has not got a reply yet. */
  | 'sign-up-committed'
  /** Stripe has returned the status of an intent, and nothing is locked yet. */
  | 'intent-read'
  /** Inside: everything that follows from that status is written. */
  | 'changes-written'
  /** The changes are committed, but the caller has not got a reply yet. */
  | 'changes-committed'
  /** Stripe has canceled an intent, and the site's row does not show it yet. */
  | 'intent-cancelled'
  /** A webhook is stored, but Stripe has not got a reply yet. */
  | 'webhook-stored'
  /** A refund has a row and was not found at Stripe, but has not been requested there yet. */
  | 'refund-wanted'
  /** Stripe has made a refund, and the site's row does not show it yet. */
  | 'refund-made'
  /** Inside: a cancellation, its refunds and its e-mail are written. */
  | 'cancellation-written'
  /**
   * A cancellation is committed, but the caller has not got a reply, and the event's next stay is not canceled yet.
   */
  | 'cancellation-committed'
  /** Inside: the hold of a waitlist offer is written, but its e-mail is not enqueued yet. */
  | 'offer-held'
  | KeptCardFault

/** Such steps for charging a saved card. */
export type KeptCardFault =
  /** Stripe has created a customer to save a card to, but the site has no row for it yet. */
  | 'customer-made'
  /** A charge of a saved card is recorded as planned, but not sent to Stripe yet. */
  | 'charge-wanted'
  /** Stripe has answered the charge, but no row shows it yet. */
  | 'charge-made'
  /** The charge's intent has a row, but its payment is not recorded yet. */
  | 'charge-noted'
  /** A saved card is withdrawn, but Stripe has not been asked to delete the customer yet. */
  | 'card-withdrawn'
  /** Stripe has deleted a customer, but the job for that is not marked as done yet. */
  | 'customer-forgotten'

/**
 * Result of applying a payment intent. `settled`: the site's records match Stripe's. `unanswered`: Stripe did not
 * answer, so try again later. `not_ours`: Stripe does not know the intent, or it belongs to another site.
 */
export type Applied = 'settled' | 'unanswered' | 'not_ours'

/**
 * Result of canceling a payment intent. `paid`: it had already succeeded, and its payment is now recorded.
 * `processing`: the bank has not decided yet, so the intent is unchanged. `unknown`: Stripe has no such intent, so
 * nobody can pay it. `unanswered`: Stripe did not answer, so try again later.
 */
export type Cancelled = 'canceled' | 'paid' | 'processing' | 'unknown' | 'unanswered'

export interface BookingDeps extends Services {
  provider: PaymentProvider
  /** SHA-256 of the published Terms of Stay, stored with each consent as evidence. */
  termsHash: string
  /** Hook for tests that stop or kill the process at a step. Undefined in production. */
  fault?: (point: FaultPoint) => void | Promise<void>
}
