/**
 * Rules for the options of an event (R37): which ones a guest can choose, what they cost, and why a choice is
 * refused. Pure.
 */
import type { OptionKind } from '#platform/database/schema/events.ts'
import type { Cents } from '#shared/money.ts'

export interface EventOption {
  id: number
  kind: OptionKind
  name: string
  price: Cents
  /** How many guests can have the option in total. Null means unlimited. */
  stock: number | null
  booked: number
  closed: boolean
  /**
   * True once any guest has chosen the option, even if that guest's stay has ended. The option's row cannot be
   * deleted then, because invoices name it.
   */
  everBooked: boolean
}

export interface OptionWithTexts extends EventOption {
  description: string | null
  perRoom: number | null
  /** The ids of the rooms that a lodging names (R37.9), in ascending order. Its stock follows from their beds. */
  rooms: number[]
}

/** Returns how many more guests can have an option. Null means unlimited. */
export const leftOf = ({ stock, booked }: Pick<EventOption, 'stock' | 'booked'>): number | null =>
  stock === null ? null : Math.max(0, stock - booked)

export const isAvailable = (option: EventOption) => !option.closed && leftOf(option) !== 0

/**
 * Returns true if an event with this cost can have options. A cost below 0 hides the price, and an event with a hidden
 * price has no options.
 */
export const canOfferOptions = (cost: Cents): boolean => cost >= 0

export const isLodging = ({ kind }: Pick<EventOption, 'kind'>): boolean => kind === 'lodging'

export const isOpenLodging = (option: Pick<EventOption, 'kind' | 'closed'>): boolean =>
  isLodging(option) && !option.closed

/** An option as a guest chose it, with the price at the time of the choice. */
export type Chosen = Pick<EventOption, 'id' | 'kind' | 'name' | 'price'>

export const totalPrice = (chosen: readonly { price: Cents }[]): Cents =>
  chosen.reduce((sum, { price }) => sum + price, 0)

export type ChoiceProblem =
  | 'option_unknown'
  | 'option_closed'
  | 'option_sold_out'
  | 'lodging_missing'
  | 'lodging_twice'

/** Why the site refuses a guest's choice of options. The message names the option and what to do instead. */
export interface ChoiceRefused {
  code: ChoiceProblem
  message: string
}

const refused = (code: ChoiceProblem, message: string) => ({ code, message })

interface Choosing {
  options: readonly EventOption[]
  chosenIds: readonly number[]
  /**
   * The options that the guest already has. The guest may keep each at its old price, even if an admin has closed it
   * or changed its price.
   */
  own?: readonly Chosen[] | undefined
  /**
   * The options of the leaver whose spot this guest takes over. The guest may choose them at today's prices even if
   * they are sold out.
   */
  left?: readonly Pick<Chosen, 'id' | 'kind' | 'name'>[]
  /**
   * Set if an admin chooses for the guest. Admins may choose closed options and no lodging. With `allowOverbooking`,
   * they may also choose sold-out options.
   */
  byAdmin?: { allowOverbooking: boolean }
}

/** Returns the chosen options with the prices for this guest, or why the guest cannot choose them. */
export function choose({
  options,
  chosenIds,
  own = [],
  left = [],
  byAdmin,
}: Choosing): Chosen[] | ChoiceRefused {
  const chosen: Chosen[] = []
  for (const id of new Set(chosenIds)) {
    const option = options.find((one) => one.id === id)
    if (!option)
      return refused('option_unknown', 'One of your choices is no longer offered. Please choose again.')
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

/**
 * Returns the refusal of lodging that is reserved for guests who have a spot but have not chosen lodging yet (R37.4).
 * The message names the lodging that the refused guest already has, if any.
 */
export function lodgingReserved(own: readonly Pick<Chosen, 'kind' | 'name'>[]): ChoiceRefused {
  const mine = own.find(isLodging)
  const remedy = mine ? `Please take “${mine.name}”: it is yours to have.` : 'Please try again in a day.'
  const why = 'The lodging that is left is kept for a guest who has yet to choose.'
  return refused('option_sold_out', `${why} ${remedy}`)
}

export const isRefused = (chosen: Chosen[] | ChoiceRefused): chosen is ChoiceRefused => 'code' in chosen
