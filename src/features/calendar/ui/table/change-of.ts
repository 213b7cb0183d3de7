/** What a new text in one field changes of an event. Pure. */
import { addDays, daysBetween } from '#shared/days.ts'
import type { CalendarEvent } from '#features/calendar/contract.ts'
import type { Changes, FieldName } from './save-event.ts'

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
