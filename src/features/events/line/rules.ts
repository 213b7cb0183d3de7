/** When a freed spot is offered to the line, and until when (docs/decisions/0030); who is in it (0049). Pure. */
import type { EntryState } from '#platform/database/schema/waitlist.ts'
import { type Day, ranchInstant } from '#shared/days.ts'
import { nextOpening } from '#shared/email-hours.ts'

const HOUR = 3_600_000
/** How long a guest has to answer, from when the mail may leave. */
const OFFER_MS = 24 * HOUR
/** With less time than this nobody could answer, pack and drive: the spot is everybody's then. */
export const LEAST_OFFER_MS = 6 * HOUR

/** An entry that nobody confirms is deleted after so many days. */
export const UNCONFIRMED_DAYS = 7

const TO_CONFIRM: ReadonlySet<EntryState> = new Set(['unconfirmed', 'booked', 'declined', 'lapsed'])

/**
 * Whether the mailed button gives a place at the end of the line: to who has none yet, and to who had a turn and asks
 * again. Whoever an admin has skipped stays skipped until put back.
 */
export const isToConfirm = (state: EntryState) => TO_CONFIRM.has(state)

/** The facts that decide whether an event's freed spots go to its waitlist. */
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
