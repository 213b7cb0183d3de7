/** The day of a month that the keyboard is on, and where a key leads from it (WAI-ARIA Authoring Practices, "Grid" and its calendars). */
import { useLayoutEffect, useState } from 'react'
import { addDays, type Day } from '#shared/days.ts'
import { addMonths, firstOf, lastOf, type Month, monthOf, sameDayIn, weekday } from '#shared/months.ts'

export type ActiveDay = ReturnType<typeof useActiveDay>

interface Board {
  /** Of the board: its days are `cellId`s. */
  id: string
  month: Month
  today: Day
  onMonth: (month: Month) => void
}

export const cellId = (id: string, day: Day) => `${id}-${day}`

/** The roving tabindex of a month: one day is in the tab order, and the focus follows the keys across months. */
export function useActiveDay({ id, month, today, onMonth }: Board) {
  const [{ wanted, following }, setWanted] = useState({ wanted: today, following: false })
  const there = monthOf(wanted) === month
  // The focus moves with the commit, not after it: a key pressed in between would find the focus on nothing.
  useLayoutEffect(() => {
    if (following && there) document.getElementById(cellId(id, wanted))?.focus()
  }, [id, wanted, following, there])
  return {
    /** The one day of the month that the tab key reaches. */
    day: there ? wanted : monthOf(today) === month ? today : firstOf(month),
    /** Where the keys go on from: the day that is wanted, also while its month is on its way. */
    from: (focused: Day) => (following ? wanted : focused),
    /** The focus goes there, once its month is shown. */
    goTo: (day: Day) => {
      setWanted({ wanted: day, following: true })
      if (monthOf(day) !== month) onMonth(monthOf(day))
    },
    /** Makes this the active day; the focus stays where it is. */
    rest: (day: Day) => setWanted({ wanted: day, following: false }),
  }
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'>

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
