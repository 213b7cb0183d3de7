import { useEffect, useState, useSyncExternalStore } from 'react'
import { getCalendarRetreats } from '#features/calendar/contract.ts'
import {
  failureOf,
  isBusy,
  openRetreatBook,
  type ReadRetreats,
  type Wanted,
} from '#features/calendar/ui/retreats/retreat-book.ts'
import type { Known } from '#features/calendar/ui/retreats/stretches.ts'
import { browserCall } from '#web/browser-call.ts'

const read: ReadRetreats = ({ start, end }) =>
  browserCall(getCalendarRetreats, { query: { from: start, to: end } })

const openedWith = (given: Known) => ({ given, book: openRetreatBook(given, read) })

/** The retreats that came with the page, and those of the days that it came to want. Give the same `wanted` while it is. */
export function useRetreats(given: Known, wanted: Wanted) {
  const [opened, setOpened] = useState(() => openedWith(given))
  // The data was read anew: it replaces the changes made here.
  if (opened.given !== given) setOpened(openedWith(given))
  const { book } = opened
  const now = useSyncExternalStore(book.onChange, book.now, book.now)
  useEffect(() => book.want(wanted), [book, wanted])
  return {
    retreats: now.list,
    busy: isBusy(now, wanted),
    failure: failureOf(now, wanted),
    again: book.again,
  }
}
