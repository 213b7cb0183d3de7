/** Where a key leads from a day (WAI-ARIA Authoring Practices, "Grid" and its calendars). */
import { addDays, type Day } from '#shared/days.ts'
import { addMonths, firstOf, lastOf, monthOf, sameDayIn, weekday } from './months.ts'

interface Key {
  key: string
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
  metaKey: boolean
}

const DAYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const MONTHS: Record<string, number> = { PageUp: -1, PageDown: 1 }

/**
 * The day to go to, or null for a key that means nothing here. Arrows and pages may leave the month (with Shift a
 * page is a year); Home and End stay within the week's own days of the month, with Ctrl within the month.
 */
export function dayForKey(day: Day, { key, ctrlKey, shiftKey, altKey, metaKey }: Key): Day | null {
  if (altKey || metaKey) return null
  const month = monthOf(day)
  const months = MONTHS[key]
  if (months !== undefined)
    return ctrlKey ? null : sameDayIn(addMonths(month, shiftKey ? 12 * months : months), day)
  if (shiftKey) return null
  if (key === 'Home') return ctrlKey ? firstOf(month) : later(addDays(day, -weekday(day)), firstOf(month))
  if (key === 'End') return ctrlKey ? lastOf(month) : earlier(addDays(day, 6 - weekday(day)), lastOf(month))
  const days = DAYS[key]
  return days === undefined || ctrlKey ? null : addDays(day, days)
}

const earlier = (a: Day, b: Day) => (a < b ? a : b)
const later = (a: Day, b: Day) => (a > b ? a : b)
