import { formatDayLong, formatDayRangeShort } from '#shared/days.ts'
import { Icon } from '#ui/icons.tsx'
import type { Retreat } from '#features/calendar/contract.ts'
import type { Listed } from './listed.ts'

/** The events for everybody to read. */
export function FamilyTable({ listed }: { listed: readonly Listed[] }) {
  if (listed.length === 0) return <p className="calendar-none">Nothing is planned. Come anyway.</p>
  return (
    <table className="entries entries-read" aria-label="Events of the family">
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Color</th>
          <th scope="col">Starts</th>
          <th scope="col">Ends</th>
        </tr>
      </thead>
      <tbody>
        {listed.map(({ event, retreats }) => (
          <tr key={event.id} className="entry">
            <th scope="row" className="entry-of-title">
              {event.title}
              <OverlapNote retreats={retreats} />
            </th>
            <td className="entry-of-color">
              <Swatch color={event.color} />
            </td>
            <td data-label="Starts" className="entry-of-day">
              {formatDayLong(event.start)}
            </td>
            <td data-label="Ends" className="entry-of-day">
              {formatDayLong(event.end)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Swatch({ color }: { color: string }) {
  return (
    <span className="entry-swatch" style={{ '--swatch': color }}>
      <span className="visually-hidden">{color}</span>
    </span>
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
