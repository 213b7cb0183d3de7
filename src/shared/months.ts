/** Months as text and their weeks from Sunday, independent of the browser's time zone. */
import { addDays, type Day, isDay } from './days.ts'

/** A month as `yyyy-mm`. Two months compare with `<` as text. */
export type Month = string

export const monthOf = (day: Day): Month => day.slice(0, 7)
export const firstOf = (month: Month): Day => `${month}-01`
export const lastOf = (month: Month): Day => addDays(firstOf(addMonths(month, 1)), -1)

/**
 * Returns true for a month that the calendar can show: the months before and after it must have valid days.
 */
export const isMonth = (text: string): boolean => isDay(`${text}-01`) && text > '0001-01' && text < '9999-12'

/** Returns the month `count` months later, or earlier if negative. */
export function addMonths(month: Month, count: number): Month {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count
  const year = String(Math.floor(months / 12)).padStart(4, '0')
  return `${year}-${String((months % 12) + 1).padStart(2, '0')}`
}

const TITLE = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats a month as `"May 2027"`. */
export const monthTitle = (month: Month): string => TITLE.format(new Date(`${month}-01T00:00:00Z`))

const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** Abbreviates a month's name: `2027-05` becomes `"May"`. */
export const monthShort = (month: Month): string => SHORT.format(new Date(`${month}-01T00:00:00Z`))

export const weekday = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/**
 * Returns all weeks with a day of the month, from Sunday through Saturday, including days of neighboring
 * months.
 */
export function weeksOf(month: Month): Day[][] {
  const last = lastOf(month)
  const weeks: Day[][] = []
  let sunday = addDays(firstOf(month), -weekday(firstOf(month)))
  while (sunday <= last) {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(sunday, at)))
    sunday = addDays(sunday, 7)
  }
  return weeks
}

/** Returns the same day of another month, or that month's last day if it is shorter. */
export function sameDayIn(month: Month, day: Day): Day {
  const wanted = `${month}-${day.slice(8)}`
  const last = lastOf(month)
  return wanted < last ? wanted : last
}
