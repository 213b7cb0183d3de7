/** Rules for options as pages show them (R37): the lowest price, and which options a guest can still choose. Pure. */
import type { OptionKind } from '#platform/database/schema/events.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { type EventOption, isAvailable, canOfferOptions, totalPrice } from './options.ts'

/**
 * Returns the lowest price for one guest in cents: the event's cost plus the cheapest lodging that is left. If no
 * lodging is left, adds the cheapest of all lodgings.
 */
export function priceFrom(cost: Cents, options: readonly EventOption[]): Cents {
  if (!canOfferOptions(cost)) return cost
  const lodgings = options.filter(({ kind, closed }) => kind === 'lodging' && !closed)
  const left = lodgings.filter(isAvailable)
  const prices = (left.length > 0 ? left : lodgings).map(({ price }) => price)
  return prices.length === 0 ? cost : cost + Math.min(...prices)
}

/** Returns true if some lodging costs more than the cheapest one. Pages then show the event's price as "from …". */
export function priceVaries(cost: Cents, options: readonly EventOption[]): boolean {
  const least = priceFrom(cost, options)
  return options.some(({ kind, closed, price }) => kind === 'lodging' && !closed && cost + price > least)
}

export interface OfferedOption {
  id: number
  kind: OptionKind
  name: string
  description: string | null
  price: Cents
  left: number | null
  soldOut: boolean
}

/**
 * Returns true if a guest cannot choose this option because it is sold out. Guests can always keep their own options.
 */
export const isSoldOutChoice = ({ id, soldOut }: OfferedOption, chosenIds: readonly number[]): boolean =>
  soldOut && !chosenIds.includes(id)

/** Returns the total price of a guest's options in cents. An option that the event no longer offers counts as 0. */
export const priceOfChoices = (options: readonly OfferedOption[], chosenIds: readonly number[]): Cents =>
  totalPrice(options.filter(({ id }) => chosenIds.includes(id)))

export const isLodgingMissing = (options: readonly OfferedOption[], chosenIds: readonly number[]): boolean =>
  options.some(({ kind }) => kind === 'lodging') &&
  !options.some(({ id, kind }) => kind === 'lodging' && chosenIds.includes(id))

/** Returns the price of an option as text: "+$200.00" or "included". */
export const priceOfOption = ({ price }: { price: Cents }): string =>
  price === 0 ? 'included' : `+${formatMoney(price)}`
