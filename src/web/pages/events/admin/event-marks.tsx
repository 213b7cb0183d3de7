import { Link } from 'react-router'
import type { EventSummary } from '#features/events/contract/events.ts'
import { paths } from '#web/paths.ts'
import { useSite } from '#web/site.ts'
import './admin-strip.css'

/** The admin's marks on an event of a list: spots taken, whether it is private, the link to its form. */
export function EventMarks({ event }: { event: EventSummary }) {
  if (!useSite()?.admin) return null
  return (
    <div className="event-card-admin">
      {event.private && <span className="admin-mark">Private</span>}
      <span>
        {event.reservedSpots} of {event.spots} spots taken
      </span>
      <Link to={paths.editEvent(event.urlName)} aria-label={`Edit ${event.name}`}>
        Edit
      </Link>
    </div>
  )
}
