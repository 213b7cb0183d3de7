import { useId, useState, type ReactNode } from 'react'
import type { Failed } from '#shared/client.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FailureAlert } from './alert.tsx'

/** A refusal as it is shown. */
export type Refused = Pick<Failed, 'code' | 'message'>

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** The label of the button that does it. */
  does: string
  /** The label of the button that does not. */
  keeps?: string
  /** Gives what failed, which is then shown, or when it is done anything else; the dialog closes itself only then. */
  onConfirm: () => Promise<Refused | { ok: true } | null>
  /** Called when it is done. */
  onDone?: (() => void) | undefined
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

function Question({ does, keeps = 'Cancel', onConfirm, onDone, onClose, ...props }: QuestionProps) {
  const { busy, onBusy, children } = props
  const [failed, setFailed] = useState<Refused | null>(null)
  const id = useId()
  const confirm = async () => {
    setFailed(null)
    onBusy(true)
    const answer = await onConfirm()
    const found = answer && 'code' in answer ? answer : null
    if (found === null) onDone?.()
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
