import type { ReactNode } from 'react'
import type { EventDetails } from '../../../../capabilities/events/contract.ts'
import { isComing } from '../../../../capabilities/roster/ui/guest.ts'
import { formatMoney } from '../../../../shared/money.ts'
import type { ForAdmin } from './admin-event.ts'

/** How the event stands, in a line. */
export function EventSums({ event, admin }: { event: EventDetails; admin: ForAdmin }) {
  const coming = admin.guests.filter(isComing)
  const sum = (of: 'totalPaid' | 'totalDue') => coming.reduce((total, guest) => total + guest[of], 0)
  const missing = coming.filter((guest) => !guest.additionalInformationProvided).length
  return (
    <dl className="admin-sums">
      <Sum label="Spots taken" more={`of ${event.spots}`}>
        {event.reservedSpots}
      </Sum>
      <Sum label="Paid" more={`of ${formatMoney(sum('totalDue'))}`}>
        {formatMoney(sum('totalPaid'))}
      </Sum>
      <Sum label="Info missing">{missing}</Sum>
      <Sum label="On the waitlist">{admin.waitlists.length}</Sum>
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
