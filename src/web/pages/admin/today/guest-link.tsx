import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { nameOf } from './words.ts'

interface Named {
  reservationId: number
  /** Null once the guest's data was deleted. */
  guest: string | null
}

/** A guest's name as the way to their reservation. */
export function GuestLink({ of: { reservationId, guest } }: { of: Named }) {
  return <Link to={paths.adminReservation(reservationId)}>{nameOf(guest)}</Link>
}
