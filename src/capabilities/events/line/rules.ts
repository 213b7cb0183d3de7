/** When a freed spot is offered to the line, and until when (docs/decisions/0030). Pure. */
import { type Day, ranchInstant } from '../../../shared/days.ts'
import { nextOpening } from '../../../shared/waking-hours.ts'

const HOUR = 3_600_000
/** How long a guest has to answer, from when the mail may leave. */
const OFFER_MS = 24 * HOUR
/** With less time than this nobody could answer, pack and drive: the spot is everybody's then. */
export const LEAST_OFFER_MS = 6 * HOUR

/** What decides whether an event's freed spots go to its line. */
export interface Offering {
  startDateDate: Day
  cancelledAt: Date | null
  /** An admin has stopped the offers. */
  waitlistStoppedAt: Date | null
}

/**
 * Until when an offer made now would last: 24 hours from when its mail may leave, never into the event; null when too
 * little time is left. `byHand`: its mail leaves at once, at any hour.
 */
export function offerEnd(
  { startDateDate }: Pick<Offering, 'startDateDate'>,
  now: Date,
  { byHand = false } = {},
): Date | null {
  const leaves = byHand ? now : nextOpening(now)
  const end = Math.min(leaves.getTime() + OFFER_MS, ranchInstant(startDateDate).getTime())
  return end - leaves.getTime() < LEAST_OFFER_MS ? null : new Date(end)
}

/** Whether freed spots go to the line by themselves. */
export function offersRun(event: Offering, now: Date): boolean {
  return event.cancelledAt === null && event.waitlistStoppedAt === null && offerEnd(event, now) !== null
}
