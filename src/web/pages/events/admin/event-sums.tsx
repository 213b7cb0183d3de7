import type { ReactNode } from 'react'
import type { EventDetails } from '../../../../capabilities/events/contract.ts'
import { type Guest, isComing } from '../../../../capabilities/roster/ui/guest.ts'
import { formatMoney } from '../../../../shared/money.ts'
import type { ForAdmin } from './admin-event.ts'

interface EventSumsProps {
  event: EventDetails
  admin: ForAdmin
  /** Null until all of them are here: a sum of some would be a wrong one. */
  guests: Guest[] | null
}

/** How the event stands, in a line. */
export function EventSums({ event, admin, guests }: EventSumsProps) {
  const coming = guests?.filter(isComing)
  const sum = (of: 'totalPaid' | 'totalDue') =>
    coming ? formatMoney(coming.reduce((total, guest) => total + guest[of], 0)) : '…'
  const missing = coming?.filter((guest) => !guest.additionalInformationProvided).length
  // Those whose turn is over stay in the table, with what became of it.
  const waiting = admin.waitlists.filter(({ position }) => position !== null).length
  return (
    <dl className="admin-sums">
      <Sum label="Spots taken" more={`of ${event.spots}`}>
        {event.reservedSpots}
      </Sum>
      <Sum label="Paid" more={`of ${sum('totalDue')}`}>
        {sum('totalPaid')}
      </Sum>
      <Sum label="Info missing">{missing ?? '…'}</Sum>
      <Sum label="On the waitlist">{waiting}</Sum>
      {admin.password !== null && <Sum label="Password">{admin.password}</Sum>}
    </dl>
  )
}

function Sum({ label, more, children }: { label: string; more?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children} {more && <span>{more}</span>}
      </dd>
    </div>
  )
}
