/** The private address under which phones subscribe to the calendar (docs/decisions/0034). */
import { randomUUID } from 'node:crypto'
import { actorOf, type AuditEntry, recordAudit } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Caller } from '#platform/http/context.ts'
import type { Services } from '#platform/services.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { isUuid } from '#shared/fields.ts'
import { type FeedAddress, getFeedAddress, makeFeedAddress, readFeed, revokeFeedAddress } from './contract.ts'
import { listCalendar, listRetreats } from './store/calendar-events.ts'
import {
  endOpenFeed,
  type FeedRow,
  findOpenFeed,
  insertFeed,
  isOpenToken,
  lockFeeds,
} from './store/calendar-feeds.ts'

/** Of the site's events a phone has room for these days around today; the family's own are all in it. */
const DAYS_BACK = 366
const DAYS_AHEAD = 3 * 366

export function feedHandlers(services: Services): Bound[] {
  const { db, now } = services
  return [
    bind(getFeedAddress, async () => toAddress(await findOpenFeed(db))),

    bind(makeFeedAddress, async (_input, { caller }) => ({
      feed: toAddress(await makeFeed(services, caller)),
    })),

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

interface Done {
  caller: Caller
  at: Date
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

function entryOf({ id }: FeedRow, what: 'made' | 'revoked', { caller, at }: Done): AuditEntry {
  return {
    ...actorOf(caller),
    entity: 'calendar_feed',
    entityId: id,
    action: `calendar_feed.${what}`,
    at,
  }
}

function toAddress(feed: FeedRow | undefined): FeedAddress {
  return feed ? { token: feed.token, madeAt: feed.madeAt.toISOString() } : null
}
