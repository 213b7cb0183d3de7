import { Link } from 'react-router'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { formatDayRange } from '#shared/days.ts'
import { paths } from '#web/paths.ts'

/** The headings further down, for a phone in the yard. */
const PARTS = [
  ['details', 'Guest'],
  ['invoices', 'Invoices'],
  ['money-back', 'Money back'],
  ['mails', 'Mails'],
  ['history', 'Changes'],
] as const

/** The page's head: the guest, the event, and the links to their details. */
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
        {event.cancelled && <span className="mark mark-bad">The retreat is cancelled</span>}
      </p>
      {stay.purgedAt === null && (
        <nav className="stay-parts" aria-label="On this page">
          {PARTS.map(([id, label]) => (
            // A router link, since the router would not know the history entry of a plain anchor, and Back would leave the page.
            <Link key={id} to={`#${id}`} replace onClick={() => document.getElementById(id)?.focus()}>
              {label}
            </Link>
          ))}
        </nav>
      )}
    </header>
  )
}
