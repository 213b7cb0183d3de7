/** The rules of the family's calendar (R13.2, R13.3, R13.4). Pure; all days are ranch days. */
import { contrast } from '#shared/contrast.ts'
import { addDays, type Day, daysBetween, isDay } from '#shared/days.ts'

/** An event stays in the table until it ended longer ago than this (R13.3). */
const OLDER_DAYS = 90

/** Days that are given of what has no bound. */
const YEAR = 365

/** Percent that the secondary color is lighter (R13.4). */
const LIGHTER_PERCENT = 99

/** The days of an event, from the first through the last. */
interface Span {
  start: Day
  end: Day
}

/** Orders events by start, the newest first; of two that start together, the one made later comes first. */
export const newestFirst = <E extends { id: number; start: Day }>(events: readonly E[]): E[] =>
  [...events].sort((a, b) => (a.start === b.start ? b.id - a.id : a.start < b.start ? 1 : -1))

/** True when it ended more than 90 days before today: hidden until older events are asked for. */
export const isOlder = ({ end }: Pick<Span, 'end'>, today: Day): boolean => end < addDays(today, -OLDER_DAYS)

const FIRST_DAY: Day = '0001-01-01'
const LAST_DAY: Day = '9999-12-31'

/** The day so many days later (earlier when negative), but none that text cannot tell. */
export function shiftDay(day: Day, count: number): Day {
  const shifted = addDays(day, count)
  return isDay(shifted) ? shifted : count < 0 ? FIRST_DAY : LAST_DAY
}

interface Days {
  from: Day
  to: Day
}

/**
 * Both bounds of the retreats that are asked for: a year from `from` on, a year up to `to`, or with neither a year
 * back from today and a year ahead. `latest`: these are more than `most` days; with this `from`, that is the latest `to`.
 */
export function retreatDays(
  { from, to }: Partial<Record<keyof Days, Day | undefined>>,
  { today, most }: { today: Day; most: number },
): Days | { latest: Day } {
  if (from === undefined) return { from: shiftDay(to ?? today, -YEAR), to: to ?? shiftDay(today, YEAR) }
  if (to === undefined) return { from, to: shiftDay(from, YEAR) }
  return daysBetween(from, to) < most ? { from, to } : { latest: shiftDay(from, most - 1) }
}

/** The days that a family event and a retreat share. */
export interface Overlap<E extends Span = Span, R extends Span = Span> extends Span {
  event: E
  retreat: R
}

/** Every pair that shares a day, arrival and departure days included, by the first shared day. */
export const findOverlaps = <E extends Span, R extends Span>(
  events: readonly E[],
  retreats: readonly R[],
): Overlap<E, R>[] =>
  events
    .flatMap((event) =>
      retreats
        .filter(({ start, end }) => start <= event.end && event.start <= end)
        .map((retreat) => ({
          event,
          retreat,
          start: event.start > retreat.start ? event.start : retreat.start,
          end: event.end < retreat.end ? event.end : retreat.end,
        })),
    )
    .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))

/**
 * The primary color lightened by 99 percent per channel, capped at 255: each channel times 1.99, to the nearest
 * whole number. So the hue stays, and black stays black.
 */
export function secondaryColor(primary: string): string {
  const channels = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(primary.slice(at, at + 2), 16)
    const lighter = Math.min(255, Math.round((channel * (100 + LIGHTER_PERCENT)) / 100))
    return lighter.toString(16).padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** Black or white, whichever reads better on a `#rrggbb` color: the contrast is never below 4.5. */
export const wordsOn = (color: string): '#000000' | '#ffffff' =>
  contrast(color, '#000000') >= contrast(color, '#ffffff') ? '#000000' : '#ffffff'
