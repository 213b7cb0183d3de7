/**
 * Handles the calls about notifications: returns what is new for an admin, and saves which notifications are
 * e-mailed.
 */
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { getNewsSettings, listNews, saveNewsSettings, seeNews } from './contract.ts'
import {
  openEntries,
  findNotificationSettings,
  findVisit,
  listNewsEntries,
  saveNotificationSettings,
  saveVisit,
} from './store.ts'
import { FIRST_SETTINGS, newsOf, sinceOf } from './rules.ts'

/**
 * Number of notifications on the Today page. The History page shows all. With 50 of them, the Today page would exceed
 * its size limit (R20.7).
 */
const SHOWN = 10
/**
 * A transaction that is still running may commit an audit entry with an earlier time than now. So a list counts as
 * complete only until this many milliseconds ago, and the next list begins there.
 */
const OVERLAP_MS = 10_000

export function newsHandlers(deps: Pick<Services, 'db' | 'sealer' | 'now'>): Bound[] {
  const { db, now } = deps
  return [
    bind(listNews, async (_input, { caller }) => {
      const { actor } = actorOf(caller)
      const at = now()
      const since = sinceOf(await findVisit(db, actor), at)
      const rows = await listNewsEntries(db, { since, notBy: actor }, SHOWN)
      const until = new Date(Math.max(since.getTime(), at.getTime() - OVERLAP_MS))
      return {
        since,
        until,
        items: newsOf(await openEntries(deps, rows)),
        more: Math.max(0, (rows[0]?.all ?? 0) - rows.length),
      }
    }),

    bind(seeNews, async ({ body: { until } }, { caller }) => {
      const { actor } = actorOf(caller)
      const seenAt = now()
      const seenUntil = new Date(Math.min(Date.parse(until), seenAt.getTime()))
      const since = sinceOf(await findVisit(db, actor), seenAt)
      await saveVisit(db, actor, { since, seenUntil, seenAt })
      return {}
    }),

    bind(getNewsSettings, async () => {
      const { pace, kinds } = (await findNotificationSettings(db)) ?? FIRST_SETTINGS
      return { pace, kinds }
    }),

    bind(saveNewsSettings, async ({ body }) => {
      await db.transaction(async (tx) => {
        const before = await findNotificationSettings(tx, { lock: true })
        // The site never e-mails what happened while notifications were switched off.
        const since = before && before.pace !== 'never' ? before.since : now().toISOString()
        await saveNotificationSettings(tx, { ...body, since, lastDailyDay: before?.lastDailyDay ?? null })
      })
      return body
    }),
  ]
}
