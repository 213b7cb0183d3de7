/** Somebody rings up: booked from Today, whatever the event. */
import { useState } from 'react'
import { BookableEvents } from '#features/booking/ui/admin/bookable-events.tsx'
import { getToday } from '#features/today/contract.ts'
import { AddGuest } from '#features/roster/ui/add-guest.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { invalidate } from '#ui/invalidation.ts'
import { useToast } from '#ui/toast.tsx'

export function AddReservation() {
  const toast = useToast()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Add a reservation
      </Button>
      <Dialog open={open} onClose={close} title="Add a reservation" backdrop="static">
        <BookableEvents>
          {(events) => (
            <AddGuest
              events={events}
              onAdded={(name) => {
                close()
                toast(`Added ${name}`)
                invalidate(getToday)
              }}
            />
          )}
        </BookableEvents>
      </Dialog>
    </>
  )
}
