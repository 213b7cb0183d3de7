/**
 * Rules of a waitlist: who may join, how many entries may be unconfirmed, their order, and whether and until when a
 * freed spot is offered (docs/decisions/0030). Pure.
 */
import type { EntryState } from '#platform/database/schema/waitlist.ts'
import { type Day, ranchInstant } from '#shared/days.ts'
import { nextOpening } from '#shared/email-hours.ts'

export type WaitlistProblem = 'event_cancelled' | 'event_started' | 'no_waitlist' | 'event_not_full'

/**
 * Returns why a person cannot join the waitlist, or null if they can. Read the facts under the event's lock.
 */
export function waitlistProblem(event: {
  cancelled: boolean
  hasHappened: boolean
  showWaitlist: boolean
  /** True if the event has fewer free spots than the person wants. */
  isFull: boolean
}): WaitlistProblem | null {
  if (event.cancelled) return 'event_cancelled'
  if (event.hasHappened) return 'event_started'
  // A person who could book a free spot should do so, even if the event has no waitlist.
  if (!event.isFull) return 'event_not_full'
  return event.showWaitlist ? null : 'no_waitlist'
}

const HOUR = 3_600_000
/** Each waitlist entry gets at most one confirmation e-mail in this time, in milliseconds. */
export const MAIL_PAUSE_MS = 6 * HOUR

/**
 * The largest number of unconfirmed entries of an event. After that, a new entry replaces the oldest one that is at
 * least `LEAST_HOURS` old.
 */
export const MOST_UNCONFIRMED = 500
const LEAST_HOURS = 1

/**
 * Returns the time before which an unconfirmed entry must have been made so that a new entry may replace it.
 */
export const mayMakeRoom = (now: Date) => new Date(now.getTime() - LEAST_HOURS * HOUR)

/**
 * Returns the ids with `id` moved up or down by one position. Returns null if `id` is missing, or is already the
 * first (`up`) or the last (`down`).
 */
export function moved(ids: readonly number[], id: number, to: 'up' | 'down'): number[] | null {
  const from = ids.indexOf(id)
  const target = from + (to === 'up' ? -1 : 1)
  if (from < 0 || target < 0 || target >= ids.length) return null
  const order = [...ids]
  order[from] = ids[target] as number
  order[target] = id
  return order
}

/**
 * Returns the order of the whole waitlist after swapping a waiting entry with the next waiting one. Ended entries
 * keep their position, because an admin may let them wait again.
 */
export function movedOnWaitlist(
  queue: readonly { id: number; state: EntryState }[],
  id: number,
  to: 'up' | 'down',
): number[] | null {
  const waiting = queue.filter(({ state }) => state === 'waiting').map((entry) => entry.id)
  const order = moved(waiting, id, to)
  return order && queue.map((entry) => order[waiting.indexOf(entry.id)] ?? entry.id)
}

/**
 * Returns the order of the whole waitlist with an entry inserted at the position `place` among the waiting entries,
 * counted from 1. A number past the end means the end.
 */
export function placedOnWaitlist(
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
 * Returns the entries to which this number of free spots is offered. In waitlist order, each entry gets all the
 * spots it wants or none (R39.7). An entry that wants more than are free keeps its position, and only entries that
 * want fewer get an offer before it.
 */
export function nextOnWaitlist<Entry extends { size: number }>(
  line: readonly Entry[],
  spots: number,
): Entry[] {
  let left = spots
  return line.filter(({ size }) => {
    if (size > left) return false
    left -= size
    return true
  })
}

export const spotsWanted = (entries: readonly { size: number }[]): number =>
  entries.reduce((sum, { size }) => sum + size, 0)

/** Milliseconds that a person has to answer an offer, counted from when its e-mail may be sent. */
const OFFER_MS = 24 * HOUR
/**
 * The shortest time for an offer, in milliseconds. With less time, nobody could answer, pack and drive, so anyone
 * may book the spot.
 */
export const LEAST_OFFER_MS = 6 * HOUR

/** An unconfirmed entry is deleted after this many days. */
export const UNCONFIRMED_DAYS = 7

const TO_CONFIRM: ReadonlySet<EntryState> = new Set(['unconfirmed', 'booked', 'declined', 'lapsed'])

/**
 * Returns whether the button in the e-mail adds an entry to the end of the waitlist. True for new entries, and for
 * ended entries that join again. An entry that an admin skipped stays skipped until an admin lets it wait again.
 */
export const canConfirm = (state: EntryState) => TO_CONFIRM.has(state)

/** The facts that decide whether an event's freed spots are offered to its waitlist. */
export interface Offering {
  startDateDate: Day
  cancelledAt: Date | null
  /** When an admin switched automatic offers off. Null while automatic offers are on. */
  waitlistStoppedAt: Date | null
}

/**
 * Returns the deadline of an offer that is made now: 24 hours after its e-mail may be sent, but not after the
 * event's start. Returns null if too little time is left. An admin's offer (`byHand`) is e-mailed at any hour, so
 * its time counts from now.
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

/** Returns whether an event's freed spots are now offered to its waitlist automatically. */
export const offersRun = (event: Offering, now: Date): boolean =>
  event.cancelledAt === null && event.waitlistStoppedAt === null && offerEnd(event, now) !== null
