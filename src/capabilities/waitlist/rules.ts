/** Who may join a waitlist. Pure. */

export type WaitlistProblem = 'event_cancelled' | 'event_started' | 'no_waitlist' | 'event_not_full'

/** What stands in the way of waiting for a spot; null when nothing does. Read under the event's lock. */
export function waitlistProblem(event: {
  cancelled: boolean
  hasHappened: boolean
  showWaitlist: boolean
  isFull: boolean
}): WaitlistProblem | null {
  if (event.cancelled) return 'event_cancelled'
  if (event.hasHappened) return 'event_started'
  // Said first: whoever finds a spot should take it, whether or not there is a list.
  if (!event.isFull) return 'event_not_full'
  return event.showWaitlist ? null : 'no_waitlist'
}
