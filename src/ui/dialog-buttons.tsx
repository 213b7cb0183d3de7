/** Buttons with the dialogs that they open, and the dialogs that only admins see. Apart from `Dialog` and `ConfirmDialog`, which public forms load too. */
import { useState, type ComponentProps, type ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { ConfirmDialog, type ConfirmDialogProps, Dialog, type DialogProps } from './dialog.tsx'
import { takeFocus } from './focus.ts'
import { keepAmounts } from './text.tsx'

interface DialogButtonProps
  extends Omit<ComponentProps<typeof Button>, 'title' | 'children'>, Pick<DialogProps, 'title' | 'backdrop'> {
  label: string
  /** There while it is open. */
  children: ReactNode
}

export function DialogButton({ label, title, backdrop = 'static', children, ...button }: DialogButtonProps) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setShown(true)}>
        {label}
      </Button>
      <Dialog open={shown} onClose={() => setShown(false)} title={title} backdrop={backdrop}>
        {children}
      </Dialog>
    </>
  )
}

interface ConfirmButtonProps
  extends
    Omit<ComponentProps<typeof Button>, 'title' | 'children'>,
    Omit<ConfirmDialogProps, 'open' | 'onClose'> {
  label: string
  /** Called as the question opens, say to drop what was left in it before. */
  onOpen?: () => void
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, onOpen, title, does, keeps, onConfirm, onDone, children, ...button } = props
  const [asking, setAsking] = useState(false)
  const question = { title, does, onConfirm, onDone, ...(keeps && { keeps }) }
  const open = () => {
    onOpen?.()
    setAsking(true)
  }
  return (
    <>
      <Button look="plain" {...button} aria-haspopup="dialog" onClick={open}>
        {label}
      </Button>
      <ConfirmDialog {...question} open={asking} onClose={() => setAsking(false)}>
        {children}
      </ConfirmDialog>
    </>
  )
}

interface ConfirmDeleteProps extends Pick<ConfirmDialogProps, 'onDone'> {
  /** The thing to delete, for the button's name: "Delete invoice 12". */
  what: string
  onDelete: ConfirmDialogProps['onConfirm']
  /** More than the usual sentence, such as what goes with it (R12.3). */
  children?: ReactNode
}

/** A trash can that asks first (R17.4). */
export function ConfirmDelete({ what, onDelete, onDone, children }: ConfirmDeleteProps) {
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
        onDone={onDone}
      >
        {children}
        <p>This is a permanent deletion.</p>
      </ConfirmDialog>
    </>
  )
}

type DeleteButtonProps = Omit<DeleteDialogProps, 'open' | 'onClose'> & { label: string; className?: string }

/** A button that deletes for good, once that is confirmed. */
export function DeleteButton({ label, className, ...question }: DeleteButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look="plain" className={className} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <DeleteDialog {...question} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

interface DeleteDialogProps extends Pick<ConfirmDialogProps, 'open' | 'onClose' | 'onDone' | 'children'> {
  /** The code of the refusal that a second answer overrides. */
  overridable: string
  /** The consequences of deleting all the same. */
  anyway: ReactNode
  /** As `onConfirm`; `force`: the refusal was read, and it is to go all the same. */
  onDelete: (force: boolean) => ReturnType<ConfirmDialogProps['onConfirm']>
}

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
        const answer = await onDelete(refused)
        if (answer && 'code' in answer && answer.code === overridable) setRefused(true)
        return answer
      }}
    >
      {refused ? (
        // The focus leaves the button, which now means more than it did.
        <p key="refused" tabIndex={-1} ref={takeFocus}>
          {keepAmounts(anyway)}
        </p>
      ) : (
        children
      )}
    </ConfirmDialog>
  )
}

interface EditDialogProps<Row> {
  /** The list as it is now: the form gets its row from here, and sees by itself what has changed since it was opened. */
  rows: readonly Row[]
  /** The row as it was when the dialog was opened; null: closed. */
  edited: Row | 'new' | null
  onClose: () => void
  /** The title where a row is added. */
  add: string
  nameOf: (row: Row) => string
  /** The form; of null for a new row. */
  children: (row: Row | null) => ReactNode
}

/** The dialog in which a row of a list is added or changed. */
export function EditDialog<Row extends { id: number }>(props: EditDialogProps<Row>) {
  const { rows, edited, onClose, add, nameOf, children } = props
  // One that somebody has deleted meanwhile stays as it was: what was typed about it is not lost unseen.
  const row = edited === 'new' || edited === null ? null : (rows.find(({ id }) => id === edited.id) ?? edited)
  return (
    <Dialog open={edited !== null} onClose={onClose} title={row ? `Edit ${nameOf(row)}` : add}>
      {children(row)}
    </Dialog>
  )
}
