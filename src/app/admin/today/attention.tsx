/**
 * What an admin has to decide: failures, refunds to make by hand, open balances, guest data that is about to be deleted,
 * and a nightly check that went wrong. Renders nothing if there is nothing to decide.
 */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Leaving, Problems, Refunds, Today } from '#domain/desk/today/contract.ts'
import type { Day } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { plural } from '#shared/text.ts'
import { describeLostStays, LOST_STAYS } from '#app/admin/refunds/refund-lists.tsx'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/panel.tsx'
import { Text } from '#app/ui/text.tsx'
import { EventLink } from './describe-today.tsx'
import { Fault, failureItems } from './failures.tsx'
import { backupLine, Backup, booksLine, Reconciliation } from './nightly-checks.tsx'

interface AttentionProps {
  today: Today
  refunds: Refunds | null
  problems: Problems
}

export function Attention({ today, refunds, problems }: AttentionProps) {
  const { failures, books, backup, day } = problems
  const items = [
    ...failureItems(failures, day),
    ...(refunds ? refundItems(refunds) : []),
    ...today.leaving.map((event) => (
      <LeavingItem key={`leaving-${event.id}`} event={event} day={today.day} />
    )),
  ]
  const differ = books !== undefined && booksLine(books).tone === 'bad'
  const lost = backup !== undefined && backupLine(backup).tone === 'bad'
  if (items.length === 0 && !differ && !lost && failures.retrying === 0) return null
  return (
    <div className="attention">
      <Section className="failures" id="wrong" title="Needs attention">
        <ul className="plain-list faults">{items}</ul>
        {failures.retrying > 0 && (
          <p className="note">
            <Text>
              {plural(failures.retrying, 'email')} could not be sent yet and{' '}
              {failures.retrying === 1 ? 'is' : 'are'} being tried again.
            </Text>
          </p>
        )}
      </Section>
      {differ && <Reconciliation books={books} />}
      {lost && <Backup backup={backup} />}
    </div>
  )
}

function refundItems({ refundsDue, openBalances, autoRefunds }: Refunds): ReactNode[] {
  const items: ReactNode[] = []
  if (refundsDue.count > 0)
    items.push(
      <Fault
        key="refunds-due"
        title={`${plural(refundsDue.count, 'refund')} to make by hand: ${formatMoney(refundsDue.cents)}`}
      >
        <Link to={paths.refunds}>See these refunds</Link>
      </Fault>,
    )
  if (openBalances.count > 0)
    items.push(
      <Fault
        key="open-balances"
        title={`${formatMoney(openBalances.cents)} in ${plural(openBalances.count, 'open balance')}`}
      >
        <Text>Money of deleted reservations, or of refunds that failed.</Text>{' '}
        <Link to={paths.openBalances}>Settle it</Link>
      </Fault>,
    )
  if (autoRefunds.lost > 0)
    items.push(
      <Fault key="lost-stays" title={describeLostStays(autoRefunds.lost)}>
        <Text>{LOST_STAYS}</Text> <Link to={paths.refunds}>See these payments</Link>
      </Fault>,
    )
  return items
}

/** Renders an event whose guest data will be deleted within a week. Until then an admin can still export the data. */
function LeavingItem({ event, day }: { event: Leaving; day: Day }) {
  return (
    <Fault title={`Guest data is deleted ${describeDeletionDay(event.day, day)}`}>
      <EventLink event={event} />
      <Text>: {describeGuests(event)}.</Text>{' '}
      <a href={paths.exportEvent(event.id)} download>
        <Text>Download the data of {event.name}</Text>
      </a>{' '}
      <Text>first if you need it.</Text>
    </Fault>
  )
}

/**
 * Returns the day on which an event's guest data will be deleted, such as `"today"` or `"on Fri, May 7,
 * 2027"`.
 */
const describeDeletionDay = (on: Day, today: Day) => (on <= today ? 'today' : `on ${formatDay(on)}`)

function describeGuests({ guests, waiting }: Leaving): string {
  const waitlist = `${waiting} on the waitlist`
  if (waiting === 0) return plural(guests, 'guest')
  return guests === 0 ? waitlist : `${plural(guests, 'guest')}, ${waitlist}`
}
