import type { EventDetails } from '#features/events/contract/events.ts'
import { deleteEvent } from '#features/events/contract/event.ts'
import { DeleteSteps } from '#features/roster/ui/delete-steps.tsx'
import { Modal } from '#ui/modal.tsx'
import { browserCall } from '#web/browser-call.ts'

interface DeleteEventProps {
  event: EventDetails
  open: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks in the words of R11.9, and once more where guests have paid. */
export function DeleteEvent({ event, open, onClose, onDeleted }: DeleteEventProps) {
  return (
    <Modal open={open} onClose={onClose} title="Are you sure?" backdrop="static" alert>
      {open && (
        <DeleteSteps
          overridable="has_paid_reservations"
          allTheSame={`Deleting ${event.name} all the same gives nothing back: the payments stay in the books, without names.`}
          remove={async (force) => {
            const gone = await browserCall(deleteEvent, {
              query: { id: event.id, ...(force ? { force: 'true' as const } : {}) },
            })
            return gone.ok ? null : gone
          }}
          onGone={onDeleted}
          onCancel={onClose}
        >
          <p>
            <strong>Really for real-real delete Event: {event.name}?</strong>
          </p>
          <p>
            Its page, its reservations with their invoices and its waitlist go with it. This is a permanent
            deletion.
          </p>
        </DeleteSteps>
      )}
    </Modal>
  )
}
