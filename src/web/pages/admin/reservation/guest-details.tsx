import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { GuestFacts } from '#features/roster/ui/guest-facts.tsx'
import { GuestForm } from '#features/roster/ui/guest-form.tsx'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/tab-state.ts'
import { NotesCell } from '#features/roster/ui/notes-cell.tsx'
import { Section } from '#ui/paper.tsx'
import { takeFocus } from '#ui/focus.ts'

interface DetailsProps {
  stay: AdminReservation
  onSaved: (stay: AdminReservation) => void
}

/** `back`, `saved`: the form has just been closed, and the focus goes to what opened it. */
type Mode = 'view' | 'edit' | 'back' | 'saved'

/** The customer's details, to be read and to be changed (R12.2). */
export function Details({ stay, onSaved }: DetailsProps) {
  const started = useHydrated()
  const [search] = useSearchParams()
  const [chosen, setMode] = useState<Mode | null>(null)
  const mode = chosen ?? (started && search.has('edit') ? 'edit' : 'view')

  const close = (closed: 'back' | 'saved') => {
    setMode(closed)
    // Loading the page again shows what was saved. No navigation: it would ask the server for the page.
    history.replaceState(history.state, '', location.pathname)
  }
  return (
    <section className="stay-details" aria-labelledby="details">
      <header className="stay-part-head">
        <h2 id="details" tabIndex={-1}>
          Guest
        </h2>
        {mode === 'saved' && <span className="inline-field-state inline-field-saved">Saved</span>}
        {mode !== 'edit' && (
          <Button
            look="plain"
            ref={mode === 'view' ? undefined : takeFocus}
            onClick={() => setMode('edit')}
            aria-label="Edit the details"
          >
            Edit
          </Button>
        )}
      </header>
      {mode === 'edit' ? (
        <GuestForm
          guest={stay}
          notesApart
          onCancel={() => close('back')}
          onSaved={(saved) => {
            close('saved')
            onSaved(saved)
          }}
        />
      ) : (
        <GuestFacts guest={stay} />
      )}
    </section>
  )
}

interface NotesProps {
  stay: AdminReservation
  /** `saved`: by us just now. Otherwise somebody else has changed the reservation. */
  onSaved: (stay: AdminReservation, saved: boolean) => void
}

/** The notes about a guest, changed in place. */
export function Notes({ stay, onSaved }: NotesProps) {
  return (
    <Section className="stay-notes" id="notes" title="Notes">
      <NotesCell guest={stay} onSaved={onSaved} />
      <p className="note">Guests never see these. Saved as you type.</p>
    </Section>
  )
}
