/** Saves changes of calendar events. Sends the changes of the same event sequentially. */
import { useRef, useState } from 'react'
import type { Call } from '#shared/client.ts'
import { addDays, daysBetween } from '#shared/days.ts'
import { formatDayLong } from '#shared/format-days.ts'
import { useCall } from '#app/ui/api.tsx'
import type { Refused } from '#app/ui/dialog.tsx'
import { announce } from '#app/ui/toast.tsx'
import type { SaveResult } from '#app/ui/inline-field.tsx'
import {
  type CalendarEvent,
  deleteCalendarEvent,
  getCalendarEvents,
  updateCalendarEvent,
} from '#domain/calendar/contract.ts'

type Changes = Partial<Omit<CalendarEvent, 'id'>>
export type FieldName = keyof Changes

type Outcome =
  | { kind: 'saved'; event: CalendarEvent }
  /**
   * Another admin changed the same field first, so the server saved nothing. `event` is the current version.
   */
  | { kind: 'stale'; event: CalendarEvent }
  | { kind: 'gone' }
  | { kind: 'failed'; failed: Refused }

interface Change {
  id: number
  changes: Changes
  seen: Changes
}

/**
 * Sends a change of a calendar event. If two admins edit different fields, the server saves both changes. If
 * they edit the same field, the second admin gets `stale`.
 */
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

/** Renames `title` to `name`, because the API calls the title of an event `name`. */
const named = ({ title, ...others }: Changes) => (title === undefined ? others : { ...others, name: title })

/**
 * Returns the error message of a field if the reply has one, because it says more than the general message.
 */
function failureMessage({ message, fields }: { message: string; fields: Record<string, string> }): string {
  const [first] = Object.values(fields)
  return first === undefined ? message : `${first}.`.replace(/\.\.$/, '.')
}

/**
 * Returns the fields to change. If the new first day is after the last day, moves the last day by the same
 * number of days. Any other change affects only its own field.
 */
export function eventChange(event: CalendarEvent, field: FieldName, text: string): Changes {
  if (field !== 'start' || text <= event.end) return { [field]: text }
  return { start: text, end: addDays(text, daysBetween(event.start, event.end)) }
}

/** Returns the values that the admin saw before the change, for the fields that change. */
export function seenValues(event: CalendarEvent, changes: Changes): Changes {
  const names = Object.keys(changes) as FieldName[]
  return Object.fromEntries(names.map((name) => [name, event[name]]))
}

interface EventSavesOptions {
  /** Called with the current version of an event, after this admin or another admin has saved it. */
  onEvent: (event: CalendarEvent) => void
  /** Called after this admin has deleted the event. */
  onDeleted: (event: CalendarEvent) => void
}

export function useEventSaves({ onEvent, onDeleted }: EventSavesOptions) {
  const call = useCall()
  // For each event that this admin has saved: `event` is the result of the last save, and `shown` is what the page
  // showed when that save started. While the page still shows `shown`, the next save starts from `event`.
  const lastSaves = useRef(new Map<number, { event: CalendarEvent; shown: CalendarEvent }>())
  // The running save of each event. The next save of the same event waits for it.
  const runningSaves = useRef(new Map<number, Promise<unknown>>())
  // Events that another admin has deleted, by id. The value is the title that this admin has typed, or null
  // if the admin has typed none.
  const [gone, setGone] = useState<ReadonlyMap<number, string | null>>(new Map())

  const run = async (
    shown: CalendarEvent,
    field: FieldName,
    [text, seen]: [string, string],
  ): Promise<SaveResult> => {
    const event = lastSaves.current.get(shown.id)?.event ?? shown
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
    lastSaves.current.set(event.id, { event: outcome.event, shown })
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
      const before = runningSaves.current.get(event.id)
      // Forgets the result of the last save if the screen shows a newer version of the event. That version
      // may contain another admin's change.
      if (!before && lastSaves.current.get(event.id)?.shown !== event) lastSaves.current.delete(event.id)
      const turn = (before ?? Promise.resolve())
        .then(() => run(event, field, [text, seen]))
        .finally(() => {
          if (runningSaves.current.get(event.id) === turn) runningSaves.current.delete(event.id)
        })
      runningSaves.current.set(event.id, turn)
      return turn
    },
    /** Deletes an event. Returns null if the server deleted the event, otherwise the failure. */
    remove: async (event: CalendarEvent): Promise<Refused | null> => {
      await runningSaves.current.get(event.id)
      const deleted = await call(deleteCalendarEvent, { query: { id: event.id } })
      if (!deleted.ok && deleted.code !== 'not_found') return deleted
      onDeleted(event)
      return null
    },
  }
}
