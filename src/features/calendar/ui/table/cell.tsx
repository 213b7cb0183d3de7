/** One field of the table that is saved by itself: what becomes of its save, and the trouble it had. */
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { TextButton } from '#ui/button.tsx'
import type { CalendarEvent } from '#features/calendar/contract.ts'
import type { FieldName, Outcome } from './save-event.ts'

/**
 * A color or a day is saved once it has stood so long, or is left: a picker tells every shade on the way, and a date
 * that is typed every digit of its year.
 */
export const PAUSE_MS = 500

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
  // The pressed button disappears: its field gets the focus.
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

interface TroubleNoteProps {
  id: string
  trouble: Trouble
  /** How a text of this field reads. */
  words: (text: string) => string
  onAgain: () => void
  onDrop: () => void
}

/** Next to a field: that it was not saved, why, what was typed, and what can be done. */
function TroubleNote({ id, trouble, words, onAgain, onDrop }: TroubleNoteProps) {
  const mine = trouble.mine.trim() === '' ? null : words(trouble.mine)
  return (
    <div className="entry-trouble" role="alert" id={id}>
      <p>
        {trouble.kind === 'stale'
          ? `Not saved: somebody else has just made it “${words(trouble.theirs)}”.`
          : `Not saved. ${trouble.message}`}
        {mine !== null && ` Yours was “${mine}”.`}
      </p>
      <div className="entry-choices">
        {mine !== null && (
          <TextButton onClick={onAgain}>{trouble.kind === 'stale' ? 'Save mine' : 'Try again'}</TextButton>
        )}
        <TextButton onClick={onDrop}>{trouble.kind === 'stale' ? 'Keep theirs' : 'Leave it'}</TextButton>
      </div>
    </div>
  )
}

/** Why what was typed is not kept. The field shows what is; the text stays at hand. */
type Trouble =
  | { kind: 'failed'; mine: string; message: string }
  | { kind: 'stale'; mine: string; theirs: string }

/** Sends one text of a field; `seen` is asked for when its turn comes. */
export type SaveCell = (text: string, seen: () => string) => Promise<Outcome>

interface CellOptions {
  event: CalendarEvent
  field: FieldName
  save: SaveCell
  /** The problem of a text in words; null: none. A text with a problem is not sent. */
  problemOf?: (text: string) => string | null
  /** The pause without another change, for fields that are saved on change. Others wait for `commit`. */
  pauseMs?: number
}

/** One field of a row, saved by itself. A save that fails rolls the field back to what is kept. */
export function useCell({ event, field, save, problemOf = () => null, pauseMs }: CellOptions) {
  const stored = event[field]
  // Null: the field shows the saved value.
  const [draft, setDraft] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')
  const sending = useRef<string | null>(null)
  const seen = useRef(stored)
  const turns = useRef(0)

  const send = async (mine: string) => {
    const turn = ++turns.current
    sending.current = mine
    setTrouble(null)
    setState('saving')
    const outcome = await save(mine, () => seen.current)
    if ('event' in outcome) seen.current = outcome.event[field]
    // A later text is on its way: its reply decides the field's state.
    if (turn !== turns.current) return
    sending.current = null
    setState(outcome.kind === 'saved' ? 'saved' : 'idle')
    setDraft((now) => (now === mine ? null : now))
    if (outcome.kind === 'failed') setTrouble({ kind: 'failed', mine, message: outcome.message })
    if (outcome.kind === 'stale') setTrouble({ kind: 'stale', mine, theirs: outcome.event[field] })
  }
  const drop = () => {
    setDraft(null)
    setTrouble(null)
    setState('idle')
  }
  const commit = () => {
    if (draft === null || draft === sending.current) return
    if (sending.current === null && draft.trim() === stored) return drop()
    const message = problemOf(draft)
    if (message === null) return void send(draft)
    setDraft(null)
    setTrouble({ kind: 'failed', mine: draft, message })
  }
  const atPause = useEffectEvent(() => {
    if (draft !== null && problemOf(draft) === null) commit()
  })
  useEffect(() => {
    if (pauseMs === undefined || draft === null) return undefined
    const timer = setTimeout(atPause, pauseMs)
    return () => clearTimeout(timer)
  }, [draft, pauseMs])

  return {
    text: draft ?? stored,
    trouble,
    state,
    type: (text: string) => {
      if (draft === null && sending.current === null) seen.current = stored
      setDraft(text)
      setState((now) => (now === 'saved' ? 'idle' : now))
    },
    commit,
    drop,
    /** Sends what was refused once more, now knowing what stands there. */
    again: () => {
      if (!trouble) return
      seen.current = stored
      setDraft(trouble.mine)
      void send(trouble.mine)
    },
  }
}
