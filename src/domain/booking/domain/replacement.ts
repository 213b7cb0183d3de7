/**
 * Rules for passing on a spot from one guest (the leaver) to another (the taker). They say when that is possible,
 * what the page of the link shows (R6.1), and what the taker's payments refund to the leaver (R45). Pure.
 */
import { hasHappened } from '#domain/events/rules.ts'
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import type { ReplacedStay } from '#platform/database/schema/cancellations.ts'
import { type Day, daysBetween, ranchDay } from '#shared/days.ts'
import { type Cents, shares } from '#shared/money.ts'
import { type Decided, decideRefund, type Plan, REPLACEABLE, shareOf } from './refund-policy.ts'

/**
 * How far a guest is with passing on a spot. `closed`: not possible now. `possible`: possible, but no link exists
 * yet. `open`: a link exists and is unused. `booking`: another guest holds the spot, and must still pay or confirm
 * by e-mail. `passed_on`: another guest has booked the spot.
 */
export const PASS_ON_STATES = ['closed', 'possible', 'open', 'booking', 'passed_on'] as const

/** How far passing on a spot is, and the token of its open link. `token` is null if no link is open. */
export interface PassOnState {
  state: (typeof PASS_ON_STATES)[number]
  token: string | null
}

/**
 * What the page of the link to a passed-on spot shows. `open`: the spot can be booked. `booking`: another guest
 * holds it, and must still pay or confirm by e-mail. `taken`: another guest has booked it. `withdrawn`: the link
 * was withdrawn, or the stay has ended. `started` and `cancelled` are about the event.
 */
export const REPLACEMENT_STATES = ['open', 'booking', 'taken', 'withdrawn', 'started', 'cancelled'] as const

export interface StayFacts {
  status: ReservationStatus
  eventCancelled: boolean
  startDateDate: Day
  today: Day
  /** True if this guest pays for companions who come (R39.5). */
  paysForOthers?: boolean
}

export type PassOnProblem = 'not_standing' | 'too_early' | 'event_started' | 'pays_for_others'

export function passOnProblem(stay: StayFacts): PassOnProblem | null {
  if (stay.status !== 'confirmed' || stay.eventCancelled) return 'not_standing'
  if (hasHappened(stay.startDateDate, stay.today)) return 'event_started'
  if (daysBetween(stay.today, stay.startDateDate) >= REPLACEABLE.under) return 'too_early'
  return stay.paysForOthers ? 'pays_for_others' : null
}

/**
 * Status of the reservation that takes over the spot: `pending` until its guest has paid or confirmed by e-mail,
 * then `confirmed`. Null if no guest is taking over the spot.
 */
export type ReplacementStatus = 'pending' | 'confirmed' | null

/**
 * Returns how far a guest is with passing on the spot, for that guest's page. The link stays valid even if the
 * event is moved to a later day.
 */
export function passOnState(
  stay: StayFacts,
  { token, taker }: { token: string | null; taker: ReplacementStatus },
): PassOnState {
  if (taker === 'confirmed') return { state: 'passed_on', token: null }
  const problem = passOnProblem(stay)
  if (problem === 'not_standing' || problem === 'event_started') return { state: 'closed', token: null }
  if (taker === 'pending') return { state: 'booking', token }
  if (token !== null) return { state: 'open', token }
  return { state: problem === null ? 'possible' : 'closed', token: null }
}

/**
 * Returns what the page of the link to a passed-on spot shows. `ended` means that the link was used or withdrawn.
 */
export function replacementState(
  stay: StayFacts,
  { ended, taker }: { ended: boolean; taker: ReplacementStatus },
): (typeof REPLACEMENT_STATES)[number] {
  if (stay.eventCancelled) return 'cancelled'
  if (taker === 'confirmed') return 'taken'
  if (hasHappened(stay.startDateDate, stay.today)) return 'started'
  if (ended || stay.status !== 'confirmed') return 'withdrawn'
  return taker === 'pending' ? 'booking' : 'open'
}

/** Price of a guest's stay, and the chosen options with their prices at the time of booking. */
export interface PricedStay {
  price: Cents
  choices: readonly { id: number; price: Cents }[]
}

/**
 * Splits a stay's price into the stay itself after discounts (`id` null) and each option. An admin may have set a
 * price that is lower than that of the options.
 */
function partsOf({ price, choices }: PricedStay): { id: number | null; price: Cents }[] {
  const chosen = choices.reduce((sum, one) => sum + one.price, 0)
  const parts = [{ id: null, price: Math.max(0, price - chosen) }, ...choices]
  const prices = shares(price, pricesOf(parts))
  return parts.map(({ id }, index) => ({ id, price: prices[index] ?? 0 }))
}

const pricesOf = (parts: readonly { price: Cents }[]) => parts.map(({ price }) => price)

const sumOf = (prices: readonly Cents[]) => prices.reduce((sum, price) => sum + price, 0)

/** Divides a payment among the parts of a price. Money beyond the price belongs to no part. */
const divided = (paid: Cents, prices: readonly Cents[]) => shares(Math.min(paid, sumOf(prices)), prices)

/**
 * Returns what the taker of a spot pays for the stay and for each option, and in `own` which share of the leaver's
 * payment is for the same part (R45.2). `own` is 0 for an option that only the taker chose. An option that only the leaver chose is in no part,
 * and therefore not in the refund (`replacementGives`).
 */
export function takenParts(leaver: PricedStay & { paid: Cents }, taker: PricedStay): ReplacedStay['parts'] {
  const own = partsOf(leaver)
  const paid = divided(leaver.paid, pricesOf(own))
  return partsOf(taker).map(({ id, price }) => {
    const same = own.findIndex((part) => part.id === id)
    return { price, own: paid[same] ?? 0 }
  })
}

/**
 * Returns the refund in cents to the guest who passed the spot on. For the stay and for each option that both
 * guests have, it is 90 % of the smaller of their two payments (R45.1).
 */
export function replacementGives(parts: ReplacedStay['parts'], paid: Cents): Cents {
  const came = divided(paid, pricesOf(parts))
  return shareOf(sumOf(parts.map(({ own }, index) => Math.min(own, came[index] ?? 0))), REPLACEABLE.percent)
}

/**
 * Returns whether the guest who took over the spot has paid everything. Then the refund to the leaver can no longer
 * grow.
 */
export const isAllPaid = (parts: ReplacedStay['parts'], paid: Cents): boolean =>
  paid >= sumOf(pricesOf(parts))

/**
 * Reason stored with a refund to a guest who passed the spot on. Used if the refund is more than the Terms give on
 * the day. This happens if the event's start was moved after the link was made.
 */
export const PROMISED = `The link to pass on the spot promised ${REPLACEABLE.percent}% of what the person who took it paid.`

/**
 * Decides the refund to a guest who passed the spot on: by the Terms, or what the new guest's payments allow
 * (`gives`, in cents) if that is more. Never more than the money that is left.
 */
export function withPromisedRefund(plan: Plan, gives: Cents): Decided {
  const least = Math.min(gives, shareOf(plan.most, REPLACEABLE.percent))
  return decideRefund(plan, { sendEmail: true, least, why: PROMISED })
}

/** Returns the facts that decide whether a guest can pass on a spot, as of today at the ranch. */
export const stayFacts = (
  row: Pick<StayFacts, 'status'>,
  event: { cancelledAt: Date | null; startDateDate: Day },
  now: Date,
): StayFacts => ({
  status: row.status,
  eventCancelled: event.cancelledAt !== null,
  startDateDate: event.startDateDate,
  today: ranchDay(now),
})

/**
 * Why a guest cannot sign up by the link to a passed-on spot. `replacement_over`: the link was used or withdrawn,
 * or the stay has ended. `replacement_taken`: another guest holds or has booked the spot.
 */
export type ReplacementProblem = 'replacement_over' | 'replacement_taken'
