/** Computes the entries of each day of a month, and the bars that the calendar draws across its weeks. */
import { describeUnpublished } from '#app/admin/drafts/draft-mark.tsx'
import type { Day } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { firstOf, lastOf, type Month, weeksOf } from '#shared/months.ts'
import type { CalendarEvent, Retreat } from '#domain/calendar/contract.ts'
import { type Overlap, findOverlaps } from '#domain/calendar/rules.ts'

/**
 * The number of rows of bars in a week with too many bars. The calendar shows the other bars of such a week
 * as "+2 more".
 */
const LANES = 3

/**
 * A family event or a retreat, from its first day `start` through its last day `end`. Two private retreats
 * may look the same, so `key` tells them apart.
 */
export interface Entry {
  key: string
  kind: 'event' | 'retreat'
  name: string
  start: Day
  end: Day
  /** The chosen color of a family event. Null for a retreat. */
  color: string | null
  /**
   * Part of the address of the retreat's page. Null for a family event, and for a retreat that is private to
   * the visitor.
   */
  urlName: string | null
  /** `"Draft"` or `"Publishes Mar 3"` on a retreat that only staff can see. Null for all others. */
  mark: string | null
}

/** The days that a family event shares with a retreat. */
export type Clash = Overlap<Entry, Entry>

/** The part of a calendar entry that lies in one week. */
export interface Bar {
  entry: Entry
  /**
   * The row of the bar, counted from 0. An entry has the same row in all weeks, so that its bar does not jump
   * from week to week.
   */
  lane: number
  /** The weekday on which the bar starts, from 0 (Sunday) to 6. */
  column: number
  days: number
  /**
   * `before` is true if the entry started before this week, and `after` is true if it continues after this
   * week.
   */
  before: boolean
  after: boolean
}

export interface Week {
  days: Day[]
  bars: Bar[]
  /**
   * The number of rows of bars that the calendar draws in this week. A bar whose `lane` is this number or
   * higher is hidden.
   */
  lanes: number
  /** The number of hidden bars on each day of the week, from Sunday. */
  more: number[]
}

/**
 * Returns all calendar entries that touch a month, ordered by first day, then the longest first, then
 * retreats before family events.
 */
export function monthEntries(
  month: Month,
  events: readonly CalendarEvent[],
  retreats: readonly Retreat[],
): Entry[] {
  const all: Entry[] = [
    ...retreats.map(({ name, urlName, start, end, unpublished }, at) => {
      const key = `retreat-${urlName ?? at}`
      const mark = unpublished ? describeUnpublished(unpublished) : null
      return {
        key,
        kind: 'retreat' as const,
        name: name ?? 'Private retreat',
        start,
        end,
        color: null,
        urlName,
        mark,
      }
    }),
    ...events.map(({ id, title, ...event }) => {
      return { ...event, key: `event-${id}`, kind: 'event' as const, name: title, urlName: null, mark: null }
    }),
  ]
  return touching(month, all).sort((a, b) => compare(a.start, b.start) || compare(b.end, a.end))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const touching = <Span extends { start: Day; end: Day }>(month: Month, spans: Span[]): Span[] =>
  spans.filter(({ start, end }) => start <= lastOf(month) && end >= firstOf(month))

export function dayEntries(entries: readonly Entry[], day: Day): Entry[] {
  return entries.filter(({ start, end }) => start <= day && day <= end)
}

/**
 * Returns the overlaps between family events and retreats within the month. Takes `entries` as `monthEntries`
 * returns them.
 */
export function monthClashes(month: Month, entries: readonly Entry[]): Clash[] {
  const of = (wanted: Entry['kind']) => entries.filter(({ kind }) => kind === wanted)
  return touching(month, findOverlaps(of('event'), of('retreat')))
}

/**
 * Returns the weeks of a month with their bars. Days of other months have no bars. Takes `entries` as
 * `monthEntries` returns them.
 */
export function layOutWeeks(month: Month, entries: readonly Entry[]): Week[] {
  const lanes = assignLanes(month, entries)
  return weeksOf(month).map((days) => {
    const bars = entries.flatMap((entry, at) => weekBar(days, month, { entry, lane: lanes[at] ?? 0 }))
    const used = Math.max(0, ...bars.map(({ lane }) => lane + 1))
    // A line "+1 more" would need as much room as the single bar that it hides. So the calendar draws that
    // bar instead.
    const fitting = used > LANES + 1 ? LANES : used
    const more = days.map(
      (_, at) =>
        bars.filter(({ lane, column, days: long }) => lane >= fitting && column <= at && at < column + long)
          .length,
    )
    return { days, bars, lanes: fitting, more }
  })
}

/** Assigns each calendar entry the topmost row that is free from the entry's first day on. */
function assignLanes(month: Month, entries: readonly Entry[]): number[] {
  const ends: Day[] = []
  return entries.map(({ start, end }) => {
    const from = start < firstOf(month) ? firstOf(month) : start
    const free = ends.findIndex((taken) => taken < from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = end
    return lane
  })
}

/**
 * Returns the bar of an entry in a week. Returns nothing if the entry has no day of the month in that week.
 */
function weekBar(days: Day[], month: Month, { entry, lane }: { entry: Entry; lane: number }): Bar[] {
  const covered = days.filter((day) => day.startsWith(month) && entry.start <= day && day <= entry.end)
  const [first, last] = [covered[0], covered.at(-1)]
  if (first === undefined || last === undefined) return []
  const [before, after] = [entry.start < first, entry.end > last]
  return [{ entry, lane, column: days.indexOf(first), days: covered.length, before, after }]
}

/**
 * Returns a day as screen readers read it: `"Thu, May 6, 2027, today. Overlap. Branding. Retreat: Leather &
 * Light."`
 */
export function describeDay(
  day: Day,
  entries: readonly Entry[],
  { today, overlap }: { today: Day; overlap: boolean },
): string {
  const name = day === today ? `${formatDay(day)}, today` : formatDay(day)
  const parts = [name, ...(overlap ? ['Overlap'] : []), ...entries.map(entryTitle)]
  return parts.length === 1 ? name : parts.map((part) => `${part}.`).join(' ')
}

/** Returns the title on an entry's bar: `"Retreat: Leather & Light"`, or `"Draft: Leather & Light"`. */
export const entryTitle = ({ name, urlName, mark }: Entry) =>
  urlName === null ? name : `${mark ?? 'Retreat'}: ${name}`

/** Returns a calendar entry as part of a sentence: `"the retreat “Leather & Light”"`. */
export function describeEntry({ kind, name, urlName }: Entry): string {
  if (kind === 'event') return `“${name}”`
  return urlName === null ? 'a private retreat' : `the retreat “${name}”`
}
