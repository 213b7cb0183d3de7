import { Link } from 'react-router'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { formatDayOf, formatDayRange } from '#shared/format-days.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { missingOf, paidMore, paidWords, stateOf } from './stay-text.ts'
import { EmailLink, GuestCare, PhoneLink } from '#features/roster/ui/guest-facts.tsx'
import { Paper } from '#ui/paper.tsx'

/** The headings further down, for a phone in the yard. */
const PARTS = [
  ['details', 'Guest'],
  ['invoices', 'Invoices'],
  ['refunds', 'Refunds'],
  ['emails', 'Emails'],
  ['history', 'History'],
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
        {event.cancelled && <span className="mark mark-bad">The retreat is canceled</span>}
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

/** Why nothing can be changed any more. */
export function PurgedNote({ purgedAt }: { purgedAt: string }) {
  return (
    <div className="stay-note column on-sheet">
      <Alert tone="warn" title="This guest’s data is deleted.">
        <p>
          It was deleted {formatDayOf(purgedAt)}, as promised. Amounts and dates stay on record. Nothing can
          be changed any more, but a refund still due can be marked as made by hand.
        </p>
      </Alert>
    </div>
  )
}

/** The first screen: state, money, what is missing, and what a kitchen and a first-aid kit must know. */
export function Standing({ stay }: { stay: AdminReservation }) {
  const state = stateOf(stay)
  const more = paidMore(stay)
  const missing = missingOf(stay)
  return (
    <Paper labelledBy="standing" className="stay-standing">
      <h2 id="standing" className="visually-hidden">
        Status
      </h2>
      <div className="stay-now">
        <p className="stay-marks">
          <span className={`mark mark-${state.tone}`}>{state.mark}</span>
          <span>Signed up {formatDayOf(stay.createdAt)}</span>
        </p>
        <p className="stay-paid">
          {paidWords(stay)}
          {more.map(({ tone, words }) => (
            <span key={words} className={`stay-paid-more stay-paid-${tone}`}>
              {words}
            </span>
          ))}
        </p>
        {missing.length > 0 && (
          <div>
            <h3 className="stay-label">Still missing</h3>
            <ul className="stay-missing">
              {missing.map(({ label, words }) => (
                <li key={label}>
                  <strong>{label}:</strong> {words}
                </li>
              ))}
            </ul>
          </div>
        )}
        {stay.directionsViewedAt && (
          <p className="stay-seen">Viewed the directions {formatDayOf(stay.directionsViewedAt)}.</p>
        )}
      </div>
      {stay.purgedAt === null && (
        <div className="stay-at-hand">
          <GuestCare guest={stay} />
          <p className="stay-reach">
            {stay.phone && <PhoneLink phone={stay.phone} />}
            {stay.email ? <EmailLink email={stay.email} /> : <span className="note">No email address</span>}
          </p>
        </div>
      )}
    </Paper>
  )
}
