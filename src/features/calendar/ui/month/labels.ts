/** The board in words, for screen readers and for everyone. */
import { type Day, formatDay, formatDayRangeShort } from '#shared/days.ts'
import type { Retreat } from '#features/calendar/contract.ts'
import type { Clash, Entry } from './bars.ts'

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

const entryWords = (entry: Entry) =>
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
