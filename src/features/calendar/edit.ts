/** Changes to the family's calendar: under a lock, field by field, each told to the history. */
import { actorOf, type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Caller } from '#platform/http/context.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import { changedFields } from '#features/events/domain/editing.ts'
import {
  type CalendarRow,
  type CalendarValues,
  deleteCalendarRow,
  insertCalendarEvent,
  lockCalendarEvent,
  writeCalendarEvent,
} from './store.ts'

/** A new event's title, day and color (R13.2). */
const DEFAULTS = { title: 'New Event', color: '#662255' }

/** A new event with the defaults, on the ranch's today. */
export async function addCalendarEvent({ db, sealer, now }: Services, caller: Caller): Promise<CalendarRow> {
  const at = now()
  const today = ranchDay(at)
  return db.transaction(async (tx) => {
    const made = await insertCalendarEvent(tx, { ...DEFAULTS, start: today, end: today, createdAt: at })
    await recordAudit(tx, sealer, [{ ...entryOf(made.id, 'created'), ...actorOf(caller), at }])
    return made
  })
}

export interface Edit {
  id: number
  /** The fields to change; an absent one stays. */
  changes: Partial<CalendarValues>
  /** The values that the editor saw of these fields; an absent one may be anything by now. */
  seen: Partial<CalendarValues>
  caller: Caller
}

/** The event as it is after the edit. */
export async function editCalendarEvent(
  { db, sealer, now }: Services,
  { id, changes, seen, caller }: Edit,
): Promise<CalendarRow | 'not_found' | 'stale' | 'ends_too_early'> {
  return db.transaction(async (tx) => {
    const current = await lockCalendarEvent(tx, id)
    if (!current) return 'not_found'
    const fields = changedFields<CalendarValues>(current, changes)
    if (fields.length === 0) return current
    // An edit that wants what is there already, as after a reply that was lost, conflicts with nothing.
    if (fields.some((field) => isOther(field, seen[field], current[field]))) return 'stale'
    const wanted = { ...current, ...changes }
    if (wanted.end < wanted.start) return 'ends_too_early'
    const written = await writeCalendarEvent(tx, id, changes)
    const entry = { ...entryOf(id, 'updated'), ...actorOf(caller), fields, at: now() }
    await recordAudit(tx, sealer, [entry])
    return written
  })
}

/** Pickers give colors in lower case, whoever wrote them first. */
function isOther(field: keyof CalendarValues, seen: string | undefined, current: string): boolean {
  if (seen === undefined) return false
  return field === 'color' ? seen.toLowerCase() !== current.toLowerCase() : seen !== current
}

/** Whether it was there. */
export async function removeCalendarEvent(
  { db, sealer, now }: Services,
  { id, caller }: { id: number; caller: Caller },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const name = await deleteCalendarRow(tx, id)
    if (name === undefined) return false
    // The history goes on to call it by its name.
    await recordAudit(tx, sealer, [
      { ...entryOf(id, 'deleted'), ...actorOf(caller), details: { name }, at: now() },
    ])
    return true
  })
}

function entryOf(
  id: number,
  what: 'created' | 'updated' | 'deleted',
): Pick<AuditEntry, 'entity' | 'entityId' | 'action'> {
  return { entity: 'calendar_event', entityId: id, action: `calendar_event.${what}` }
}
