import { useEffect, useRef, useState } from 'react'
import type { Call } from '#shared/client.ts'
import { formatDayLong } from '#shared/days.ts'
import { type CalendarEvent, deleteCalendarEvent } from '#features/calendar/contract.ts'
import { changeOf, seenOf } from './change-of.ts'
import { type FieldName, type Outcome, saveEvent } from './save-event.ts'
import type { SaveCell } from './use-cell.ts'

interface RowOptions {
  event: CalendarEvent
  call: Call
  /** Tells what has been done, for whoever does not see it. */
  say: (words: string) => void
  /** Called with the event as it stands in the calendar now, changed by us or by somebody else. */
  onEvent: (event: CalendarEvent) => void
  /** Deleted here. */
  onDeleted: (event: CalendarEvent) => void
}

/** A row's saves: one after the other, so that two quick edits do not overtake each other. */
export function useRow({ event, call, say, onEvent, onDeleted }: RowOptions) {
  const newest = useRef(event)
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const [gone, setGone] = useState<{ mine: string | null } | null>(null)
  useEffect(() => {
    newest.current = event
  }, [event])

  const run = async (field: FieldName, text: string, seen: () => string): Promise<Outcome> => {
    const changes = changeOf(newest.current, field, text)
    const outcome = await saveEvent(call, {
      id: event.id,
      changes,
      seen: { ...seenOf(newest.current, changes), [field]: seen() },
    })
    if (outcome.kind === 'gone') setGone({ mine: field === 'title' ? text : null })
    if (!('event' in outcome)) return outcome
    newest.current = outcome.event
    onEvent(outcome.event)
    const alone = Object.keys(changes).length === 1
    if (outcome.kind === 'saved')
      say(alone ? 'Saved' : `Saved. It ends on ${formatDayLong(outcome.event.end)} now.`)
    return outcome
  }
  const saveOf = (field: FieldName): SaveCell => {
    return (text, seen) => {
      const turn = before.current.then(() => run(field, text, seen))
      before.current = turn
      return turn
    }
  }
  /** Null when it is not there any more, else what went wrong. */
  const remove = async (): Promise<string | null> => {
    await before.current
    const deleted = await call(deleteCalendarEvent, { query: { id: event.id } })
    if (!deleted.ok && deleted.code !== 'not_found') return deleted.message
    onDeleted(event)
    return null
  }
  return { saveOf, remove, gone }
}
