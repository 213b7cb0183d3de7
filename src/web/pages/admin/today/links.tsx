/** Links of the morning page: an event's name and a guest's. */
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { nameOf } from './text.ts'

/** An event's name as the way to its guests; a private one says so. */
export function EventLink({ event }: { event: { name: string; urlName: string; private?: boolean } }) {
  return (
    <>
      <Link to={paths.eventGuests(event.urlName)}>{event.name}</Link>
      {event.private && <span className="mark">Private</span>}
    </>
  )
}

/** A guest's name as the way to their reservation; null once the guest's data was deleted. */
export function GuestLink({
  of: { reservationId, guest },
}: {
  of: { reservationId: number; guest: string | null }
}) {
  return <Link to={paths.adminReservation(reservationId)}>{nameOf(guest)}</Link>
}
