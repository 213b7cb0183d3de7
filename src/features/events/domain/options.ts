/** The choices of an event (R37): which can be had, what they cost, and what is wrong with a pick. Pure. */
import type { OptionKind } from '#platform/database/schema/events.ts'
import type { Cents } from '#shared/money.ts'

export interface EventOption {
  id: number
  kind: OptionKind
  name: string
  price: Cents
  /** The number of guests who can have it; null: as many as come. */
  stock: number | null
  /** The number of guests who have it or hold it. */
  booked: number
  closed: boolean
  /** Somebody has chosen it once, whatever became of that: it stays for the books. */
  everBooked: boolean
}

export interface OptionInFull extends EventOption {
  description: string | null
  perRoom: number | null
}

/** The number that is left; null: as many as come. */
export const leftOf = ({ stock, booked }: Pick<EventOption, 'stock' | 'booked'>): number | null =>
  stock === null ? null : Math.max(0, stock - booked)

export const isLeft = (option: EventOption) => !option.closed && leftOf(option) !== 0

/** Choices go with a price: an event whose price is not told here (a cost below 0) has none. */
export const isOffering = (cost: Cents): boolean => cost >= 0

export const isLodging = ({ kind }: Pick<EventOption, 'kind'>): boolean => kind === 'lodging'

export const isOpenLodging = (option: Pick<EventOption, 'kind' | 'closed'>): boolean =>
  isLodging(option) && !option.closed

/** A choice as a guest made it, at the price that it had then. */
export type Chosen = Pick<EventOption, 'id' | 'kind' | 'name' | 'price'>

export const sumOf = (chosen: readonly { price: Cents }[]): Cents =>
  chosen.reduce((sum, { price }) => sum + price, 0)

export type ChoiceProblem =
  | 'option_unknown'
  | 'option_closed'
  | 'option_sold_out'
  | 'lodging_missing'
  | 'lodging_twice'

/** The problem of a pick, in words that name the choice and the remedy. */
export interface ChoiceRefused {
  code: ChoiceProblem
  message: string
}

const refused = (code: ChoiceProblem, message: string) => ({ code, message })

interface Picking {
  options: readonly EventOption[]
  /** The ids of what is wanted. */
  picked: readonly number[]
  /** The choices that this guest has already: they are theirs, at their prices, whatever was edited since. */
  own?: readonly Chosen[] | undefined
  /** The choices of the stay whose spot this guest takes over: they may have them, at today's prices. */
  left?: readonly Pick<Chosen, 'id' | 'kind' | 'name'>[]
  /** An admin may also give what is closed and leave the lodging open; what is taken, if they say so. */
  byAdmin?: { allowOverbooking: boolean }
}

/** The choices at the prices that count for this guest; or why they cannot be had. */
export function choose({ options, picked, own = [], left = [], byAdmin }: Picking): Chosen[] | ChoiceRefused {
  const chosen: Chosen[] = []
  for (const id of new Set(picked)) {
    const option = options.find((one) => one.id === id)
    if (!option)
      return refused('option_unknown', 'One of the choices is not offered any more. Please choose again.')
    const mine = own.find((one) => one.id === id)
    if (!mine && left.every((one) => one.id !== id)) {
      const { name } = option
      if (option.closed && !byAdmin)
        return refused('option_closed', `“${name}” is not offered any more. Please choose another.`)
      if (leftOf(option) === 0 && !byAdmin?.allowOverbooking)
        return refused('option_sold_out', `“${name}” is sold out. Please choose another.`)
    }
    chosen.push({ id, kind: option.kind, name: option.name, price: mine?.price ?? option.price })
  }
  const lodgings = chosen.filter(isLodging)
  if (lodgings.length > 1) return refused('lodging_twice', 'Please choose one lodging only.')
  if (lodgings.length === 0 && options.some(isOpenLodging) && !byAdmin)
    return refused('lodging_missing', 'Please choose where you will sleep.')
  return chosen
}

/** The refusal of lodging that is kept for a guest who has yet to choose (R37.4), with the one that this guest may have, if any. */
export function lodgingKept(own: readonly Pick<Chosen, 'kind' | 'name'>[]): ChoiceRefused {
  const mine = own.find(isLodging)
  const remedy = mine ? `Please take “${mine.name}”: it is yours to have.` : 'Please try again in a day.'
  const why = 'The lodging that is left is kept for a guest who has yet to choose.'
  return refused('option_sold_out', `${why} ${remedy}`)
}

export const isRefused = (chosen: Chosen[] | ChoiceRefused): chosen is ChoiceRefused => 'code' in chosen
