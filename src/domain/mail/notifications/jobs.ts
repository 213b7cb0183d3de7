/**
 * E-mails admins what guests, Stripe and the site did. Reads that from the audit log, whose entries are written in
 * the same transaction as the change.
 */
import { enqueueEmail } from '#platform/email-queue.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type Job, periodicJob } from '#platform/job.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import {
  openEntries,
  findNotificationSettings,
  markSent,
  listNewsEntries,
  saveNotificationSettings,
} from './store.ts'
import { FIRST_SETTINGS, isDue, newsOf, type NotificationSettings } from './rules.ts'

type NewsDeps = Pick<Services, 'db' | 'sealer' | 'now'>

export const enqueueNewsJob = (deps: NewsDeps): Job =>
  periodicJob('enqueue-news', () => sendNotifications(deps))

/** The site no longer e-mails audit entries that are older than this. */
const OLDEST_MS = 3 * 24 * 3_600_000
/** Number of audit entries that one run reads. The next run continues after them. */
const AT_ONCE = 500

/**
 * Enqueues one e-mail per admin address, and records the audit entries that each e-mail covers. The e-mail and the
 * record are in one transaction under the lock of the settings. So neither a crash nor a second process loses or
 * repeats an audit entry.
 */
async function sendNotifications(deps: NewsDeps): Promise<void> {
  const { db } = deps
  await db.transaction(async (tx) => {
    const now = deps.now()
    const settings = await findNotificationSettings(tx, { lock: true })
    // The first run only saves the settings, so that no e-mail is about what happened before.
    if (!settings)
      return saveNotificationSettings(tx, { ...FIRST_SETTINGS, since: now.toISOString(), lastDailyDay: null })
    if (!isDue(settings, now)) return
    await enqueueNotifications(tx, { ...deps, settings, now })
    if (settings.pace === 'daily')
      await saveNotificationSettings(tx, { ...settings, lastDailyDay: ranchDay(now) })
  })
}

async function enqueueNotifications(
  tx: Transaction,
  { sealer, settings, now }: Omit<NewsDeps, 'now'> & { settings: NotificationSettings; now: Date },
): Promise<void> {
  const unsentSince = new Date(Math.max(Date.parse(settings.since), now.getTime() - OLDEST_MS))
  const rows = await listNewsEntries(tx, { unsentSince }, AT_ONCE)
  const wanted = new Set(
    newsOf(await openEntries({ db: tx, sealer }, rows))
      .filter(({ kind }) => settings.kinds.includes(kind))
      .map(({ id }) => id),
  )
  const byAddress = Map.groupBy(rows, ({ event }) => event?.adminEmail ?? null)
  for (const [address, ofAddress] of byAddress) {
    const ids = ofAddress.map(({ id }) => id)
    const first = Math.min(...ids)
    const isWanted = address !== null && ids.some((id) => wanted.has(id))
    const email = isWanted ? await enqueueEmail(tx, { type: 'news', key: `news:${first}`, now }) : null
    // If a notification covers one audit entry, it also covers the others of the same transaction, for example a
    // sign-up and its payment.
    const wantedTimes = new Set(ofAddress.filter(({ id }) => wanted.has(id)).map(timeOf))
    const covered = ofAddress.filter((row) => wantedTimes.has(timeOf(row)))
    const coveredIds = new Set(covered.map(({ id }) => id))
    await markSent(tx, email ? [...coveredIds] : [], email?.emailId ?? null)
    await markSent(
      tx,
      ids.filter((id) => email === null || !coveredIds.has(id)),
      null,
    )
  }
}

/** Returns a key that is equal for all audit entries about one reservation in one transaction. */
const timeOf = ({ reservationId, at }: { reservationId: number | null; at: Date }) =>
  `${reservationId} ${at.getTime()}`
