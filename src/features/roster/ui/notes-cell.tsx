import { useEffect, useEffectEvent, useId } from 'react'
import type { Call } from '#shared/client.ts'
import { TextButton } from '#ui/button.tsx'
import { useStarted } from '#ui/use-started.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import type { Guest } from './guest.ts'
import { useNotes } from './use-notes.ts'

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
  const started = useStarted()
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
              'Not saved: somebody else has emptied these notes.'
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
