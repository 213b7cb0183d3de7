/** Rules for options as pages show them (R37): the lowest price, and which ones a guest can still choose. Pure. */
import type { OptionKind } from '#platform/database/schema/events.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { type EventOption, isLeft, isOffering, sumOf } from './options.ts'

/**
 * Returns the least a guest pays, in cents: the cost plus the cheapest lodging left. If all lodging is taken, uses
 * the cheapest of all.
 */
export function priceFrom(cost: Cents, options: readonly EventOption[]): Cents {
  if (!isOffering(cost)) return cost
  const lodgings = options.filter(({ kind, closed }) => kind === 'lodging' && !closed)
  const left = lodgings.filter(isLeft)
  const prices = (left.length > 0 ? left : lodgings).map(({ price }) => price)
  return prices.length === 0 ? cost : cost + Math.min(...prices)
}

/** True if some lodging raises the price above the lowest one. Pages then show the price as "from …". */
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

/** True if a guest cannot choose this option: it is sold out and they do not already have it. */
export const isOverpicked = ({ id, soldOut }: OfferedOption, picked: readonly number[]): boolean =>
  soldOut && !picked.includes(id)

/** Returns the price of these choices, in cents. Options that are no longer offered cost nothing. */
export const sumOfPicked = (options: readonly OfferedOption[], picked: readonly number[]): Cents =>
  sumOf(options.filter(({ id }) => picked.includes(id)))

export const isLodgingMissing = (options: readonly OfferedOption[], picked: readonly number[]): boolean =>
  options.some(({ kind }) => kind === 'lodging') &&
  !options.some(({ id, kind }) => kind === 'lodging' && picked.includes(id))

/** Returns the price of an option as text: "+$200.00" or "included". */
export const priceOfOption = ({ price }: { price: Cents }): string =>
  price === 0 ? 'included' : `+${formatMoney(price)}`
