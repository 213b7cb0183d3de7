import type { ReactNode } from 'react'
import type { EventDetails } from '#features/events/contract/events.ts'
import { isGuest, isHeld } from '#shared/reservation-status.ts'
import { type Guest, lacksInfo } from '#features/roster/ui/guest.ts'
import { formatMoney } from '#shared/money.ts'
import type { ForAdmin } from './admin-event.ts'

interface EventSumsProps {
  event: EventDetails
  admin: ForAdmin
  /** Null until all of them are here: a sum of some would be a wrong one. */
  guests: Guest[] | null
}

/** How the event stands, in a line. */
export function EventSums({ event, admin, guests }: EventSumsProps) {
  const coming = guests?.filter(isGuest)
  const sum = (of: 'totalPaid' | 'totalDue') =>
    coming ? formatMoney(coming.reduce((total, guest) => total + guest[of], 0)) : '…'
  const left = coming?.reduce((total, guest) => total + guest.money.stillToPay, 0) ?? 0
  const held = guests?.filter(isHeld).length ?? 0
  const { waiting, unconfirmed } = admin.waitlistCount
  return (
    <dl className="admin-sums">
      <Sum label="Guests" more={`of ${event.spots} spots`}>
        {coming?.length ?? '…'}
      </Sum>
      {held > 0 && <Sum label="Held">{held}</Sum>}
      <Sum label="Paid" more={`of ${sum('totalDue')}`}>
        {sum('totalPaid')}
      </Sum>
      {left > 0 && <Sum label="Still to pay">{formatMoney(left)}</Sum>}
      <Sum label="Info missing">{guests?.filter(lacksInfo).length ?? '…'}</Sum>
      <Sum label="On the waitlist" {...(unconfirmed > 0 ? { more: `and ${unconfirmed} not confirmed` } : {})}>
        {waiting}
      </Sum>
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
