/**
 * An event is deleted with everything of it: reservations as an admin deletes one, the waitlist, the photos. Nothing of it
 * is left but the books and the audit (docs/decisions/0019).
 */
import { recordAudit } from '#platform/audit.ts'
import type { Services } from '#platform/services.ts'
import type { EventGuests, GuestDeletion, NotDeleted } from './guests-port.ts'
import { findEvent, findPhotos, removeEvent } from './store/events.ts'

/** How many went with it. */
export interface DeletedWith {
  reservations: number
  waitlists: number
  photos: number
}

export async function deleteWholeEvent(
  { db, sealer, now, guests }: Services & { guests: EventGuests },
  deletion: GuestDeletion,
): Promise<DeletedWith | NotDeleted | 'not_found'> {
  const { eventId: id, force, by } = deletion
  if (!(await findEvent(db, id))) return 'not_found'
  const result = await guests.deleteAll(deletion, async (tx, { paid, ...deleted }) => {
    // Another request deleted it first.
    const event = await findEvent(tx, id)
    if (!event) return 'not_found' as const
    const counts = { ...deleted, photos: (await findPhotos(tx, id)).length }
    await removeEvent(tx, id)
    const entry = { ...by, entity: 'event', entityId: id, eventId: id, at: now() }
    // The history goes on to call it by its name.
    const details = { name: event.name, ...counts, paid, force }
    await recordAudit(tx, sealer, [{ ...entry, action: 'event.deleted', details }])
    return counts
  })
  return typeof result === 'object' && 'done' in result ? result.done : result
}
