/**
 * Rules of a sign-up: what a form orders, its price (R37.5), who may have the spots, which payment can pay for it,
 * and its invoices (R1.6, R1.7). Pure.
 */
import type { CodeProblem } from '#domain/booking/codes/domain/discount.ts'
import {
  type ChoiceProblem,
  choose,
  type ChoiceRefused,
  type Chosen,
  canOfferOptions,
  isLodging,
  isRefused,
  lodgingReserved,
  totalPrice,
} from '#domain/events/domain/options.ts'
import {
  signUpDayForPlan,
  leavesLodgingForUndecided,
  type PaymentSchedule,
  paymentSchedule,
} from '#domain/events/rules.ts'
import type { IntentState } from '#domain/money/card-provider/port.ts'
import type { IntentStatus, InvoicePurpose } from '#platform/database/schema/booking.ts'
import type { Day } from '#shared/days.ts'
import type { GuestDetail } from '#shared/guest-details.ts'
import { type Cents, LEAST_CHARGE } from '#shared/money.ts'
import { comparable } from '#shared/folding.ts'
import type { ReplacementProblem } from './replacement.ts'

type SignUpProblem =
  | 'event_cancelled'
  | 'event_started'
  | 'event_full'
  | ChoiceProblem
  | CodeProblem
  | 'amount_mismatch'

/** Returns why a sign-up is refused, or null if it is accepted. Read the facts under the event's lock. */
export function signUpProblem(facts: {
  cancelled: boolean
  hasHappened: boolean
  /** `left` is the number of free spots, `wanted` the number of spots that the sign-up needs. */
  left: number
  wanted: number
  choice: ChoiceProblem | null
  code: CodeProblem | null
  /** The amount due now, as the server computes it: 0 for a free event and for an event without a price. */
  dueNow: Cents
  /** The amount due now, as the form showed it. */
  amount: Cents
}): SignUpProblem | null {
  if (facts.cancelled) return 'event_cancelled'
  if (facts.hasHappened) return 'event_started'
  if (facts.left < facts.wanted) return 'event_full'
  if (facts.choice) return facts.choice
  if (facts.code) return facts.code
  // For an event without a price, a form may send 0 or the event's cost, which is negative.
  return Math.max(0, facts.amount) === facts.dueNow ? null : 'amount_mismatch'
}

export interface Priced {
  chosen: Chosen[]
  /** Cents that a discount code takes off the stay (R41). They are already subtracted from `price`. */
  discount: Cents
  /** Cents for this guest's whole stay; negative if the event has no price. */
  price: Cents
}

export interface PartyQuote {
  /**
   * Prices of the guests, the payer first. If the choices of one guest are refused, `chosen` is empty for all.
   */
  guests: Priced[]
  /** The first guest whose choices are refused, by index, and why. */
  refused: (ChoiceRefused & { guest: number }) | null
  /** Payment schedule for the prices of all guests together. */
  schedule: PaymentSchedule
}

export type Picking = Parameters<typeof choose>[0]

interface PartyPicking extends Pick<Picking, 'options'> {
  /**
   * Number of guests who hold a spot and still have to choose lodging; see `Spots`. Missing for an admin, who may
   * book all lodging that is left.
   */
  undecided?: number
  guests: readonly Omit<Picking, 'options'>[]
  /** Discount of each guest's stay in cents, the payer's first. Options are never discounted. */
  off?: readonly Cents[]
}

/**
 * Returns the prices of a party's spots with these choices, for a sign-up on the day `today`. An option that one
 * guest takes is not available to the next. Lodging stays reserved for guests who hold a spot and have not chosen
 * yet (R37.4).
 */
export function quoteParty(
  event: { cost: Cents; startDateDate: Day },
  { options, undecided, guests, off = [] }: PartyPicking,
  today: Day,
): PartyQuote {
  const { cost, startDateDate } = event
  const [taken, given]: [Chosen[], Chosen[]] = [[], []]
  const left = () =>
    options.map((option) => ({ ...option, booked: option.booked + taken.filter(isOneOf([option])).length }))
  let refused: PartyQuote['refused'] = null
  const chosen = guests.map((picking, guest) => {
    const picked = canOfferOptions(cost) && !refused ? choose({ ...picking, options: left() }) : []
    if (isRefused(picked)) {
      refused = { ...picked, guest }
      return []
    }
    taken.push(...picked.filter((one) => !isOneOf(theirs(picking))(one)))
    given.push(...(picking.own ?? []).filter((one) => !isOneOf(picked)(one)))
    return picked
  })
  const needy = guests.filter((picking) => picking.own && !theirs(picking).some(isLodging)).length
  if (
    undecided !== undefined &&
    !leavesLodgingForUndecided({ options, undecided }, taken, { given, undecided: needy })
  )
    refused ??= { ...lodgingReserved(guests.slice(0, 1).flatMap(theirs)), guest: 0 }
  const priced = chosen.map((all, guest) => {
    const discount = Math.min(Math.max(0, cost), off[guest] ?? 0)
    return { chosen: refused ? [] : all, discount, price: cost - discount + (refused ? 0 : totalPrice(all)) }
  })
  return {
    guests: priced,
    refused,
    schedule: paymentSchedule({ cost: totalPrice(priced), startDateDate }, today),
  }
}

const isOneOf = (choices: readonly { id: number }[]) => (one: { id: number }) =>
  choices.some(({ id }) => id === one.id)

const theirs = ({ own = [], left = [] }: Pick<Picking, 'own' | 'left'>) => [...own, ...left]

/**
 * Returns a sentence for a party that is too large, with the number of spots left. Returns undefined if none is
 * left.
 */
export function fullText({ left, wanted }: { left: number; wanted: number }): string | undefined {
  if (left < 1) return undefined
  const spaces = left === 1 ? 'Only 1 space is left' : `Only ${left} spaces are left`
  return `${spaces}, and there are ${wanted} of you. Nothing was charged. Please bring fewer people.`
}

/**
 * Returns how many unpaid spots of an event one IP network may hold. At most 4, and at most half of a small event,
 * but always 2, so that two people at one table can book together. A party that holds nothing yet may be larger
 * (docs/decisions/0079).
 */
export const mostUnpaid = (spots: number): number => Math.max(2, Math.min(4, Math.floor(spots / 2)))

/** Returns whether two names are the same, ignoring blanks and capitals. */
export const isSameName = (one: string, other: string) => plainName(one) === plainName(other)

export interface Person {
  customerName: string
  email: string | null
}

/**
 * Returns whether a reservation belongs to this person: it has the same mailbox and the same name (R44.1). A
 * mailbox alone is not enough, because two people can share it. A name alone is not either, because two people can
 * have the same one. `emailHashes` are the hashes of the person's address under each key.
 */
export function isOfPerson(
  row: { customerName: string | null; emailHash: string | null },
  { customerName, emailHashes }: { customerName: string; emailHashes: readonly string[] | null },
): boolean {
  const { emailHash } = row
  const sameMailbox =
    emailHash === null || emailHashes === null ? emailHash === emailHashes : emailHashes.includes(emailHash)
  return sameMailbox && row.customerName !== null && isSameName(row.customerName, customerName)
}

/** Returns a name in a form for comparison, which ignores capitals, extra blanks and Unicode variants. */
export const plainName = (name: string) => comparable(name.normalize('NFKC'))

type IntentProblem =
  | 'payment_intent_used'
  | 'payment_intent_expired'
  | 'amount_mismatch'
  /** The payment of this intent was recorded without a sign-up, so it is being refunded. */
  | 'payment_refunded'

/**
 * Returns why a payment intent cannot pay for this sign-up, or null if it can. `row` is the intent's row in our
 * database, or null if there is none.
 */
export function intentProblem(
  row: { status: IntentStatus; eventId: number | null; invoiceId: number | null; amount: Cents } | null,
  state: IntentState['status'],
  wanted: { eventId: number; amount: Cents; invoiceId: number | null },
): IntentProblem | null {
  if (!row) return 'payment_intent_expired'
  if (row.invoiceId !== null && row.invoiceId !== wanted.invoiceId) return 'payment_intent_used'
  if (row.eventId !== null && row.eventId !== wanted.eventId) return 'payment_intent_used'
  if (row.amount !== wanted.amount) return 'amount_mismatch'
  if (row.status === 'succeeded' && row.invoiceId === null) return 'payment_refunded'
  return row.status === 'canceled' || state === 'canceled' ? 'payment_intent_expired' : null
}

export interface PlannedInvoice {
  purpose: Extract<InvoicePurpose, 'deposit' | 'remainder' | 'whole'>
  amount: Cents
  due: Day | null
}

/**
 * Returns the invoices of a sign-up: a deposit and a remainder, or one for the whole price. Never returns an
 * invoice of zero.
 */
export function invoicePlan(schedule: PaymentSchedule, today: Day): PlannedInvoice[] {
  const plan: PlannedInvoice[] = schedule.wholeNow
    ? [{ purpose: 'whole', amount: schedule.dueNow, due: today }]
    : [
        { purpose: 'deposit', amount: schedule.deposit, due: today },
        { purpose: 'remainder', amount: schedule.remainder, due: schedule.remainderDue },
      ]
  return plan.filter((invoice) => invoice.amount > 0)
}

/**
 * Returns a day to pass to `paymentSchedule` instead of today, so that a held spot keeps the invoices that its
 * guest saw: a deposit and a remainder, or one for the whole price. `amount` is that of the hold's first invoice; 0
 * means that there is none. If the amount is too small to tell which, returns `today`.
 */
export function planDayForAmount(
  startDateDate: Day,
  { amount, whole, today }: { amount: Cents; whole: boolean; today: Day },
): Day {
  const isTold = amount >= (whole ? 2 * LEAST_CHARGE : 1)
  return isTold ? signUpDayForPlan(startDateDate, { whole }) : today
}

export interface SignUpOrder {
  eventId: number
  amount: Cents
  paymentIntent: string | null
  options: readonly number[]
  companions: readonly Companion[]
  /** The discount code in capitals, as stored; null if there is none. */
  code: string | null
  /** For a code with an open price: the price in cents that the guest sets for each stay. Otherwise null. */
  pays: Cents | null
  /** Random key of the form. Requests with the same key belong to the same attempt to sign up. */
  attempt: string | null
  /**
   * Keyed hash of the IP network from which the form was sent, to limit the network's unpaid holds (R2.9). Null if
   * the sign-up holds nothing unpaid, or if limits are switched off.
   */
  madeFrom: string | null
  /**
   * Uuid of the hold that this form already made, if it made one. With it, the guest may correct mailbox and name.
   */
  uuid?: string | null
  /** Token of a waitlist offer. The sign-up uses the spot that the offer holds, not a free one. */
  offer: string | null
  /** Token of the link by which a guest passes on a spot. The sign-up takes over that spot, not a free one. */
  replacement: string | null
  guest: Record<GuestDetail, string | null> & {
    customerName: string
    email: string
    safetyConsent: boolean
    photoConsent: boolean
  }
}

interface Companion {
  customerName: string
  /** The companion's e-mail address; null if they have none. Then the payer gets their link. */
  email: string | null
  options: readonly number[]
}

/** Returns the option ids of each guest, the payer first. */
export const wantedChoices = ({ options, companions }: Pick<SignUpOrder, 'options' | 'companions'>) => [
  options,
  ...companions.map((companion) => companion.options),
]

/** The payment intent that the form names, with its status at Stripe. Read before the transaction. */
export interface ReadIntent {
  id: string
  status: IntentState['status']
}

export interface SpotOrder extends SignUpOrder {
  attemptHash: string | null
  intent: ReadIntent | null
}

export interface SignedUp {
  ok: true
  reservationId: number
  uuid: string
  /** When the hold expires; null once the sign-up is confirmed. */
  holdExpiresAt: Date | null
  /** True if the hold waits until the guest presses the button in the e-mail, not for a payment (R46.2). */
  waitsForMailbox?: boolean
}

export interface NoSpots {
  problem: SignUpProblem
  /** A sentence about the refused option, or about the spots that are left. */
  message?: string | undefined
  /** Index of the guest whose options are refused; 0 is the payer. Missing if no options are refused. */
  guest?: number
}

export interface NotSignedUp extends Omit<NoSpots, 'problem'> {
  ok: false
  problem:
    | SignUpProblem
    | IntentProblem
    | ReplacementProblem
    | 'not_found'
    | 'offer_over'
    | 'payment_missing'
    | 'payment_processing'
    | 'provider_failed'
    | 'too_many_holds'
    /** Too many free sign-ups came from this IP network recently (R46.5). */
    | 'too_many_free'
    /** The mailbox has reached today's limit of e-mails, so it could not get the confirmation e-mail. */
    | 'too_many_mails'
}

export const choiceProblem = ({ code, message, guest }: NonNullable<PartyQuote['refused']>) => {
  return { problem: code, message, guest }
}
