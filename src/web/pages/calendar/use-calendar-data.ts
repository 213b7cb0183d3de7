import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type CalendarEvent, getCalendarEvents, getCalendarRetreats } from '#features/calendar/contract.ts'
import { browserCall } from '#web/browser-call.ts'
import {
  failureOf,
  isBusy,
  openRetreatBook,
  type ReadRetreats,
  type Wanted,
} from '#features/calendar/ui/retreats/retreat-book.ts'
import type { Known } from '#features/calendar/ui/retreats/stretches.ts'

interface Given {
  list: CalendarEvent[]
  /** There are more: those that ended long ago. */
  olderLeftOut: boolean
}

/** The state of the older events: shown, hidden, being read, or failed. */
export type Older = { at: 'hidden' | 'reading' | 'shown' } | { at: 'failed'; message: string }

/** The events as the page brought them, with what has become of them here since; all of them once older ones are asked for. */
export function useCalendarEvents(given: Given) {
  const [from, setFrom] = useState(given)
  const [events, setEvents] = useState(given.list)
  const [older, setOlder] = useState<Older>({ at: 'hidden' })
  const [changes] = useState(() => new Changes())
  const reads = useRef(0)
  // The data was read anew: it replaces the changes made here, and older events are hidden again.
  if (from !== given) {
    setFrom(given)
    setEvents(given.list)
    setOlder({ at: 'hidden' })
  }
  const keep = useCallback(
    (event: CalendarEvent) => {
      changes.note(event.id, event)
      setEvents((before) => [...before.filter(({ id }) => id !== event.id), event])
    },
    [changes],
  )
  const remove = useCallback(
    ({ id }: Pick<CalendarEvent, 'id'>) => {
      changes.note(id, null)
      setEvents((before) => before.filter((one) => one.id !== id))
    },
    [changes],
  )
  /** Whether they are shown now. */
  const readOlder = async (): Promise<boolean> => {
    const read = ++reads.current
    setOlder({ at: 'reading' })
    changes.forget()
    const found = await browserCall(getCalendarEvents)
    if (read !== reads.current) return false
    if (found.ok) setEvents(changes.on(found.data))
    setOlder(found.ok ? { at: 'shown' } : { at: 'failed', message: found.message })
    return found.ok
  }
  return { events, older, olderLeftOut: given.olderLeftOut && older.at !== 'shown', readOlder, keep, remove }
}

/** Changes that were made here while the events were being read: the reply may be older than they are. */
export class Changes {
  readonly #since = new Map<number, CalendarEvent | null>()

  /** The event as it is now; null: it is deleted. */
  note(id: number, event: CalendarEvent | null): void {
    this.#since.set(id, event)
  }

  forget(): void {
    this.#since.clear()
  }

  /** The events that were read, with the changes since. */
  on(found: readonly CalendarEvent[]): CalendarEvent[] {
    const changed = [...this.#since.values()].filter((event) => event !== null)
    return [...found.filter(({ id }) => !this.#since.has(id)), ...changed]
  }
}

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
