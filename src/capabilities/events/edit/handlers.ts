/** Answers the calls that make and change events. */
import { actorOf, recordAudit } from '../../../platform/audit.ts'
import { sqlState, type Transaction, UNIQUE_VIOLATION } from '../../../platform/database/database.ts'
import { bind, type Bound, fail } from '../../../platform/http/bind.ts'
import type { Caller } from '../../../platform/http/context.ts'
import { venue } from '../../../shared/venue.ts'
import { createEvent, type EventChanges, updateEvent } from '../contract.ts'
import type { EventDeps } from '../deps.ts'
import { changedFields, ENDS_TOO_EARLY, daysInOrder, urlTakenWords } from '../rules.ts'
import { countTaken, type EventRow, findEvent, findPhotos, isUrlNameTaken, lockEvent } from '../store.ts'
import { toEventForAdmin } from '../view.ts'
import { insertEvent, writeEvent } from './store.ts'

export function editHandlers(deps: EventDeps): Bound[] {
  const { db, sealer, now } = deps
  return [
    bind(createEvent, async ({ body }, { caller }) => {
      const at = now()
      const event = await db.transaction(async (tx) => {
        const made = await insertEvent(tx, { ...body, adminEmail: body.adminEmail ?? venue.email }, at)
        if (made) await recordAudit(tx, sealer, [auditOf(made.id, { action: 'event.created', caller, at })])
        return made
      })
      if (!event) return urlTaken(body.urlName)
      return { event: toEventForAdmin(event, { taken: 0, photos: [], now: at }) }
    }),

    bind(updateEvent, async ({ body: { updateEventData } }, { caller }) => {
      const { id, version, ...changes } = updateEventData
      const edited = await edit(deps, { id, version, changes, caller })
      if (edited === 'url_taken') return urlTaken(changes.urlName ?? '')
      if (edited === 'ends_too_early') return fail('invalid', { fields: { endDateDate: ENDS_TOO_EARLY } })
      if (typeof edited === 'string') return fail(edited)
      const taken = await countTaken(db, id)
      const photos = await findPhotos(db, id)
      return { event: toEventForAdmin(edited, { taken, photos, now: now() }) }
    }),
  ]
}

const urlTaken = (urlName: string) =>
  fail('url_taken', { message: urlTakenWords(urlName), fields: { urlName: urlTakenWords(urlName) } })

interface Edit {
  id: number
  /** Of the event that the edit was made of; undefined: whatever it is now. */
  version: number | undefined
  changes: EventChanges
  caller: Caller
}

type NotEdited = 'not_found' | 'stale' | 'url_taken' | 'ends_too_early'

async function edit(deps: EventDeps, order: Edit): Promise<EventRow | NotEdited> {
  try {
    return await deps.db.transaction(async (tx) => editLocked(tx, deps, order))
  } catch (error) {
    // Taken by another event between the look and the write.
    if (sqlState(error) === UNIQUE_VIOLATION) return 'url_taken'
    throw error
  }
}

async function editLocked(tx: Transaction, deps: EventDeps, order: Edit): Promise<EventRow | NotEdited> {
  const { id, version, changes, caller } = order
  // Read after the lock, in a statement of its own: what is changed is what stands there then.
  const current = (await lockEvent(tx, id)) && (await findEvent(tx, id))
  if (!current) return 'not_found'
  if (version !== undefined && version !== current.version) return 'stale'
  const fields = changedFields<EditedFields>(current, changes)
  if (fields.length === 0) return current
  if (!daysInOrder({ ...current, ...changes })) return 'ends_too_early'
  if (changes.urlName !== undefined && (await isUrlNameTaken(tx, changes.urlName, id))) return 'url_taken'
  const at = deps.now()
  const event = await writeEvent(tx, id, { changes, at })
  if (event.startDateDate !== current.startDateDate) {
    await deps.onStartMoved(tx, { eventId: id, from: current.startDateDate, to: event.startDateDate })
  }
  await recordAudit(tx, deps.sealer, [{ ...auditOf(id, { action: 'event.updated', caller, at }), fields }])
  return event
}

type EditedFields = Required<EventChanges>

function auditOf(id: number, { action, caller, at }: { action: string; caller: Caller; at: Date }) {
  return { ...actorOf(caller), action, entity: 'event', entityId: id, eventId: id, at }
}
