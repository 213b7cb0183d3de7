/**
 * Buttons that open dialogs, and dialogs for admins. They are apart from the file of `Dialog` and
 * `ConfirmDialog`, because public forms load that file.
 */
import { useState, type ComponentProps, type ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { ConfirmDialog, type ConfirmDialogProps, Dialog, type DialogProps } from './dialog.tsx'
import { focusOnMount } from './focus.ts'
import { keepAmounts } from './text.tsx'

interface DialogButtonProps
  extends Omit<ComponentProps<typeof Button>, 'title' | 'children'>, Pick<DialogProps, 'title' | 'backdrop'> {
  label: string
  /** The content of the dialog. React mounts it only while the dialog is open. */
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
  /** Called when the confirmation opens, for example to clear the fields in it. */
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
  /** The name of what the button deletes, as in "Delete invoice 12". */
  what: string
  onDelete: ConfirmDialogProps['onConfirm']
  /** Replaces the question "Delete …?" in the confirmation, for example to say what else is deleted (R12.3). */
  children?: ReactNode
}

/** Renders a trash can button, which asks for a confirmation before it deletes (R17.4). */
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
        {children ?? <p>{keepAmounts(`Delete ${what}?`)}</p>}
        <p>This is a permanent deletion.</p>
      </ConfirmDialog>
    </>
  )
}

type DeleteButtonProps = Omit<DeleteDialogProps, 'open' | 'onClose'> & { label: string; className?: string }

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
  /** Why the record cannot be deleted now, if the page knows that. The dialog then only says why. */
  impossible?: string | null
  /**
   * The reason for which the server would refuse, if the page knows it and the user may override it. The dialog says it
   * before the first confirmation.
   */
  known?: string | null
  /** Code of the server's refusal that the user may override by confirming a second time. */
  overridable: string
  /** Text that says what deleting would do in spite of the server's refusal. */
  anyway: ReactNode
  /**
   * Deletes the record. `force` means that the user has seen the server's refusal and wants to delete anyway.
   */
  onDelete: (force: boolean) => ReturnType<ConfirmDialogProps['onConfirm']>
}

/**
 * Asks for a confirmation before it deletes a record permanently. Asks a second time if the server refuses,
 * for example because of payments.
 */
export function DeleteDialog(props: DeleteDialogProps) {
  const { overridable, anyway, onDelete, onClose, children, impossible = null, known = null, ...of } = props
  const [refusedNow, setRefused] = useState(false)
  const refused = refusedNow || known !== null
  if (impossible !== null)
    return (
      <Dialog open={of.open} onClose={onClose} title="This cannot be deleted yet">
        <p>{keepAmounts(impossible)}</p>
      </Dialog>
    )
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
      {known !== null && !refusedNow ? (
        <>
          {children}
          <p>{keepAmounts(known)}</p>
          <p>{keepAmounts(anyway)}</p>
        </>
      ) : refused ? (
        // Moves the focus away from the button, which now says 'Delete anyway'. Otherwise a second press of
        // Enter could delete by accident.
        <p key="refused" tabIndex={-1} ref={focusOnMount}>
          {keepAmounts(anyway)}
        </p>
      ) : (
        children
      )}
    </ConfirmDialog>
  )
}

interface EditDialogProps<Row> {
  /**
   * The current rows of the list. The form gets its row from this list, so that the form sees later changes
   * of the row.
   */
  rows: readonly Row[]
  /**
   * The row to edit as it was when the dialog opened, or `new` for a new row. Null while the dialog is
   * closed.
   */
  edited: Row | 'new' | null
  onClose: () => void
  add: string
  nameOf: (row: Row) => string
  children: (row: Row | null) => ReactNode
}

/**
 * Makes the dialog begin in the first field of its form. Without it, the browser focuses the button that closes the
 * dialog, because that button comes first.
 */
const startInFirstField = (form: HTMLElement | null): void =>
  form?.querySelector('input, select, textarea')?.setAttribute('autofocus', '')

/** Renders the dialog that adds or edits one row of a list. */
export function EditDialog<Row extends { id: number }>(props: EditDialogProps<Row>) {
  const { rows, edited, onClose, add, nameOf, children } = props
  // If another admin has deleted the row, keeps the old row, so that no typed text is lost.
  const row = edited === 'new' || edited === null ? null : (rows.find(({ id }) => id === edited.id) ?? edited)
  return (
    <Dialog open={edited !== null} onClose={onClose} title={row ? `Edit ${nameOf(row)}` : add}>
      <div ref={startInFirstField}>{children(row)}</div>
    </Dialog>
  )
}
