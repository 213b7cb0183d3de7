import { randomUUID } from 'node:crypto'
import { actorOf, type AuditEntry, recordAudit } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { type Caller, may } from '#platform/http/context.ts'
import type { Services } from '#platform/services.ts'
import { changedFields } from '#shared/collections.ts'
import { addDays, type Day, ranchDay } from '#shared/days.ts'
import { isUuid } from '#shared/fields.ts'
import * as contract from './contract.ts'
import { fillBounds } from './rules.ts'
import * as store from './store.ts'

const ENDS_TOO_EARLY = 'The end cannot be before the start'

const tooFar = (latest: Day) =>
  `Please ask for ${contract.MOST_DAYS} days at most: with this \`from\`, through ${latest}`

export function calendarHandlers(services: Services): Bound[] {
  const { db, now } = services
  return [
    bind(contract.getCalendarEvents, async () => store.listCalendar(db)),

    bind(contract.getCalendarRetreats, async ({ query }, { caller }) => {
      const days = fillBounds(query, { today: ranchDay(now()), most: contract.MOST_DAYS })
      if ('latest' in days) return fail('invalid', { fields: { to: tooFar(days.latest) } })
      const admin = may(caller, 'events.see')
      return store.listRetreats(db, { ...days, admin, now: now() })
    }),

    bind(contract.createCalendarEvent, async (_input, { caller }) => addCalendarEvent(services, caller)),

    bind(contract.updateCalendarEvent, async ({ body: { updateCalendarData } }, { caller }) => {
      const { id, seen = {}, ...given } = updateCalendarData
      const event = await editCalendarEvent(services, {
        id,
        changes: toValues(given),
        seen: toValues(seen),
        caller,
      })
      if (event === 'ends_too_early') return fail('invalid', { fields: { end: ENDS_TOO_EARLY } })
      return typeof event === 'string' ? fail(event) : { event }
    }),

    bind(contract.deleteCalendarEvent, async ({ query: { id } }, { caller }) => {
      return (await removeCalendarEvent(services, { id, caller })) ? {} : fail('not_found')
    }),

    ...feedHandlers(services),
  ]
}

/** The fields of a calendar event, by their names in the API. */
interface CalendarFields {
  name?: string | undefined
  start?: string | undefined
  end?: string | undefined
  color?: string | undefined
}

function toValues({ name, ...days }: CalendarFields): Partial<store.CalendarValues> {
  const values = Object.entries({ title: name, ...days }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(values)
}

// From here on: changes of the family calendar. Each change locks the event, checks each field for a conflict, and
// writes an audit entry.

/** The title and color of a new event (R13.2). */
const DEFAULTS = { title: 'New Event', color: '#662255' }

/** Creates a calendar event with the default values, on today's ranch day. */
export async function addCalendarEvent(
  { db, sealer, now }: Services,
  caller: Caller,
): Promise<store.CalendarRow> {
  const at = now()
  const today = ranchDay(at)
  return db.transaction(async (tx) => {
    const made = await store.insertCalendarEvent(tx, { ...DEFAULTS, start: today, end: today, createdAt: at })
    await recordAudit(tx, sealer, [{ ...eventEntry(made.id, 'created'), ...actorOf(caller), at }])
    return made
  })
}

interface Edit {
  id: number
  /** The new values of fields. A field that is missing stays unchanged. */
  changes: Partial<store.CalendarValues>
  /** The field values that the editor saw. A field that is missing here is not checked for a conflict. */
  seen: Partial<store.CalendarValues>
  caller: Caller
}

/** Changes a calendar event and returns it, or returns why the change was refused. */
export const editCalendarEvent = async (
  { db, sealer, now }: Services,
  { id, changes, seen, caller }: Edit,
): Promise<store.CalendarRow | 'not_found' | 'stale' | 'ends_too_early'> =>
  db.transaction(async (tx) => {
    const current = await store.lockCalendarEvent(tx, id)
    if (!current) return 'not_found'
    const fields = changedFields<store.CalendarValues>(current, changes)
    if (fields.length === 0) return current
    // If the event already has the new values, for example in a retry after a lost reply, the code above has
    // returned. So a retry is never a conflict.
    if (fields.some((field) => isConflict(field, seen[field], current[field]))) return 'stale'
    const wanted = { ...current, ...changes }
    if (wanted.end < wanted.start) return 'ends_too_early'
    const written = await store.writeCalendarEvent(tx, id, changes)
    const entry = { ...eventEntry(id, 'updated'), ...actorOf(caller), fields, at: now() }
    await recordAudit(tx, sealer, [entry])
    return written
  })

/**
 * Returns true if the stored value differs from the one that the editor saw. Ignores upper and lower case, because
 * browsers return colors in lower case.
 */
function isConflict(field: keyof store.CalendarValues, seen: string | undefined, current: string): boolean {
  if (seen === undefined) return false
  return field === 'color' ? seen.toLowerCase() !== current.toLowerCase() : seen !== current
}

/** Deletes an event. Returns false if it does not exist. */
const removeCalendarEvent = async (
  { db, sealer, now }: Services,
  { id, caller }: { id: number; caller: Caller },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const name = await store.deleteCalendarRow(tx, id)
    if (name === undefined) return false
    // The audit entry contains the event's name. Otherwise nobody could see later which event was deleted.
    await recordAudit(tx, sealer, [
      { ...eventEntry(id, 'deleted'), ...actorOf(caller), details: { name }, at: now() },
    ])
    return true
  })

function eventEntry(
  id: number,
  what: 'created' | 'updated' | 'deleted',
): Pick<AuditEntry, 'entity' | 'entityId' | 'action'> {
  return { entity: 'calendar_event', entityId: id, action: `calendar_event.${what}` }
}

// From here on: the link by which phones subscribe to the family calendar (docs/decisions/0029).

/** How many days back the feed contains retreats. The feed contains all of the family's own events, however old. */
const DAYS_BACK = 366
const DAYS_AHEAD = 3 * 366

function feedHandlers(services: Services): Bound[] {
  const { db, now } = services
  return [
    bind(contract.getFeedAddress, async () => (await store.findOpenFeed(db)) ?? null),

    bind(contract.makeFeedAddress, async (_input, { caller }) => ({
      feed: await makeFeed(services, caller),
    })),

    bind(contract.revokeFeedAddress, async (_input, { caller }) => {
      await revokeFeed(services, caller)
      return {}
    }),

    bind(contract.readFeed, async ({ query: { token } }) => {
      // A wrong link gets the same reply as an ended one, so that nobody can find out which links existed.
      if (!isUuid(token) || !(await store.isOpenToken(db, token))) return fail('not_found')
      const at = now()
      const today = ranchDay(at)
      const retreats = await store.listRetreats(db, {
        from: addDays(today, -DAYS_BACK),
        to: addDays(today, DAYS_AHEAD),
        admin: false,
        now: at,
      })
      return { events: await store.listCalendar(db), retreats }
    }),
  ]
}

async function makeFeed({ db, sealer, now }: Services, caller: Caller): Promise<store.FeedRow> {
  const done = { caller, at: now() }
  return db.transaction(async (tx) => {
    await store.lockFeeds(tx)
    const ended = await store.endOpenFeed(tx, done.at)
    const { actor } = actorOf(caller)
    const made = await store.insertFeed(tx, { token: randomUUID(), madeBy: actor, madeAt: done.at })
    await recordAudit(tx, sealer, [
      ...(ended ? [feedEntry(ended, 'revoked', done)] : []),
      feedEntry(made, 'made', done),
    ])
    return made
  })
}

/** Ends the open subscription link. A second call changes nothing and writes no audit entry. */
async function revokeFeed({ db, sealer, now }: Services, caller: Caller): Promise<void> {
  const done = { caller, at: now() }
  await db.transaction(async (tx) => {
    await store.lockFeeds(tx)
    const ended = await store.endOpenFeed(tx, done.at)
    if (ended) await recordAudit(tx, sealer, [feedEntry(ended, 'revoked', done)])
  })
}

function feedEntry(
  { id }: store.FeedRow,
  what: 'made' | 'revoked',
  { caller, at }: { caller: Caller; at: Date },
): AuditEntry {
  const action = `calendar_feed.${what}`
  return { ...actorOf(caller), entity: 'calendar_feed', entityId: id, action, at }
}
