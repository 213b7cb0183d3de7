/** The dependencies of the booking feature. */
import type { Sealer } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import type { EmailQueue } from '#features/emails/index.ts'
import type { PaymentProvider } from '#features/card-provider/index.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { LockedEvent } from '#features/events/index.ts'
import type { ReadIntent } from './domain/sign-up.ts'

/** The steps between a card and the record of it, where a test stops or kills the process. `inside` a transaction means: before its commit. */
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
  /** Inside: an offer's hold is written, its mail is not. */
  | 'offer-held'
  | KeptCardFault

/** The same between a kept card and what is charged to it. */
export type KeptCardFault =
  /** The provider has a customer to keep a card with, and we have no row of it. */
  | 'customer-made'
  /** An attempt to charge a kept card may be asked for, and was not yet. */
  | 'charge-wanted'
  /** The provider has answered it, and no row says so. */
  | 'charge-made'
  /** Its intent has a row, and its money is not in the books. */
  | 'charge-noted'
  /** A kept card is withdrawn, the provider was not asked to forget it. */
  | 'card-withdrawn'
  /** The provider has forgotten a customer, and the job that asked for it is not done. */
  | 'customer-forgotten'

/** `settled`: the books say what the provider says. `unanswered`: it did not say; ask again later. `not_ours`: another site's intent, or one that it does not know. */
export type Applied = 'settled' | 'unanswered' | 'not_ours'

/**
 * `paid`: it was too late, and its money is in the books now. `processing`: the bank has not decided, so it stays
 * as it is. `unknown`: the provider has no such intent, so nobody can pay it. `unanswered`: ask again later.
 */
export type Cancelled = 'canceled' | 'paid' | 'processing' | 'unknown' | 'unanswered'

/** The booking itself, for what stands below it: handed in where booking is put together (`handlers.ts`). */
export interface BookingPorts {
  emails: EmailQueue
  /** Payment intents as the provider has them: all ask the network, and the first two book all that follows. `by` goes into the audit. */
  intents: {
    apply(deps: BookingDeps, intentId: string, by: string): Promise<Applied>
    cancel(deps: BookingDeps, intentId: string, by: string): Promise<Cancelled>
    read(deps: BookingDeps, intentId: string): Promise<ReadIntent | 'unanswered'>
  }
  /** Cancels the stay whose spot is taken over, in the transaction that confirms who takes it. `takerId` null: the taker pays nothing. */
  endReplaced(
    tx: Transaction,
    deps: Pick<BookingDeps, 'sealer' | 'settings' | 'waitlist' | 'emails'>,
    stay: { id: number; takerId: number | null; now: Date },
  ): Promise<void>
}

export interface BookingDeps extends Services, BookingPorts {
  provider: PaymentProvider
  waitlist: WaitlistPort
  /** SHA-256 of the Terms of Stay as published: the evidence of what was agreed to. */
  termsHash: string
  /** Tests only; absent in production, where a step then costs nothing. */
  fault?: (point: FaultPoint) => void | Promise<void>
}

// The waitlist stands above booking, and this is what booking asks of it (docs/decisions/0058).

interface OfferedSpot {
  token: string
  /** The event that the caller names: an offer is good for its own alone. Missing: the token is all that is said. */
  eventId?: number | undefined
  now: Date
}

export interface WaitlistPort {
  /** Enqueues a look at the queue, in the transaction that frees a spot or settles a held one. Call under the event's lock. */
  enqueueOffers(tx: Transaction, eventId: number | null, now: Date): Promise<void>
  /** Counts the spots left at an event that are anybody's, of `left` in all: those that are not kept for its queue. */
  countLeftForAnyone(
    db: Database,
    event: Pick<LockedEvent, 'id' | 'startDateDate' | 'cancelledAt' | 'waitlistStoppedAt'>,
    spots: { left: number; now: Date },
  ): Promise<number>
  /** Marks the entries with the address of this stay as booked, and withdraws their offers. Call under the event's lock. */
  markBooked(
    tx: Transaction,
    deps: { sealer: Sealer },
    stay: { reservationId: number; now: Date },
  ): Promise<void>
  /** Counts the entries that wait, and the spots that they want. */
  countQueue(db: Database, eventId: number): Promise<{ waiting: number; spotsWanted: number }>
  /** The reservation that an offer holds; undefined once the offer is over. */
  findOfferedHold(db: Database, offered: OfferedSpot): Promise<number | undefined>
  /** Whether an offer was e-mailed to the mailbox with one of these hashes, so that its link proves the mailbox. */
  isOfferedTo(db: Database, offer: { token: string; emailHashes: string[] }): Promise<boolean>
  /** True: an offer of this token was made for a spot of this event, whatever became of it. */
  isOfferOf(db: Database, offer: { token: string; eventId: number }): Promise<boolean>
}
