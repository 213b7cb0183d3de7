/** Decides when automatic e-mails may go out: never at night at the ranch (docs/owners/emails-and-reminders.md). */
import { addDays, ranchDay, ranchInstant } from './days.ts'

/** Hours of the ranch's clock between which automatic e-mails may go out. */
export const HOURS = { from: 8, until: 21 } as const

/** Returns the next instant when automatic e-mails may go out: now, or the next 8:00 at the ranch. */
export function nextOpening(now: Date): Date {
  const today = ranchDay(now)
  const opens = ranchInstant(today, HOURS.from)
  if (now < opens) return opens
  return now < ranchInstant(today, HOURS.until) ? now : ranchInstant(addDays(today, 1), HOURS.from)
}

/** Returns true if automatic e-mails may go out now. */
export const isOpen = (now: Date): boolean => nextOpening(now) <= now
