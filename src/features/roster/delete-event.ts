/**
 * An event goes with everything of it: reservations as an admin deletes one, the waitlist, the photos. Nothing of it
 * is left but the books and the audit (docs/decisions/0019).
 */
import { type AuditEntry, recordAudit } from '#platform/audit.ts'
import { deleteReservations, type NotDeleted } from '#features/booking/admin/delete.ts'
import { type MoneyReceived, withMoneyLeft } from '#features/booking/admin/rules.ts'
import type { BookingDeps } from '#features/booking/deps.ts'
import { findEvent, findPhotos, removeEvent } from '#features/events/index.ts'
import { removeEntries } from '#features/waitlist/index.ts'

export interface EventDeletion {
  id: number
  /** Although somebody's money was not given back. */
  force: boolean
  by: Pick<AuditEntry, 'actor' | 'actorEmail'>
}

/** How many went with it. */
export interface DeletedWith {
  reservations: number
  waitlists: number
  photos: number
}

type Refused = Exclude<NotDeleted, 'paid'> | 'not_found' | { paid: number }

/** `paid`: how many guests' money, by card or by hand, has not been given back. */
export async function deleteWholeEvent(
  deps: BookingDeps,
  { id, force, by }: EventDeletion,
): Promise<DeletedWith | Refused> {
  if (!(await findEvent(deps.db, id))) return 'not_found'
  let paid = 0
  const mayGo = (money: MoneyReceived[]) => {
    paid = withMoneyLeft(money).size
    return force || paid === 0
  }
  const deletion = { which: { eventId: id }, eventId: id, mayGo, by }
  const result = await deleteReservations(deps, deletion, async (tx, ids) => {
    // Somebody else was faster.
    if (!(await findEvent(tx, id))) return 'not_found' as const
    const photos = (await findPhotos(tx, id)).length
    const counts = { reservations: ids.length, waitlists: await removeEntries(tx, id), photos }
    await removeEvent(tx, id)
    const entry = { ...by, entity: 'event', entityId: id, eventId: id, at: deps.now() }
    await recordAudit(tx, deps.sealer, [
      { ...entry, action: 'event.deleted', details: { ...counts, paid, force } },
    ])
    return counts
  })
  if (typeof result !== 'string') return result.done
  return result === 'paid' ? { paid } : result
}
