/** The totals of an event's guests: how many come, what they paid, what is missing. */
import type { Guest } from '#domain/guests/roster/contract.ts'
import { formatMoney } from '#shared/money.ts'
import { isGuest, isHeld } from '#shared/reservation-status.ts'
import { Facts } from '#app/ui/facts.tsx'
import { Text } from '#app/ui/text.tsx'
import { lacksInfo } from '../roster/filter-and-sort.ts'
import { wantedInAll } from '../waitlist/waitlist-labels.ts'
import type { WorkspaceEvent } from './event-context.ts'

interface EventTotalsProps {
  event: Pick<WorkspaceEvent, 'spots' | 'waitlistCount' | 'password'>
  /**
   * All guests of the event. Null until the page has loaded all of them, because totals of some guests would
   * be wrong.
   */
  guests: Guest[] | null
}

export function EventTotals({ event, guests }: EventTotalsProps) {
  const coming = guests?.filter(isGuest)
  const sum = (of: 'totalPaid' | 'totalDue') =>
    coming ? formatMoney(coming.reduce((total, guest) => total + guest[of], 0)) : '…'
  const left = coming?.reduce((total, guest) => total + guest.money.stillToPay, 0) ?? 0
  const held = guests?.filter(isHeld).length ?? 0
  const { waiting, unconfirmed } = event.waitlistCount
  const more = [wantedInAll(event.waitlistCount), unconfirmed > 0 && `${unconfirmed} not confirmed`]
  return (
    <Facts
      className="admin-sums"
      facts={[
        ['Guests', withMore(coming?.length ?? '…', `of ${event.spots} spots`)],
        held > 0 && ['Held', held],
        ['Paid', withMore(sum('totalPaid'), `of ${sum('totalDue')}`)],
        left > 0 && ['Still to pay', formatMoney(left)],
        ['Info missing', guests?.filter(lacksInfo).length ?? '…'],
        ['On the waitlist', withMore(waiting, more.filter(Boolean).join(', '))],
        event.password !== null && ['Password', event.password],
      ]}
    />
  )
}

const withMore = (value: string | number, more: string) => (
  <>
    <Text>{value}</Text> {more && <Text>{more}</Text>}
  </>
)
