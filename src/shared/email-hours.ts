/** When mails may go out by themselves: never at night at the ranch (docs/reminders.md). */
import { addDays, ranchDay, ranchInstant } from './days.ts'

/** Hours at the ranch between which mails go out by themselves: never between 21:00 and 8:00. */
export const HOURS = { from: 8, until: 21 } as const

/** When mails may next go out by themselves: now, or at the next 8:00 at the ranch. */
export function nextOpening(now: Date): Date {
  const today = ranchDay(now)
  const opens = ranchInstant(today, HOURS.from)
  if (now < opens) return opens
  return now < ranchInstant(today, HOURS.until) ? now : ranchInstant(addDays(today, 1), HOURS.from)
}

/** True when mails may go out by themselves. */
export const isOpen = (now: Date): boolean => nextOpening(now) <= now
