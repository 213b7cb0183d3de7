import { useEffect, useState } from 'react'
import type { Call, Result } from '#shared/client.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Alert } from '#ui/alert.tsx'
import { type AdminReservation, getReservationByAdmin } from '#features/booking/contract/admin.ts'
import { DeleteGuest } from './delete-guest.tsx'
import { GuestForm } from './guest-form.tsx'
import { GuestView } from './guest-view.tsx'
import type { Guest } from './guest.ts'
import { Unsaved } from './unsaved.tsx'

export interface Opened {
  kind: 'view' | 'edit' | 'delete'
  guest: Guest
}

interface GuestDialogProps {
  opened: Opened | null
  call: Call
  onOpen: (opened: Opened | null) => void
  onSaved: (guest: AdminReservation) => void
  onDeleted: (guest: Guest) => void
}

/** The dialogs that a row's buttons open: the guest's details, the form to change them, the question before deleting. */
export function GuestDialog({ opened, call, onOpen, onSaved, onDeleted }: GuestDialogProps) {
  const [dirty, setDirty] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const close = () => {
    setDirty(false)
    setLeaving(false)
    onOpen(null)
  }
  // Escape never throws away what was typed.
  const askToClose = () => (opened?.kind === 'edit' && dirty ? setLeaving(true) : close())
  return (
    <Dialog
      open={opened !== null}
      onClose={askToClose}
      title={titleOf(opened)}
      backdrop={opened?.kind === 'view' ? true : 'static'}
      alert={opened?.kind === 'delete'}
    >
      {opened?.kind === 'delete' && (
        <DeleteGuest
          guest={opened.guest}
          call={call}
          onDeleted={() => onDeleted(opened.guest)}
          onClose={close}
        />
      )}
      {(opened?.kind === 'view' || opened?.kind === 'edit') && (
        <Details key={opened.guest.id} id={opened.guest.id} call={call}>
          {(guest) =>
            opened.kind === 'view' ? (
              <GuestView guest={guest} onEdit={() => onOpen({ ...opened, kind: 'edit' })} onClose={close} />
            ) : (
              <>
                <GuestForm
                  guest={guest}
                  call={call}
                  onCancel={askToClose}
                  onDirty={setDirty}
                  onSaved={(saved) => {
                    close()
                    onSaved(saved)
                  }}
                />
                {leaving && <Unsaved onDiscard={close} onStay={() => setLeaving(false)} />}
              </>
            )
          }
        </Details>
      )}
    </Dialog>
  )
}

function titleOf(opened: Opened | null): string {
  if (opened === null || opened.kind === 'delete') return 'Are you sure?'
  const { customerName } = opened.guest
  return opened.kind === 'edit' ? `Edit ${customerName}` : customerName
}

interface DetailsProps {
  id: number
  call: Call
  children: (guest: AdminReservation) => React.ReactNode
}

function Details({ id, call, children }: DetailsProps) {
  const { found, again } = useGuestDetails(id, call)
  if (found === null) return <output>Loading…</output>
  if (found.ok) return children(found.data)
  return (
    <Alert tone="bad" title={found.message}>
      <Button look="plain" onClick={again}>
        Try again
      </Button>
    </Alert>
  )
}

type Found = Result<typeof getReservationByAdmin>

/** Asks for everything about a guest; null until the answer is there. */
export function useGuestDetails(id: number, call: Call) {
  const [found, setFound] = useState<Found | null>(null)
  const missing = found === null
  useEffect(() => {
    if (!missing) return undefined
    let wanted = true
    const ask = async () => {
      const answer = await call(getReservationByAdmin, { query: { id } })
      if (wanted) setFound(answer)
    }
    void ask()
    return () => {
      wanted = false
    }
  }, [id, call, missing])
  return { found, again: () => setFound(null) }
}
