/**
 * Decides when the site may send automatic e-mails: never at night at the ranch
 * (docs/owners/emails-and-reminders.md).
 */
import { addDays, ranchDay, ranchInstant } from './days.ts'

/** Hours at the ranch between which the site may send automatic e-mails. */
export const HOURS = { from: 8, until: 21 } as const

/**
 * Returns the next instant at which the site may send automatic e-mails: now, or the next 8:00 at the ranch.
 */
export function nextOpening(now: Date): Date {
  const today = ranchDay(now)
  const opens = ranchInstant(today, HOURS.from)
  if (now < opens) return opens
  return now < ranchInstant(today, HOURS.until) ? now : ranchInstant(addDays(today, 1), HOURS.from)
}

/** Returns true if the site may send automatic e-mails now. */
export const isOpen = (now: Date): boolean => nextOpening(now) <= now
