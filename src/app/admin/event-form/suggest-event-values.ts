/**
 * Suggests values for fields of the event form. The suggestions for a field end when an admin types another
 * value. Has no side effects.
 */
import { changedIn } from '#shared/collections.ts'
import { addDays, daysBetween, isDay, type Day } from '#shared/days.ts'
import { formatDay, formatDayOfYear } from '#shared/format-days.ts'
import { searchable } from '#shared/folding.ts'
import type { EventValues } from './values.ts'

const LONGEST = 60

/**
 * Turns `"Leather & Light"` into `"leather-and-light"`. Returns "" if no character of the name can be in a
 * URL.
 */
export function suggestUrlName(name: string): string {
  const words = searchable(name.replaceAll('&', ' and '))
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const fitting = words.filter((_, at) => words.slice(0, at + 1).join('-').length <= LONGEST)
  return fitting.join('-') || (words[0] ?? '').slice(0, LONGEST)
}

/**
 * Returns a url name for a copied event: its name with month and year, because the original event already
 * uses the name alone. Returns "" if the copy has no start day.
 */
export function suggestCopyName(name: string, start: string): string {
  if (!isDay(start)) return ''
  const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${start}T00:00:00Z`),
  )
  return `${suggestUrlName(name)}-${month.toLowerCase()}-${start.slice(0, 4)}`
}

/**
 * Updates the text that describes a date when the date changes. In `"Thu, May 6, from 3 PM"` only the date is
 * replaced, and other text stays. `before` is the last complete date before the change, or empty. `after` can
 * be incomplete, because the admin may still be typing.
 */
export function followDay(text: string, before: string, after: string): string {
  if (!isDay(after)) return text
  if (text.trim() === '') return formatDayOfYear(after)
  if (!isDay(before)) return text
  // Tries the date with its year first. "Thu, May 6, 2027" also begins with "Thu, May 6", so the other order
  // would leave the old year in the text.
  const words = [formatDay, formatDayOfYear].find((inWords) => beginsWith(text, inWords(before)))
  return words ? words(after) + text.slice(words(before).length) : text
}

/** Returns true if `text` begins with the date `words`. "May 60" does not count as "May 6". */
function beginsWith(text: string, words: string): boolean {
  return text.startsWith(words) && !/^\d/.test(text.slice(words.length))
}

export function suggestEnd(start: string, original: Days): string {
  return isDay(start) ? addDays(start, daysBetween(original.start, original.end)) : ''
}

export interface Days {
  start: Day
  end: Day
}

export type FormPurpose = { kind: 'new' } | { kind: 'copy'; of: number; days: Days } | { kind: 'edit' }

type Followed = Pick<
  EventValues,
  'name' | 'urlName' | 'startDateDate' | 'endDateDate' | 'startDate' | 'endDate'
>

interface Change {
  before: Followed
  after: Followed
  /**
   * The most recent complete first and last day. While an admin types, a date can be incomplete for a moment.
   */
  known: Days
}

/**
 * Returns the values to suggest after the event's name or a date changed. Leaves out fields whose value an
 * admin has typed.
 */
export function follow({ before, after, known }: Change, making: FormPurpose): Partial<Followed> {
  const end = followEnd(after, known, making)
  return changedIn<Followed>(after, {
    ...after,
    endDateDate: end,
    urlName: followName(before, after, making),
    startDate: followDay(after.startDate, known.start, after.startDateDate),
    endDate: followDay(after.endDate, known.end, end),
  })
}

/**
 * Longer than any retreat, in days. An event that seems so long has a first day that is only half typed. So
 * it does not keep this length when the first day moves past the last day.
 */
const TOO_LONG = 31

/**
 * Suggests a copied event's last day until an admin chooses another. Also moves the last day if the first day
 * moves past it.
 */
function followEnd({ startDateDate, endDateDate }: Followed, known: Days, making: FormPurpose): string {
  if (!isDay(startDateDate)) return endDateDate
  if (making.kind === 'copy' && (endDateDate === '' || endDateDate === suggestEnd(known.start, making.days)))
    return suggestEnd(startDateDate, making.days)
  if (!isDay(endDateDate) || startDateDate <= endDateDate) return endDateDate
  const days = isDay(known.start) ? daysBetween(known.start, endDateDate) : 0
  return addDays(startDateDate, days > 0 && days < TOO_LONG ? days : 0)
}

/** Suggests a url name for new events only. A saved event keeps its address, because guests have the link. */
function followName(before: Followed, after: Followed, making: FormPurpose): string {
  if (making.kind === 'edit') return after.urlName
  const proposed = ({ name, startDateDate }: Followed) =>
    making.kind === 'copy' ? suggestCopyName(name, startDateDate) : suggestUrlName(name)
  return after.urlName === '' || after.urlName === proposed(before) ? proposed(after) : after.urlName
}
