import { useCallback, useState } from 'react'
import type { CalendarEvent } from '../../../capabilities/calendar/contract.ts'

/** The events as the page brought them, with what has become of them here since. */
export function useCalendarEvents(given: CalendarEvent[]) {
  const [from, setFrom] = useState(given)
  const [events, setEvents] = useState(given)
  // Read anew: that is what stands there now.
  if (from !== given) {
    setFrom(given)
    setEvents(given)
  }
  const keep = useCallback((event: CalendarEvent) => {
    setEvents((before) => [...before.filter(({ id }) => id !== event.id), event])
  }, [])
  const remove = useCallback(({ id }: Pick<CalendarEvent, 'id'>) => {
    setEvents((before) => before.filter((one) => one.id !== id))
  }, [])
  return { events, keep, remove }
}
