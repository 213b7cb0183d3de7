/** Where a page of events ended: opaque to callers, stable while events come and go. */
import { type Day, isDay } from '#shared/days.ts'
import { id as idField } from '#shared/fields.ts'

export interface Cursor {
  when: 'current' | 'past'
  start: Day
  id: number
}

export function writeCursor({ when, start, id }: Cursor): string {
  return `${when}_${start}_${id}`
}

/** Null when it is not one that we wrote. */
export function readCursor(text: string): Cursor | null {
  const [when, start = '', digits = '', ...rest] = text.split('_')
  const id = idField().safeParse(digits)
  const known = (when === 'current' || when === 'past') && isDay(start)
  return known && id.success && rest.length === 0 ? { when, start, id: id.data } : null
}
