import type { EventDetails } from '#features/events/contract/events.ts'
import type { AdminEvent } from '#features/events/contract/admin.ts'
import { AddEntry } from '#features/waitlist/ui/add-entry.tsx'
import { OffersSwitch, QueueBrowser } from '#features/waitlist/ui/queue-browser.tsx'
import { countWords } from '#features/waitlist/ui/queue-labels.ts'
import { LinkButton } from '#ui/button.tsx'
import { announce } from '#ui/toast.tsx'
import { paths } from '#web/paths.ts'
import { Section } from '#ui/paper.tsx'
import { DialogButton } from '#ui/dialog-buttons.tsx'

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
  const open = !event.hasHappened && !event.cancelled
  return (
    <Section className="admin-part on-sheet" id="waitlist" title="Waitlist">
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
      <div className="button-row">
        {open && (
          <DialogButton look="plain" label="Add to the waitlist" title="Add to the waitlist">
            <AddEntry
              eventId={event.id}
              onAdded={(name) => {
                announce(`${name} is in line`)
                onChanged()
              }}
            />
          </DialogButton>
        )}
        {count.all > 0 && (
          <LinkButton to={paths.exportWaitlist(event.id)} look="plain" download>
            Download Waitlist (CSV)
          </LinkButton>
        )}
      </div>
    </Section>
  )
}
