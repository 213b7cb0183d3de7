import type { EventDetails } from '../../../../capabilities/events/contract.ts'
import type { AdminEvent } from '../../../../capabilities/roster/contract.ts'
import { LineTable } from '../../../../capabilities/waitlist/ui/line-table.tsx'
import { OffersSwitch } from '../../../../capabilities/waitlist/ui/offers-switch.tsx'
import { browserCall } from '../../../browser-call.ts'

interface WaitlistTableProps {
  event: EventDetails
  /** In the order of the line. */
  entries: AdminEvent['waitlists']
  /** An admin has stopped the offers. */
  stopped: boolean
  say: (words: string) => void
  onChanged: () => void
}

export function WaitlistTable({ event, entries, stopped, ...rest }: WaitlistTableProps) {
  const open = !event.hasHappened && !event.cancelled
  return (
    <section className="admin-part on-sheet" aria-labelledby="waitlist">
      <h2 id="waitlist">Waitlist</h2>
      {entries.length === 0 ? (
        <p>
          {event.showWaitlist
            ? 'Nobody is waiting.'
            : 'This event keeps no waitlist; its form can turn one on.'}
        </p>
      ) : (
        <>
          {open && <OffersSwitch eventId={event.id} stopped={stopped} call={browserCall} {...rest} />}
          <LineTable
            entries={entries}
            open={open}
            freeSpots={event.spots - event.reservedSpots}
            labelledBy="waitlist"
            call={browserCall}
            {...rest}
          />
        </>
      )}
    </section>
  )
}
