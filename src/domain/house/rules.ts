/** Rules for what shares the house (R61.1). Pure. All days are ranch days. */
import { addDays, type Day } from '#shared/days.ts'
import { formatDayRangeShort } from '#shared/format-days.ts'
import type { HouseEntry } from './contract.ts'

/** The first and the last day of a stay. Guests arrive on the first day and leave on the last. */
export interface StayDays {
  start: Day
  end: Day
}

/**
 * Returns the day on which the house is free again. A stay of one day counts as one night, because its guests use the
 * house in the evening too.
 */
const freeFrom = ({ start, end }: StayDays): Day => (end > start ? end : addDays(start, 1))

/**
 * Returns true if two stays share a night. One stay may begin on the day on which the other ends, because its guests
 * leave before the next ones arrive.
 */
export const sharesNight = (one: StayDays, other: StayDays): boolean =>
  one.start < freeFrom(other) && other.start < freeFrom(one)

/** The largest number of entries that a message names. */
const MOST_NAMED = 3

const list = new Intl.ListFormat('en-US')

/** Returns the message for dates that are taken. Names what is on them, and says what the caller can do. */
export function describeTaken(overlaps: readonly HouseEntry[]): string {
  const named = overlaps.slice(0, MOST_NAMED).map(describeEntry)
  const more = overlaps.length - named.length
  const all = list.format(more > 0 ? [...named, `${more} more`] : named)
  return `Something else is on these dates: ${all}. Nothing was saved. Please choose other dates, or save the event all the same.`
}

const describeEntry = ({ title, start, end }: HouseEntry) => `“${title}” (${formatDayRangeShort(start, end)})`
