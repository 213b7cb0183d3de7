import { deleteReservation } from '#features/booking/contract/admin.ts'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import type { Guest } from './guest.ts'
import { DeleteDialog } from '#ui/dialog-buttons.tsx'

interface DeleteGuestProps {
  /** Null: nothing is asked. */
  guest: Pick<Guest, 'id' | 'customerName'> | null
  onDeleted: () => void
  onClose: () => void
}

/** Says that invoices are deleted too and that it cannot be recovered (R12.3). */
export function DeleteGuest({ guest, onDeleted, onClose }: DeleteGuestProps) {
  const { send } = useApiMutation(deleteReservation)
  return (
    <DeleteDialog
      open={guest !== null}
      onClose={onClose}
      overridable="has_paid_invoices"
      anyway={`Deleting the reservation of ${guest?.customerName} anyway refunds nothing: the payment stays on record, without a name.`}
      onDelete={(force) => send({ query: { id: guest?.id ?? 0, ...(force ? { force: 'true' } : {}) } })}
      onDone={onDeleted}
    >
      <p>
        The reservation of <strong>{guest?.customerName}</strong> is deleted with its invoices. It cannot be
        recovered.
      </p>
      <p>This is a permanent deletion.</p>
    </DeleteDialog>
  )
}
