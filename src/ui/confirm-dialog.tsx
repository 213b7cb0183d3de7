import { useId, useState, type ReactNode } from 'react'
import type { Failed } from '#shared/client.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FailureAlert } from './failure-alert.tsx'
import { IconButton } from './icon-button.tsx'

/** What a refusal is shown from. */
export type Refused = Pick<Failed, 'code' | 'message'>

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** The label of the button that does it. */
  does: string
  /** The label of the button that does not. */
  keeps?: string
  /** Gives null when it is done, else what failed, which is then shown; the dialog closes itself only when it is done. */
  onConfirm: () => Promise<Refused | null>
  /** The question. */
  children: ReactNode
}

/**
 * Asks before something is done. Only its two buttons and Escape answer, so a stray click beside it decides
 * nothing (R17.4); it is done once however often the button is pressed.
 */
export function ConfirmDialog({ open, onClose, title, ...question }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog open={open} onClose={onClose} title={title} backdrop="static" alert busy={busy}>
      <Question {...question} busy={busy} onBusy={setBusy} onClose={onClose} />
    </Dialog>
  )
}

interface QuestionProps extends Omit<ConfirmDialogProps, 'open' | 'title'> {
  busy: boolean
  onBusy: (busy: boolean) => void
}

function Question({ does, keeps = 'Cancel', onConfirm, onClose, busy, onBusy, children }: QuestionProps) {
  const [failed, setFailed] = useState<Refused | null>(null)
  const id = useId()
  const confirm = async () => {
    setFailed(null)
    onBusy(true)
    const found = await onConfirm()
    onBusy(false)
    if (found === null) onClose()
    else setFailed(found)
  }
  return (
    <>
      <div id={id}>{children}</div>
      <FailureAlert failed={failed} />
      <div className="button-row">
        <Button look="plain" onClick={busy ? undefined : onClose}>
          {keeps}
        </Button>
        <Button busy={busy} aria-describedby={id} onClick={() => void confirm()}>
          {does}
        </Button>
      </div>
    </>
  )
}

interface ConfirmDeleteProps {
  /** The thing to delete, for the button's name: "Delete invoice 12". */
  what: string
  /** Gives null when it is gone, else what failed, which is then shown. */
  onDelete: ConfirmDialogProps['onConfirm']
  /** More than the usual sentence, such as what goes with it (R12.3). */
  children?: ReactNode
}

/** A trash can that asks first (R17.4). */
export function ConfirmDelete({ what, onDelete, children }: ConfirmDeleteProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <IconButton
        data-hydrate
        label={`Delete ${what}`}
        icon="trash"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Are you sure?"
        does="Delete"
        onConfirm={onDelete}
      >
        {children}
        <p>This is a permanent deletion.</p>
      </ConfirmDialog>
    </>
  )
}

interface DeleteDialogProps extends Pick<ConfirmDialogProps, 'open' | 'onClose' | 'children'> {
  /** The code of the refusal that a second answer overrides. */
  overridable: string
  /** What it means to delete all the same. */
  anyway: ReactNode
  /** As `onConfirm`; `force`: the refusal was read, and it is to go all the same. */
  onDelete: (force: boolean) => Promise<Refused | null>
}

/** The focus leaves the button, which now means more than it did. */
const focusOn = (question: HTMLElement | null) => question?.focus()

/** Asks before something is deleted for good, and once more where the site refuses that at first, since there is money in it. */
export function DeleteDialog({ overridable, anyway, onDelete, onClose, children, ...of }: DeleteDialogProps) {
  const [refused, setRefused] = useState(false)
  return (
    <ConfirmDialog
      {...of}
      onClose={() => {
        setRefused(false)
        onClose()
      }}
      title="Are you sure?"
      does={refused ? 'Delete anyway' : 'Delete'}
      onConfirm={async () => {
        const failed = await onDelete(refused)
        if (failed?.code === overridable) setRefused(true)
        return failed
      }}
    >
      {refused ? (
        <p tabIndex={-1} ref={focusOn}>
          {anyway}
        </p>
      ) : (
        children
      )}
    </ConfirmDialog>
  )
}
