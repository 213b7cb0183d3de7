/** The rules of the family calendar (R13.2, R13.3, R13.4). Pure. All days are ranch days. */
import { contrast } from '#shared/contrast.ts'
import { addDays, type Day, daysBetween, isDay } from '#shared/days.ts'

/** The calendar's table hides an event this many days after the event's end (R13.3). */
const OLDER_DAYS = 90

/** The number of days that a query for retreats covers if it has only one bound. */
const YEAR_DAYS = 365

/** By how many percent the secondary color is lighter than the primary color (R13.4). */
const LIGHTER_PERCENT = 99

/** The first and the last day of an event. The last day is part of the event. */
interface Span {
  start: Day
  end: Day
}

/**
 * Sorts events by start, the latest first. Of two events with the same start, the one created later comes
 * first.
 */
export const sortNewestFirst = <E extends { id: number; start: Day }>(events: readonly E[]): E[] =>
  [...events].sort((a, b) => (a.start === b.start ? b.id - a.id : a.start < b.start ? 1 : -1))

/**
 * Returns true if an event ended more than 90 days before today. The calendar's table hides such events until the
 * reader asks for older ones.
 */
export const isPastTable = ({ end }: Pick<Span, 'end'>, today: Day): boolean =>
  end < addDays(today, -OLDER_DAYS)

const FIRST_DAY: Day = '0001-01-01'
const LAST_DAY: Day = '9999-12-31'

/**
 * Returns the day `count` days later, or earlier if `count` is negative. Never before the year 1 or after the year
 * 9999, because a day has a four-digit year.
 */
export function shiftDay(day: Day, count: number): Day {
  const shifted = addDays(day, count)
  return isDay(shifted) ? shifted : count < 0 ? FIRST_DAY : LAST_DAY
}

interface Days {
  from: Day
  to: Day
}

/**
 * Completes the bounds of a query for retreats: a year from `from` on, or a year up to `to`. Without `from` and `to`,
 * the query covers a year back and a year ahead of today. Returns `latest`, the latest `to` that is allowed, if the
 * query covers more than `most` days.
 */
export function fillBounds(
  { from, to }: Partial<Record<keyof Days, Day | undefined>>,
  { today, most }: { today: Day; most: number },
): Days | { latest: Day } {
  if (from === undefined)
    return { from: shiftDay(to ?? today, -YEAR_DAYS), to: to ?? shiftDay(today, YEAR_DAYS) }
  if (to === undefined) return { from, to: shiftDay(from, YEAR_DAYS) }
  return daysBetween(from, to) < most ? { from, to } : { latest: shiftDay(from, most - 1) }
}

/** The days that a family event and a retreat share. */
export interface Overlap<E extends Span = Span, R extends Span = Span> extends Span {
  event: E
  retreat: R
}

/**
 * Returns every pair of a family event and a retreat that share a day, sorted by the first shared day. The days of
 * arrival and departure count.
 */
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
 * Returns the primary color lightened by 99 percent: each channel times 1.99, rounded, at most 255. The hue
 * stays unless a channel reaches 255. Black stays black.
 */
export function secondaryColor(primary: string): string {
  const channels = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(primary.slice(at, at + 2), 16)
    const lighter = Math.min(255, Math.round((channel * (100 + LIGHTER_PERCENT)) / 100))
    return lighter.toString(16).padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** Returns black or white, whichever is more readable on a `#rrggbb` color. The contrast is at least 4.5. */
export const readableTextColor = (color: string): '#000000' | '#ffffff' =>
  contrast(color, '#000000') >= contrast(color, '#ffffff') ? '#000000' : '#ffffff'
