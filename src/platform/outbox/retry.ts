/** When a job that threw is tried again. Pure. */

const FIRST_MS = 5_000
/** The longest pause: all work is done within 5 minutes of an outage's end (R9.4). */
const LONGEST_MS = 4 * 60_000
/** About five hours; by then it is a bug, not an outage, and an admin must look. */
const LAST_ATTEMPT = 80

/** The next try after attempt number `attempt` (from 1) failed; null after the last one. */
export function retryAfter(attempt: number, now: Date): Date | null {
  if (attempt >= LAST_ATTEMPT) return null
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 20))
  return new Date(now.getTime() + wait)
}
