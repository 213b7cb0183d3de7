/** Creates, changes and deletes events. The guests port handles the effects on guests who have signed up. */
import { isDeepStrictEqual as isDeepEqual } from 'node:util'
import { actorOf, recordAudit } from '#platform/audit.ts'
import { sqlState, type Transaction, UNIQUE_VIOLATION } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/context.ts'
import type { Services } from '#platform/services.ts'
import { changedFields } from '#shared/collections.ts'
import { ranchDay } from '#shared/days.ts'
import { venue } from '#shared/venue.ts'
import { phoneProblems } from '#shared/phones.ts'
import type { EventChanges, EventInput } from './contract/fields.ts'
import { daysInOrder, offerProblem, type OptionWish } from './domain/editing.ts'
import type { OptionInFull } from './domain/options.ts'
import type { EventGuests, GuestDeletion, NotDeleted } from './guests-port.ts'
import {
  copyPhotos,
  insertEvent,
  isUrlNameTaken,
  removeEvent,
  writeEvent,
  writeOptions,
} from './store/catalog.ts'
import { type EventRow, findEvent, findPhotos, lockEvent, readSpots } from './store/events.ts'

/** Creates an event with defaults for missing fields. A copy also gets the photos of the original. */
export async function makeEvent(
  { db, sealer, now }: Services,
  { copyPhotosOf, options = [], ...input }: EventInput & { copyPhotosOf?: number | undefined },
  caller: Caller,
): Promise<EventRow | 'url_taken' | { fields: Record<string, string> }> {
  const at = now()
  const problem = offerProblem(input.cost, options, [])
  if (problem !== null) return { fields: { options: problem } }
  const uncallable = phoneProblems(input)
  if (uncallable) return { fields: uncallable }
  return db.transaction(async (tx) => {
    const made = await insertEvent(tx, { ...input, adminEmail: input.adminEmail ?? venue.email }, at)
    if (!made) return 'url_taken'
    await writeOptions(tx, made.id, options)
    if (copyPhotosOf !== undefined) await copyPhotos(tx, { from: copyPhotosOf, to: made.id })
    await recordAudit(tx, sealer, [auditOf(made.id, { action: 'event.created', caller, at })])
    return made
  })
}

type EditDeps = Services & { guests: EventGuests }

interface Edit {
  id: number
  /** The version the admin edited. Undefined skips the check for a stale edit. */
  version: number | undefined
  changes: EventChanges
  /** If true, e-mails confirmed guests when the days change. */
  tellGuests: boolean
  caller: Caller
}

type NotEdited = 'not_found' | 'stale' | 'url_taken' | 'ends_too_early' | { fields: Record<string, string> }

/** Applies an edit and returns the event after it (docs/decisions/0017). */
export async function editEvent(deps: EditDeps, edit: Edit): Promise<EventRow | NotEdited> {
  try {
    return await deps.db.transaction(async (tx) => editLocked(tx, deps, edit))
  } catch (error) {
    // Another event took the url name between the check and the write.
    if (sqlState(error) === UNIQUE_VIOLATION) return 'url_taken'
    throw error
  }
}

async function editLocked(tx: Transaction, deps: EditDeps, edit: Edit): Promise<EventRow | NotEdited> {
  const { id, version, caller } = edit
  const { options: wanted, ...changes } = edit.changes
  // Reads the event in its own statement after the lock, so that the edit sees the latest committed row.
  const current = (await lockEvent(tx, id)) && (await findEvent(tx, id))
  if (!current) return 'not_found'
  if (version !== undefined && version !== current.version) return 'stale'
  const { options } = await readSpots(tx, id)
  const offered = options.map(toWish)
  const fields = changedFields<Required<Omit<EventChanges, 'options'>>>(current, changes)
  const chosenAnew = wanted !== undefined && !isDeepEqual(wanted, offered)
  if (fields.length === 0 && !chosenAnew) return current
  const problem = offerProblem(changes.cost ?? current.cost, wanted ?? offered, options)
  if (problem !== null) return { fields: { options: problem } }
  const uncallable = phoneProblems(changes, current)
  if (uncallable) return { fields: uncallable }
  if (!daysInOrder({ ...current, ...changes })) return 'ends_too_early'
  if (changes.urlName !== undefined && (await isUrlNameTaken(tx, changes.urlName, id))) return 'url_taken'
  const at = deps.now()
  const event = await writeEvent(tx, id, { changes, at })
  if (chosenAnew) await writeOptions(tx, id, wanted)
  if (event.startDateDate !== current.startDateDate) {
    const moved = { from: current.startDateDate, to: event.startDateDate, today: ranchDay(at) }
    await deps.guests.startMoved(tx, { eventId: id, ...moved })
  }
  if (event.endDateDate !== current.endDateDate) await deps.guests.endMoved(tx, id, event.endDateDate)
  const moved = event.startDateDate !== current.startDateDate || event.endDateDate !== current.endDateDate
  const details: Record<string, number> =
    moved && edit.tellGuests ? { told: await deps.guests.tellDays(tx, event, at) } : {}
  const updated = auditOf(id, { action: 'event.updated', caller, at })
  await recordAudit(tx, deps.sealer, [
    { ...updated, fields: chosenAnew ? [...fields, 'options'] : fields, details },
  ])
  await deps.guests.edited(tx, id, at)
  return event
}

function toWish(option: OptionInFull): OptionWish {
  const { id, kind, name, description, price, stock, perRoom, closed } = option
  return { id, kind, name, description, price, stock, perRoom, closed }
}

function auditOf(id: number, { action, caller, at }: { action: string; caller: Caller; at: Date }) {
  return { ...actorOf(caller), action, entity: 'event', entityId: id, eventId: id, at }
}

// Deletes an event with everything that belongs to it: reservations, waitlist and photos. Only the books and the
// audit log remain (docs/decisions/0019).

/** How many rows were deleted together with the event. */
interface DeletedWith {
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
    // Another request deleted the event first.
    const event = await findEvent(tx, id)
    if (!event) return 'not_found' as const
    const counts = { ...deleted, photos: (await findPhotos(tx, id)).length }
    await removeEvent(tx, id)
    const entry = { ...by, entity: 'event', entityId: id, eventId: id, at: now() }
    // The audit log still needs the name after the event is deleted.
    const details = { name: event.name, ...counts, paid, force }
    await recordAudit(tx, sealer, [{ ...entry, action: 'event.deleted', details }])
    return counts
  })
  return typeof result === 'object' && 'done' in result ? result.done : result
}
