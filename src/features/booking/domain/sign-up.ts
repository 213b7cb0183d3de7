/** A sign-up: what is ordered, what it costs (R37.5), who may have it, with which payment, and what is then asked for (R1.6, R1.7). Pure. */
import type { CodeProblem } from '#features/codes/domain/discount.ts'
import {
  type ChoiceProblem,
  choose,
  type ChoiceRefused,
  type Chosen,
  isOffering,
  isLodging,
  isRefused,
  lodgingKept,
  sumOf,
} from '#features/events/domain/options.ts'
import { dayAsTold, leavesLodging, type PaymentSchedule, paymentSchedule } from '#features/events/rules.ts'
import type { IntentState } from '#features/card-provider/index.ts'
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

/** The problem of a sign-up; null when there is none. Read under the event's lock. */
export function signUpProblem(facts: {
  cancelled: boolean
  hasHappened: boolean
  /** The spots that are left, and those that are wanted. */
  left: number
  wanted: number
  choice: ChoiceProblem | null
  code: CodeProblem | null
  /** The server's sum due now: 0 for a free event and for one that is not priced here. */
  dueNow: Cents
  /** The sum that the form showed as due now. */
  amount: Cents
}): SignUpProblem | null {
  if (facts.cancelled) return 'event_cancelled'
  if (facts.hasHappened) return 'event_started'
  if (facts.left < facts.wanted) return 'event_full'
  if (facts.choice) return facts.choice
  if (facts.code) return facts.code
  // A form for an event that is not priced here may send its cost (below 0) or nothing.
  return Math.max(0, facts.amount) === facts.dueNow ? null : 'amount_mismatch'
}

export interface Priced {
  chosen: Chosen[]
  /** Cents that a code takes off the stay (R41): they are not in the price. */
  discount: Cents
  /** Cents for this guest's whole stay; below 0: not priced here. */
  price: Cents
}

export interface PartyQuote {
  /** The payer first; when one is refused, each without choices. */
  guests: Priced[]
  /** The first who cannot have what they chose, by place, and why. */
  refused: (ChoiceRefused & { guest: number }) | null
  /** Of the prices of all together. */
  schedule: PaymentSchedule
}

export type Picking = Parameters<typeof choose>[0]

interface PartyPicking extends Pick<Picking, 'options'> {
  /** As in `Spots`; missing for an admin, who gives what there is. */
  undecided?: number
  guests: readonly Omit<Picking, 'options'>[]
  /** Cents off each stay, the payer first; nothing is taken off choices. */
  off?: readonly Cents[]
}

/** The quote of spots with these choices for a sign-up on `today`: what one chose is not left for the next, nor what others need who have yet to choose (R37.4). */
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
    const picked = isOffering(cost) && !refused ? choose({ ...picking, options: left() }) : []
    if (isRefused(picked)) {
      refused = { ...picked, guest }
      return []
    }
    taken.push(...picked.filter((one) => !isOneOf(theirs(picking))(one)))
    given.push(...(picking.own ?? []).filter((one) => !isOneOf(picked)(one)))
    return picked
  })
  const needy = guests.filter((picking) => picking.own && !theirs(picking).some(isLodging)).length
  if (undecided !== undefined && !leavesLodging({ options, undecided }, taken, { given, undecided: needy }))
    refused ??= { ...lodgingKept(guests.slice(0, 1).flatMap(theirs)), guest: 0 }
  const priced = chosen.map((all, guest) => {
    const discount = Math.min(Math.max(0, cost), off[guest] ?? 0)
    return { chosen: refused ? [] : all, discount, price: cost - discount + (refused ? 0 : sumOf(all)) }
  })
  return { guests: priced, refused, schedule: paymentSchedule({ cost: sumOf(priced), startDateDate }, today) }
}

const isOneOf = (choices: readonly { id: number }[]) => (one: { id: number }) =>
  choices.some(({ id }) => id === one.id)

const theirs = ({ own = [], left = [] }: Pick<Picking, 'own' | 'left'>) => [...own, ...left]

/** The spots that are left, in words for who wants more than that; undefined where none is. */
export function fullText({ left, wanted }: { left: number; wanted: number }): string | undefined {
  if (left < 1) return undefined
  const spaces = left === 1 ? 'Only 1 space is left' : `Only ${left} spaces are left`
  return `${spaces}, and there are ${wanted} of you. Nothing was charged. Please bring fewer people.`
}

/**
 * The number of spots of an event that one address may hold unpaid: at most 4, and of a small event at most half. Two people at one
 * table may always book at once. A party that holds nothing yet may be larger (docs/decisions/0079).
 */
export const mostUnpaid = (spots: number): number => Math.max(2, Math.min(4, Math.floor(spots / 2)))

/** True: two texts name the same person, however they are spaced and capitalized. */
export const isSameName = (one: string, other: string) => plainName(one) === plainName(other)

export interface Person {
  customerName: string
  email: string | null
}

/**
 * Whether a reservation belongs to this person: the same mailbox and the same name (R44.1). Two people may share a mailbox, and
 * two a name. `emailHashes`: of the person's address, under each key.
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

/** A name without what two spellings of it may differ in. */
export const plainName = (name: string) => comparable(name.normalize('NFKC'))

type IntentProblem =
  | 'payment_intent_used'
  | 'payment_intent_expired'
  | 'amount_mismatch'
  /** The payment came without a sign-up, is booked so, and goes back. */
  | 'payment_refunded'

/** Why this intent cannot pay this sign-up; null when it can. `row` is our own record, null when it is not ours. */
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

/** The invoices of a sign-up: deposit and remainder, or one of the whole; none of zero. */
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
 * The day by which the sums of a held spot fall as they were told, by the first of its invoices; 0: nothing is asked for. One sum
 * as small as a code makes it says nothing of that day.
 */
export function dayOfSums(
  startDateDate: Day,
  { amount, whole, today }: { amount: Cents; whole: boolean; today: Day },
): Day {
  const isTold = amount >= (whole ? 2 * LEAST_CHARGE : 1)
  return isTold ? dayAsTold(startDateDate, { whole }) : today
}

export interface SignUpOrder {
  eventId: number
  /** Cents that the form believes are due now. */
  amount: Cents
  paymentIntent: string | null
  /** The choices of who signs up, by id. */
  options: readonly number[]
  /** The companions; all get spots, or nobody does. */
  companions: readonly Companion[]
  /** A code, as it is kept; null: none. */
  code: string | null
  /** With an open code: cents that each stay is to cost. */
  pays: Cents | null
  /** A random key that the form keeps. */
  attempt: string | null
  /** Keyed hash of the caller's network, where its unpaid holds are limited (R2.9); null: this sign-up holds nothing unpaid, or limits are off. */
  madeFrom: string | null
  /** The private link of the hold that this form has made, if any: with it the guest may correct mailbox and name. */
  uuid?: string | null
  /** The token of a waitlist offer: its held spot is taken instead of a free one. */
  offer: string | null
  /** The token of a replacement link: the spot of its stay is taken over instead of a free one. */
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
  /** Null: their link goes to the payer. */
  email: string | null
  options: readonly number[]
}

/** The choices that are wanted of each guest, the payer first. */
export const wantedChoices = ({ options, companions }: Pick<SignUpOrder, 'options' | 'companions'>) => [
  options,
  ...companions.map((companion) => companion.options),
]

/** The form's intent as the provider had it before the transaction. */
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
  /** Null once it is confirmed. */
  holdExpiresAt: Date | null
  /** The hold waits for the button in the e-mail to its mailbox, and for no payment (R46.2). */
  waitsForMailbox?: boolean
}

export interface NoSpots {
  problem: SignUpProblem
  /** The problem of the choices, or the number of spots that are left, in words. */
  message?: string | undefined
  /** The guest whose choices they are: 0 is the payer; missing: nobody's. */
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
    /** The caller's network has had its free sign-ups for now (R46.5). */
    | 'too_many_free'
    /** The mailbox has had its e-mails of the day, so no button can reach it. */
    | 'too_many_mails'
}

export const choiceProblem = ({ code, message, guest }: NonNullable<PartyQuote['refused']>) => {
  return { problem: code, message, guest }
}
