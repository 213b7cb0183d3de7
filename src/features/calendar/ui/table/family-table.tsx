import { formatDayLong, formatDayRangeShort } from '#shared/format-days.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Icon } from '#ui/icons.tsx'
import type { Retreat } from '#features/calendar/contract.ts'
import type { Listed } from './retreats.ts'

const COLUMNS: Column<Listed>[] = [
  {
    name: 'title',
    head: 'Title',
    names: true,
    cell: ({ event, retreats }) => (
      <>
        {event.title}
        <OverlapNote retreats={retreats} />
      </>
    ),
  },
  {
    name: 'color',
    head: 'Color',
    label: '',
    width: '4rem',
    className: 'entry-of-color',
    cell: ({ event: { color } }) => (
      <span className="entry-swatch" style={{ '--swatch': color }}>
        <span className="visually-hidden">{color}</span>
      </span>
    ),
  },
  { name: 'start', head: 'Starts', width: '11rem', cell: ({ event }) => formatDayLong(event.start) },
  { name: 'end', head: 'Ends', width: '11rem', cell: ({ event }) => formatDayLong(event.end) },
]

/** The events for everybody to read. */
export function FamilyTable({ listed }: { listed: readonly Listed[] }) {
  if (listed.length === 0) return <p className="calendar-none">Nothing is planned. Come anyway.</p>
  return (
    <DataTable
      caption="Events of the family"
      className="entries entries-read"
      columns={COLUMNS}
      rows={listed}
      rowKey={({ event }) => event.id}
    />
  )
}

/** Retreats that a note names: an event of years has all of them in it. */
const MOST_NAMED = 4

/** Which retreats have the ranch while an event of the family goes on. */
export function OverlapNote({ retreats }: { retreats: readonly Retreat[] }) {
  if (retreats.length === 0) return null
  const more = retreats.length - MOST_NAMED
  const words = retreats.slice(0, MOST_NAMED).map(({ name, start, end }) => {
    return `${name ?? 'a private retreat'} (${formatDayRangeShort(start, end)})`
  })
  return (
    <p className="overlap">
      <Icon name="warning" /> Overlaps {words.join(', ')}
      {more > 0 && ` and ${more} more`}
    </p>
  )
}
