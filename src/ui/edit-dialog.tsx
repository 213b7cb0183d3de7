import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface EditDialogProps<Row> {
  /** The list as it is now: the form gets the newest version of its row, also after a refusal since somebody else was quicker. */
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
