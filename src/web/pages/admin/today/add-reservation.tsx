/** Somebody rings up: booked from Today, whatever the event. */
import { BookableEvents } from '#features/booking/ui/admin/bookable-events.tsx'
import { getToday } from '#features/today/contract.ts'
import { AddGuest } from '#features/roster/ui/add-guest.tsx'
import { invalidate } from '#ui/invalidation.ts'
import { toast } from '#ui/toast.tsx'
import { DialogButton } from '#ui/dialog-buttons.tsx'

export function AddReservation() {
  return (
    <DialogButton label="Add a reservation" title="Add a reservation">
      <BookableEvents>
        {(events) => (
          <AddGuest
            events={events}
            onAdded={(name) => {
              toast(`Added ${name}`)
              invalidate(getToday)
            }}
          />
        )}
      </BookableEvents>
    </DialogButton>
  )
}
