/** Where a page of events ended: opaque to callers, stable while events come and go. */
import { type Day, isDay } from '../../shared/days.ts'

export interface Cursor {
  when: 'current' | 'past'
  start: Day
  id: number
}

const MAX_ID = 2_147_483_647

export function writeCursor({ when, start, id }: Cursor): string {
  return `${when}_${start}_${id}`
}

/** Null when it is not one that we wrote. */
export function readCursor(text: string): Cursor | null {
  const [when, start = '', digits = '', ...rest] = text.split('_')
  const id = Number(digits)
  const known = (when === 'current' || when === 'past') && isDay(start)
  if (!known || !/^[1-9]\d{0,9}$/.test(digits) || id > MAX_ID || rest.length > 0) return null
  return { when, start, id }
}
