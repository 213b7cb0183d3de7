/** Months as text, their weeks from Sunday, and nothing of the browser's clock. */
import { addDays, type Day, isDay } from './days.ts'

/** `yyyy-mm`. Two months compare with `<` as text. */
export type Month = string

export const monthOf = (day: Day): Month => day.slice(0, 7)
export const firstOf = (month: Month): Day => `${month}-01`
export const lastOf = (month: Month): Day => addDays(firstOf(addMonths(month, 1)), -1)

/** True when the board can show it: a real month whose neighbors are days that text can tell too. */
export const isMonth = (text: string): boolean => isDay(`${text}-01`) && text > '0001-01' && text < '9999-12'

/** The month `count` months later (earlier when negative). */
export function addMonths(month: Month, count: number): Month {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count
  const year = String(Math.floor(months / 12)).padStart(4, '0')
  return `${year}-${String((months % 12) + 1).padStart(2, '0')}`
}

const TITLE = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `"May 2027"`. */
export const monthTitle = (month: Month): string => TITLE.format(new Date(`${month}-01T00:00:00Z`))

/** 0 (Sunday) through 6. */
export const weekday = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The weeks that hold a day of the month, each from Sunday through Saturday, neighbors' days included. */
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

/** The same day of another month, or that month's last one where it is shorter. */
export function sameDayIn(month: Month, day: Day): Day {
  const wanted = `${month}-${day.slice(8)}`
  const last = lastOf(month)
  return wanted < last ? wanted : last
}
