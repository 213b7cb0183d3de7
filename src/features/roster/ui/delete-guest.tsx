import { type ReactNode, useState } from 'react'
import type { Call, Failed } from '#shared/client.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/alert.tsx'
import { deleteReservation } from '#features/booking/contract/admin.ts'
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
      allTheSame={`Deleting the reservation of ${guest.customerName} anyway refunds nothing: the payment stays on record, without a name.`}
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
        The reservation of <strong>{guest.customerName}</strong> is deleted with its invoices. It cannot be
        recovered.
      </p>
      <p>This is a permanent deletion.</p>
    </DeleteSteps>
  )
}

interface DeleteStepsProps {
  /** The code of the refusal that a second answer overrides. */
  overridable: string
  /** What it means to delete all the same. */
  allTheSame: ReactNode
  remove: (force: boolean) => Promise<Failed | null>
  onGone: () => void
  onCancel: () => void
  children: ReactNode
}

type Step =
  | { at: 'asking' | 'deleting' }
  | { at: 'refused'; message: string }
  | { at: 'failed'; message: string }

const focusOn = (notice: HTMLElement | null) => notice?.focus()

/** Asks before something goes for good, and once more when there is money in it. */
export function DeleteSteps({
  overridable,
  allTheSame,
  remove,
  onGone,
  onCancel,
  children,
}: DeleteStepsProps) {
  const [step, setStep] = useState<Step>({ at: 'asking' })
  const [forced, setForced] = useState(false)
  const busy = step.at === 'deleting'
  const go = async (force: boolean) => {
    setForced(force)
    setStep({ at: 'deleting' })
    const failed = await remove(force)
    if (failed === null) return onGone()
    const { code, message } = failed
    setStep(code === overridable ? { at: 'refused', message } : { at: 'failed', message })
  }
  const again = step.at === 'refused' || forced
  return (
    <>
      {(step.at === 'refused' || step.at === 'failed') && (
        // The focus leaves the button, which now means more than it did.
        <Alert tone={step.at === 'refused' ? 'warn' : 'bad'} ref={focusOn}>
          <p>{step.message}</p>
        </Alert>
      )}
      {again ? <p>{allTheSame}</p> : children}
      <div className="button-row">
        <Button look="plain" onClick={busy ? undefined : onCancel}>
          Cancel
        </Button>
        <Button busy={busy} onClick={() => void go(again)}>
          {again ? 'Delete anyway' : 'Delete'}
        </Button>
      </div>
    </>
  )
}
