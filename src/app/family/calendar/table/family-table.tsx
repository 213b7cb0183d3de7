import { formatDayLong, formatDayRangeShort } from '#shared/format-days.ts'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Icon } from '#app/ui/icons.tsx'
import type { Retreat } from '#domain/calendar/contract.ts'
import type { Listed } from './retreats.ts'
import { Text } from '#app/ui/text.tsx'

type Cell = Column<Listed>['cell']

interface Cells {
  title: Cell
  color: Cell
  day: (which: 'start' | 'end') => Cell
  /** The width of the columns for the first and the last day, as a CSS grid track. */
  width: string
}

/** Returns the columns that the family's and the admins' table have in common, with the given cells. */
export const eventColumns = ({ title, color, day, width }: Cells): Column<Listed>[] => [
  { name: 'title', head: 'Title', names: true, cell: title },
  { name: 'color', head: 'Color', label: '', width: '4rem', className: 'entry-of-color', cell: color },
  { name: 'start', head: 'Starts', width, cell: day('start') },
  { name: 'end', head: 'Ends', width, cell: day('end') },
]

const COLUMNS = eventColumns({
  title: ({ event, retreats }) => (
    <>
      <Text>{event.title}</Text>
      <OverlapNote retreats={retreats} />
    </>
  ),
  color: ({ event: { color } }) => (
    <span className="entry-swatch" style={{ '--swatch': color }}>
      <span className="visually-hidden">{color}</span>
    </span>
  ),
  day:
    (which) =>
    ({ event }) =>
      formatDayLong(event[which]),
  width: '11rem',
})

/** Renders the table of events for the family, which cannot edit them. */
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

/**
 * The largest number of retreats that an overlap note names. An event that spans years may overlap dozens of
 * retreats.
 */
const MOST_NAMED = 4

/** Renders a note that names the retreats which overlap a family event. */
export function OverlapNote({ retreats }: { retreats: readonly Retreat[] }) {
  if (retreats.length === 0) return null
  const more = retreats.length - MOST_NAMED
  const words = retreats.slice(0, MOST_NAMED).map(({ name, start, end }) => {
    return `${name ?? 'a private retreat'} (${formatDayRangeShort(start, end)})`
  })
  return (
    <p className="overlap">
      <Icon name="warning" />{' '}
      <Text>
        Overlaps {words.join(', ')}
        {more > 0 && ` and ${more} more`}
      </Text>
    </p>
  )
}
