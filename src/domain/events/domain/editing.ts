/**
 * Rules for what an admin writes about an event: URL name, color, days, price and options (R3.2, R11.3, R37.1). Pure.
 */
import type { OptionKind } from '#platform/database/schema/events.ts'
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { comparable } from '#shared/folding.ts'
import { plural, times } from '#shared/text.ts'
import { type NamedRoom, stockOf } from './lodging.ts'
import { type EventOption, canOfferOptions } from './options.ts'

/** The pattern of a URL name: no spaces, slashes or capitals (R11.3). */
export const URL_NAME_PATTERN = /^[a-z0-9][a-z0-9._~-]*$/
export const LONGEST_URL_NAME = 100

export const isUrlName = (text: string): boolean =>
  text.length <= LONGEST_URL_NAME && URL_NAME_PATTERN.test(text)

export const COLOR_PATTERN = /^#[0-9A-Fa-f]{6}$/

/** The color of a new event: light sand (R17.6). */
export const DEFAULT_COLOR = '#EBDDC0'

/** The largest number of spots of an event. The ranch can feed far fewer guests. */
export const MOST_SPOTS = 10_000

/**
 * Returns true if an event may have this cost: free (0), hidden (below 0), or at least 100 cents, so that a card can
 * pay it (R3.2).
 */
export const isPrice = (cost: Cents): boolean => cost <= 0 || cost >= 100

/** Returns true if the last day is not before the first. A one-day event ends on the day it starts. */
export const daysInOrder = (event: { startDateDate: Day; endDateDate: Day }): boolean =>
  event.endDateDate >= event.startDateDate

export const ENDS_TOO_EARLY = 'The event would end before it starts. Please check both days.'

/** Returns the message for a URL name that another event has. Requirement R11.3 prescribes these words. */
export const urlTakenMessage = (urlName: string): string =>
  `${urlName} is already taken, please choose another name.`

/** An option as an admin sends it. A null `id` means a new option. */
export interface OptionInput {
  id: number | null
  kind: OptionKind
  name: string
  description: string | null
  price: Cents
  stock: number | null
  perRoom: number | null
  /** The ids of the rooms that a lodging names, in ascending order. */
  rooms: number[]
  closed: boolean
}

interface Offer {
  cost: Cents
  wanted: readonly OptionInput[]
  /** The options of the event before the change. */
  current: readonly EventOption[]
  /** All rooms of the venue. */
  rooms: readonly NamedRoom[]
}

/**
 * Returns why an admin cannot save the options `wanted`, or null if they are valid. Saving deletes every option of
 * `current` that is not in `wanted`.
 */
export function offerProblem({ cost, wanted, current, rooms }: Offer): string | null {
  if (wanted.length > 0 && !canOfferOptions(cost))
    return 'An event whose price is not shown cannot have lodging or extras. Please enter its cost, or remove them'
  const names = wanted.map(({ name }) => comparable(name))
  const twice = wanted.find((_, index) => names.indexOf(names[index] ?? '') < index)
  if (twice) return `“${twice.name}” is listed twice. Please give each lodging or extra its own name`
  const misnamed = roomProblem(wanted, rooms)
  if (misnamed !== null) return misnamed
  for (const option of current) {
    const { name, booked, everBooked } = option
    if (!everBooked) continue
    const input = wanted.find(({ id }) => id === option.id)
    if (!input) return `Guests have chosen “${name}”, so you cannot delete it. Please close it instead`
    if (input.kind !== option.kind) return `Guests have chosen “${name}”, so its kind cannot change`
    const stock = stockOf(input, roomsOf(input, rooms))
    // An admin may overbook an option. Later edits that do not lower its stock are still possible.
    if (stock === null || stock >= Math.min(booked, option.stock ?? booked)) continue
    const bookedTimes = `“${name}” is booked ${times(booked)}`
    return input.rooms.length === 0
      ? `${bookedTimes}, so please enter at least ${booked}`
      : `${bookedTimes}, but its rooms would have beds for ${plural(stock, 'guest')}. Please tick more rooms for it, or let more guests share a room`
  }
  const known = new Set(current.map(({ id }) => id))
  return wanted.some(({ id }) => id !== null && !known.has(id))
    ? 'A lodging or extra no longer exists. Please reload the page'
    : null
}

const roomsOf = (option: Pick<OptionInput, 'rooms'>, rooms: readonly NamedRoom[]) =>
  rooms.filter(({ id }) => option.rooms.includes(id))

/** Returns why the options cannot name their rooms, or null if they can (R37.9). */
function roomProblem(wanted: readonly OptionInput[], rooms: readonly NamedRoom[]): string | null {
  for (const [index, option] of wanted.entries()) {
    if (option.rooms.length === 0) continue
    if (option.kind !== 'lodging')
      return `“${option.name}” is an extra, and only lodging can have rooms. Please remove its rooms`
    if (roomsOf(option, rooms).length < option.rooms.length)
      return `“${option.name}” has a room that was deleted. Please take this room out of it`
    for (const other of wanted.slice(0, index)) {
      const [room] = roomsOf({ rooms: other.rooms.filter((id) => option.rooms.includes(id)) }, rooms)
      if (room)
        return `“${other.name}” and “${option.name}” both have the room “${room.name}”. Please take it out of one of them`
    }
  }
  return null
}
