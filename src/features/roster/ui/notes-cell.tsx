import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { useCall } from '#ui/api.tsx'
import { InlineField } from '#ui/inline-field.tsx'
import { saveNotes } from './guest-values.ts'

interface NotesCellProps {
  guest: Pick<AdminReservation, 'id' | 'customerName' | 'notes' | 'version'>
  /** `saved`: by us just now. Otherwise somebody else has changed the guest. */
  onSaved: (guest: AdminReservation, saved: boolean) => void
}

/** What the hosts note about a guest, changed in place (R12.6). */
export function NotesCell({ guest: { id, customerName, notes, version }, onSaved }: NotesCellProps) {
  const call = useCall()
  return (
    <InlineField
      label={`Notes about ${customerName}`}
      multiline
      placeholder="Add a note"
      maxLength={5000}
      value={notes ?? ''}
      draft={`notes of reservation ${id}`}
      save={async (text, seen) => {
        const saved = await saveNotes(call, { id, version, notes: text, seen })
        if (saved.ok) onSaved(saved.guest, true)
        if (saved.ok || !('theirs' in saved)) return saved
        onSaved(saved.theirs, false)
        return { ...saved, theirs: saved.theirs.notes ?? '' }
      }}
    />
  )
}
