/** What can happen in a history, as plain data. */
import type { FaultPoint } from '#domain/booking/deps.ts'

export const PEOPLE = ['Ana', 'Ben', 'Cleo', 'Dan'] as const
export type Person = (typeof PEOPLE)[number]

/** Three spots and a remainder; one spot and the whole at once; one spot and free; as the first, with a remainder that is due in winter and with lodging. */
export const EVENTS = ['leather', 'cooking', 'open day', 'roping'] as const
export type EventName = (typeof EVENTS)[number]

/** A code for two sign-ups, one of a sum, and what guests name with an open one; each with what is asked of the site. */
export const ASKED_CODES = {
  none: {},
  TENTH: { code: 'TENTH' },
  FRIENDS: { code: 'FRIENDS' },
  'OPEN for $300': { code: 'OPEN', pays: 30_000 },
  'OPEN for nothing': { code: 'OPEN', pays: 0 },
} as const
export type AskedCodeName = keyof typeof ASKED_CODES

/** The last four digits of a test card, and what stands for it over HTTP. */
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
  // The good card of a bank that takes its time: the payment stays in processing.
  '4242 (the bank thinks)': 'pm_card_visa',
  '4242 (by a wallet)': 'pm_card_sandbox_pay',
} as const
export type Card = keyof typeof CARDS

/** Where another thing may come in between: the steps of booking that hold no lock, and the provider's replies. */
export type Pause =
  | Exclude<FaultPoint, 'sign-up-written' | 'changes-written' | 'cancellation-written' | 'offer-held'>
  | 'provider-answered'

interface Who {
  who: Person
}
/** The newest form of a person, or the one before it. */
interface Form extends Who {
  form: 0 | 1
}
/** The nth of what is there, counted round; -1: the last. */
interface Nth {
  nth: number
}

/** Of what is left of a payment: half, all, or what its guest has paid beyond the total. */
export type RefundShare = 'half' | 'all' | 'credit'

/** Of a party: one, who lets another pay if they paid; or all of it. */
type Goes = 'one' | 'all'

export type GuestStep =
  /** `keepCard`: the card may be charged for the rest, where there is one. */
  | ({ do: 'open'; event: EventName; companions: number; keepCard: boolean; code: AskedCodeName } & Who)
  /** Its guest may have another code by then. */
  | ({ do: 'reload'; code: AskedCodeName } & Form)
  /** The form that is there is sent again with so many companions, who choose anew. */
  | ({ do: 'bring others'; companions: number; code: AskedCodeName } & Form)
  | ({ do: 'sign up'; payment: 'own' | 'of the form before' | Person } & Form)
  /**
   * Fills in a copy of another person's tab, which has the attempt and the offer of that form. `payment`: the copied one, or another.
   * `own`: what differs from what the other person has typed.
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
  /** Books with a card that is to be kept, and answers what the bank asks. */
  | ({ do: 'keep a card'; event: EventName; code: AskedCodeName; card: Card } & Who)
  | ({ do: 'answer the bank'; passes: boolean } & Form)
  | ({ do: 'look'; stay: 0 | 1 } & Who)
  /** Presses the button in the e-mail about a free sign-up. */
  | ({ do: 'answer by mail'; stay: 0 | 1 } & Who)
  | ({ do: 'ask for an invoice' } & Who)
  | ({ do: 'pay an invoice'; card: Card } & Who)
  | ({ do: 'choose'; stay: 0 | 1; kit: boolean } & Who)
  | ({ do: 'make a link'; stay: 0 | 1 } & Who)
  | ({ do: 'take over'; from: Person; stay: 0 | 1; code: AskedCodeName; card: Card | 'later' } & Who)
  | ({ do: 'withdraw the card'; stay: 0 | 1 } & Who)
  | ({ do: 'take the link back'; stay: 0 | 1 } & Who)
  | ({ do: 'cancel the own stay'; stay: 0 | 1; sum: 'of now' | 'seen before'; goes: Goes } & Who)

export type LineStep =
  /** `confirms`: presses the button behind the mailed link; else the place does not count. */
  | ({ do: 'wait in line'; event: EventName; confirms: boolean } & Who)
  | ({ do: 'take an offer'; code: AskedCodeName; card: Card } & Nth)
  /** A guest offers their stay to the next in line. */
  | ({ do: 'offer the own spot'; stay: 0 | 1 } & Who)
  | ({ do: 'pass an offer on' } & Nth)

export type KeptCardAnswer = 'as the card does' | 'try again later' | 'do not try again'

export type OutsideStep =
  | { do: 'wait'; minutes: number; working: boolean }
  | { do: 'work'; part: 'everything' | 'webhooks' | 'outbox' | 'holds' | 'reconcile' }
  | { do: 'provider'; is: 'up' | 'away' | 'losing replies' | 'patchy' }
  /** What banks say of kept cards, whose guests are away. */
  | { do: 'banks answer for kept cards'; with: KeptCardAnswer }
  /** Time goes on to the next day on which the site charges a kept card, and past its hour. */
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
  /** `near`: to 20 days from now, where spots can be passed on. */
  | { do: 'move the event'; event: EventName; days: number | 'near'; tell: boolean }
  | { do: 'set the price'; event: EventName; cost: number }
  | ({ do: 'cancel'; by: 'guest' | 'retreat'; sum: 'terms' | 'all'; goes: Goes } & Nth)
  | ({ do: 'refund'; share: RefundShare } & Nth)
  | ({ do: 'take cash'; share: 'all' | 'part' } & Nth)
  | ({ do: 'give by hand' } & Nth)
  | { do: 'cancel the event'; event: EventName }
  | ({ do: 'move a stay'; event: EventName; overbooks: boolean } & Nth)
  | ({ do: 'undo a cancellation' } & Nth)

/** By the admin's own calls. */
export type OfficeStep =
  | ({ do: 'sign up by hand'; event: EventName } & Who)
  | ({ do: 'note' } & Nth)
  /** The owner changes the total by so many cents, down to the extra charges at most. */
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

/** By the admin's calls about parties; `nth` of the confirmed guests. */
export type PartyStep =
  | ({ do: 'add a companion'; kit: boolean; overbooks: boolean } & Nth)
  | ({ do: 'split off' } & Nth)
  | ({ do: 'let another pay' } & Nth)

export type SimpleStep = GuestStep | LineStep | OutsideStep | AdminStep | OfficeStep | PartyStep
export type Step =
  | SimpleStep
  | { do: 'at once'; one: SimpleStep; other: SimpleStep }
  | { do: 'meanwhile'; one: SimpleStep; at: Pause; other: SimpleStep }
