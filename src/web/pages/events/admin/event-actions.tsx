import { useNavigate } from 'react-router'
import { takesGuests } from '#features/booking/ui/admin/bookable-events.tsx'
import type { EventDetails } from '#features/events/contract/events.ts'
import { AddGuest } from '#features/booking/ui/admin/add-guest.tsx'
import { LinkButton, PrintButton } from '#ui/button.tsx'
import { announce } from '#ui/toast.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { useFocusKept } from '#ui/focus.ts'
import { paths } from '#web/paths.ts'
import { CancelEvent, CANCELLED } from './cancel-event.tsx'
import { deleteEvent } from '#features/events/contract/admin.ts'
import { DeleteButton, DialogButton } from '#ui/dialog-buttons.tsx'

interface EventActionsProps {
  event: EventDetails
  onChanged: () => void
}

export function AddGuestButton({ event, onChanged }: EventActionsProps) {
  if (!takesGuests(event)) return null
  return (
    <DialogButton label="Add New Reservation" title="Add New Reservation">
      <AddGuest
        events={[event]}
        onAdded={(name) => {
          announce(`Added ${name}`)
          onChanged()
        }}
      />
    </DialogButton>
  )
}

/** The buttons for the event as a whole. */
export function EventActions({ event, onChanged }: EventActionsProps) {
  const keepFocus = useFocusKept(CANCELLED)
  return (
    <div className="admin-actions">
      <LinkButton to={paths.editEvent(event.urlName)} look="plain">
        Edit Event
      </LinkButton>
      <LinkButton to={paths.copyEvent(event.urlName)} look="plain">
        Copy to New Dates
      </LinkButton>
      <LinkButton to={paths.exportEvent(event.id)} look="plain" download>
        Download Data (CSV)
      </LinkButton>
      <details className="note">
        <summary>For scripts</summary>
        Field names and cents:{' '}
        <a href={paths.exportEvent(event.id, 'fields')} download>
          guests (CSV)
        </a>
        ,{' '}
        <a href={paths.exportWaitlist(event.id, 'fields')} download>
          waitlist (CSV)
        </a>
      </details>
      <PrintButton />
      {takesGuests(event) && (
        <CancelEvent
          event={event}
          onCancelled={() => {
            keepFocus()
            announce(`${event.name} is canceled`)
            onChanged()
          }}
        />
      )}
      <DeleteEvent event={event} />
    </div>
  )
}

/** Asks in the words of R11.9, and once more where guests have paid. */
function DeleteEvent({ event }: { event: EventDetails }) {
  const navigate = useNavigate()
  const { send } = useApiMutation(deleteEvent)
  return (
    <DeleteButton
      className="admin-danger"
      label="Delete Event"
      onDone={() => void navigate(paths.events)}
      overridable="has_paid_reservations"
      anyway={`Deleting ${event.name} anyway refunds nothing: the payments stay on record, without names.`}
      onDelete={(force) => send({ query: { id: event.id, ...(force ? { force: 'true' } : {}) } })}
    >
      <p>
        <strong>Really for real-real delete Event: {event.name}?</strong>
      </p>
      <p>
        Its page, its reservations with their invoices and its waitlist go with it. This is a permanent
        deletion.
      </p>
    </DeleteButton>
  )
}
