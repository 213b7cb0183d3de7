/**
 * Rules of a waitlist: who may join, how many entries may be unconfirmed (docs/decisions/0030), and their order. Also
 * when a freed spot is offered, and until when. Pure.
 */
import type { EntryState } from '#platform/database/schema/waitlist.ts'
import { type Day, ranchInstant } from '#shared/days.ts'
import { nextOpening } from '#shared/email-hours.ts'

export type WaitlistProblem = 'event_cancelled' | 'event_started' | 'no_waitlist' | 'event_not_full'

/** Returns why someone cannot join the waitlist, or null. The caller reads the facts under the event's lock. */
export function waitlistProblem(event: {
  cancelled: boolean
  hasHappened: boolean
  showWaitlist: boolean
  /** True if fewer spots are left than are wanted. */
  isFull: boolean
}): WaitlistProblem | null {
  if (event.cancelled) return 'event_cancelled'
  if (event.hasHappened) return 'event_started'
  // Checks for free spots first: a guest who finds one should book it, whether or not there is a waitlist.
  if (!event.isFull) return 'event_not_full'
  return event.showWaitlist ? null : 'no_waitlist'
}

const HOUR = 3_600_000
/** A mailbox gets at most one confirmation e-mail per entry in this time. */
export const MAIL_PAUSE_MS = 6 * HOUR

/**
 * The most unconfirmed entries per event. Beyond it, a new entry replaces the oldest that is at least `LEAST_HOURS`
 * old.
 */
export const MOST_UNCONFIRMED = 500
const LEAST_HOURS = 1

/** Returns the time before which an unconfirmed entry must have been made to be replaced. */
export const mayMakeRoom = (now: Date) => new Date(now.getTime() - LEAST_HOURS * HOUR)

/** Returns the ids with one moved up or down by one. Returns null if it is missing or already at that end. */
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
 * Returns the whole waitlist's order after a waiting entry swapped with the next waiting one. Ended entries keep
 * their position, since they may be put back.
 */
export function movedInQueue(
  queue: readonly { id: number; state: EntryState }[],
  id: number,
  to: 'up' | 'down',
): number[] | null {
  const waiting = queue.filter(({ state }) => state === 'waiting').map((entry) => entry.id)
  const order = moved(waiting, id, to)
  return order && queue.map((entry) => order[waiting.indexOf(entry.id)] ?? entry.id)
}

/**
 * Returns the whole waitlist's order with an entry at a position among the waiting ones, from 1. A number past the
 * end means the end.
 */
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
 * Returns the entries to offer this many spots to. In order, each entry gets all the spots it wants or none (R39.7).
 * An entry that wants more keeps its position and is served first once enough spots are free. Only entries that want
 * fewer spots can pass it.
 */
export function nextInLine<Entry extends { size: number }>(line: readonly Entry[], spots: number): Entry[] {
  let left = spots
  return line.filter(({ size }) => {
    if (size > left) return false
    left -= size
    return true
  })
}

export const spotsWanted = (entries: readonly { size: number }[]): number =>
  entries.reduce((sum, { size }) => sum + size, 0)

/** The time a guest has to answer, counted from when the e-mail may be sent. */
const OFFER_MS = 24 * HOUR
/** The shortest offer. With less time, nobody could answer, pack and drive, so the spot is open to everyone. */
export const LEAST_OFFER_MS = 6 * HOUR

/** Unconfirmed entries are deleted after this many days. */
export const UNCONFIRMED_DAYS = 7

const TO_CONFIRM: ReadonlySet<EntryState> = new Set(['unconfirmed', 'booked', 'declined', 'lapsed'])

/**
 * Returns whether the mailed button adds an entry to the end of the waitlist. True for new entries and for ended ones
 * that rejoin. Entries skipped by an admin stay skipped until put back.
 */
export const canConfirm = (state: EntryState) => TO_CONFIRM.has(state)

/** The facts that decide whether an event's freed spots are offered to its waitlist. */
export interface Offering {
  startDateDate: Day
  cancelledAt: Date | null
  /** Since when an admin has turned offers off. Null while they are on. */
  waitlistStoppedAt: Date | null
}

/**
 * Returns when an offer made now would end: 24 hours after its e-mail may be sent, but not after the event's start.
 * Returns null if too little time is left. With `byHand`, the e-mail is sent at any hour.
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

/** Returns whether freed spots are offered to the waitlist automatically. */
export const offersRun = (event: Offering, now: Date): boolean =>
  event.cancelledAt === null && event.waitlistStoppedAt === null && offerEnd(event, now) !== null
