import { Link } from 'react-router'
import type { EventDetails } from '#features/events/contract/events.ts'
import { paths } from '#web/paths.ts'
import './admin-strip.css'

/** The id of the admin section's first heading. */
export const GUESTS = 'guests'

/** Over the picture of an admin's event page: that it is one, and the ways to what is below. */
export function AdminStrip({ event }: { event: EventDetails }) {
  return (
    <nav className="admin-strip" aria-label="Admin">
      <AdminMark />
      {event.private && <span className="admin-mark">Private</span>}
      <a href={`#${GUESTS}`}>
        Guests ({event.reservedSpots} of {event.spots} spots taken)
      </a>
      <Link to={paths.editEvent(event.urlName)}>Edit Event</Link>
    </nav>
  )
}

/** Tells admins that they are signed in as such (R11.8). */
export function AdminMark() {
  return <span className="admin-mark">Admin</span>
}
