/**
 * Calendar days at the ranch. A `Day` is a date without a time (`yyyy-mm-dd`); all arithmetic is on
 * calendar days, so "30 days before" stays 30 days across a daylight-saving change (R3.4).
 */
import { TZDate } from '@date-fns/tz'

/** `yyyy-mm-dd` at the ranch. Two days compare with `<` as text. */
export type Day = string

/** The ranch's time zone. */
export const RANCH_ZONE = 'America/Denver'

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/
const MS_PER_DAY = 86_400_000

/** Whether the text is a real calendar day (`2027-02-30` is not, nor is any of the year 0). */
export function isDay(text: string): boolean {
  if (!DAY_PATTERN.test(text) || text.startsWith('0000')) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** Clocks everywhere are set by quarters of an hour: within one of them the day is the same. */
const QUARTER_MS = 900_000
let lastDay: { quarter: number; day: Day } | null = null

/** The calendar day at the ranch at an instant. Remembers the last one: one request asks many times, mostly for now. */
export function ranchDay(instant: Date): Day {
  const quarter = Math.floor(instant.getTime() / QUARTER_MS)
  if (lastDay?.quarter !== quarter) lastDay = { quarter, day: dayAt(instant) }
  return lastDay.day
}

function dayAt(instant: Date): Day {
  const local = new TZDate(instant, RANCH_ZONE)
  const month = String(local.getMonth() + 1).padStart(2, '0')
  const day = String(local.getDate()).padStart(2, '0')
  return `${local.getFullYear()}-${month}-${day}`
}

/** The instant at which a day begins at the ranch, or that its clock shows an hour and minute later. */
export function ranchInstant(day: Day, hour = 0, minute = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, date, hour, minute, 0, RANCH_ZONE).getTime())
}

/** The ranch's day whose nightly work is due: from this hour on its own, before that the day before's. */
export function nightOf(now: Date, fromHour: number): Day {
  const day = ranchDay(now)
  return now < ranchInstant(day, fromHour) ? addDays(day, -1) : day
}

/** The instant of a time of day (`hh:mm`) on the ranch's clock; one that the change to summer time leaves out is an hour later. */
export function ranchTimeInstant(day: Day, time: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new Date(new TZDate(year, month - 1, date, hour, minute, 0, RANCH_ZONE).getTime())
}

/** The day `count` calendar days later (earlier when negative). */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * MS_PER_DAY).toISOString().slice(0, 10)
}

/** Whole calendar days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS_PER_DAY)
}

// The formatters are made once: making one takes longer than all else on a page's card.
const formatter = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const MONTH_DAY = formatter({ month: 'short', day: 'numeric' })
const MONTH_DAY_YEAR = formatter({ month: 'short', day: 'numeric', year: 'numeric' })
const WEEKDAY = formatter({ weekday: 'short', month: 'short', day: 'numeric' })
const WEEKDAY_YEAR = formatter({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
const LONG = formatter({ month: 'long', day: 'numeric', year: 'numeric' })

const format = (day: Day, as: Intl.DateTimeFormat) => as.format(new Date(`${day}T00:00:00Z`))

/** `"Thu, May 6, 2027"`. */
export function formatDay(day: Day): string {
  return format(day, WEEKDAY_YEAR)
}

/** `"Thu, May 6"`: where the year is told elsewhere. */
export function formatDayOfYear(day: Day): string {
  return format(day, WEEKDAY)
}

/** `"May 6, 2027"`, with the month in full (R11.5). */
export function formatDayLong(day: Day): string {
  return format(day, LONG)
}

/** `"Thu, May 6 – Mon, May 10, 2027"`: the year once, unless it changes between the two. */
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
 * An event's dates in the owner's own words, which may name hours: `"Thu, May 6, from 3 PM – Mon, May 10, 2027, until 11 AM"`.
 * One day is named once, and so is the year.
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

/** `"May 6 – 10, 2027"`: the short form on cards. */
export function formatDayRangeShort(start: Day, end: Day): string {
  const long = (day: Day) => format(day, MONTH_DAY_YEAR)
  if (start === end) return long(start)
  if (start.slice(0, 4) !== end.slice(0, 4)) return `${long(start)} – ${long(end)}`
  const first = format(start, MONTH_DAY)
  if (start.slice(0, 7) === end.slice(0, 7)) return `${first} – ${Number(end.slice(8))}, ${end.slice(0, 4)}`
  return `${first} – ${long(end)}`
}

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: RANCH_ZONE })

/** `"9:40 AM"`, on the clock at the ranch. Server and browser disagree about the space before AM: here it is a plain one. */
export function formatTime(instant: Date): string {
  return TIME.format(instant).replaceAll(/\s/g, ' ')
}

/** `"Thu, May 6, 2027"`: the day of an instant at the ranch. */
export const formatDayOf = (instant: Date | string): string => formatDay(ranchDay(new Date(instant)))

/** `"Thu, May 6, 2027, 9:40 AM"`. */
export const formatInstant = (instant: Date | string): string =>
  `${formatDayOf(instant)}, ${formatTime(new Date(instant))}`
