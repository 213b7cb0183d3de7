import { type AdminReservation, getReservationByAdmin } from '#features/booking/contract/admin.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DeleteGuest } from './delete-guest.tsx'
import { GuestForm } from './guest-form.tsx'
import { GuestView } from './guest-view.tsx'
import type { Guest } from './guest.ts'
import { DialogQuery } from '#ui/dialog-query.tsx'

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
          <DialogQuery
            key={shown.guest.id}
            endpoint={getReservationByAdmin}
            input={{ query: { id: shown.guest.id } }}
            version={shown.guest.version}
            loading="Loading the guest"
          >
            {(guest) =>
              shown.kind === 'edit' ? (
                <GuestForm guest={guest} onSaved={onSaved} />
              ) : (
                <GuestView guest={guest} onEdit={() => onOpen({ ...shown, kind: 'edit' })} onClose={close} />
              )
            }
          </DialogQuery>
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
