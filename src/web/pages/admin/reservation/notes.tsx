import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { NotesCell, type Unsaved } from '#features/roster/ui/notes-cell.tsx'
import { browserCall } from '#web/browser-call.ts'

interface NotesProps {
  stay: AdminReservation
  /** `saved`: by us just now. Otherwise somebody else has changed the reservation. */
  onSaved: (stay: AdminReservation, saved: boolean) => void
  onUnsaved: (unsaved: Unsaved) => void
}

/** What the hosts keep in mind about a guest, changed in place. */
export function Notes({ stay, onSaved, onUnsaved }: NotesProps) {
  return (
    <section className="stay-notes" aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      <NotesCell guest={stay} call={browserCall} onSaved={onSaved} onUnsaved={onUnsaved} />
      <p className="note">Guests never see these. They save themselves.</p>
    </section>
  )
}
