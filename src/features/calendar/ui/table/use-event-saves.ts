/** Saves the changes of the calendar's events; those of one event go one after the other. */
import { useRef, useState } from 'react'
import type { Call } from '#shared/client.ts'
import { addDays, daysBetween } from '#shared/days.ts'
import { formatDayLong } from '#shared/format-days.ts'
import { useCall } from '#ui/api.tsx'
import type { Refused } from '#ui/dialog.tsx'
import { announce } from '#ui/toast.tsx'
import type { Saved } from '#ui/inline-field.tsx'
import {
  type CalendarEvent,
  deleteCalendarEvent,
  getCalendarEvents,
  updateCalendarEvent,
} from '#features/calendar/contract.ts'

type Changes = Partial<Omit<CalendarEvent, 'id'>>
export type FieldName = keyof Changes

type Outcome =
  | { kind: 'saved'; event: CalendarEvent }
  /** Another admin was quicker with the same field: nothing was written, `event` is what stands there now. */
  | { kind: 'stale'; event: CalendarEvent }
  | { kind: 'gone' }
  | { kind: 'failed'; failed: Refused }

interface Change {
  id: number
  changes: Changes
  seen: Changes
}

/** Sends the change. Two people at different fields both win; at the same field the second one learns of it. */
export async function saveEvent(call: Call, { id, changes, seen }: Change): Promise<Outcome> {
  const body = { updateCalendarData: { id, ...named(changes), seen: named(seen) } }
  const saved = await call(updateCalendarEvent, { body })
  if (saved.ok) return { kind: 'saved', event: saved.data.event }
  if (saved.code === 'not_found') return { kind: 'gone' }
  if (saved.code !== 'stale') return { kind: 'failed', failed: { ...saved, message: failureMessage(saved) } }
  const now = await call(getCalendarEvents)
  if (!now.ok) return { kind: 'failed', failed: now }
  const event = now.data.find((one) => one.id === id)
  return event ? { kind: 'stale', event } : { kind: 'gone' }
}

/** The call says `name` for the title. */
const named = ({ title, ...others }: Changes) => (title === undefined ? others : { ...others, name: title })

/** The field's own problem says more than the call's. */
function failureMessage({ message, fields }: { message: string; fields: Record<string, string> }): string {
  const [first] = Object.values(fields)
  return first === undefined ? message : `${first}.`.replace(/\.\.$/, '.')
}

/** A start behind the end takes the end along, as many days later; every other change is of its field alone. */
export function eventChange(event: CalendarEvent, field: FieldName, text: string): Changes {
  if (field !== 'start' || text <= event.end) return { [field]: text }
  return { start: text, end: addDays(text, daysBetween(event.start, event.end)) }
}

/** The values that the editor saw of the fields that change. */
export function seenValues(event: CalendarEvent, changes: Changes): Changes {
  const names = Object.keys(changes) as FieldName[]
  return Object.fromEntries(names.map((name) => [name, event[name]]))
}

interface EventSavesOptions {
  /** Called with an event as it stands in the calendar now, changed by us or by somebody else. */
  onEvent: (event: CalendarEvent) => void
  /** Deleted here. */
  onDeleted: (event: CalendarEvent) => void
}

export function useEventSaves({ onEvent, onDeleted }: EventSavesOptions) {
  const call = useCall()
  // How our last change has left an event, and what was shown when it was made: the page may not show the outcome yet.
  const newest = useRef(new Map<number, { event: CalendarEvent; shown: CalendarEvent }>())
  // The last of the changes that are under way.
  const turns = useRef(new Map<number, Promise<unknown>>())
  // The titles typed into events that somebody else has deleted; null: none was.
  const [gone, setGone] = useState<ReadonlyMap<number, string | null>>(new Map())

  const run = async (
    shown: CalendarEvent,
    field: FieldName,
    [text, seen]: [string, string],
  ): Promise<Saved> => {
    const event = newest.current.get(shown.id)?.event ?? shown
    const changes = eventChange(event, field, text)
    const outcome = await saveEvent(call, {
      id: event.id,
      changes,
      seen: { ...seenValues(event, changes), [field]: seen },
    })
    if (outcome.kind === 'failed') return { ...outcome.failed, ok: false }
    if (outcome.kind === 'gone') {
      setGone((before) => new Map(before).set(event.id, field === 'title' ? text : null))
      return { ok: true }
    }
    newest.current.set(event.id, { event: outcome.event, shown })
    onEvent(outcome.event)
    if (outcome.kind === 'stale')
      return { ok: false, code: 'stale', message: '', theirs: outcome.event[field] }
    const alone = Object.keys(changes).length === 1
    announce(alone ? 'Saved' : `Saved. It ends on ${formatDayLong(outcome.event.end)} now.`)
    return { ok: true }
  }
  return {
    gone,
    saveOf: (event: CalendarEvent, field: FieldName) => (text: string, seen: string) => {
      const before = turns.current.get(event.id)
      // What is shown by now was read later than our own change, and may hold another admin's.
      if (!before && newest.current.get(event.id)?.shown !== event) newest.current.delete(event.id)
      const turn = (before ?? Promise.resolve())
        .then(() => run(event, field, [text, seen]))
        .finally(() => {
          if (turns.current.get(event.id) === turn) turns.current.delete(event.id)
        })
      turns.current.set(event.id, turn)
      return turn
    },
    /** Null when it is not there any more, else what went wrong. */
    remove: async (event: CalendarEvent): Promise<Refused | null> => {
      await turns.current.get(event.id)
      const deleted = await call(deleteCalendarEvent, { query: { id: event.id } })
      if (!deleted.ok && deleted.code !== 'not_found') return deleted
      onDeleted(event)
      return null
    },
  }
}
