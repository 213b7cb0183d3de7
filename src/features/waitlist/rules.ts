/**
 * The rules of a waitlist: who may join it, how many may ask without confirming (docs/decisions/0049), the order of the queue, and when a
 * freed spot is offered to it, until when (0030). Pure.
 */
import type { EntryState } from '#platform/database/schema/waitlist.ts'
import { type Day, ranchInstant } from '#shared/days.ts'
import { nextOpening } from '#shared/email-hours.ts'

export type WaitlistProblem = 'event_cancelled' | 'event_started' | 'no_waitlist' | 'event_not_full'

/** The problem of joining the waitlist; null when there is none. Read under the event's lock. */
export function waitlistProblem(event: {
  cancelled: boolean
  hasHappened: boolean
  showWaitlist: boolean
  /** Fewer spots are left than are wanted. */
  isFull: boolean
}): WaitlistProblem | null {
  if (event.cancelled) return 'event_cancelled'
  if (event.hasHappened) return 'event_started'
  // The free spot is told first: whoever finds one should take it, whether or not there is a waitlist.
  if (!event.isFull) return 'event_not_full'
  return event.showWaitlist ? null : 'no_waitlist'
}

const HOUR = 3_600_000
/** The pause for a mailbox: it gets no more than one e-mail with the button in this time, whoever joins with it. */
export const MAIL_PAUSE_MS = 6 * HOUR

/** An event's unconfirmed entries: beyond so many the oldest makes room, once it has had `LEAST_HOURS` to be confirmed. */
export const MOST_UNCONFIRMED = 500
const LEAST_HOURS = 1

/** Unconfirmed entries made before this may go when there are too many. */
export const mayMakeRoom = (now: Date) => new Date(now.getTime() - LEAST_HOURS * HOUR)

/** The ids with one of them moved up or down by one; null when it is not there, or at that end already. */
export function moved(ids: readonly number[], id: number, to: 'up' | 'down'): number[] | null {
  const from = ids.indexOf(id)
  const target = from + (to === 'up' ? -1 : 1)
  if (from < 0 || target < 0 || target >= ids.length) return null
  const order = [...ids]
  order[from] = ids[target] as number
  order[target] = id
  return order
}

/** The same of a whole queue: one of those who wait changes places with the next who does. Whoever may come back to it keeps the place. */
export function movedInQueue(
  queue: readonly { id: number; state: EntryState }[],
  id: number,
  to: 'up' | 'down',
): number[] | null {
  const waiting = queue.filter(({ state }) => state === 'waiting').map((entry) => entry.id)
  const order = moved(waiting, id, to)
  return order && queue.map((entry) => order[waiting.indexOf(entry.id)] ?? entry.id)
}

/** A whole queue with one of those who wait at another number in line, from 1; more than there are: at its end. */
export function placedInQueue(
  queue: readonly { id: number; state: EntryState }[],
  id: number,
  place: number,
): number[] {
  const others = queue.filter((entry) => entry.id !== id)
  const waiting = others.filter(({ state }) => state === 'waiting')
  const before = waiting[place - 1]
  const at = before === undefined ? others.length : others.indexOf(before)
  return others.map((entry) => entry.id).toSpliced(at, 0, id)
}

/**
 * The next in line when so many spots are left: in the order of the line each one whose number is still left, all of it or
 * none (R39.7). Who wants more is not passed over for good: they keep their place, and come before all behind them as soon as
 * their number is left at once. Nobody is overtaken by somebody who wants as many or more.
 */
export function nextInLine<Entry extends { size: number }>(line: readonly Entry[], spots: number): Entry[] {
  let left = spots
  return line.filter(({ size }) => {
    if (size > left) return false
    left -= size
    return true
  })
}

export const spotsOf = (entries: readonly { size: number }[]): number =>
  entries.reduce((sum, { size }) => sum + size, 0)

/** The time that a guest has to answer, from when the mail may leave. */
const OFFER_MS = 24 * HOUR
/** The least time for an offer: with less nobody could answer, pack and drive, so the spot is everybody's. */
export const LEAST_OFFER_MS = 6 * HOUR

/** An entry that nobody confirms is deleted after so many days. */
export const UNCONFIRMED_DAYS = 7

const TO_CONFIRM: ReadonlySet<EntryState> = new Set(['unconfirmed', 'booked', 'declined', 'lapsed'])

/**
 * The mailed button gives a place at the end of the queue: to who has none yet, and to who had a turn and asks
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

/** Offers run: freed spots go to the waitlist by themselves. */
export const offersRun = (event: Offering, now: Date): boolean =>
  event.cancelledAt === null && event.waitlistStoppedAt === null && offerEnd(event, now) !== null
