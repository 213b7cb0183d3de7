import { Link } from 'react-router'
import type { EventSummary } from '#domain/events/contract/events.ts'
import { paths } from '#app/paths.ts'
import { useMay } from '#app/site.ts'
import { DraftMark } from '#app/admin/drafts/draft-mark.tsx'
import { Text } from '#app/ui/text.tsx'

/** Renders a label that reminds admins that they are signed in as admins (R11.8). */
export const AdminMark = () => <span className="admin-mark">Admin</span>

/**
 * Renders what only admins see on an event in a list: "private", and links to its guests and to the event form.
 */
export function EventMarks({ event }: { event: EventSummary }) {
  const may = useMay()
  if (!may('guests.edit')) return null
  return (
    <div className="event-card-admin">
      {event.private && <span className="admin-mark">Private</span>}
      <DraftMark event={event} />
      <Link to={paths.eventGuests(event.urlName)}>
        <Text>
          {event.reservedSpots} of {event.spots} spots taken
        </Text>
      </Link>
      {may('events.edit') && (
        <Link to={paths.editEvent(event.urlName)} aria-label={`Edit ${event.name}`}>
          Edit
        </Link>
      )}
    </div>
  )
}
