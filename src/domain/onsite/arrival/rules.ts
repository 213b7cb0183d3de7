/** Decides when a guest should arrive and when they are overdue (R36.3). Pure: facts and `now` are arguments. */
import type { arrivals, ArriveBy, TickedBy } from '#platform/database/schema/arrivals.ts'
import { type Day, ranchDay, ranchTimeInstant } from '#shared/days.ts'
import { formatDayOfYear, formatTime } from '#shared/format-days.ts'
import { venue } from '#shared/venue.ts'

const MINUTE_MS = 60_000
/** Minutes of driving from the end of the pavement to the ranch, for a driver who has never been there. */
export const ROAD_MINUTES = 45
/**
 * A guest is overdue this many minutes after the expected time. By then they could have changed a flat tire, or
 * somebody has driven past.
 */
export const OVERDUE_MINUTES = 90
/**
 * The overdue alarm ends this long after a guest became overdue. By then the guest has arrived and nobody
 * marked that, or people are already looking for the guest.
 */
const WATCH_ENDS_MS = 24 * 60 * MINUTE_MS
/** How fast a phone's clock may be. The site accepts a button press that is this far in the future. */
const SKEW_MS = 5 * MINUTE_MS

/** A guest's arrival as the database stores it. `time` is `hh:mm` at the ranch. */
export type ArrivalFacts = Pick<
  typeof arrivals.$inferSelect,
  'day' | 'time' | 'by' | 'leftPavementAt' | 'hereAt' | 'hereBy'
>

export interface EventDays {
  startDateDate: Day
  endDateDate: Day
}

export const NO_ARRIVAL: ArrivalFacts = {
  day: null,
  time: null,
  by: null,
  leftPavementAt: null,
  hereAt: null,
  hereBy: null,
}

const isEventDay = (day: Day, { startDateDate, endDateDate }: EventDays) =>
  startDateDate <= day && day <= endDateDate

/**
 * Returns the arrival that the guest gave, or null if there is none. Ignores a day outside the event, because the
 * event may have moved after the guest gave that day.
 */
export const givenArrival = ({ day, time, by }: ArrivalFacts, event: EventDays) =>
  day !== null && time !== null && by !== null && isEventDay(day, event) ? { day, time, by } : null

export interface OverdueWatch {
  /** When the guest should arrive at the ranch. */
  expectedAt: Date
  /** The time from which the guest is overdue. */
  overdueAt: Date
  /**
   * What the expected time comes from: the time that the guest gave (`told`), or the press of "Leaving the pavement".
   * Each of these can raise one alarm.
   */
  from: 'told' | 'pavement'
}

/**
 * Returns when to expect a guest and when to raise an alarm. Returns null if the guest has arrived, or gave no time
 * and pressed no button. After "Leaving the pavement", only the time of that press counts, because the guest is on
 * the last road.
 */
export function watchOf(facts: ArrivalFacts, event: EventDays): OverdueWatch | null {
  if (facts.hereAt !== null) return null
  const given = givenArrival(facts, event)
  const after = (expectedAt: Date, from: OverdueWatch['from']): OverdueWatch => {
    return { expectedAt, overdueAt: new Date(expectedAt.getTime() + OVERDUE_MINUTES * MINUTE_MS), from }
  }
  if (facts.leftPavementAt !== null)
    return after(new Date(facts.leftPavementAt.getTime() + ROAD_MINUTES * MINUTE_MS), 'pavement')
  return given && after(ranchTimeInstant(given.day, given.time), 'told')
}

const OVERDUE_EMAILS = ['arrival-overdue', 'arrival-overdue-host'] as const

/**
 * Returns the dedupe key of an alarm e-mail. The key contains the expected time, so that a new time or a new button
 * press can lead to another alarm.
 */
export const overdueKey = (
  type: (typeof OVERDUE_EMAILS)[number],
  reservationId: number,
  { from, expectedAt }: Pick<OverdueWatch, 'from' | 'expectedAt'>,
): string => `${type}:${reservationId}:${from}:${expectedAt.toISOString()}`

/** Returns the dedupe keys of the two alarm e-mails about this guest: to the admin and to the host. */
export const overdueKeys = (
  reservationId: number,
  watch: Pick<OverdueWatch, 'from' | 'expectedAt'>,
): string[] => OVERDUE_EMAILS.map((type) => overdueKey(type, reservationId, watch))

/** Returns since when and why a guest is overdue, or null if the guest is not overdue. */
export function overdueWatch(facts: ArrivalFacts, event: EventDays, now: Date): OverdueWatch | null {
  const watch = watchOf(facts, event)
  const late = watch && now.getTime() - watch.overdueAt.getTime()
  return watch && late !== null && late >= 0 && late < WATCH_ENDS_MS ? watch : null
}

/** Returns a message for each impossible field of an arrival time, or null if the time is possible. */
export function givenProblem(
  given: { day: Day; time: string },
  event: EventDays,
  now: Date,
): { day?: string; time?: string } | null {
  if (!isEventDay(given.day, event)) return { day: 'Please choose a day of the event' }
  return ranchTimeInstant(given.day, given.time) < now ? { time: 'That time has already passed' } : null
}

/** The arrival buttons on the guest's page. `undo` means that the guest pressed the previous button by mistake. */
export const PRESSES = ['pavement', 'here', 'undo'] as const
export type Press = (typeof PRESSES)[number]

/**
 * Returns why a press of an arrival button is refused, or null to accept it. `at` is the device's time of the press,
 * `now` is the site's. The device's clock is to blame only if the event's days do not explain the refusal.
 */
export function pressProblem(
  at: Date,
  event: EventDays,
  now: Date,
): 'not_begun' | 'over' | 'absurd_time' | null {
  const isFuture = at.getTime() > now.getTime() + SKEW_MS
  if (!isFuture && isEventDay(ranchDay(at), event)) return null
  if (ranchDay(now) < event.startDateDate) return 'not_begun'
  return !isFuture && ranchDay(at) > event.endDateDate ? 'over' : 'absurd_time'
}

export interface ArrivalAction {
  press: Press
  /** When the guest pressed the button. The server may receive the request much later. */
  at: Date
  by: TickedBy
}

/**
 * Returns the changes that a button press makes, or null for none. Requests may arrive late, twice or out of order.
 * The first "I’m here" and the latest "Leaving the pavement" count, and an undo affects only earlier presses.
 */
export function applyAction(
  facts: ArrivalFacts,
  { press, at, by }: ArrivalAction,
): Partial<Pick<ArrivalFacts, 'leftPavementAt' | 'hereAt' | 'hereBy'>> | null {
  const { hereAt, leftPavementAt } = facts
  if (press === 'here') return hereAt === null ? { hereAt: at, hereBy: by } : null
  if (press === 'pavement')
    return hereAt === null && (leftPavementAt === null || leftPavementAt < at) ? { leftPavementAt: at } : null
  if (hereAt !== null) return hereAt <= at ? { hereAt: null, hereBy: null } : null
  return by === 'guest' && leftPavementAt !== null && leftPavementAt <= at ? { leftPavementAt: null } : null
}

/**
 * The endpoint of the arrival buttons without its schemas, so that the offline page can call it without loading React
 * or zod.
 */
export const PRESS_CALL = { name: 'arrival.press', method: 'PUT', path: 'arrivalPress' } as const

/** Which arrival buttons the guest has pressed, and when. */
export interface ArrivalProgress {
  leftPavementAt: string | null
  hereAt: string | null
  hereBy: TickedBy | null
}

const dateOf = (at: string | null) => (at === null ? null : new Date(at))

/**
 * Returns which arrival buttons the guest has pressed, including presses that the phone has not sent yet (`waiting`).
 */
export function afterPresses(
  { leftPavementAt, hereAt, hereBy }: ArrivalProgress,
  waiting: readonly { press: Press; at: string }[],
): ArrivalProgress {
  const facts = { ...NO_ARRIVAL, leftPavementAt: dateOf(leftPavementAt), hereAt: dateOf(hereAt), hereBy }
  for (const { press, at } of waiting)
    Object.assign(facts, applyAction(facts, { press, at: new Date(at), by: 'guest' }))
  return {
    leftPavementAt: facts.leftPavementAt?.toISOString() ?? null,
    hereAt: facts.hereAt?.toISOString() ?? null,
    hereBy: facts.hereBy,
  }
}

/**
 * Returns the arrival buttons to show. `on` are the presses that can come next, and `back` is true if there is a
 * press to undo.
 */
export function possiblePresses({ leftPavementAt, hereAt }: ArrivalProgress): { on: Press[]; back: boolean } {
  if (hereAt !== null) return { on: [], back: true }
  return leftPavementAt === null ? { on: ['pavement', 'here'], back: false } : { on: ['here'], back: true }
}

export const PRESS_LABELS: Record<Press, string> = {
  pavement: 'Leaving the pavement',
  here: 'I’m here',
  undo: 'Pressed by mistake',
}

/** Returns the text next to the arrival buttons. `waiting` means that the phone has not sent the last press yet. */
export function progressText({ leftPavementAt, hereAt }: ArrivalProgress, waiting: boolean): string {
  const words = [
    hereAt === null
      ? leftPavementAt !== null && `You left the pavement at ${formatTime(new Date(leftPavementAt))}.`
      : `You have been here since ${formatTime(new Date(hereAt))}.`,
    waiting && 'Saved on this device. It will be sent as soon as there’s a signal.',
  ]
  return words.filter(Boolean).join(' ')
}

/** Sorts guests by arrival time. Guests without an arrival time come last, in their previous order. */
export function sortByArrival<Guest>(guests: Guest[], factsOf: (guest: Guest) => Date | null): Guest[] {
  const at = (guest: Guest) => factsOf(guest)?.getTime() ?? Number.POSITIVE_INFINITY
  return guests.toSorted((one, other) => (at(one) === at(other) ? 0 : at(one) - at(other)))
}

/** Returns when the guest arrived or will arrive, for sorting. Null if unknown. */
export function arrivesAt(facts: ArrivalFacts, event: EventDays): Date | null {
  const given = givenArrival(facts, event)
  return (
    facts.hereAt ?? watchOf(facts, event)?.expectedAt ?? (given && ranchTimeInstant(given.day, given.time))
  )
}

/** Returns the same as `arrivesAt`, but for the arrival in an API reply, whose day is always a day of the event. */
export function arrivesAtOf(shown: ShownTimes): Date | null {
  const { told, hereAt, overdueAt } = shown
  if (hereAt !== null) return new Date(hereAt)
  if (overdueAt !== null) return new Date(Date.parse(overdueAt) - OVERDUE_MINUTES * MINUTE_MS)
  return told && ranchTimeInstant(told.day, told.time)
}

interface ShownTimes {
  told: { day: Day; time: string } | null
  hereAt: string | null
  overdueAt: string | null
}

export const BY_WORDS: Record<ArriveBy, string> = { car: 'by car', fetched: 'to be picked up' }

/** Returns a given arrival in words: `"Thu, May 6, 3:30 PM, by car"`. */
export const arrivalText = ({ day, time, by }: { day: Day; time: string; by: ArriveBy }): string =>
  `${formatDayOfYear(day)}, ${formatTime(ranchTimeInstant(day, time))}, ${BY_WORDS[by]}`

/** The text on the guest's page that explains when the venue will look for the guest. */
export const WATCH_WORDS = `There’s no signal on the last ${venue.dirtRoadMiles} miles. Tell us when you’re coming, and we’ll look out for you. If you’re ${OVERDUE_MINUTES} minutes late and nobody has seen you, we email your host your phone number and your emergency contact right away. Without a time, we can’t look out for you.`
