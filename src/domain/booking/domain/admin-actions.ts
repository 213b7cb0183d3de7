/**
 * Rules for three actions of admins: sign a guest up (R12.1), move a stay, undo a cancellation (R30.1, R30.2, R30.5).
 * Pure.
 */
import { hasEnded, type PaymentSchedule, paymentSchedule, remainderDay } from '#domain/events/rules.ts'
import type { InvoicePurpose, ReservationStatus } from '#platform/database/schema/booking.ts'
import type { Day } from '#shared/days.ts'
import { type Cents, LEAST_CHARGE, shares } from '#shared/money.ts'
import { moneyOf, type MoneySums, type ReservationMoney } from '#shared/reservation-money.ts'
import type { ChoiceRefused } from '#domain/events/domain/options.ts'
import type { InvoiceTerms } from './invoices.ts'
import { type Picking, type Priced, quoteParty, type PlannedInvoice } from './sign-up.ts'

interface Quote extends Priced {
  /**
   * Why the guest cannot have the requested options. Null if they can. After a refusal, the amounts include no
   * options.
   */
  refused: ChoiceRefused | null
  schedule: PaymentSchedule
}

/** Returns the price of one spot with these options, for a guest whom an admin signs up on `today`. */
export function quote(
  event: { cost: Cents; startDateDate: Day },
  { options, ...picking }: Picking,
  today: Day,
): Quote {
  const { guests, refused, schedule } = quoteParty(event, { options, guests: [picking] }, today)
  const { chosen = [], discount = 0, price = event.cost } = guests[0] ?? {}
  return { chosen, discount, price, refused, schedule }
}

/**
 * Returns the price of each guest in cents, the payer's first, if an admin sets the price of the whole party.
 * `prices` are the usual prices, in whose proportion `total` is divided. The payer gets what exceeds them. Null as
 * `total` keeps the usual prices.
 */
export const dividePrice = (prices: readonly Cents[], total: Cents | null): Cents[] =>
  total === null ? [...prices] : shares(total, prices)

/**
 * Returns a sentence for a party that needs more spots than are left. Returns undefined for one guest, because the
 * usual message says it all.
 */
export function fullTextForAdmin({ left, wanted }: { left: number; wanted: number }): string | undefined {
  if (wanted === 1) return undefined
  const spots =
    left < 1 ? 'No spots are left' : left === 1 ? 'Only 1 spot is left' : `Only ${left} spots are left`
  return `${spots}, and this booking needs ${wanted}.`
}

export type PlanProblem = { amount: string }

/**
 * Returns the invoices of a guest whom an admin signs up. `amount` is the deposit in cents; null means what a guest
 * would have to pay today. The rest of `totalDue` is due 30 days before the start, or today if that day has passed.
 */
export function adminInvoicePlan(
  { totalDue, amount }: { totalDue: Cents; amount: Cents | null },
  startDateDate: Day,
  today: Day,
): PlannedInvoice[] | PlanProblem {
  const schedule = paymentSchedule({ cost: totalDue, startDateDate }, today)
  const first = amount ?? schedule.dueNow
  const rest = totalDue - first
  if (rest < 0) return { amount: 'The deposit cannot be more than the whole stay costs' }
  const restDue =
    schedule.remainderDue !== null && schedule.remainderDue > today ? schedule.remainderDue : today
  const plan: PlannedInvoice[] =
    rest === 0
      ? [{ purpose: 'whole', amount: first, due: today }]
      : [
          { purpose: 'deposit', amount: first, due: today },
          { purpose: 'remainder', amount: rest, due: restDue },
        ]
  // Amounts of zero get no invoice. Amounts that are too small for a card are refused.
  const asked = plan.filter((invoice) => invoice.amount > 0)
  return asked.some((invoice) => invoice.amount < LEAST_CHARGE)
    ? { amount: 'The deposit and the rest must each be $0, or at least $0.50' }
    : asked
}

interface Retreat {
  id: number
  endDateDate: Day
  cancelledAt: Date | null
}

interface SpotFacts {
  /**
   * Number of free spots at the event to which a stay is moved, or at which it is reinstated. The stay's own spot
   * does not count.
   */
  left: number
}

/**
 * `not_movable`: the stay is not confirmed. `stay_over`: the event of the stay is over or canceled. `passing_on`:
 * the guest is passing on the spot.
 */
type MoveProblem =
  | 'not_movable'
  | 'same_event'
  | 'stay_over'
  | 'passing_on'
  | 'event_cancelled'
  | 'event_ended'
  | 'event_full'

/**
 * Returns why a stay cannot be moved to another event, or null if it can. Lock the old and the new event before
 * reading `facts`.
 */
export function moveProblem(facts: {
  status: ReservationStatus
  from: Retreat
  to: Retreat & SpotFacts
  wanted: number
  /** True if the guest has an open link to pass on the spot, or another guest is taking it over. */
  passingOn: boolean
  allowOverbooking: boolean
  today: Day
}): MoveProblem | null {
  const { status, from, to, wanted, passingOn, allowOverbooking, today } = facts
  if (status !== 'confirmed') return 'not_movable'
  if (from.id === to.id) return 'same_event'
  if (from.cancelledAt !== null || hasEnded(from.endDateDate, today)) return 'stay_over'
  if (passingOn) return 'passing_on'
  if (to.cancelledAt !== null) return 'event_cancelled'
  if (hasEnded(to.endDateDate, today)) return 'event_ended'
  return !allowOverbooking && to.left < wanted ? 'event_full' : null
}

export interface MovedInvoice extends Omit<InvoiceTerms, 'description'> {
  id: number
  purpose: InvoicePurpose
  paid: boolean
}

/** An invoice that the stay should have after a move to another event. `id` is null if the invoice is new. */
interface AskedInvoice extends Pick<MovedInvoice, 'purpose' | 'amount' | 'due'> {
  id: number | null
}

export interface MovePlan {
  /** Ids of the unpaid invoices that moving the stay deletes. */
  gone: number[]
  asked: AskedInvoice[]
  /** The stay's totals after the move to the other event. */
  money: ReservationMoney
}

/**
 * Plans the invoices of a stay that is moved to another event. Paid invoices and extra charges stay unchanged.
 * What the guest must still pay becomes one invoice, or a deposit and a remainder if nothing is paid yet. `sums`
 * are the stay's totals before the move.
 */
export function planMove(
  sums: MoneySums,
  invoices: readonly MovedInvoice[],
  { price, startDateDate, today }: { price: Cents; startDateDate: Day; today: Day },
): MovePlan {
  const extras = invoices.filter(({ paid, extra }) => !paid && extra)
  const unpaid = invoices.filter(({ paid, extra }) => !paid && !extra)
  const without = { ...sums, price, ...unpaidSums(extras, today) }
  const left = moneyOf(without).notInvoiced
  const terms = planUnpaid(left, invoices, { startDateDate, today })
  const asked = terms.map((one) => {
    return { ...one, id: unpaid.find(({ purpose }) => purpose === one.purpose)?.id ?? null }
  })
  const kept = new Set(asked.map(({ id }) => id))
  return {
    gone: unpaid.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
    asked,
    money: moneyOf({ ...without, ...unpaidSums([...extras, ...asked], today) }),
  }
}

function unpaidSums(unpaid: readonly Pick<MovedInvoice, 'amount' | 'due'>[], today: Day) {
  const sumOf = (some: typeof unpaid) => some.reduce((sum, { amount }) => sum + amount, 0)
  const later = unpaid.filter(({ due }) => due !== null && due > today)
  return { unpaid: sumOf(unpaid), unpaidLater: sumOf(later) }
}

/**
 * Returns invoices that ask for `left` cents after a move. An amount that is too small for a card gets no invoice;
 * pages show it as not invoiced.
 */
function planUnpaid(
  left: Cents,
  invoices: readonly MovedInvoice[],
  { startDateDate, today }: { startDateDate: Day; today: Day },
): Omit<AskedInvoice, 'id'>[] {
  if (left < LEAST_CHARGE) return []
  const paid = invoices.filter((one) => one.paid && !one.extra)
  if (paid.length === 0) {
    const plan = adminInvoicePlan({ totalDue: left, amount: null }, startDateDate, today)
    return Array.isArray(plan) ? plan : [{ purpose: 'whole', amount: left, due: today }]
  }
  const remainderDue = remainderDay(startDateDate)
  const purpose = paid.some((one) => one.purpose === 'remainder') ? 'other' : 'remainder'
  return [{ purpose, amount: left, due: remainderDue > today ? remainderDue : today }]
}

/**
 * Reasons why a cancellation cannot be undone. `not_undoable`: the stay is not canceled, or it was only a hold.
 * `refunded`: since the cancellation, a refund was given by hand or requested from Stripe, or will be once Stripe
 * reports its fee. `replaced`: another guest took over the spot.
 */
export const UNDO_PROBLEMS = [
  'in_party',
  'not_undoable',
  'refunded',
  'replaced',
  'event_cancelled',
  'event_ended',
  'event_full',
  'option_sold_out',
  'code_used_up',
] as const

export type UndoProblem = (typeof UNDO_PROBLEMS)[number]

/** Returns why a cancellation cannot be undone, or null if it can. */
export function undoProblem(facts: {
  /** True if another guest pays, or has paid, for this guest as part of a party. */
  inParty: boolean
  status: ReservationStatus
  /**
   * The guest's last cancellation; undefined if the stay was not canceled. `awaits` means that its refund is not
   * decided yet.
   */
  cancellation: { wasHold: boolean; awaits: boolean } | undefined
  /** True if since the cancellation a refund was given by hand or requested from Stripe. */
  refundedSince: boolean
  replaced: boolean
  event: Retreat & SpotFacts
  /** True if the options that the guest had chosen are still available. */
  choicesLeft: boolean
  /** True if other guests have used up the stay's discount code. */
  codeUsedUp: boolean
  today: Day
}): UndoProblem | null {
  const { status, cancellation, refundedSince, replaced, event, choicesLeft, codeUsedUp, today } = facts
  if (facts.inParty) return 'in_party'
  if (status !== 'cancelled' || !cancellation || cancellation.wasHold) return 'not_undoable'
  if (event.cancelledAt !== null) return 'event_cancelled'
  if (hasEnded(event.endDateDate, today)) return 'event_ended'
  if (cancellation.awaits || refundedSince) return 'refunded'
  if (replaced) return 'replaced'
  if (event.left < 1) return 'event_full'
  if (!choicesLeft) return 'option_sold_out'
  return codeUsedUp ? 'code_used_up' : null
}
