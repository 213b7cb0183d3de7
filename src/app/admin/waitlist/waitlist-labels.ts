/** Texts about a waitlist entry's status. Has no side effects. */
import { ranchDay } from '#shared/days.ts'
import { formatDayOfYear, formatDayRangeShort, formatTime } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import type { EntryCount, WaitlistEntry } from '#domain/booking/waitlist/contract/entries.ts'

export const OVER_WORDS = {
  unconfirmed: 'Not confirmed yet',
  booked: 'Has a spot',
  declined: 'Declined',
  lapsed: 'Did not answer',
  skipped: 'Skipped',
} as const

/**
 * Says how many spots a waitlist entry wants, and why the entry waits although some spots are free. Returns
 * null for an entry that wants one spot.
 */
export function describeWanted({ state, size }: WaitlistEntry, free: number): string | null {
  if (size === 1) return null
  if (state !== 'waiting' || free <= 0 || free >= size) return plural(size, 'spot')
  return `Needs ${plural(size, 'spot')}, ${free} ${free === 1 ? 'is' : 'are'} free`
}

/**
 * Returns a waitlist entry's position or status: `"2"`, `"Offered until Fri, May 7, 12:00 PM"` or
 * `"Declined"`.
 */
export function describeState({ state, position, offerUntil }: WaitlistEntry): string {
  if (state === 'waiting') return String(position ?? '')
  if (state !== 'offered') return OVER_WORDS[state]
  if (offerUntil === null) return 'Offered'
  const until = new Date(offerUntil)
  return `Offered until ${formatDayOfYear(ranchDay(until))}, ${formatTime(until)}`
}

/**
 * Returns how many spots all waiting entries want together, such as `"for 5 spots"`. Returns "" if each entry
 * wants one spot.
 */
export const wantedInAll = ({ waiting, spotsWanted }: Pick<EntryCount, 'waiting' | 'spotsWanted'>): string =>
  spotsWanted === waiting ? '' : `for ${plural(spotsWanted, 'spot')}`

/** Returns how many entries wait, such as `"3 waiting"` or `"3 waiting for 5 spots"`. */
export const describeWaiting = (count: Pick<EntryCount, 'waiting' | 'spotsWanted'>): string =>
  `${count.waiting} waiting ${wantedInAll(count)}`.trim()

/**
 * Returns a summary of the waitlist, such as `"3 waiting for 5 spots, 1 has not confirmed their email yet."`
 */
export function describeCount({ unconfirmed, ...count }: EntryCount): string {
  const wait = describeWaiting(count)
  if (unconfirmed === 0) return `${wait}.`
  return `${wait}, ${unconfirmed} ${unconfirmed === 1 ? 'has' : 'have'} not confirmed their email yet.`
}

const number = (of: number) => of.toLocaleString('en-US')

/** Returns the range of entries that a page of the waitlist shows, such as `"51–100 of 3,005"`. */
export function describeRange({
  from,
  shown,
  found,
}: {
  from: number
  shown: number
  found: number
}): string {
  return shown === 0
    ? `None of ${number(found)}`
    : `${number(from + 1)}–${number(from + shown)} of ${number(found)}`
}

export function describeSince(createdAt: string): string {
  const day = ranchDay(new Date(createdAt))
  return formatDayRangeShort(day, day)
}
