/** Computes the entries of a month, day by day, and the bars drawn across its weeks. */
import type { Day } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { firstOf, lastOf, type Month, weeksOf } from '#shared/months.ts'
import type { CalendarEvent, Retreat } from '#domain/calendar/contract.ts'
import { type Overlap, findOverlaps } from '#domain/calendar/rules.ts'

/** The most bars drawn on top of each other in one week. The calendar shows the others as "+2 more". */
const LANES = 3

/**
 * A family event or a retreat, from `start` through `end`. Two private retreats may look the same, so `key`
 * tells them apart.
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
   * the reader.
   */
  urlName: string | null
}

/** The days that a family event shares with a retreat. */
export type Clash = Overlap<Entry, Entry>

/** The part of an entry that lies in one week. */
export interface Bar {
  entry: Entry
  /** The bar's row. It is the same in all weeks, so the bar does not jump at the end of a week. */
  lane: number
  /** The weekday on which the bar starts, from 0 (Sunday) to 6. */
  column: number
  days: number
  /** `before` is true if the entry started before this bar, `after` if it continues after it. */
  before: boolean
  after: boolean
}

export interface Week {
  days: Day[]
  bars: Bar[]
  /** The number of lanes that are drawn. A bar in a lane with this number or a higher one does not fit. */
  lanes: number
  /** How many bars do not fit on each day, from Sunday. */
  more: number[]
}

/**
 * Returns all entries that touch a month, by start. The longest comes first, and a retreat before a family
 * event.
 */
export function monthEntries(
  month: Month,
  events: readonly CalendarEvent[],
  retreats: readonly Retreat[],
): Entry[] {
  const all: Entry[] = [
    ...retreats.map(({ name, urlName, start, end }, at) => {
      const key = `retreat-${urlName ?? at}`
      return {
        key,
        kind: 'retreat' as const,
        name: name ?? 'Private retreat',
        start,
        end,
        color: null,
        urlName,
      }
    }),
    ...events.map(({ id, title, ...event }) => {
      return { ...event, key: `event-${id}`, kind: 'event' as const, name: title, urlName: null }
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

/** Returns the overlaps within the month. Takes `entries` as `monthEntries` returns them. */
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
    // A line "+1 more" would need as much room as the one bar that it hides, so the calendar draws that bar
    // instead.
    const fitting = used > LANES + 1 ? LANES : used
    const more = days.map(
      (_, at) =>
        bars.filter(({ lane, column, days: long }) => lane >= fitting && column <= at && at < column + long)
          .length,
    )
    return { days, bars, lanes: fitting, more }
  })
}

/** Assigns each entry the topmost lane that is free from its first day on. */
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

/** Returns an entry's bar in a week, or nothing if the entry has no day of the month in that week. */
function weekBar(days: Day[], month: Month, { entry, lane }: { entry: Entry; lane: number }): Bar[] {
  const covered = days.filter((day) => day.startsWith(month) && entry.start <= day && day <= entry.end)
  const [first, last] = [covered[0], covered.at(-1)]
  if (first === undefined || last === undefined) return []
  const [before, after] = [entry.start < first, entry.end > last]
  return [{ entry, lane, column: days.indexOf(first), days: covered.length, before, after }]
}

/**
 * Returns a day's text for screen readers: `"Thu, May 6, 2027, today. Overlap. Branding. Retreat: Leather &
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

/** Returns the title on a bar: `"Retreat: Leather & Light"`. */
export const entryTitle = ({ name, urlName }: Entry) => (urlName === null ? name : `Retreat: ${name}`)

/** Returns an entry as part of a sentence: `"the retreat “Leather & Light”"`. */
export function describeEntry({ kind, name, urlName }: Entry): string {
  if (kind === 'event') return `“${name}”`
  return urlName === null ? 'a private retreat' : `the retreat “${name}”`
}
