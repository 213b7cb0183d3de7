/** The proposals of the event form until somebody writes their own. Pure. */
import { changedIn } from '#shared/collections.ts'
import { addDays, daysBetween, isDay, type Day } from '#shared/days.ts'
import { formatDay, formatDayOfYear } from '#shared/format-days.ts'
import { searchable } from '#shared/folding.ts'
import type { EventValues } from './values.ts'

const LONGEST = 60

/** `"Leather & Light"` → `"leather-and-light"`; empty when nothing of the name can stand in an address. */
export function suggestUrlName(name: string): string {
  const words = searchable(name.replaceAll('&', ' and '))
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const fitting = words.filter((_, at) => words.slice(0, at + 1).join('-').length <= LONGEST)
  return fitting.join('-') || (words[0] ?? '').slice(0, LONGEST)
}

/** The address of a copy: with the month of its new dates, since the name alone is taken; empty before there are any. */
export function suggestCopyName(name: string, start: string): string {
  if (!isDay(start)) return ''
  const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${start}T00:00:00Z`),
  )
  return `${suggestUrlName(name)}-${month.toLowerCase()}-${start.slice(0, 4)}`
}

/**
 * The words beside a date once the date is another: `"Thu, May 6, from 3 PM"` keeps its end, words of somebody's own
 * stay as they are. `before` is the last day that was there, empty for none; `after` may be no day yet.
 */
export function followDay(text: string, before: string, after: string): string {
  if (!isDay(after)) return text
  if (text.trim() === '') return formatDayOfYear(after)
  if (!isDay(before)) return text
  // The day with its year, where that was typed, begins alike.
  const words = [formatDay, formatDayOfYear].find((inWords) => beginsWith(text, inWords(before)))
  return words ? words(after) + text.slice(words(before).length) : text
}

/** Not `"May 6"` in `"May 60"`. */
function beginsWith(text: string, words: string): boolean {
  return text.startsWith(words) && !/^\d/.test(text.slice(words.length))
}

/** A copy's last day: as many days after its first as in the event that was copied. */
export function suggestEnd(start: string, original: Days): string {
  return isDay(start) ? addDays(start, daysBetween(original.start, original.end)) : ''
}

export interface Days {
  start: Day
  end: Day
}

/** The purpose of the form: a new event, one like another on new days, or changes of one that is there. */
export type Making = { kind: 'new' } | { kind: 'copy'; of: number; days: Days } | { kind: 'edit' }

type Followed = Pick<
  EventValues,
  'name' | 'urlName' | 'startDateDate' | 'endDateDate' | 'startDate' | 'endDate'
>

interface Change {
  before: Followed
  after: Followed
  /** The last days that were there; a date that is being typed is none for a while. */
  known: Days
}

/** The proposals that follow a changed name or date: only fields that are still as proposed change. */
export function follow({ before, after, known }: Change, making: Making): Partial<Followed> {
  const end = followEnd(after, known, making)
  return changedIn<Followed>(after, {
    ...after,
    endDateDate: end,
    urlName: followName(before, after, making),
    startDate: followDay(after.startDate, known.start, after.startDateDate),
    endDate: followDay(after.endDate, known.end, end),
  })
}

/** More days than a retreat has: the day before was one on the way to being typed. */
const TOO_LONG = 31

/** A copy's last day is as proposed until somebody chooses another; a first day that moves past it takes any along. */
function followEnd({ startDateDate, endDateDate }: Followed, known: Days, making: Making): string {
  if (!isDay(startDateDate)) return endDateDate
  if (making.kind === 'copy' && (endDateDate === '' || endDateDate === suggestEnd(known.start, making.days)))
    return suggestEnd(startDateDate, making.days)
  if (!isDay(endDateDate) || startDateDate <= endDateDate) return endDateDate
  const days = isDay(known.start) ? daysBetween(known.start, endDateDate) : 0
  return addDays(startDateDate, days > 0 && days < TOO_LONG ? days : 0)
}

/** A published address stays: people have it. */
function followName(before: Followed, after: Followed, making: Making): string {
  if (making.kind === 'edit') return after.urlName
  const proposed = ({ name, startDateDate }: Followed) =>
    making.kind === 'copy' ? suggestCopyName(name, startDateDate) : suggestUrlName(name)
  return after.urlName === '' || after.urlName === proposed(before) ? proposed(after) : after.urlName
}
