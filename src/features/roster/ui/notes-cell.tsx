import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Call } from '#shared/client.ts'
import { TextButton } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { saveNotes } from './guest-values.ts'
import type { Guest } from './guest.ts'

interface NotesCellProps {
  guest: Guest
  call: Call
  /** `saved`: by us just now. Otherwise somebody else has changed the guest. */
  onSaved: (guest: AdminReservation, saved: boolean) => void
  onUnsaved?: (unsaved: Unsaved) => void
}

/** Whether something typed is not kept yet: `saving` is on its way. */
export type Unsaved = 'no' | 'saving' | 'yes'

/** What the hosts note about a guest, changed in place (R12.6). Escape puts back what is kept. */
export function NotesCell({ guest, call, onSaved, onUnsaved }: NotesCellProps) {
  const { text, unsaved, state, type, save, drop } = useNotes({ guest, call, onSaved })
  const id = useId()
  const started = useHydrated()
  const wrong = state.at === 'failed' || state.at === 'conflict'
  const kept = !unsaved ? 'no' : state.at === 'saving' ? 'saving' : 'yes'
  const tell = useEffectEvent((now: Unsaved) => onUnsaved?.(now))
  useEffect(() => tell(kept), [kept])
  return (
    <div className={wrong ? 'guest-notes-wrong' : undefined}>
      <textarea
        className="guest-notes-field"
        rows={1}
        aria-label={`Notes about ${guest.customerName}`}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? id : undefined}
        placeholder="Add a note"
        maxLength={5000}
        readOnly={!started}
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={() => {
          if (!wrong) save()
        }}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Escape') drop()
          if (key === 'Enter' && (ctrlKey || metaKey)) save()
        }}
      />
      {state.at === 'saving' && <span className="guest-notes-state">Saving…</span>}
      {state.at === 'saved' && <span className="guest-notes-state guest-notes-saved">Saved</span>}
      {wrong && (
        <div className="guest-notes-trouble" role="alert" id={id}>
          <p>
            {state.at === 'failed' ? (
              <>Not saved. {state.message}</>
            ) : state.theirs === '' ? (
              'Not saved: somebody else has cleared these notes.'
            ) : (
              <>Not saved: somebody else wrote “{state.theirs}”.</>
            )}
          </p>
          <TextButton onClick={save}>{state.at === 'failed' ? 'Try again' : 'Save mine'}</TextButton>
          <TextButton onClick={drop}>{state.at === 'failed' ? 'Undo' : 'Keep theirs'}</TextButton>
        </div>
      )}
    </div>
  )
}

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
