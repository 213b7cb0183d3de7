/** The dependencies of the booking feature. */
import type { Services } from '#platform/services.ts'
import type { PaymentProvider } from '#features/provider/index.ts'
import type { WaitlistPort } from './waitlist-port.ts'

/**
 * The steps between a card and the record of it, where a test stops or kills the process. `inside` a
 * transaction means: before its commit.
 */
export type FaultPoint =
  /** The provider has made an intent, we have no row of it. */
  | 'intent-made'
  /** Inside: the reservation, its invoices and its claim on the intent are written. */
  | 'sign-up-written'
  /** The hold is committed, the guest has no reply. */
  | 'sign-up-committed'
  /** The provider has said how an intent stands, nothing is locked yet. */
  | 'intent-read'
  /** Inside: everything that follows from it is written. */
  | 'changes-written'
  /** The books are right, whoever asked has no reply. */
  | 'changes-committed'
  /** The provider has cancelled an intent, our row does not say so. */
  | 'intent-cancelled'
  /** A webhook is stored, the provider has no reply. */
  | 'webhook-stored'
  /** A refund's row is there and was looked for in vain, the provider was not asked. */
  | 'refund-wanted'
  /** The provider has refunded, our row does not say so. */
  | 'refund-made'
  /** Inside: a cancelled stay, what it refunds and the mail about it are written. */
  | 'cancellation-written'
  /** A stay is cancelled; whoever asked has no reply, and the next one of its event still stands. */
  | 'cancellation-committed'

export interface BookingDeps extends Services {
  provider: PaymentProvider
  waitlist: WaitlistPort
  /** SHA-256 of the Terms of Stay as published: the evidence of what was agreed to. */
  termsHash: string
  /** Tests only; absent in production, where a step then costs nothing. */
  fault?: (point: FaultPoint) => void | Promise<void>
}
