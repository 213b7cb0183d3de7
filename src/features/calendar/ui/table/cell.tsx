/** One field of the table that is saved by itself, and what becomes of its save. */
import { type ReactNode, type RefObject, useId } from 'react'
import { TextButton } from '#ui/button.tsx'
import { FailureWords } from '#ui/failure-alert.tsx'
import { type Saved, useInlineField } from '#ui/use-inline-field.ts'
import type { CalendarEvent } from '#features/calendar/contract.ts'
import type { FieldName } from './save-event.ts'

/**
 * A color or a day is saved once it has stood so long, or is left: a picker tells every shade on the way, and a date
 * that is typed every digit of its year.
 */
export const PAUSE_MS = 500

/** Sends one text of a field; `seen` is what stood there when the typing began. */
export type SaveCell = (text: string, seen: string) => Promise<Saved>

interface CellOptions {
  event: CalendarEvent
  field: FieldName
  save: SaveCell
  problemOf?: (text: string) => string | null
  pauseMs: number | null
}

/** One field of a row. What is not saved yet is kept, asked about and tried again as in every inline field. */
export function useCell({ event, field, ...options }: CellOptions) {
  const { id, [field]: value } = event
  return useInlineField({ ...options, value, draft: `calendar event ${id} ${field}` })
}

interface CellProps {
  cell: ReturnType<typeof useCell>
  field: RefObject<HTMLInputElement | null>
  /** How a text of the field reads. */
  readAs?: (text: string) => string
  /** The field, which `describedBy` describes. */
  children: (describedBy: string) => ReactNode
}

export function Cell({ cell, field, readAs = String, children }: CellProps) {
  const id = useId()
  const { state } = cell
  // The pressed button disappears: its field gets the focus.
  const then = (act: () => void) => () => {
    act()
    field.current?.focus()
  }
  const conflict = state.at === 'conflict'
  return (
    <div className="entry-cell">
      {children(id)}
      <span className={`entry-state entry-${state.at}`} aria-hidden="true">
        {state.at === 'saving' ? 'Saving…' : state.at === 'saved' ? 'Saved' : ''}
      </span>
      <span id={id}>
        {state.at === 'offline' && <output className="entry-offline">Not saved yet: no connection</output>}
        {state.at === 'failed' && (
          <span className="entry-trouble" role="alert">
            Not saved. <FailureWords failed={state.failed} />
          </span>
        )}
        {conflict && (
          <span className="entry-trouble" role="alert">
            Not saved: somebody else has just made it “{readAs(state.theirs)}”.
          </span>
        )}
      </span>
      {(conflict || state.at === 'failed') && (
        <span className="entry-choices">
          <TextButton onClick={then(cell.again)}>{conflict ? 'Save mine' : 'Try again'}</TextButton>
          <TextButton onClick={then(cell.drop)}>{conflict ? 'Keep theirs' : 'Undo'}</TextButton>
        </span>
      )}
    </div>
  )
}

/** What every such field does: it is saved when it is left and by Enter, and Escape puts back what is saved. */
export const controlOf = ({ text, state, type, commit, drop }: ReturnType<typeof useCell>) => ({
  value: text,
  onChange: ({ target }: { target: { value: string } }) => type(target.value),
  // In trouble it is left for the buttons, which would go before they are pressed.
  onBlur: () => {
    if (state.at !== 'failed' && state.at !== 'conflict') commit()
  },
  onKeyDown: ({ key }: { key: string }) => {
    if (key === 'Enter') commit()
    if (key === 'Escape') drop()
  },
})
