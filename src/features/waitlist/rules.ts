/** Who may join a waitlist, and how many may ask without confirming (docs/decisions/0049). Pure. */

export type WaitlistProblem = 'event_cancelled' | 'event_started' | 'no_waitlist' | 'event_not_full'

/** The problem of joining the waitlist; null when there is none. Read under the event's lock. */
export function waitlistProblem(event: {
  cancelled: boolean
  hasHappened: boolean
  showWaitlist: boolean
  isFull: boolean
}): WaitlistProblem | null {
  if (event.cancelled) return 'event_cancelled'
  if (event.hasHappened) return 'event_started'
  // The free spot is told first: whoever finds one should take it, whether or not there is a waitlist.
  if (!event.isFull) return 'event_not_full'
  return event.showWaitlist ? null : 'no_waitlist'
}

const HOUR = 3_600_000
/** One mailbox gets no more than one mail that asks for the button in this time, whoever joins with it. */
export const MAIL_PAUSE_MS = 6 * HOUR

/** An event's unconfirmed entries: beyond so many the oldest makes room, once it has had `LEAST_HOURS` to be confirmed. */
export const MOST_UNCONFIRMED = 500
const LEAST_HOURS = 1

/** Unconfirmed entries made before this may go when there are too many. */
export const mayMakeRoom = (now: Date) => new Date(now.getTime() - LEAST_HOURS * HOUR)
