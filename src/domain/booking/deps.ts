import type { Services } from '#platform/services.ts'
import type { PaymentProvider } from '../money/card-provider/port.ts'

/** Steps of a payment at which a test stops or kills the process. */
export type FaultPoint =
  /** After Stripe creates an intent, before the site has a row for it. */
  | 'intent-made'
  /** After the reservation and its invoices are written, before the transaction commits. */
  | 'sign-up-written'
  /** After the sign-up has committed its hold, before the guest gets a reply. */
  | 'sign-up-committed'
  /** After Stripe returns an intent's status, before the site locks any row. */
  | 'intent-read'
  /**
   * After the site has written all changes that follow from an intent's status, before the transaction commits.
   */
  | 'changes-written'
  /** After the changes that follow from an intent's status are committed, before the caller gets a reply. */
  | 'changes-committed'
  /** After Stripe cancels an intent, before the site's row shows it. */
  | 'intent-cancelled'
  /** After the site has stored a webhook event, before Stripe gets a reply. */
  | 'webhook-stored'
  /** After Stripe has answered that it does not have a refund yet, before the site requests that refund. */
  | 'refund-wanted'
  /** After Stripe makes a refund, before the site's row of the refund shows it. */
  | 'refund-made'
  /** After a cancellation, its refunds and its e-mail are written, before the transaction commits. */
  | 'cancellation-written'
  /**
   * After a cancellation is committed, before the caller gets a reply or the event's next stay is canceled.
   */
  | 'cancellation-committed'
  /** After the hold of a waitlist offer is written, before its e-mail is enqueued. */
  | 'offer-held'
  | SavedCardFault

/** Steps at which a test stops or kills the process while a saved card is charged. */
export type SavedCardFault =
  /** After Stripe creates a customer for a saved card, before the site has a row for it. */
  | 'customer-made'
  /** After the charge of a saved card is planned, before the site sends it to Stripe. */
  | 'charge-wanted'
  /** After Stripe answers a charge of a saved card, before any row shows the answer. */
  | 'charge-made'
  /** After the site has a row for the charge's payment intent, before it records the payment. */
  | 'charge-noted'
  /** After the guest or an admin removes a saved card, before Stripe is asked to delete the customer. */
  | 'card-withdrawn'
  /**
   * After Stripe deletes the customer of a saved card, before the job that asked for it is marked as done.
   */
  | 'customer-forgotten'

/**
 * Result of applying a payment intent. `settled`: the site's records match Stripe's. `unanswered`: Stripe did not
 * answer, so try again later. `not_ours`: Stripe does not know the intent, or another installation created it in
 * the same Stripe account.
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
