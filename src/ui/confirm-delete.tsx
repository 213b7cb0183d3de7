import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Modal } from './modal.tsx'
import { Alert } from './alert.tsx'

interface ConfirmDeleteProps {
  /** The thing to delete, for the button's name: "Delete invoice 12". */
  what: string
  /** Gives null when it is gone, else what went wrong in words for people, which are then shown. */
  onDelete: () => Promise<string | null>
  /** More than the usual sentence, such as what goes with it (R12.3). */
  children?: ReactNode
}

type Step = { at: 'closed' | 'asking' | 'deleting' } | { at: 'failed'; message: string }

/**
 * A trash can that asks first (R17.4). Only its two buttons and Escape answer, so a
 * stray click beside it decides nothing.
 */
export function ConfirmDelete({ what, onDelete, children }: ConfirmDeleteProps) {
  const [step, setStep] = useState<Step>({ at: 'closed' })
  const busy = step.at === 'deleting'
  const close = () => {
    if (!busy) setStep({ at: 'closed' })
  }
  const confirm = async () => {
    setStep({ at: 'deleting' })
    const message = await onDelete()
    setStep(message === null ? { at: 'closed' } : { at: 'failed', message })
  }
  return (
    <>
      <IconButton
        data-hydrate
        label={`Delete ${what}`}
        icon="trash"
        aria-haspopup="dialog"
        onClick={() => setStep({ at: 'asking' })}
      />
      <Modal open={step.at !== 'closed'} onClose={close} title="Are you sure?" backdrop="static" alert>
        {children}
        <p>This is a permanent deletion.</p>
        {step.at === 'failed' && <Alert tone="bad">{step.message}</Alert>}
        <div className="button-row">
          <Button look="plain" onClick={close}>
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void confirm()}>
            Delete
          </Button>
        </div>
      </Modal>
    </>
  )
}
