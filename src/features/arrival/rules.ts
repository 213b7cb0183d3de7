/** When a guest is expected and when they are overdue (docs/decisions/0071). Pure: facts and `now` come in. */
import type { arrivals, ArriveBy, TickedBy } from '#platform/database/schema/arrivals.ts'
import { type Day, ranchDay, ranchTimeInstant } from '#shared/days.ts'
import { formatDayOfYear, formatTime } from '#shared/format-days.ts'
import { venue } from '#shared/venue.ts'

const MINUTE_MS = 60_000
/** From the end of the pavement to the ranch, at the pace of whoever has never driven it. */
export const ROAD_MINUTES = 45
/** A guest who is so much later than expected is overdue: a flat tire is changed by then, and somebody would have come by. */
const OVERDUE_MINUTES = 90
/** After that nobody looks for them by this watch any more: they came and nobody ticked it, or everybody knows. */
const WATCH_ENDS_MS = 24 * 60 * MINUTE_MS
/** Phones' clocks are so far ahead at most. */
const SKEW_MS = 5 * MINUTE_MS

/** `time`: `hh:mm` on the ranch's clock. */
export type ArrivalFacts = Pick<
  typeof arrivals.$inferSelect,
  'day' | 'time' | 'by' | 'leftPavementAt' | 'hereAt' | 'hereBy'
>

export interface EventDays {
  startDateDate: Day
  endDateDate: Day
}

export const NOTHING_TOLD: ArrivalFacts = {
  day: null,
  time: null,
  by: null,
  leftPavementAt: null,
  hereAt: null,
  hereBy: null,
}

const within = (day: Day, { startDateDate, endDateDate }: EventDays) =>
  startDateDate <= day && day <= endDateDate

/** The arrival that the guest told, as long as it is a day of the event: one that moved since makes it as good as not told. */
export const toldOf = ({ day, time, by }: ArrivalFacts, event: EventDays) =>
  day !== null && time !== null && by !== null && within(day, event) ? { day, time, by } : null

export interface Watch {
  /** When they should be at the ranch. */
  expectedAt: Date
  /** From then on they are overdue. */
  overdueAt: Date
  /** Which word of the guest's it goes by: each is told of once. */
  from: 'told' | 'pavement'
}

/**
 * The watch for a guest, with how long to wait; null: nobody is waited for, since they told no time or are here. Once they have left
 * the pavement the told time says nothing more: they are on the road, or somebody must look there.
 */
export function watchOf(facts: ArrivalFacts, event: EventDays): Watch | null {
  if (facts.hereAt !== null) return null
  const told = toldOf(facts, event)
  const after = (expectedAt: Date, from: Watch['from']): Watch => {
    return { expectedAt, overdueAt: new Date(expectedAt.getTime() + OVERDUE_MINUTES * MINUTE_MS), from }
  }
  if (facts.leftPavementAt !== null)
    return after(new Date(facts.leftPavementAt.getTime() + ROAD_MINUTES * MINUTE_MS), 'pavement')
  return told && after(ranchTimeInstant(told.day, told.time), 'told')
}

const OVERDUE_EMAILS = ['arrival-overdue', 'arrival-overdue-host'] as const

/** The key of an e-mail of the alarm: it names the time that the guest gave, so that a new time or a new press alarms again. */
export const overdueKey = (
  type: (typeof OVERDUE_EMAILS)[number],
  reservationId: number,
  { from, expectedAt }: Pick<Watch, 'from' | 'expectedAt'>,
): string => `${type}:${reservationId}:${from}:${expectedAt.toISOString()}`

/** The keys of the alarm that a guest's watch raised, if it did. */
export const overdueKeys = (reservationId: number, watch: Pick<Watch, 'from' | 'expectedAt'>): string[] =>
  OVERDUE_EMAILS.map((type) => overdueKey(type, reservationId, watch))

/** The watch of somebody who is overdue now; null of everybody else. */
export function overdueWatch(facts: ArrivalFacts, event: EventDays, now: Date): Watch | null {
  const watch = watchOf(facts, event)
  const late = watch && now.getTime() - watch.overdueAt.getTime()
  return watch && late !== null && late >= 0 && late < WATCH_ENDS_MS ? watch : null
}

/** Why a told time cannot be; the words stand beside the field of that name. */
export function toldProblem(
  told: { day: Day; time: string },
  event: EventDays,
  now: Date,
): { day?: string; time?: string } | null {
  if (!within(told.day, event)) return { day: 'Please choose a day of the event' }
  return ranchTimeInstant(told.day, told.time) < now ? { time: 'That time has passed at the ranch' } : null
}

/** The presses of the page's buttons: the guest's "Leaving the pavement" and "Here", and that the last one was a mistake. */
export const PRESSES = ['pavement', 'here', 'undo'] as const
export type Press = (typeof PRESSES)[number]

/** A press at that time makes no sense: before or after the event's days, or in the future. */
export const isAbsurd = (at: Date, event: EventDays, now: Date): boolean =>
  at.getTime() > now.getTime() + SKEW_MS || !within(ranchDay(at), event)

export interface Tick {
  press: Press
  /** When it was pressed, which may be long before it is told. */
  at: Date
  by: TickedBy
}

/**
 * The changes that a press makes; null: none. It may come late, twice, or after a later one: the first "Here" stands, the last
 * "Leaving the pavement" does, and an undo takes back only what was pressed before it.
 */
export function pressed(
  facts: ArrivalFacts,
  { press, at, by }: Tick,
): Partial<Pick<ArrivalFacts, 'leftPavementAt' | 'hereAt' | 'hereBy'>> | null {
  const { hereAt, leftPavementAt } = facts
  if (press === 'here') return hereAt === null ? { hereAt: at, hereBy: by } : null
  if (press === 'pavement')
    return hereAt === null && (leftPavementAt === null || leftPavementAt < at) ? { leftPavementAt: at } : null
  if (hereAt !== null) return hereAt <= at ? { hereAt: null, hereBy: null } : null
  return by === 'guest' && leftPavementAt !== null && leftPavementAt <= at ? { leftPavementAt: null } : null
}

/** The call that the guest's buttons are sent by: the endpoint without its schemas, which a page that is read without React does not load. */
export const PRESS_CALL = { name: 'arrival.press', method: 'PUT', path: 'arrivalPress' } as const

/** The way that a guest has come so far, as the pages show it. */
export interface ShownWay {
  leftPavementAt: string | null
  hereAt: string | null
  hereBy: TickedBy | null
}

const dateOf = (at: string | null) => (at === null ? null : new Date(at))

/** The same once the presses that wait for a signal have been sent. */
export function afterPresses(
  { leftPavementAt, hereAt, hereBy }: ShownWay,
  waiting: readonly { press: Press; at: string }[],
): ShownWay {
  const facts = { ...NOTHING_TOLD, leftPavementAt: dateOf(leftPavementAt), hereAt: dateOf(hereAt), hereBy }
  for (const { press, at } of waiting)
    Object.assign(facts, pressed(facts, { press, at: new Date(at), by: 'guest' }))
  return {
    leftPavementAt: facts.leftPavementAt?.toISOString() ?? null,
    hereAt: facts.hereAt?.toISOString() ?? null,
    hereBy: facts.hereBy,
  }
}

/** The buttons of a guest who has come so far: what may come next, and whether there is something to take back. */
export function pressesLeft({ leftPavementAt, hereAt }: ShownWay): { on: Press[]; back: boolean } {
  if (hereAt !== null) return { on: [], back: true }
  return leftPavementAt === null ? { on: ['pavement', 'here'], back: false } : { on: ['here'], back: true }
}

export const PRESS_LABELS: Record<Press, string> = {
  pavement: 'Leaving the pavement',
  here: 'Here',
  undo: 'Pressed by mistake',
}

/** The words beside the buttons. */
export function wayWords({ leftPavementAt, hereAt }: ShownWay, waiting: boolean): string {
  const words = [
    hereAt === null
      ? leftPavementAt !== null && `You left the pavement at ${formatTime(new Date(leftPavementAt))}.`
      : `You have been here since ${formatTime(new Date(hereAt))}.`,
    waiting && 'Noted on this device; it is sent as soon as there is a signal.',
  ]
  return words.filter(Boolean).join(' ')
}

/** Those who are expected first; whoever told nothing comes last, in the order in which they were. */
export function inOrderOfArrival<Guest>(guests: Guest[], factsOf: (guest: Guest) => Date | null): Guest[] {
  const at = (guest: Guest) => factsOf(guest)?.getTime() ?? Number.POSITIVE_INFINITY
  return guests.toSorted((one, other) => (at(one) === at(other) ? 0 : at(one) - at(other)))
}

/** When they came or will come, to sort by. */
export function arrivesAt(facts: ArrivalFacts, event: EventDays): Date | null {
  const told = toldOf(facts, event)
  return facts.hereAt ?? watchOf(facts, event)?.expectedAt ?? (told && ranchTimeInstant(told.day, told.time))
}

/** The same of an arrival as it is shown, where what was told is for the event's days already. */
export function shownArrivesAt(shown: ShownTimes): Date | null {
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

export const BY_WORDS: Record<ArriveBy, string> = { car: 'by car', fetched: 'to be fetched' }

/** `"Thu, May 6, 3:30 PM, by car"`. */
export const toldWords = ({ day, time, by }: { day: Day; time: string; by: ArriveBy }): string =>
  `${formatDayOfYear(day)}, ${formatTime(ranchTimeInstant(day, time))}, ${BY_WORDS[by]}`

/** The watch in words, for the guest's page. */
export const WATCH_WORDS = `No signal on the last ${venue.dirtRoadMiles} miles: tell us when you come, and we look out for you. If you are ${OVERDUE_MINUTES} minutes late and nobody has seen you, your host is told at once, with your phone and your emergency contact. Without a time we cannot look out for you.`
