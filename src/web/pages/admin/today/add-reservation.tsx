/** Somebody rings up: booked from Today, whatever the event. */
import { useState } from 'react'
import { listEvents } from '#features/events/contract/events.ts'
import { getToday } from '#features/today/contract.ts'
import { AddGuest } from '#features/roster/ui/add-guest.tsx'
import { newAttempt } from '#shared/client.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { invalidate } from '#ui/invalidation.ts'
import { LoadingRing } from '#ui/loading-ring.tsx'
import { useToast } from '#ui/toast.tsx'
import { useApiQuery } from '#ui/use-api-query.ts'

/** More than two years of retreats. */
const EVENTS = 100

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
        {open && (
          <Booking
            onCancel={close}
            onAdded={(name) => {
              close()
              toast(`Added ${name}`)
              invalidate(getToday)
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function Booking({ onAdded, onCancel }: { onAdded: (name: string) => void; onCancel: () => void }) {
  // A key of its own each time it is opened, so that the list is the one of now.
  const [version] = useState(newAttempt)
  const query = { when: 'current' as const, limit: EVENTS }
  const { data, failed, refetch } = useApiQuery(listEvents, { query }, { version })
  const [first, ...others] = data?.events.filter(({ cancelled, hasEnded }) => !cancelled && !hasEnded) ?? []
  if (first) return <AddGuest events={[first, ...others]} onAdded={onAdded} />
  return (
    <>
      {failed && <FailureAlert failed={failed} title="The events could not be read" onRetry={refetch} />}
      {!failed && (data ? <p>No event takes guests right now.</p> : <LoadingRing label="Loading events" />)}
      <div className="button-row">
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  )
}
