/** The steps of which random tests consist, as plain data. */
import type { FaultPoint } from '#domain/booking/deps.ts'

export const PEOPLE = ['Ana', 'Ben', 'Cleo', 'Dan'] as const
export type Person = (typeof PEOPLE)[number]

/**
 * The events of the random tests. Leather: three spots, with a deposit. Cooking: one spot, paid in full. Open
 * day: one spot, free. Roping: three spots, with a deposit and lodging, and its remainder is due in winter.
 */
export const EVENTS = ['leather', 'cooking', 'open day', 'roping'] as const
export type EventName = (typeof EVENTS)[number]

/**
 * The discount codes of the random tests, each with the fields that a request sends. TENTH works for two
 * sign-ups. FRIENDS lowers the price by a fixed amount. With OPEN the guest chooses the price, in cents.
 */
export const ASKED_CODES = {
  none: {},
  TENTH: { code: 'TENTH' },
  FRIENDS: { code: 'FRIENDS' },
  'OPEN for $300': { code: 'OPEN', pays: 30_000 },
  'OPEN for nothing': { code: 'OPEN', pays: 0 },
} as const
export type AskedCodeName = keyof typeof ASKED_CODES

/** Test cards by their last four digits, each with Stripe's token for the card. */
export const CARDS = {
  '4242': 'pm_card_visa',
  '0002 (declined)': 'pm_card_chargeDeclined',
  '9995 (insufficient funds)': 'pm_card_chargeDeclinedInsufficientFunds',
  '3184 (asks the bank)': 'pm_card_authenticationRequired',
  '3155 (asks the bank once)': 'pm_card_authenticationRequiredOnSetup',
  '0259 (disputed later)': 'pm_card_createDispute',
  '1976 (asked about later)': 'pm_card_createDisputeInquiry',
  '7726 (refunds wait)': 'pm_card_pendingRefund',
  '5126 (refunds fail later)': 'pm_card_refundFail',
  // This card's bank is slow. The payment stays in the status `processing` for a while, and then succeeds.
  '4242 (the bank thinks)': 'pm_card_visa',
  '4242 (by a wallet)': 'pm_card_sandbox_pay',
} as const
export type Card = keyof typeof CARDS

/**
 * Where a step can pause while another step runs. Fault points under a lock are missing, because the other
 * step would wait for the lock. A step can also pause at a reply of the card provider.
 */
export type Pause =
  | Exclude<FaultPoint, 'sign-up-written' | 'changes-written' | 'cancellation-written' | 'offer-held'>
  | 'provider-answered'

interface Who {
  who: Person
}
/**
 * A step in an open form. `form` is 0 for the newest form that this guest has open, and 1 for the one before.
 */
interface Form extends Who {
  form: 0 | 1
}
/**
 * A step on an existing record, such as an invoice. `nth` is the record's number in a list. After the last
 * record comes the first one again. -1 is the last record.
 */
interface Nth {
  nth: number
}

/**
 * How much of a payment to refund: half of what is left, everything that is left, or what the guest has
 * overpaid.
 */
export type RefundShare = 'half' | 'all' | 'credit'

/**
 * Which guests leave a party: only this guest, or all. If only the payer leaves, another guest becomes the
 * payer.
 */
type Goes = 'one' | 'all'

export type GuestStep =
  /** A guest opens the sign-up form. With `keepCard`, the guest agrees to save the card for the remainder. */
  | ({ do: 'open'; event: EventName; companions: number; keepCard: boolean; code: AskedCodeName } & Who)
  /** The guest reloads the sign-up form, perhaps with another discount code. */
  | ({ do: 'reload'; code: AskedCodeName } & Form)
  /** A guest who has sent the form sends it again, with another number of companions and new choices. */
  | ({ do: 'bring others'; companions: number; code: AskedCodeName } & Form)
  | ({ do: 'sign up'; payment: 'own' | 'of the form before' | Person } & Form)
  /**
   * Another person fills in a copy of a guest's tab. The copy has the same attempt key and offer. `payment`:
   * whether the copy uses the copied payment or opens another one. `own`: the fields that the other person
   * changes.
   */
  | ({
      do: 'fill in a copied tab'
      of: Person
      own: 'name and mailbox' | 'name' | 'mailbox'
      payment: 'copied' | 'another'
      form: 0 | 1 | 'of the offer'
    } & Who)
  | ({ do: 'pay'; card: Card } & Form)
  | ({
      do: 'book'
      event: EventName
      companions: number
      keepCard: boolean
      code: AskedCodeName
      card: Card
    } & Who)
  /** A guest signs up, agrees to save the card, and authenticates if the bank requires it. */
  | ({ do: 'keep a card'; event: EventName; code: AskedCodeName; card: Card } & Who)
  | ({ do: 'answer the bank'; passes: boolean } & Form)
  | ({ do: 'look'; stay: 0 | 1 } & Who)
  /** A guest confirms held spots by the button in the e-mail. */
  | ({ do: 'answer by mail'; stay: 0 | 1 } & Who)
  | ({ do: 'ask for an invoice' } & Who)
  | ({ do: 'pay an invoice'; card: Card } & Who)
  | ({ do: 'choose'; stay: 0 | 1; kit: boolean } & Who)
  | ({ do: 'make a link'; stay: 0 | 1 } & Who)
  | ({ do: 'take over'; from: Person; stay: 0 | 1; code: AskedCodeName; card: Card | 'later' } & Who)
  | ({ do: 'withdraw the card'; stay: 0 | 1 } & Who)
  | ({ do: 'take the link back'; stay: 0 | 1 } & Who)
  | ({ do: 'cancel the own stay'; stay: 0 | 1; sum: 'of now' | 'seen before'; goes: Goes } & Who)

export type WaitlistStep =
  /**
   * A guest joins the waitlist. With `confirms`, the guest also opens the e-mailed link that confirms the
   * address. Without that, the waitlist entry has no position.
   */
  | ({ do: 'wait in line'; event: EventName; confirms: boolean } & Who)
  | ({ do: 'take an offer'; code: AskedCodeName; card: Card } & Nth)
  /** A guest offers their own spot to the next entry on the waitlist. */
  | ({ do: 'offer the own spot'; stay: 0 | 1 } & Who)
  | ({ do: 'pass an offer on' } & Nth)

export type SavedCardAnswer = 'as the card does' | 'try again later' | 'do not try again'

export type EnvironmentStep =
  | { do: 'wait'; minutes: number; working: boolean }
  | { do: 'work'; part: 'everything' | 'webhooks' | 'outbox' | 'holds' | 'reconcile' }
  | { do: 'provider'; is: 'up' | 'away' | 'losing replies' | 'patchy' }
  /** Decides how banks answer when the site next charges saved cards. */
  | { do: 'banks answer for kept cards'; with: SavedCardAnswer }
  /** The clock moves past the day on which the site charges the next saved card. */
  | { do: 'kept cards fall due' }
  | { do: 'webhooks wait'; on: boolean }
  | { do: 'webhooks come'; copies: 1 | 3; order: 'oldest-first' | 'newest-first' }
  | { do: 'webhooks are lost' }
  | ({ do: 'an old webhook comes again' } & Nth)
  | { do: 'bank thinks'; on: boolean }
  | ({ do: 'bank decides'; end: 'charge' | 'fail' } & Nth)
  | ({ do: 'dashboard refunds'; share: RefundShare } & Nth)
  | ({ do: 'dispute'; what: 'all' | 'half' | 'inquiry' } & Nth)
  | ({ do: 'dispute moves'; step: 'under_review' | 'won' | 'lost' | 'lost in part' } & Nth)
  | ({ do: 'a refund fails' } & Nth)
  | { do: 'fees come'; minutesLater: 0 | 20 | 55 }
  | { do: 'process dies'; at: FaultPoint }

export type AdminStep =
  | { do: 'set spots'; event: EventName; spots: number }
  /**
   * An admin moves an event to other days. With `near`, the event then starts in 20 days, so that guests may
   * pass on their spots.
   */
  | { do: 'move the event'; event: EventName; days: number | 'near'; tell: boolean }
  | { do: 'set the price'; event: EventName; cost: number }
  | ({ do: 'cancel'; by: 'guest' | 'retreat'; sum: 'terms' | 'all'; goes: Goes } & Nth)
  | ({ do: 'refund'; share: RefundShare } & Nth)
  | ({ do: 'take cash'; share: 'all' | 'part' } & Nth)
  | ({ do: 'give by hand' } & Nth)
  | { do: 'cancel the event'; event: EventName }
  | ({ do: 'move a stay'; event: EventName; overbooks: boolean } & Nth)
  | ({ do: 'undo a cancellation' } & Nth)

/** Steps by which an admin changes reservations. */
export type ReservationStep =
  | ({ do: 'sign up by hand'; event: EventName } & Who)
  | ({ do: 'note' } & Nth)
  /** An admin corrects a guest's mistyped e-mail address, or changes it back. */
  | ({ do: 'correct the address' } & Nth)
  | ({ do: 'renew the links' } & Nth)
  /** An admin changes a stay's total by this many cents, but never to less than its extra charges. */
  | ({ do: 'change the total'; by: number } & Nth)
  | ({ do: 'choose for'; kit: boolean } & Nth)
  | ({ do: 'delete'; force: boolean } & Nth)
  | ({
      do: 'add an invoice'
      amount: number
      paid: boolean
      named: 'nothing' | 'lesson' | 'part of the price'
    } & Nth)
  | ({ do: 'change an invoice'; what: 'sum' | 'half' | 'day' | 'unpaid' | 'method' | 'name' | 'extra' } & Nth)
  | ({ do: 'delete an invoice' } & Nth)

/** Steps by which an admin changes a party. `nth` counts only confirmed guests. */
export type PartyStep =
  | ({ do: 'add a companion'; kit: boolean; overbooks: boolean } & Nth)
  | ({ do: 'split off' } & Nth)
  | ({ do: 'let another pay' } & Nth)

export type SimpleStep = GuestStep | WaitlistStep | EnvironmentStep | AdminStep | ReservationStep | PartyStep
export type Step =
  | SimpleStep
  | { do: 'at once'; one: SimpleStep; other: SimpleStep }
  | { do: 'meanwhile'; one: SimpleStep; at: Pause; other: SimpleStep }
