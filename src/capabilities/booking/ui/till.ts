/**
 * The payment provider as the forms see it: none of its types leave this folder's `card-*` files, so a form
 * is tested without it.
 */

export interface Declined {
  kind: 'declined'
  /** The provider's own words, shown under the card. */
  message: string
}

/** How a charge, or a look at one, ended. */
export type CardOutcome =
  | { kind: 'succeeded' }
  | Declined
  /** The payment was cancelled or is gone: it takes a new one. */
  | { kind: 'gone' }
  /** The provider could not be reached: whether money moved is unknown. */
  | { kind: 'unreachable' }
  /** The card was not tried yet. */
  | { kind: 'open' }
  | { kind: 'unexpected'; status: string }

export interface Payer {
  name: string
  email: string
}

export interface Till {
  /** Charges the card in the fields, with authentication where the bank asks for it. */
  confirm(clientSecret: string, payer: Payer): Promise<CardOutcome>
  /** How the payment stands, without charging. */
  look(clientSecret: string): Promise<CardOutcome>
}
