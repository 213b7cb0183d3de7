/**
 * Collects the retreats of the calendar page. Some arrive with the page, and the browser fetches the others.
 * Also finds the retreats that each family event overlaps.
 */
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Day } from '#shared/days.ts'
import { useApiQueries } from '#app/ui/use-api-query.ts'
import { type CalendarEvent, getCalendarRetreats, type Retreat } from '#domain/calendar/contract.ts'
import { isPastTable, sortNewestFirst, findOverlaps } from '#domain/calendar/rules.ts'

/** A range of days. The first and the last day belong to it. */
export interface Span {
  start: Day
  end: Day
}

/** The retreats that arrived with the page: all that touch the days in `covered`. */
export interface PreloadedRetreats {
  list: readonly Retreat[]
  /** The ranges of days for which `list` contains all retreats. */
  covered: readonly Span[]
}

/**
 * The number of calendar years for which one request fetches retreats. More than two years would exceed the
 * API's limit.
 */
const YEARS = 2

/**
 * Returns the first year of each two-year period that contains days of `spans`. The periods of the first span
 * come first.
 */
export function listPeriods(spans: readonly Span[]): number[] {
  const found = new Set<number>()
  for (const { start, end } of spans) {
    const last = yearOf(end)
    for (let period = yearOf(start) - (yearOf(start) % YEARS); period <= last; period += YEARS)
      found.add(period)
  }
  return [...found]
}

const yearOf = (day: Day) => Number(day.slice(0, 4))

const yearText = (year: number) => String(year).padStart(4, '0')

export function periodInput(period: number) {
  const last = Math.min(period + YEARS - 1, 9999)
  return { query: { from: `${yearText(Math.max(period, 1))}-01-01`, to: `${yearText(last)}-12-31` } }
}

/**
 * Joins the retreats that arrived with the page and the fetched retreats. Two private retreats may look the
 * same, so this function drops none as a duplicate. The retreats of a fetched period replace those that
 * arrived with the page.
 */
export function joinRetreats(
  brought: readonly Retreat[],
  read: ReadonlyMap<number, readonly Retreat[]>,
): Retreat[] {
  const firstOf = (retreat: Retreat) => listPeriods([retreat]).find((period) => read.has(period))
  return [
    ...brought.filter((retreat) => firstOf(retreat) === undefined),
    ...[...read].flatMap(([period, list]) => list.filter((retreat) => firstOf(retreat) === period)),
  ]
}

interface Wanted {
  /** The days on screen. The page looks busy until their retreats are loaded. */
  shown: Span
  /**
   * The days that the visitor may look at next. If their retreats fail to load, the page shows no message.
   */
  soon: Span
  /** The days of the events in the table. The page needs the retreats on these days to find overlaps. */
  listed: readonly Span[]
}

/**
 * The largest number of two-year periods to fetch for one page. An event of a thousand years must not cause
 * hundreds of requests.
 */
const MOST_PERIODS = 20

export function useRetreats({ list, covered }: PreloadedRetreats, wanted: Wanted) {
  const missing = (spans: readonly Span[]) =>
    listPeriods(
      spans.filter(({ start, end }) => !covered.some((days) => days.start <= start && end <= days.end)),
    )
  const periods = missing([wanted.shown, wanted.soon, ...wanted.listed]).slice(0, MOST_PERIODS)
  const answers = useApiQueries(getCalendarRetreats, periods.map(periodInput))
  const retreats = useJoined(list, periods.join(' '), answers)
  const answersOf = (spans: readonly Span[]) =>
    missing(spans).flatMap((period) => answers[periods.indexOf(period)] ?? [])
  const failures = answersOf([wanted.shown, ...wanted.listed]).filter(
    ({ data, failed }) => data === null && failed !== null,
  )
  const again = () => failures.forEach(({ refetch }) => refetch())
  // Retries a failed request when the visitor opens other days, because the failure of a prefetch was not
  // shown.
  const retry = useEffectEvent((_day: Day) => again())
  useEffect(() => retry(wanted.shown.start), [wanted.shown.start])
  return {
    retreats,
    /** True while the retreats on screen are loading. */
    busy: answersOf([wanted.shown]).some(({ pending }) => pending),
    /** A failed request for retreats that the screen or the table needs. Null if no such request failed. */
    failed: failures[0]?.failed ?? null,
    again,
  }
}

/**
 * Joins all retreats. Returns the same array until a reply changes, so that components do not render again
 * without need.
 */
function useJoined(
  list: readonly Retreat[],
  asked: string,
  answers: readonly { data: readonly Retreat[] | null }[],
): Retreat[] {
  return useMemo(() => {
    const read = new Map<number, readonly Retreat[]>()
    for (const [at, period] of asked.split(' ').entries()) {
      const data = answers[at]?.data
      if (data) read.set(Number(period), data)
    }
    return joinRetreats(list, read)
  }, [list, asked, answers])
}

/** A row of the table: a family event and the retreats that it overlaps. */
export interface Listed {
  event: CalendarEvent
  /** The retreats that overlap the event. */
  retreats: Retreat[]
}

/**
 * Returns the family events ordered by first day, the latest first, each with the retreats that it overlaps.
 */
export function listEvents(events: readonly CalendarEvent[], retreats: readonly Retreat[]): Listed[] {
  return sortNewestFirst(events).map((event) => ({
    event,
    retreats: findOverlaps([event], retreats).map(({ retreat }) => retreat),
  }))
}

/** Leaves out events that ended more than 90 days ago, unless `older` is true. */
export function shownEvents(
  events: readonly CalendarEvent[],
  { today, older }: { today: Day; older: boolean },
): CalendarEvent[] {
  return events.filter((event) => older || !isPastTable(event, today))
}
