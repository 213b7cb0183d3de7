import { useCallback, useRef, useState } from 'react'
import { type CalendarEvent, getCalendarEvents } from '#features/calendar/contract.ts'
import { browserCall } from '#web/browser-call.ts'
import { Changes } from './changes.ts'

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
