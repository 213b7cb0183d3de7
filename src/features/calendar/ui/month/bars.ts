/** The entries of a month, day by day, and the bars that are drawn across its weeks. */
import { type Day, daysBetween } from '#shared/days.ts'
import { formatDay, formatDayRangeShort } from '#shared/format-days.ts'
import { firstOf, lastOf, type Month, weeksOf } from '#shared/months.ts'
import type { CalendarEvent, Retreat } from '#features/calendar/contract.ts'
import { type Overlap, overlapsOf } from '#features/calendar/rules.ts'

/** Bars that stand on top of each other; those that do not fit are told as "+2 more". */
const LANES = 3

/** A family event or a retreat, from `start` through `end`. */
export type Entry = { key: string; title: string; start: Day; end: Day } & (
  | { kind: 'event'; event: CalendarEvent }
  | { kind: 'retreat'; retreat: Retreat }
)

/** Days that a family event shares with a retreat. Private retreats may look the same: only the key tells them apart. */
export type Clash = Overlap<CalendarEvent, Retreat> & { key: string }

/** One week's piece of an entry. */
export interface Bar {
  entry: Entry
  /** The same in all weeks, so that nothing jumps at a week's end. */
  lane: number
  /** 0 (Sunday) through 6. */
  column: number
  days: number
  /** The entry began before this piece; `after`: it goes on after it. */
  before: boolean
  after: boolean
}

export interface Week {
  days: Day[]
  bars: Bar[]
  /** Bars from this lane on do not fit. */
  lanes: number
  /** How many do not fit, by the days from Sunday. */
  more: number[]
}

/** All entries that touch a month: by start, the longest first, a retreat before what the family planned. */
export function entriesOf(
  month: Month,
  events: readonly CalendarEvent[],
  retreats: readonly Retreat[],
): Entry[] {
  const [first, last] = [firstOf(month), lastOf(month)]
  const all: Entry[] = [
    ...retreats.map((retreat, at) => ({
      kind: 'retreat' as const,
      key: `retreat-${retreat.urlName ?? at}`,
      title: retreat.name ?? 'Private retreat',
      start: retreat.start,
      end: retreat.end,
      retreat,
    })),
    ...events.map((event) => ({
      kind: 'event' as const,
      key: `event-${event.id}`,
      title: event.title,
      start: event.start,
      end: event.end,
      event,
    })),
  ]
  return all
    .filter(({ start, end }) => start <= last && end >= first)
    .sort((a, b) => compare(a.start, b.start) || compare(b.end, a.end))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The entries of a day. */
export function entriesOn(entries: readonly Entry[], day: Day): Entry[] {
  return entries.filter(({ start, end }) => start <= day && day <= end)
}

/** The overlaps on the month's days. `entries` as `entriesOf` gives them. */
export function clashesOn(month: Month, entries: readonly Entry[]): Clash[] {
  const [first, last] = [firstOf(month), lastOf(month)]
  const events = entries.filter((entry) => entry.kind === 'event')
  const retreats = entries.filter((entry) => entry.kind === 'retreat')
  return overlapsOf(events, retreats)
    .filter(({ start, end }) => start <= last && end >= first)
    .map(({ event: { event, key }, retreat: { retreat, key: other }, start, end }) => {
      return { key: `${key} ${other}`, event, retreat, start, end }
    })
}

/** The weeks of a month with their bars; only the month's own days carry any. `entries` as `entriesOf` gives them. */
export function layOut(month: Month, entries: readonly Entry[]): Week[] {
  const lanes = lanesOf(month, entries)
  return weeksOf(month).map((days) => {
    const bars = entries.flatMap((entry, at) => barIn(days, month, { entry, lane: lanes[at] ?? 0 }))
    const used = Math.max(0, ...bars.map(({ lane }) => lane + 1))
    // A line that says "+1 more" takes as much room as the one bar that it hides.
    const fitting = used > LANES + 1 ? LANES : used
    const more = days.map(
      (_, column) => bars.filter((bar) => bar.lane >= fitting && covers(bar, column)).length,
    )
    return { days, bars, lanes: fitting, more }
  })
}

const covers = (bar: Bar, column: number) => bar.column <= column && column < bar.column + bar.days

/** Each entry gets the topmost lane that is free from its first day on. */
function lanesOf(month: Month, entries: readonly Entry[]): number[] {
  const ends: Day[] = []
  return entries.map(({ start, end }) => {
    const from = start < firstOf(month) ? firstOf(month) : start
    const free = ends.findIndex((taken) => taken < from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = end
    return lane
  })
}

function barIn(days: Day[], month: Month, { entry, lane }: { entry: Entry; lane: number }): Bar[] {
  const own = days.filter((day) => day.startsWith(month))
  const covered = own.filter((day) => entry.start <= day && day <= entry.end)
  const [first, last] = [covered[0], covered.at(-1)]
  if (first === undefined || last === undefined) return []
  return [
    {
      entry,
      lane,
      column: daysBetween(days[0] ?? first, first),
      days: covered.length,
      before: entry.start < first,
      after: entry.end > last,
    },
  ]
}

// The board in words, for screen readers and for everyone.

interface DayFacts {
  today: Day
  entries: readonly Entry[]
  /** A family event and a retreat share it. */
  overlap: boolean
}

/** `"Thu, May 6, 2027, today. Overlap. Branding. Retreat: Leather & Light."` */
export function dayWords(day: Day, { today, entries, overlap }: DayFacts): string {
  const name = day === today ? `${formatDay(day)}, today` : formatDay(day)
  const parts = [name, ...(overlap ? ['Overlap'] : []), ...entries.map(entryWords)]
  return parts.length === 1 ? name : parts.map((part) => `${part}.`).join(' ')
}

/** The title on a bar. */
export const entryWords = (entry: Entry) =>
  entry.kind === 'retreat' && entry.retreat.name !== null ? `Retreat: ${entry.title}` : entry.title

const retreatWords = ({ name }: Retreat) => (name === null ? 'a private retreat' : `the retreat “${name}”`)

/** `"“Branding” and the retreat “Leather & Light” overlap: May 6 – 8, 2027"`. */
export function overlapWords({ event, retreat, start, end }: Clash): string {
  return `“${event.title}” and ${retreatWords(retreat)} overlap: ${formatDayRangeShort(start, end)}`
}

/** The overlaps of an entry in words, where the entry itself is named: `"Overlaps “Branding”: May 6 – 8, 2027"`. */
export function overlapsWith(entry: Entry, { event, retreat, start, end }: Clash): string {
  const other = entry.kind === 'event' ? retreatWords(retreat) : `“${event.title}”`
  return `Overlaps ${other}: ${formatDayRangeShort(start, end)}`
}

/** Whether an overlap is one of this entry's. */
export function isOf(entry: Entry, { event, retreat }: Clash): boolean {
  return entry.kind === 'event' ? entry.event === event : entry.retreat === retreat
}
