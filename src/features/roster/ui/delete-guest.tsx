import { type AdminReservation, deleteReservation } from '#features/booking/contract/admin.ts'
import { useApiMutation } from '#ui/use-api-mutation.ts'

/**
 * The question before a reservation is deleted, for `DeleteButton` and `DeleteDialog`: it says that invoices go too and that
 * it cannot be recovered (R12.3).
 */
export function useGuestDeletion({ id, customerName }: Pick<AdminReservation, 'id' | 'customerName'>) {
  const { send } = useApiMutation(deleteReservation)
  return {
    overridable: 'has_paid_invoices',
    anyway: `Deleting the reservation of ${customerName} anyway refunds nothing: the payment stays on record, without a name.`,
    onDelete: (force: boolean) => send({ query: { id, ...(force ? { force: 'true' as const } : {}) } }),
    children: (
      <>
        <p>
          The reservation of <strong>{customerName}</strong> is deleted with its invoices. It cannot be
          recovered.
        </p>
        <p>This is a permanent deletion.</p>
      </>
    ),
  }
}
