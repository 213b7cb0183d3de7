/** What the plan of an event's mails reads like, and what became of reminders that an admin sent. Pure. */
import { ranchInstant } from '#shared/days.ts'
import { formatInstant, formatTime } from '#shared/format-days.ts'
import type { PlannedMail } from '../contract.ts'

/** `"3 sent, 1 failed, 2 to get it"` */
export function standWords({ wanted, sent, queued, failed, over }: PlannedMail): string {
  const parts = [
    [sent, 'sent'],
    [queued, 'waiting'],
    [failed, 'failed'],
    [wanted, 'to get it'],
  ] as const
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  if (words.length > 0) return words.join(', ')
  return over ? 'Nobody' : 'Nobody right now'
}

/** `"Between 8:00 AM and 9:00 PM at the ranch."` */
export function hoursWords({ from, until }: { from: number; until: number }): string {
  // On any day: the clock is what it says.
  const [opens, closes] = [from, until].map((hour) => formatTime(ranchInstant('2027-01-01', hour)))
  return `Between ${opens} and ${closes} at the ranch.`
}

/** `"Next: Thu, May 6, 2027, 8:00 AM."` */
export function nextWords(next: string | null): string {
  return next === null ? 'Nothing more is planned.' : `Next: ${formatInstant(next)}.`
}

/** `"8 reminders are on their way."` */
export const remindersWords = (count: number): string =>
  count === 1 ? '1 reminder is on its way.' : `${count} reminders are on their way.`

/** `"Ruth Vance: Already reminded today."`, in the order of the reply. */
export function skippedWords(
  skipped: { reservationId: number; why: string }[],
  payers: { reservationId: number; name: string }[],
): string[] {
  const names = new Map(payers.map(({ reservationId, name }) => [reservationId, name]))
  return skipped.map(({ reservationId, why }) => `${names.get(reservationId) ?? 'A guest'}: ${why}`)
}
