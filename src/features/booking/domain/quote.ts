/** What spots cost with their choices and a code, and whom the choices can be given to (R37.5). Pure. */
import {
  choose,
  type ChoiceRefused,
  type Chosen,
  isOffering,
  isRefused,
  sumOf,
} from '#features/events/domain/options.ts'
import { type PaymentSchedule, paymentSchedule } from '#features/events/rules.ts'
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'

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

/**
 * What spots with these choices cost whoever signs up on `today`: what one chose is not left for the next. `off`: cents off each
 * stay, the payer first; nothing is taken off choices.
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
