import { useState } from 'react'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { DeleteGuest } from '#features/roster/ui/delete-guest.tsx'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import { browserCall } from '#web/browser-call.ts'

interface DeleteStayProps {
  stay: AdminReservation
  onDeleted: () => void
}

/** The part that deletes the reservation: at the end of the page, away from what is done every day. */
export function DeleteStay({ stay, onDeleted }: DeleteStayProps) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <section aria-labelledby="delete">
      <h2 id="delete">Delete</h2>
      <p>For a reservation that should never have been. One that is called off is cancelled instead.</p>
      <Button look="plain" className="stay-danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Delete Reservation
      </Button>
      <Modal open={asking} onClose={close} title="Are you sure?" backdrop="static" alert>
        {asking && <DeleteGuest guest={stay} call={browserCall} onDeleted={onDeleted} onClose={close} />}
      </Modal>
    </section>
  )
}
