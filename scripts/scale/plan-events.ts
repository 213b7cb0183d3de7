/** Which events there are, and how many sign up for each, by chance that comes out the same for the same seed. Pure. */
import type { randomUUID } from 'node:crypto'
import { addDays, type Day } from '#shared/days.ts'
import { randomFrom } from '#testing/seeds.ts'

export interface Size {
  events: number
  reservations: number
  seed: number
}

export interface PlannedEvent {
  /** From 1 on; also its number in the database. */
  id: number
  start: Day
  end: Day
  cost: number
  /** Spots beyond those that are taken. */
  free: number
  /** How many sign-ups, those that ended too. */
  guests: number
  password: string | null
  cancelled: boolean
  waiting: number
}

/** One event a day, the last twentieth of them ahead. */
const SHARE_AHEAD = 1 / 20
const LEAST_AHEAD = 4
/** The one event with very many guests: at most so many, and a tenth of all. */
const MANY = 1000
const COSTS = [0, 25_000, 45_000, 60_000, 90_000, 90_001, 120_000] as const

export const countAhead = (events: number) =>
  Math.min(events, Math.max(LEAST_AHEAD, Math.round(events * SHARE_AHEAD)))

/** Days until the event with very many guests, where there are as many. */
const BIG_AHEAD = 40

export const bigEventId = (events: number) =>
  events - countAhead(events) + Math.min(countAhead(events), BIG_AHEAD)

export const manyGuests = (reservations: number) => Math.min(MANY, Math.floor(reservations / 10))

/** All events in the order of their days; the guests of all together are exactly as many as were asked for. */
export function planEvents({ events, reservations }: Size, today: Day, chance: Chance): PlannedEvent[] {
  const first = addDays(today, countAhead(events) - events)
  const big = bigEventId(events)
  const many = manyGuests(reservations)
  const shares = spreadOver(reservations - many, events - 1, chance)
  return Array.from({ length: events }, (_, index) => {
    const id = index + 1
    const guests = id === big ? many : (shares[index > big - 1 ? index - 1 : index] ?? 0)
    const start = addDays(first, index)
    const cancelled = id !== big && chance.happens(0.01)
    const free = cancelled || chance.happens(0.7) ? chance.between(1, 6) : 0
    return {
      id,
      start,
      end: addDays(start, chance.between(0, 4)),
      cost: id === big ? 90_000 : chance.pick(COSTS),
      free,
      guests,
      password: id !== big && chance.happens(0.1) ? `Yucca ${id}` : null,
      cancelled,
      // Nobody waits for what can be had.
      waiting: free === 0 ? chance.between(1, 4) : 0,
    }
  })
}

/** Whole shares that differ by chance and add up exactly. */
function spreadOver(total: number, count: number, chance: Chance): number[] {
  if (count <= 0) return []
  const weights = Array.from({ length: count }, () => 0.4 + chance.next() * 1.2)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  let weighed = 0
  let given = 0
  return weights.map((weight) => {
    weighed += weight
    const share = Math.round((weighed / sum) * total) - given
    given += share
    return share
  })
}

/** Chance of one filling. */
export interface Chance {
  /** From 0 up to 1. */
  next(): number
  /** True so often, of 1. */
  happens(share: number): boolean
  /** A whole number of both ends' range. */
  between(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  uuid(): ReturnType<typeof randomUUID>
  /** Letters and digits. */
  text(length: number): string
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function chanceOf(seed: number): Chance {
  const next = randomFrom(seed)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const hex = (length: number) => Array.from({ length }, () => between(0, 15).toString(16)).join('')
  return {
    next,
    between,
    happens: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${between(8, 11).toString(16)}${hex(3)}-${hex(12)}`,
    text: (length) => Array.from({ length }, () => ALPHABET[between(0, ALPHABET.length - 1)]).join(''),
  }
}
