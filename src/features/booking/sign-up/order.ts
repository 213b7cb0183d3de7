/** What a sign-up asks for and what comes of it. */
import type { Cents } from '#shared/money.ts'
import type { IntentState } from '#features/provider/index.ts'
import type { TakeOverProblem } from '../replacement/take-over.ts'
import type { GuestInput } from './guest.ts'
import type { IntentProblem, SignUpProblem } from './rules.ts'

export interface SignUp {
  eventId: number
  /** Cents that the form believes are due now. */
  amount: Cents
  paymentIntent: string | null
  /** A random key that the form keeps. */
  attempt: string | null
  /** The token of a waitlist offer: its held spot is taken instead of a free one. */
  offer: string | null
  /** The token of a replacement link: the spot of its stay is taken over instead of a free one. */
  replacement: string | null
  guest: GuestInput
}

/** What the provider said about the form's intent before the transaction. */
export interface ReadIntent {
  id: string
  status: IntentState['status']
}

export interface SpotOrder extends SignUp {
  attemptHash: string | null
  intent: ReadIntent | null
}

export interface SignedUp {
  ok: true
  reservationId: number
  uuid: string
  /** Null once it is confirmed. */
  holdExpiresAt: Date | null
}

export interface NotSignedUp {
  ok: false
  problem:
    | SignUpProblem
    | IntentProblem
    | TakeOverProblem
    | 'not_found'
    | 'offer_over'
    | 'payment_missing'
    | 'payment_processing'
    | 'provider_failed'
    | 'too_many_holds'
}
