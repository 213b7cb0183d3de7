import { Link } from 'react-router'
import type { AdminReservation } from '../../../../capabilities/booking/admin/contract.ts'
import { formatDayRange } from '../../../../shared/days.ts'
import { paths } from '../../../paths.ts'

/** Who it is, and where they are going. */
export function StayHead({ stay }: { stay: AdminReservation }) {
  const { event, nickname } = stay
  return (
    <header className="stay-head column">
      <p className="eyebrow">Reservation {stay.id}</p>
      <h1>
        <bdi>{stay.customerName || 'Deleted guest'}</bdi>
        {nickname && (
          <span className="stay-nickname">
            {' '}
            “<bdi>{nickname}</bdi>”
          </span>
        )}
      </h1>
      <p className="stay-event">
        <Link to={paths.event(event.urlName)}>{event.name}</Link>{' '}
        <span>{formatDayRange(event.startDateDate, event.endDateDate)}</span>
      </p>
    </header>
  )
}
