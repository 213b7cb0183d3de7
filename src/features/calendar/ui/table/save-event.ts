/** One change of one event of the calendar, and every way in which it can end. */
import type { Call, Failed } from '#shared/client.ts'
import { addDays, daysBetween } from '#shared/days.ts'
import { type CalendarEvent, getCalendarEvents, updateCalendarEvent } from '#features/calendar/contract.ts'

export type Changes = Partial<Omit<CalendarEvent, 'id'>>
export type FieldName = keyof Changes

export type Outcome =
  | { kind: 'saved'; event: CalendarEvent }
  /** Another admin was quicker with the same field: nothing was written, `event` is what stands there now. */
  | { kind: 'stale'; event: CalendarEvent }
  /** Another admin has deleted the event. */
  | { kind: 'gone' }
  | { kind: 'failed'; code: Failed['code']; message: string }

interface Change {
  id: number
  changes: Changes
  /** The fields' values when the typing began. */
  seen: Changes
}

/** Sends the change. Two people at different fields both win; at the same field the second one learns of it. */
export async function saveEvent(call: Call, { id, changes, seen }: Change): Promise<Outcome> {
  const body = { updateCalendarData: { id, ...named(changes), seen: named(seen) } }
  const saved = await call(updateCalendarEvent, { body })
  if (saved.ok) return { kind: 'saved', event: saved.data.event }
  if (saved.code === 'not_found') return { kind: 'gone' }
  if (saved.code !== 'stale') return { kind: 'failed', code: saved.code, message: wordsOf(saved) }
  const now = await call(getCalendarEvents)
  if (!now.ok) return { kind: 'failed', code: now.code, message: now.message }
  const event = now.data.find((one) => one.id === id)
  return event ? { kind: 'stale', event } : { kind: 'gone' }
}

/** The call says `name` for the title. */
function named({ title, ...others }: Changes) {
  return title === undefined ? others : { ...others, name: title }
}

/** The failure in words: the field's own problem says more than the call's. */
function wordsOf({ message, fields }: { message: string; fields: Record<string, string> }): string {
  const [first] = Object.values(fields)
  return first === undefined ? message : `${first}.`.replace(/\.\.$/, '.')
}

/** A start behind the end takes the end along, as many days later; every other change is of its field alone. */
export function changeOf(event: CalendarEvent, field: FieldName, text: string): Changes {
  if (field !== 'start' || text <= event.end) return { [field]: text }
  return { start: text, end: addDays(text, daysBetween(event.start, event.end)) }
}

/** The values that the editor saw of the fields that change. */
export function seenOf(event: CalendarEvent, changes: Changes): Changes {
  const names = Object.keys(changes) as FieldName[]
  return Object.fromEntries(names.map((name) => [name, event[name]]))
}
