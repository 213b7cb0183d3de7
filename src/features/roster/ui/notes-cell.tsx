import {
  type AdminReservation,
  getReservationByAdmin,
  updateReservationByAdmin,
} from '#features/booking/contract/admin.ts'
import type { Call, Failed } from '#shared/client.ts'
import { useCall } from '#ui/api.tsx'
import { InlineField } from '#ui/inline-field.tsx'

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
        const now = saved.ok ? saved.guest : saved.theirs
        if (now) onSaved(now, saved.ok)
        return saved.ok ? saved : { ...saved, theirs: now && (now.notes ?? '') }
      }}
    />
  )
}

interface NotesChange {
  id: number
  /** The version that the notes were read of. */
  version: number
  notes: string
  /** The notes when the typing began; empty: none. */
  seen: string
}

type SavedNotes =
  | { ok: true; guest: AdminReservation }
  /** Nothing was saved; `theirs`: the guest as somebody else has left it, with other notes. */
  | (Failed & { theirs?: AdminReservation })

/** Saves the notes alone: a change of anything else in the meantime does not stand in the way. */
export async function saveNotes(call: Call, { seen, ...changes }: NotesChange): Promise<SavedNotes> {
  const first = await save(call, changes)
  if (first.ok || first.code !== 'stale') return first
  const found = await call(getReservationByAdmin, { query: { id: changes.id } })
  if (!found.ok) return found
  const theirs = found.data
  if ((theirs.notes ?? '') === seen) return save(call, { ...changes, version: theirs.version })
  return { ...first, theirs }
}

async function save(call: Call, changes: Omit<NotesChange, 'seen'>): Promise<SavedNotes> {
  const saved = await call(updateReservationByAdmin, { body: { updateReservationData: changes } })
  if (saved.ok) return { ok: true, guest: saved.data.reservation }
  return { ...saved, message: saved.fields['notes'] ?? saved.message }
}
