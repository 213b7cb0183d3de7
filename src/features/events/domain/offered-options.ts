/** The choices of an event as pages show them (R37): the least that is paid with them, and what of them can be picked. Pure. */
import type { OptionKind } from '#platform/database/schema/events.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { type EventOption, isLeft, isOffering, sumOf } from './options.ts'

/** The least that a guest pays, everything that must be chosen included: the cheapest lodging that is left, or when all are taken the cheapest of all. */
export function priceFrom(cost: Cents, options: readonly EventOption[]): Cents {
  if (!isOffering(cost)) return cost
  const lodgings = options.filter(({ kind, closed }) => kind === 'lodging' && !closed)
  const left = lodgings.filter(isLeft)
  const prices = (left.length > 0 ? left : lodgings).map(({ price }) => price)
  return prices.length === 0 ? cost : cost + Math.min(...prices)
}

/** The choices make a difference to the price beyond what everybody pays: it then reads "from". */
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

/** It cannot be chosen: sold out, and not chosen already. */
export const isOverpicked = ({ id, soldOut }: OfferedOption, picked: readonly number[]): boolean =>
  soldOut && !picked.includes(id)

/** The sum of these choices; one that is not offered any more costs nothing. */
export const sumOfPicked = (options: readonly OfferedOption[], picked: readonly number[]): Cents =>
  sumOf(options.filter(({ id }) => picked.includes(id)))

export const isLodgingMissing = (options: readonly OfferedOption[], picked: readonly number[]): boolean =>
  options.some(({ kind }) => kind === 'lodging') &&
  !options.some(({ id, kind }) => kind === 'lodging' && picked.includes(id))

/** The addition of a choice to the price: "+$200.00", "included". */
export const priceOfOption = ({ price }: { price: Cents }): string =>
  price === 0 ? 'included' : `+${formatMoney(price)}`
