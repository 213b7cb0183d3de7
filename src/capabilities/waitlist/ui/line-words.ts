/** What an entry's turn is called. Pure. */
import { formatDayOfYear, formatDayRangeShort, formatTime, ranchDay } from '../../../shared/days.ts'
import type { WaitlistEntry } from '../contract.ts'

const OVER = {
  unconfirmed: 'Not confirmed yet',
  booked: 'Has a spot',
  declined: 'Declined',
  lapsed: 'Did not answer',
  skipped: 'Skipped',
} as const

/** `"2"`, `"Offered until Fri, May 7, 12:00 PM"`, `"Declined"`. */
export function stateWords({ state, position, offerUntil }: WaitlistEntry): string {
  if (state === 'waiting') return String(position ?? '')
  if (state !== 'offered') return OVER[state]
  if (offerUntil === null) return 'Offered'
  const until = new Date(offerUntil)
  return `Offered until ${formatDayOfYear(ranchDay(until))}, ${formatTime(until)}`
}

export function sinceWords(createdAt: string): string {
  const day = ranchDay(new Date(createdAt))
  return formatDayRangeShort(day, day)
}
