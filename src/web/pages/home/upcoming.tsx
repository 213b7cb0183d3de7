import { Link } from 'react-router'
import type { EventSummary } from '../../../capabilities/events/contract.ts'
import { availability } from '../../../capabilities/events/ui/availability.ts'
import { formatDayRangeShort } from '../../../shared/days.ts'
import { paths } from '../../paths.ts'
import { AvailabilityChip } from '../../ui/availability-chip.tsx'
import { eventColor } from '../../ui/event-color.ts'
import { Paper } from '../../ui/paper.tsx'
import { Picture } from '../../ui/picture.tsx'
import './upcoming.css'

/** The next few events on home; with none, the paper still says how people stay. */
export function Upcoming({ events, heading }: { events: EventSummary[]; heading: string }) {
  return (
    <Paper over labelledBy="upcoming">
      <p className="eyebrow">Available Events &amp; Retreats</p>
      <h2 id="upcoming">{heading}</h2>
      {events.length === 0 ? (
        <p>Nothing public right now, please check back soon!</p>
      ) : (
        <ul className="upcoming">
          {events.map((event) => (
            <li key={event.id}>
              <Teaser event={event} />
            </li>
          ))}
        </ul>
      )}
      <p className="upcoming-all">
        <Link to={paths.events}>All events and retreats</Link>
      </p>
    </Paper>
  )
}

function Teaser({ event }: { event: EventSummary }) {
  const { words, tone } = availability(event)
  return (
    <Link to={paths.event(event.urlName)} className="teaser event-surface" style={eventColor(event.color)}>
      {event.mainImage && (
        <Picture src={event.mainImage} alt="" sizes="(width >= 64rem) 29vw, (width >= 40rem) 44vw, 92vw" />
      )}
      <span className="teaser-words">
        <strong>{event.name}</strong>
        <span>{formatDayRangeShort(event.startDateDate, event.endDateDate)}</span>
        <AvailabilityChip tone={tone}>{words}</AvailabilityChip>
      </span>
    </Link>
  )
}
