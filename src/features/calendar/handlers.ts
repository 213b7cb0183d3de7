/** Answers the calls of the family's calendar. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { addDays, type Day, ranchDay } from '#shared/days.ts'
import { isAdminCaller } from '#features/access/rules.ts'
import {
  createCalendarEvent,
  deleteCalendarEvent,
  getCalendarEvents,
  getCalendarRetreats,
  getFeedAddress,
  makeFeedAddress,
  MOST_DAYS,
  readFeed,
  revokeFeedAddress,
  updateCalendarEvent,
} from './contract.ts'
import { addCalendarEvent, editCalendarEvent, removeCalendarEvent } from './edit.ts'
import { retreatDays } from './rules.ts'
import {
  type CalendarValues,
  endOpenFeed,
  type FeedRow,
  findOpenFeed,
  insertFeed,
  isOpenToken,
  listCalendar,
  listRetreats,
  lockFeeds,
} from './store.ts'
import { randomUUID } from 'node:crypto'
import { actorOf, type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Caller } from '#platform/http/context.ts'
import { isUuid } from '#shared/fields.ts'

const ENDS_TOO_EARLY = 'The end cannot be before the start'

const tooFar = (latest: Day) =>
  `Please ask for ${MOST_DAYS} days at most: with this \`from\`, through ${latest}`

export function calendarHandlers(services: Services): Bound[] {
  const { db, now } = services
  return [
    bind(getCalendarEvents, async () => listCalendar(db)),

    bind(getCalendarRetreats, async ({ query }, { caller }) => {
      const days = retreatDays(query, { today: ranchDay(now()), most: MOST_DAYS })
      if ('latest' in days) return fail('invalid', { fields: { to: tooFar(days.latest) } })
      const admin = isAdminCaller(caller)
      return listRetreats(db, { ...days, admin })
    }),

    bind(createCalendarEvent, async (_input, { caller }) => addCalendarEvent(services, caller)),

    bind(updateCalendarEvent, async ({ body: { updateCalendarData } }, { caller }) => {
      const { id, seen = {}, ...given } = updateCalendarData
      const event = await editCalendarEvent(services, {
        id,
        changes: valuesOf(given),
        seen: valuesOf(seen),
        caller,
      })
      if (event === 'ends_too_early') return fail('invalid', { fields: { end: ENDS_TOO_EARLY } })
      return typeof event === 'string' ? fail(event) : { event }
    }),

    bind(deleteCalendarEvent, async ({ query: { id } }, { caller }) => {
      return (await removeCalendarEvent(services, { id, caller })) ? {} : fail('not_found')
    }),

    ...feedHandlers(services),
  ]
}

/** As the API names them: the title is the `name`. */
interface Given {
  name?: string | undefined
  start?: string | undefined
  end?: string | undefined
  color?: string | undefined
}

function valuesOf({ name, ...days }: Given): Partial<CalendarValues> {
  const values = Object.entries({ title: name, ...days }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(values)
}

// The private address under which phones subscribe to the calendar (docs/decisions/0034).

/** Of the site's events a phone has room for these days around today; the family's own are all in it. */
const DAYS_BACK = 366
const DAYS_AHEAD = 3 * 366

export function feedHandlers(services: Services): Bound[] {
  const { db, now } = services
  return [
    bind(getFeedAddress, async () => (await findOpenFeed(db)) ?? null),

    bind(makeFeedAddress, async (_input, { caller }) => ({ feed: await makeFeed(services, caller) })),

    bind(revokeFeedAddress, async (_input, { caller }) => {
      await revokeFeed(services, caller)
      return {}
    }),

    bind(readFeed, async ({ query: { token } }) => {
      // Wrong and ended addresses get the same reply: nothing tells that there was one.
      if (!isUuid(token) || !(await isOpenToken(db, token))) return fail('not_found')
      const today = ranchDay(now())
      const retreats = await listRetreats(db, {
        from: addDays(today, -DAYS_BACK),
        to: addDays(today, DAYS_AHEAD),
        admin: false,
      })
      return { events: await listCalendar(db), retreats }
    }),
  ]
}

async function makeFeed({ db, sealer, now }: Services, caller: Caller): Promise<FeedRow> {
  const done = { caller, at: now() }
  return db.transaction(async (tx) => {
    await lockFeeds(tx)
    const ended = await endOpenFeed(tx, done.at)
    const { actor } = actorOf(caller)
    const made = await insertFeed(tx, { token: randomUUID(), madeBy: actor, madeAt: done.at })
    await recordAudit(tx, sealer, [
      ...(ended ? [entryOf(ended, 'revoked', done)] : []),
      entryOf(made, 'made', done),
    ])
    return made
  })
}

/** A second time changes nothing and is told to nobody. */
async function revokeFeed({ db, sealer, now }: Services, caller: Caller): Promise<void> {
  const done = { caller, at: now() }
  await db.transaction(async (tx) => {
    await lockFeeds(tx)
    const ended = await endOpenFeed(tx, done.at)
    if (ended) await recordAudit(tx, sealer, [entryOf(ended, 'revoked', done)])
  })
}

function entryOf(
  { id }: FeedRow,
  what: 'made' | 'revoked',
  { caller, at }: { caller: Caller; at: Date },
): AuditEntry {
  const action = `calendar_feed.${what}`
  return { ...actorOf(caller), entity: 'calendar_feed', entityId: id, action, at }
}
