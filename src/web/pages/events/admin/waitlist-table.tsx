import { useState } from 'react'
import type { EventDetails } from '#features/events/contract/events.ts'
import type { AdminEvent } from '#features/events/contract/admin.ts'
import { AddEntry } from '#features/waitlist/ui/add-entry.tsx'
import { QueueBrowser } from '#features/waitlist/ui/queue-browser.tsx'
import { countWords } from '#features/waitlist/ui/queue-labels.ts'
import { OffersSwitch } from '#features/waitlist/ui/offers-switch.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { paths } from '#web/paths.ts'

interface WaitlistTableProps {
  event: EventDetails
  /** The first page, in the order of the waitlist. */
  first: AdminEvent['waitlists']
  count: AdminEvent['waitlistCount']
  /** An admin has stopped the offers. */
  stopped: boolean
  onChanged: () => void
}

export function WaitlistTable({ event, first, count, stopped, onChanged }: WaitlistTableProps) {
  const [adding, setAdding] = useState(false)
  const open = !event.hasHappened && !event.cancelled
  const announce = useAnnounce()
  return (
    <section className="admin-part on-sheet" aria-labelledby="waitlist">
      <h2 id="waitlist">Waitlist</h2>
      {count.all === 0 ? (
        <p>
          {event.showWaitlist
            ? 'Nobody is waiting.'
            : 'This event has no waitlist. Turn it on in the event form.'}
        </p>
      ) : (
        <>
          <p>{countWords(count)}</p>
          {open && <OffersSwitch eventId={event.id} stopped={stopped} onChanged={onChanged} />}
          <QueueBrowser
            eventId={event.id}
            first={first}
            count={count}
            open={open}
            freeSpots={event.spots - event.reservedSpots}
            onChanged={onChanged}
          />
        </>
      )}
      <p className="button-row">
        {open && (
          <Button look="plain" aria-haspopup="dialog" onClick={() => setAdding(true)}>
            Add to the waitlist
          </Button>
        )}
        {count.all > 0 && (
          <LinkButton to={paths.exportWaitlist(event.id)} look="plain" download>
            Download Waitlist (CSV)
          </LinkButton>
        )}
      </p>
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add to the waitlist" backdrop="static">
        <AddEntry
          eventId={event.id}
          onAdded={(name) => {
            setAdding(false)
            announce(`${name} is in line`)
            onChanged()
          }}
        />
      </Dialog>
    </section>
  )
}
