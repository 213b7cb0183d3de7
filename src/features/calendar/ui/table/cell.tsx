import { type ReactNode, type RefObject, useId } from 'react'
import { TroubleNote } from './trouble-note.tsx'
import type { useCell } from './use-cell.ts'

interface CellProps {
  cell: ReturnType<typeof useCell>
  field: RefObject<HTMLInputElement | null>
  /** How a text of the field reads. */
  words: (text: string) => string
  /** The field; it is described by `trouble` while there is one. */
  children: (trouble: string | undefined) => ReactNode
}

export const asTyped = (text: string) => text

/** A field, what becomes of its save, and the trouble it had. */
export function Cell({ cell, field, words, children }: CellProps) {
  const id = useId()
  const { trouble, state } = cell
  // The button that was pressed goes: its field has the focus then.
  const then = (act: () => void) => () => {
    act()
    field.current?.focus()
  }
  return (
    <div className="entry-cell">
      {children(trouble ? id : undefined)}
      <span className={`entry-state entry-${state}`} aria-hidden="true">
        {state === 'saving' ? 'Saving…' : state === 'saved' ? 'Saved' : ''}
      </span>
      {trouble && (
        <TroubleNote
          id={id}
          trouble={trouble}
          onAgain={then(cell.again)}
          onDrop={then(cell.drop)}
          words={words}
        />
      )}
    </div>
  )
}
