/**
 * Ranch days: calendar days in the ranch's time zone. A `Day` is a date without a time (`yyyy-mm-dd`).
 * All arithmetic counts calendar days, so "30 days before" stays 30 days across a daylight-saving change
 * (R3.4).
 */
import { TZDate } from '@date-fns/tz'

export type Day = string

export const RANCH_ZONE = 'America/Denver'

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/
const MS_PER_DAY = 86_400_000

export function isDay(text: string): boolean {
  if (!DAY_PATTERN.test(text) || text.startsWith('0000')) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/**
 * Time zones are a multiple of 15 minutes away from UTC, so a new day begins only at a full quarter of an
 * hour.
 */
const QUARTER_MS = 900_000
let lastDay: { quarter: number; day: Day } | null = null

/**
 * Returns the ranch day of an instant. Remembers the last result, because a request calls this often, mostly
 * with the current time.
 */
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

/**
 * Returns the instant when the ranch's clock shows this hour and minute on a day; by default its midnight.
 */
export function ranchInstant(day: Day, hour = 0, minute = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, date, hour, minute, 0, RANCH_ZONE).getTime())
}

/**
 * Returns the ranch day whose nightly work is due: today from `fromHour` on, and yesterday before that hour.
 */
export function nightOf(now: Date, fromHour: number): Day {
  const day = ranchDay(now)
  return now < ranchInstant(day, fromHour) ? addDays(day, -1) : day
}

/**
 * Returns the instant of a time of day (`hh:mm`) on the ranch's clock. A time that daylight saving skips
 * is moved one hour later.
 */
export function ranchTimeInstant(day: Day, time: string): Date {
  const [hour, minute] = time.split(':').map(Number)
  return ranchInstant(day, hour, minute)
}

/** Returns the day `count` calendar days later. A negative `count` gives an earlier day. */
export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * MS_PER_DAY).toISOString().slice(0, 10)

/** Returns the calendar days from one day to another. Negative if `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS_PER_DAY)
