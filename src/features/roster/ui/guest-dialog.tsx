import { type AdminReservation, getReservationByAdmin } from '#features/booking/contract/admin.ts'
import { Dialog } from '#ui/dialog.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { useApiQuery } from '#ui/use-api-query.ts'
import { DeleteGuest } from './delete-guest.tsx'
import { GuestForm } from './guest-form.tsx'
import { GuestView } from './guest-view.tsx'
import type { Guest } from './guest.ts'

export interface Opened {
  kind: 'view' | 'edit' | 'delete'
  guest: Guest
}

interface GuestDialogProps {
  opened: Opened | null
  onOpen: (opened: Opened | null) => void
  onSaved: (guest: AdminReservation) => void
  onDeleted: (guest: Guest) => void
}

/** The dialogs that a row's buttons open: the guest's details, the form to change them, the question before deleting. */
export function GuestDialog({ opened, onOpen, onSaved, onDeleted }: GuestDialogProps) {
  const close = () => onOpen(null)
  const shown = opened?.kind === 'delete' ? null : opened
  const name = opened?.guest.customerName ?? ''
  return (
    <>
      <Dialog
        open={shown !== null}
        onClose={close}
        title={opened?.kind === 'edit' ? `Edit ${name}` : name}
        backdrop={opened?.kind === 'view' ? true : 'static'}
      >
        {shown && (
          <GuestDetails
            key={shown.guest.id}
            {...shown}
            onEdit={() => onOpen({ ...shown, kind: 'edit' })}
            onSaved={(saved) => {
              close()
              onSaved(saved)
            }}
            onClose={close}
          />
        )}
      </Dialog>
      <DeleteGuest
        guest={opened?.kind === 'delete' ? opened.guest : null}
        onDeleted={() => opened && onDeleted(opened.guest)}
        onClose={close}
      />
    </>
  )
}

interface GuestDetailsProps extends Opened {
  onEdit: () => void
  onSaved: (guest: AdminReservation) => void
  onClose: () => void
}

function GuestDetails({ kind, guest: { id, version }, onEdit, onSaved, onClose }: GuestDetailsProps) {
  const asked = useApiQuery(getReservationByAdmin, { query: { id } }, { version })
  const { data: guest, pending, failed, refetch } = asked
  if (pending) return <output>Loading…</output>
  if (!guest) return <FailureAlert failed={failed} onRetry={refetch} />
  return kind === 'edit' ? (
    <GuestForm guest={guest} onSaved={onSaved} />
  ) : (
    <GuestView guest={guest} onEdit={onEdit} onClose={onClose} />
  )
}
