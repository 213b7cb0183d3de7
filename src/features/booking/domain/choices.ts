/** What a guest's choices cost, whom they can be given to, and the lines of the invoices that ask for them (R37.5, R37.7). Pure. */
import {
  choose,
  type ChoiceRefused,
  type Chosen,
  isOffering,
  isRefused,
  sumOf,
} from '#features/events/domain/options.ts'
import { type PaymentSchedule, paymentSchedule } from '#features/events/rules.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { type Cents, LEAST_CHARGE } from '#shared/money.ts'
import { type Discount, invoiceLabel, stayLabel } from '#shared/invoice-label.ts'
import type { InvoicePurpose } from '#platform/database/schema/booking.ts'
import { changeUntil } from './guest-actions.ts'

interface Priced {
  chosen: Chosen[]
  /** Cents that a code takes off the stay (R41): they are not in the price. */
  discount: Cents
  /** Cents for this guest's whole stay; below 0: not priced here. */
  price: Cents
}

export interface Quote extends Priced {
  /** Why that cannot be had; the sums are then those without choices. */
  refused: ChoiceRefused | null
  schedule: PaymentSchedule
}

export interface PartyQuote {
  /** Who pays first; when one is refused, each without choices. */
  guests: Priced[]
  /** The first who cannot have what they chose, by place, and why. */
  refused: (ChoiceRefused & { guest: number }) | null
  /** Of the prices of all together. */
  schedule: PaymentSchedule
}

type Picking = Parameters<typeof choose>[0]

/**
 * What spots with these choices cost whoever signs up on `today`: what one chose is not left for the next. `off`: cents off each
 * stay, who pays first; nothing is taken off choices.
 */
export function quoteParty(
  event: { cost: Cents; startDateDate: Day },
  {
    options,
    guests,
    off = [],
  }: {
    options: Picking['options']
    guests: readonly Omit<Picking, 'options'>[]
    off?: readonly Cents[]
  },
  today: Day,
): PartyQuote {
  const { cost, startDateDate } = event
  const taken = new Map<number, number>()
  const left = () =>
    options.map((option) => ({ ...option, booked: option.booked + (taken.get(option.id) ?? 0) }))
  let refused: PartyQuote['refused'] = null
  const chosen = guests.map((picking, guest) => {
    const picked = isOffering(cost) && !refused ? choose({ ...picking, options: left() }) : []
    if (isRefused(picked)) {
      refused = { ...picked, guest }
      return []
    }
    const own = new Set(picking.own?.map(({ id }) => id))
    for (const { id } of picked) if (!own.has(id)) taken.set(id, (taken.get(id) ?? 0) + 1)
    return picked
  })
  const priced = chosen.map((all, guest) => {
    const discount = Math.min(Math.max(0, cost), off[guest] ?? 0)
    return { chosen: refused ? [] : all, discount, price: cost - discount + (refused ? 0 : sumOf(all)) }
  })
  return { guests: priced, refused, schedule: paymentSchedule({ cost: sumOf(priced), startDateDate }, today) }
}

/** What a spot with these choices costs whoever signs up on `today`. */
export function quote(
  event: { cost: Cents; startDateDate: Day },
  { options, ...picking }: Picking,
  today: Day,
): Quote {
  const { guests, refused, schedule } = quoteParty(event, { options, guests: [picking] }, today)
  const { chosen = [], discount = 0, price = event.cost } = guests[0] ?? {}
  return { chosen, discount, price, refused, schedule }
}

/** A part of an invoice's sum, and whose stay it is for. */
export interface InvoicePart {
  reservationId: number
  description: string
  amount: Cents
}

interface Asked {
  id: number
  reservationId: number
  purpose: InvoicePurpose
  description: string | null
  extra: boolean
  amount: Cents
  /** Null: unpaid. */
  paidAt: Date | null
}

/** A choice as it was made. */
export type Choice = Chosen & { chosenAt: Date }

/**
 * The lines of each invoice, by its id: the stay, with what a code took off it, and each choice, which sum to it exactly. What was paid before a choice was
 * made was not paid for it; of the rest each gets its share, so that all invoices together ask for each just once.
 * An invoice that an admin named, or an extra charge, is one line of that name.
 */
export function invoiceParts(
  {
    price,
    choices,
    discount = null,
  }: { price: Cents; choices: readonly Choice[]; discount?: Discount | null },
  invoices: readonly Asked[],
): Map<number, InvoicePart[]> {
  const left = [
    {
      description: stayLabel(discount),
      since: null as Date | null,
      cents: Math.max(0, price - sumOf(choices)),
    },
    ...choices.map(({ name, price: cents, chosenAt }) => ({ description: name, since: chosenAt, cents })),
  ]
  const parts = new Map<number, InvoicePart[]>()
  for (const { id, reservationId, amount, paidAt, ...invoice } of invoices.toSorted(byPayment)) {
    const { description, purpose, extra } = invoice
    const whole = {
      reservationId,
      description: invoiceLabel({ purpose, description, partOfPrice: !extra }),
      amount,
    }
    if (extra) {
      parts.set(id, [whole])
      continue
    }
    const weights = left.map(({ since, cents }) => (isBefore(paidAt, since) ? 0 : cents))
    const cents = shares(amount, weights)
    for (const [index, one] of left.entries()) one.cents = Math.max(0, one.cents - (cents[index] ?? 0))
    const lines = left.map((one, index) => {
      return { reservationId, description: one.description, amount: cents[index] ?? 0 }
    })
    parts.set(id, description === null ? lines.filter((line) => line.amount > 0) : [whole])
  }
  return parts
}

/** The provider tells when a card paid to the second alone, so within one it was for what was chosen with it. */
const isBefore = (paidAt: Date | null, since: Date | null) =>
  paidAt !== null && since !== null && paidAt.getTime() + 1_000 <= since.getTime()

/** What was paid first stands first; then by number. */
function byPayment(one: Asked, other: Asked): number {
  const timeOf = ({ paidAt }: Asked) => paidAt?.getTime() ?? Infinity
  return timeOf(one) === timeOf(other) ? one.id - other.id : timeOf(one) - timeOf(other)
}

/** `amount` in whole cents by these weights, no share above its weight; what is beyond them all joins the first. */
export function shares(amount: Cents, weights: readonly Cents[]): Cents[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (amount >= total) return weights.map((weight, index) => weight + (index === 0 ? amount - total : 0))
  const exact = weights.map((weight) => (amount * weight) / total)
  const cents = exact.map(Math.floor)
  const rest = amount - cents.reduce((sum, share) => sum + share, 0)
  const largest = exact
    .map((share, index) => ({ index, fraction: share - Math.floor(share) }))
    .toSorted((one, other) => other.fraction - one.fraction || one.index - other.index)
  for (const { index } of largest.slice(0, rest)) cents[index] = (cents[index] ?? 0) + 1
  return cents
}

/** An unpaid invoice for the price. */
interface Open {
  id: number
  purpose: InvoicePurpose
  amount: Cents
  due: Day | null
}

export interface DifferencePlan {
  /** Other sums for invoices that are there; 0: it goes. */
  changed: { id: number; amount: Cents }[]
  /** A new invoice, due at once; 0: none. What no card could pay is shown as not invoiced. */
  added: Cents
}

/**
 * Where the difference of a new price goes: onto the remainder or else the last of what is unpaid; what cannot join
 * any is an invoice of its own. A lower price is taken off what is unpaid, the last first.
 */
export function planDifference(difference: Cents, unpaid: readonly Open[]): DifferencePlan {
  const last = unpaid.toSorted(
    (one, other) =>
      Number(other.purpose === 'remainder') - Number(one.purpose === 'remainder') ||
      (other.due ?? '9999-12-31').localeCompare(one.due ?? '9999-12-31') ||
      other.id - one.id,
  )
  const [first] = last
  if (difference >= 0) {
    if (first && difference > 0)
      return { changed: [{ id: first.id, amount: first.amount + difference }], added: 0 }
    return { changed: [], added: difference < LEAST_CHARGE ? 0 : difference }
  }
  const changed: DifferencePlan['changed'] = []
  let over = -difference
  for (const { id, amount } of last) {
    if (over === 0) break
    const taken = Math.min(over, amount)
    // A rest that no card could pay is asked for no more.
    changed.push({ id, amount: amount - taken < LEAST_CHARGE ? 0 : amount - taken })
    over -= taken
  }
  return { changed, added: 0 }
}

export type ChangeProblem = 'event_cancelled' | 'not_standing' | 'choices_closed' | 'choices_cheaper'

/** Why a guest cannot change their choices now; null when they can. `difference`: of the price. */
export function guestChangeProblem(facts: {
  status: string
  event: { startDateDate: Day; cancelledAt: Date | null }
  difference: Cents
  now: Date
}): ChangeProblem | null {
  if (facts.event.cancelledAt !== null) return 'event_cancelled'
  if (facts.status !== 'confirmed') return 'not_standing'
  if (ranchDay(facts.now) > changeUntil(facts.event.startDateDate)) return 'choices_closed'
  return facts.difference < 0 ? 'choices_cheaper' : null
}

/** Other choices for a stay, and what they cost more than those that it has; less: below 0. */
export function repick(
  { cost }: { cost: Cents },
  picking: Parameters<typeof choose>[0] & { own: readonly Chosen[] },
): { chosen: Chosen[]; difference: Cents } | ChoiceRefused {
  const chosen = isOffering(cost) ? choose(picking) : []
  return isRefused(chosen) ? chosen : { chosen, difference: sumOf(chosen) - sumOf(picking.own) }
}
