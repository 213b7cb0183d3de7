import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Call } from '#shared/client.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import type { Guest } from './guest.ts'
import { saveNotes } from './save-guest.ts'

export type NotesState =
  | { at: 'idle' | 'saving' | 'saved' }
  /** Not saved; what was typed is still in the field. */
  | { at: 'failed'; message: string }
  /** Somebody else has written something: theirs is kept, what was typed is still in the field. */
  | { at: 'conflict'; theirs: string }

/** The pause after the last key before the notes are saved. */
const PAUSE_MS = 1200

interface NotesOptions {
  guest: Guest
  call: Call
  onSaved: (guest: AdminReservation, saved: boolean) => void
}

/** Notes that save themselves: at a pause in the typing, and when the field is left. Nothing typed is ever lost. */
export function useNotes({ guest, call, onSaved }: NotesOptions) {
  // Null: the field shows the saved value.
  const [draft, setDraft] = useState<string | null>(null)
  const [state, setState] = useState<NotesState>({ at: 'idle' })
  const saving = useRef(false)

  const save = async (typed: string | null) => {
    if (typed === null || saving.current) return
    if (typed.trim() === (guest.notes ?? '')) return drop()
    saving.current = true
    setState({ at: 'saving' })
    const { id, version, notes: before } = guest
    const outcome = await saveNotes(call, { id, version, before, notes: typed })
    saving.current = false
    if (outcome.kind === 'failed') {
      setState({ at: 'failed', message: outcome.fields['notes'] ?? outcome.message })
      return
    }
    if (outcome.kind === 'stale') {
      setState({ at: 'conflict', theirs: outcome.theirs.notes ?? '' })
      onSaved(outcome.theirs, false)
      return
    }
    setState({ at: 'saved' })
    setDraft((now) => (now === typed ? null : now))
    onSaved(outcome.guest, true)
  }
  const drop = () => {
    setDraft(null)
    setState({ at: 'idle' })
  }
  const atPause = useEffectEvent((typed: string) => void save(typed))
  // A refused text is not sent again by itself; one typed during a save is saved after it.
  const waiting = state.at === 'idle' || state.at === 'saved' ? draft : null
  useEffect(() => {
    if (waiting === null) return undefined
    const timer = setTimeout(atPause, PAUSE_MS, waiting)
    return () => clearTimeout(timer)
  }, [waiting])

  const type = (text: string) => {
    setDraft(text)
    if (state.at !== 'saving') setState({ at: 'idle' })
  }
  return {
    text: draft ?? guest.notes ?? '',
    unsaved: draft !== null,
    state,
    type,
    save: () => void save(draft),
    drop,
  }
}
