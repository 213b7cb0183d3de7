import { Link } from 'react-router'
import type { EventDetails, EventSummary } from '#features/events/contract/events.ts'
import { paths } from '#web/paths.ts'
import './admin-strip.css'
import { useSite } from '#web/site.ts'
import { Text } from '#ui/text.tsx'

/** The id of the admin section's first heading. */
export const GUESTS = 'guests'

/** Over the picture of an admin's event page: that it is one, and the ways to what is below. */
export function AdminStrip({ event }: { event: EventDetails }) {
  return (
    <nav className="admin-strip ways" aria-label="This event">
      <AdminMark />
      {event.private && <span className="admin-mark">Private</span>}
      <Link to={{ hash: GUESTS }}>
        <Text>
          Guests ({event.reservedSpots} of {event.spots} spots taken)
        </Text>
      </Link>
      <Link to={paths.editEvent(event.urlName)}>Edit Event</Link>
    </nav>
  )
}

/** Tells admins that they are signed in as such (R11.8). */
export const AdminMark = () => <span className="admin-mark">Admin</span>

/** The admin's marks on an event of a list: spots taken, whether it is private, the link to its form. */
export function EventMarks({ event }: { event: EventSummary }) {
  if (!useSite()?.admin) return null
  return (
    <div className="event-card-admin">
      {event.private && <span className="admin-mark">Private</span>}
      <span>
        <Text>
          {event.reservedSpots} of {event.spots} spots taken
        </Text>
      </span>
      <Link to={paths.editEvent(event.urlName)} aria-label={`Edit ${event.name}`}>
        Edit
      </Link>
    </div>
  )
}
