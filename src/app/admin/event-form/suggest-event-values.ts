/** Suggests values for the event form until an admin types other values. Has no side effects. */
import { changedIn } from '#shared/collections.ts'
import { addDays, daysBetween, isDay, type Day } from '#shared/days.ts'
import { formatDay, formatDayOfYear } from '#shared/format-days.ts'
import { searchable } from '#shared/folding.ts'
import type { EventValues } from './values.ts'

const LONGEST = 60

/**
 * Turns `"Leather & Light"` into `"leather-and-light"`. Returns "" if no character of the name fits in an address.
 */
export function suggestUrlName(name: string): string {
  const words = searchable(name.replaceAll('&', ' and '))
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const fitting = words.filter((_, at) => words.slice(0, at + 1).join('-').length <= LONGEST)
  return fitting.join('-') || (words[0] ?? '').slice(0, LONGEST)
}

/**
 * Returns a url name for a copy: the name with the month and year of its start, because the original event
 * already uses the name alone. Returns "" without a start.
 */
export function suggestCopyName(name: string, start: string): string {
  if (!isDay(start)) return ''
  const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${start}T00:00:00Z`),
  )
  return `${suggestUrlName(name)}-${month.toLowerCase()}-${start.slice(0, 4)}`
}

/**
 * Updates the text that describes a date when the date changes. In `"Thu, May 6, from 3 PM"` only the date
 * changes, and an admin's own text stays unchanged. `before` is the last complete date before the change, or
 * empty. `after` may be half typed.
 */
export function followDay(text: string, before: string, after: string): string {
  if (!isDay(after)) return text
  if (text.trim() === '') return formatDayOfYear(after)
  if (!isDay(before)) return text
  // A text with a year also begins with the short form, so look for the form with a year first.
  const words = [formatDay, formatDayOfYear].find((inWords) => beginsWith(text, inWords(before)))
  return words ? words(after) + text.slice(words(before).length) : text
}

/** Returns true if `text` begins with the date `words`. "May 60" does not begin with "May 6". */
function beginsWith(text: string, words: string): boolean {
  return text.startsWith(words) && !/^\d/.test(text.slice(words.length))
}

/** Returns a copy's last day, so that the copy is as long as the original. Returns "" without a start. */
export function suggestEnd(start: string, original: Days): string {
  return isDay(start) ? addDays(start, daysBetween(original.start, original.end)) : ''
}

export interface Days {
  start: Day
  end: Day
}

/** Whether the form creates an event, copies one to new days, or edits one. */
export type FormPurpose = { kind: 'new' } | { kind: 'copy'; of: number; days: Days } | { kind: 'edit' }

type Followed = Pick<
  EventValues,
  'name' | 'urlName' | 'startDateDate' | 'endDateDate' | 'startDate' | 'endDate'
>

interface Change {
  before: Followed
  after: Followed
  /** The last complete days. A half-typed date is not a valid day, so it does not count. */
  known: Days
}

/**
 * Returns the suggestions that follow from a changed name or date. Only fields that still hold the old suggestion
 * change.
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
 * More days than any retreat lasts. If the last day is further away, the previous first day was only half
 * typed.
 */
const TOO_LONG = 31

/**
 * Suggests the last day of a copy until the admin chooses another. If the first day moves past the last day,
 * the last day moves too.
 */
function followEnd({ startDateDate, endDateDate }: Followed, known: Days, making: FormPurpose): string {
  if (!isDay(startDateDate)) return endDateDate
  if (making.kind === 'copy' && (endDateDate === '' || endDateDate === suggestEnd(known.start, making.days)))
    return suggestEnd(startDateDate, making.days)
  if (!isDay(endDateDate) || startDateDate <= endDateDate) return endDateDate
  const days = isDay(known.start) ? daysBetween(known.start, endDateDate) : 0
  return addDays(startDateDate, days > 0 && days < TOO_LONG ? days : 0)
}

/** Suggests a url name for new events only. A published address never changes, because guests have it. */
function followName(before: Followed, after: Followed, making: FormPurpose): string {
  if (making.kind === 'edit') return after.urlName
  const proposed = ({ name, startDateDate }: Followed) =>
    making.kind === 'copy' ? suggestCopyName(name, startDateDate) : suggestUrlName(name)
  return after.urlName === '' || after.urlName === proposed(before) ? proposed(after) : after.urlName
}
