/** Saves an admin's changes of a guest, and finds out what is there when somebody else was quicker. */
import type { Call } from '#shared/client.ts'
import {
  type AdminReservation,
  getReservationByAdmin,
  type ReservationChanges,
  updateReservationByAdmin,
} from '#features/booking/contract/admin.ts'

export type SaveOutcome =
  | { kind: 'saved'; guest: AdminReservation }
  /** Nothing was saved: the guest as somebody else has left it. */
  | { kind: 'stale'; theirs: AdminReservation }
  | { kind: 'failed'; message: string; fields: Record<string, string> }

export interface GuestChanges extends ReservationChanges {
  id: number
  /** The one that the changes were made of. */
  version: number
}

export async function saveGuest(call: Call, changes: GuestChanges): Promise<SaveOutcome> {
  const saved = await call(updateReservationByAdmin, { body: { updateReservationData: changes } })
  if (saved.ok) return { kind: 'saved', guest: saved.data.reservation }
  if (saved.code !== 'stale') return { kind: 'failed', message: saved.message, fields: saved.fields }
  const found = await call(getReservationByAdmin, { query: { id: changes.id } })
  if (!found.ok) return { kind: 'failed', message: saved.message, fields: {} }
  return { kind: 'stale', theirs: found.data }
}

interface NotesChange {
  id: number
  version: number
  /** The notes when the typing began. */
  before: string | null
  notes: string
}

/** Saves the notes alone: a change of anything else in the meantime does not stand in the way. */
export async function saveNotes(call: Call, { before, ...changes }: NotesChange): Promise<SaveOutcome> {
  const first = await saveGuest(call, changes)
  if (first.kind !== 'stale' || first.theirs.notes !== before) return first
  return saveGuest(call, { ...changes, version: first.theirs.version })
}
