import { formatDayLong } from '#shared/days.ts'
import type { Listed } from './listed.ts'
import { OverlapNote } from './overlap-note.tsx'

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
      <span className="unseen">{color}</span>
    </span>
  )
}
