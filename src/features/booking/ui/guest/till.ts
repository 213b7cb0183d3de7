/**
 * The payment provider as the forms see it: none of its types leave this folder's `card-*` files, so a form
 * is tested without it.
 */

export interface Declined {
  kind: 'declined'
  /** The provider's own words where they are for guests, and the next step; shown under the card number. */
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

/** The guest as the provider is told of them: a bank asks for the name, and for no more (docs/privacy.md). */
export interface Payer {
  name: string
}

/** The provider's script may throw at each step: `chargeCard` and `lookAtPayment` make a value of that. */
export interface Till {
  /** Charges the card in the fields, with authentication where the bank asks for it. */
  confirm(clientSecret: string, payer: Payer): Promise<CardOutcome>
  /** How the payment stands, without charging. */
  look(clientSecret: string): Promise<CardOutcome>
}

/** Charges once. An answer that does not tell is not the last word: the payment itself is looked at. */
export async function chargeCard(till: Till, clientSecret: string, payer: Payer): Promise<CardOutcome> {
  const charged = await answerOf(() => till.confirm(clientSecret, payer))
  if (!isUnclear(charged)) return charged
  const stands = await lookAtPayment(till, clientSecret)
  return stands.kind === 'succeeded' ? stands : charged
}

/** How a payment stands, without charging. */
export const lookAtPayment = (till: Till, clientSecret: string): Promise<CardOutcome> =>
  answerOf(() => till.look(clientSecret))

/** Money may have moved all the same: only a look at the reservation can tell. */
export const isUnclear = ({ kind }: CardOutcome) =>
  kind === 'unreachable' || kind === 'unexpected' || kind === 'open'

async function answerOf(ask: () => Promise<CardOutcome>): Promise<CardOutcome> {
  try {
    return await ask()
  } catch {
    return { kind: 'unexpected', status: 'script_error' }
  }
}
