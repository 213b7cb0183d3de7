/** Formats calendar days and instants, always on the ranch's clock. */
import { type Day, RANCH_ZONE, ranchDay } from './days.ts'

// Creates each formatter once, because that takes longer than rendering the rest of an event's card.
const formatter = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const MONTH_DAY = formatter({ month: 'short', day: 'numeric' })
const MONTH_DAY_YEAR = formatter({ month: 'short', day: 'numeric', year: 'numeric' })
const WEEKDAY = formatter({ weekday: 'short', month: 'short', day: 'numeric' })
const WEEKDAY_YEAR = formatter({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
const LONG = formatter({ month: 'long', day: 'numeric', year: 'numeric' })

const format = (day: Day, as: Intl.DateTimeFormat) => as.format(new Date(`${day}T00:00:00Z`))

/** Formats a day as `"Thu, May 6, 2027"`. */
export const formatDay = (day: Day): string => format(day, WEEKDAY_YEAR)

/** Formats a day as `"Thu, May 6"`, for places where the year is already shown. */
export const formatDayOfYear = (day: Day): string => format(day, WEEKDAY)

/** Formats a day as `"May 6"`, for short labels. */
export const formatMonthDay = (day: Day): string => format(day, MONTH_DAY)

/** Formats a day as `"May 6, 2027"`, with the month in full (R11.5). */
export const formatDayLong = (day: Day): string => format(day, LONG)

/**
 * Formats a range as `"Thu, May 6 – Mon, May 10, 2027"`. Shows the year once unless the range spans two
 * years.
 */
export function formatDayRange(start: Day, end: Day): string {
  if (start === end) return formatDay(start)
  const sameYear = start.slice(0, 4) === end.slice(0, 4)
  const first = sameYear ? format(start, WEEKDAY) : formatDay(start)
  return `${first} – ${formatDay(end)}`
}

interface OwnDates {
  startDate: string
  startDateDate: Day
  endDate: string
  endDateDate: Day
}

/**
 * Joins the texts for an event's first and last day as an admin typed them in the event form, without
 * repeating the day or the year. Example: `"Thu, May 6, from 3 PM – Mon, May 10, 2027, until 11 AM"`.
 */
export function formatOwnDates({ startDate, startDateDate, endDate, endDateDate }: OwnDates): string {
  if (startDate === endDate) return startDate
  const [first, last] = [formatDay(startDateDate), formatDay(endDateDate)]
  if (
    startDateDate < endDateDate &&
    startDateDate.slice(0, 4) === endDateDate.slice(0, 4) &&
    startDate.startsWith(first) &&
    endDate.startsWith(last)
  )
    return `${formatDayOfYear(startDateDate)}${startDate.slice(first.length)} – ${endDate}`
  const named = [formatDay, formatDayOfYear].map((inWords) => inWords(startDateDate))
  const twice =
    startDateDate === endDateDate &&
    named.find((day) => [startDate, endDate].every((words) => words.startsWith(day)))
  return `${startDate} – ${twice ? endDate.slice(twice.length).replace(/^[,\s]+/, '') : endDate}`
}

/**
 * Returns the admin's texts if they name both days and the year. Otherwise returns the dates and then these
 * texts.
 */
export function formatStayDates(event: OwnDates): string {
  const { startDateDate, endDateDate } = event
  const startDate = withYear(event.startDate, startDateDate)
  const own = formatOwnDates({ ...event, startDate, endDate: withYear(event.endDate, endDateDate) })
  if (own.startsWith(formatDayOfYear(startDateDate)) && own.includes(endDateDate.slice(0, 4))) return own
  return `${formatDayRange(startDateDate, endDateDate)} (${formatOwnDates(event)})`
}

/**
 * Adds the year after the day: `"Sat, Feb 20, from 3 PM"` → `"Sat, Feb 20, 2027, from 3 PM"`. Returns other
 * texts unchanged.
 */
function withYear(words: string, day: Day): string {
  const short = formatDayOfYear(day)
  const lacksYear = words.startsWith(short) && !words.includes(day.slice(0, 4))
  return lacksYear ? formatDay(day) + words.slice(short.length) : words
}

/** Formats a range as `"May 6 – 10, 2027"`, the short form for cards. */
export function formatDayRangeShort(start: Day, end: Day): string {
  const long = (day: Day) => format(day, MONTH_DAY_YEAR)
  if (start === end) return long(start)
  if (start.slice(0, 4) !== end.slice(0, 4)) return `${long(start)} – ${long(end)}`
  const first = format(start, MONTH_DAY)
  if (start.slice(0, 7) === end.slice(0, 7)) return `${first} – ${Number(end.slice(8))}, ${end.slice(0, 4)}`
  return `${first} – ${long(end)}`
}

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: RANCH_ZONE })

/**
 * Formats a time as `"9:40 AM"` on the ranch's clock, with a plain space. Servers and browsers disagree on
 * the kind of space before AM.
 */
export const formatTime = (instant: Date): string => TIME.format(instant).replaceAll(/\s/g, ' ')

/** Formats the ranch day of an instant as `"Thu, May 6, 2027"`. */
export const formatDayOf = (instant: Date | string): string => formatDay(ranchDay(new Date(instant)))

/** Formats an instant as `"Thu, May 6, 2027, 9:40 AM"`. */
export const formatInstant = (instant: Date | string): string =>
  `${formatDayOf(instant)}, ${formatTime(new Date(instant))}`
