import type { Call } from '#shared/client.ts'
import { deleteReservation } from '#features/booking/contract/admin.ts'
import { DeleteSteps } from './delete-steps.tsx'
import type { Guest } from './guest.ts'

interface DeleteGuestProps {
  guest: Pick<Guest, 'id' | 'customerName'>
  call: Call
  onDeleted: () => void
  onClose: () => void
}

/** Says that invoices are deleted too and that it cannot be recovered (R12.3). */
export function DeleteGuest({ guest, call, onDeleted, onClose }: DeleteGuestProps) {
  return (
    <DeleteSteps
      overridable="has_paid_invoices"
      allTheSame={`Deleting the reservation of ${guest.customerName} all the same gives nothing back: the payment stays in the books, without a name.`}
      remove={async (force) => {
        const gone = await call(deleteReservation, {
          query: { id: guest.id, ...(force ? { force: 'true' as const } : {}) },
        })
        return gone.ok ? null : gone
      }}
      onGone={() => {
        onClose()
        onDeleted()
      }}
      onCancel={onClose}
    >
      <p>
        The reservation of <strong>{guest.customerName}</strong> goes, and its invoices are deleted too. It
        cannot be recovered.
      </p>
      <p>This is a permanent deletion.</p>
    </DeleteSteps>
  )
}
