import { Link } from 'react-router'
import { adminReservationPath } from '#shared/links.ts'
import { useApiQuery } from '#ui/use-api-query.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { getPassedOn } from '#features/booking/contract/replacement.ts'

/** That the guest passes on the spot, who has it now, or whose it was (docs/decisions/0031); nothing for most stays. */
export function ReplacementNote({ reservation: { id, version } }: { reservation: AdminReservation }) {
  const { data } = useApiQuery(getPassedOn, { query: { id } }, { version })
  if (!data || (!data.offered && !data.taker && !data.replaced)) return null
  const { offered, taker, replaced } = data
  return (
    <div className="book-cancelled">
      {offered && !taker && (
        <p>
          The guest is passing on the spot by a link. Nobody has booked it yet, and the stay is theirs until
          then.
        </p>
      )}
      {taker && (
        <p>
          {taker.status === 'confirmed'
            ? 'The spot was passed on and booked.'
            : 'Somebody is booking this spot.'}{' '}
          <Link to={adminReservationPath(taker.id)}>Their reservation</Link>
        </p>
      )}
      {replaced && (
        <p>
          {replaced.status === 'confirmed'
            ? 'This hold is for the spot of another guest.'
            : 'This stay took over the spot of another guest.'}{' '}
          <Link to={adminReservationPath(replaced.id)}>The other reservation</Link>
        </p>
      )}
    </div>
  )
}
