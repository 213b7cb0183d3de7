/** The retreats that a page of the calendar has at hand: some came with it, others are read as they are wanted; and which events they overlap. */
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Day } from '#shared/days.ts'
import { useApiQueries } from '#ui/use-api-query.ts'
import { type CalendarEvent, getCalendarRetreats, type Retreat } from '#features/calendar/contract.ts'
import { isOlder, newestFirst, findOverlaps } from '#features/calendar/rules.ts'

/** Days from the first one through the last one. */
export interface Span {
  start: Day
  end: Day
}

/** The retreats that touch some days, all of them. */
export interface Brought {
  list: readonly Retreat[]
  /** These days. */
  covered: readonly Span[]
}

/** Retreats are read by periods of so many calendar years: no more than one call gives. */
const YEARS = 2

/** The periods, by their first years, that touch some days: those of the first days first. */
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
 * The retreats that came with the page and those of the periods that were read, each as often as there are: private ones
 * may look the same. What was read of a period counts more than what came before.
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
  /** The days on the screen: the page is busy until their retreats are there. */
  shown: Span
  /** The days that are likely to be looked at next: nobody is told when they cannot be read. */
  soon: Span
  /** Days whose retreats the page's list tells as well. */
  listed: readonly Span[]
}

/** Periods that are read for one page: an event of a thousand years is no hundreds of calls. */
const MOST_PERIODS = 20

export function useRetreats({ list, covered }: Brought, wanted: Wanted) {
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
  // A read that failed unseen is tried again once it is looked at.
  const retry = useEffectEvent((_day: Day) => again())
  useEffect(() => retry(wanted.shown.start), [wanted.shown.start])
  return {
    retreats,
    /** The retreats that are looked at are on their way. */
    busy: answersOf([wanted.shown]).some(({ pending }) => pending),
    /** The failure for which something that is shown or listed is not there. */
    failed: failures[0]?.failed ?? null,
    again,
  }
}

/** The same list until an answer changes: whoever shows it is not rendered anew for nothing. */
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

/** A row of the tables, with its warnings. */
export interface Listed {
  event: CalendarEvent
  /** That have the ranch on some of its days. */
  retreats: Retreat[]
}

/** The events by start, the newest first, with the retreats that overlap each. */
export function listEvents(events: readonly CalendarEvent[], retreats: readonly Retreat[]): Listed[] {
  return newestFirst(events).map((event) => ({
    event,
    retreats: findOverlaps([event], retreats).map(({ retreat }) => retreat),
  }))
}

/** Without those that ended more than 90 days ago, unless older ones are wanted. */
export function shownEvents(
  events: readonly CalendarEvent[],
  { today, older }: { today: Day; older: boolean },
): CalendarEvent[] {
  return events.filter((event) => older || !isOlder(event, today))
}
