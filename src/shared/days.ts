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

/** True when the text is a real calendar day (`2027-02-30` is not, nor is any of the year 0). */
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
  const [hour, minute] = time.split(':').map(Number)
  return ranchInstant(day, hour, minute)
}

/** The day `count` calendar days later (earlier when negative). */
export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * MS_PER_DAY).toISOString().slice(0, 10)

/** Whole calendar days from one day to another; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS_PER_DAY)
