import { useLayoutEffect, useState } from 'react'
import type { Day } from '#shared/days.ts'
import { firstOf, type Month, monthOf } from './months.ts'

export interface ActiveDay {
  /** The one day of the month that the tab key reaches. */
  day: Day
  /** Where the keys go on from: the day that is wanted, also while its month is on its way. */
  from: (focused: Day) => Day
  /** The focus goes there, once its month is shown. */
  goTo: (day: Day) => void
  /** Makes this the active day; the focus stays where it is. */
  rest: (day: Day) => void
}

interface Board {
  /** Of the board: its days are `cellId`s. */
  id: string
  month: Month
  today: Day
  onMonth: (month: Month) => void
}

export const cellId = (id: string, day: Day) => `${id}-${day}`

/** The roving tabindex of a month: one day is in the tab order, and the focus follows the keys across months. */
export function useActiveDay({ id, month, today, onMonth }: Board): ActiveDay {
  const [{ wanted, following }, setWanted] = useState({ wanted: today, following: false })
  const there = monthOf(wanted) === month
  // With the commit, not after it: a key pressed in between would find the focus on nothing.
  useLayoutEffect(() => {
    if (following && there) document.getElementById(cellId(id, wanted))?.focus()
  }, [id, wanted, following, there])
  return {
    day: there ? wanted : monthOf(today) === month ? today : firstOf(month),
    from: (focused) => (following ? wanted : focused),
    goTo: (day) => {
      setWanted({ wanted: day, following: true })
      if (monthOf(day) !== month) onMonth(monthOf(day))
    },
    rest: (day) => setWanted({ wanted: day, following: false }),
  }
}
