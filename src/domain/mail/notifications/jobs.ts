/**
 * E-mails admins what happened. The source is the audit log, whose entries are written in the same transaction as the
 * change.
 */
import type { Transaction } from '#platform/database/database.ts'
import type { OutboxHandlers } from '#platform/outbox-worker.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import { openEntries, findTelling, insertTold, listNewsEntries, saveTelling } from './store.ts'
import { FIRST_SETTINGS, isToTell, newsOf, type TellingState } from './rules.ts'

interface NewsDeps extends Pick<Services, 'db' | 'sealer' | 'now'> {
  emails: {
    enqueue(tx: Transaction, cause: { type: 'news'; key: string; now: Date }): Promise<{ emailId: number }>
  }
}

export const newsJobs = (deps: NewsDeps): OutboxHandlers => ({
  'tick.news': async () => {
    await tellNews(deps)
    return 'done'
  },
})

/** Entries of the audit log older than this are not e-mailed anymore. */
const OLDEST_MS = 3 * 24 * 3_600_000
/** Entries processed per run. More wait for the next run. */
const AT_ONCE = 500

/**
 * Enqueues one e-mail per admin address and records which entries it covers. Both happen in one transaction under the
 * settings' lock, so that a crash or a second process neither loses nor repeats an entry.
 */
async function tellNews(deps: NewsDeps): Promise<void> {
  const { db } = deps
  await db.transaction(async (tx) => {
    const now = deps.now()
    const state = await findTelling(tx, { lock: true })
    // On the first run, entries older than the settings are not e-mailed.
    if (!state) return saveTelling(tx, { ...FIRST_SETTINGS, since: now.toISOString(), toldDay: null })
    if (!isToTell(state, now)) return
    await tell(tx, { ...deps, state, now })
    if (state.pace === 'daily') await saveTelling(tx, { ...state, toldDay: ranchDay(now) })
  })
}

interface Telling extends Omit<NewsDeps, 'now'> {
  state: TellingState
  now: Date
}

async function tell(tx: Transaction, { sealer, emails, state, now }: Telling): Promise<void> {
  const toTellSince = new Date(Math.max(Date.parse(state.since), now.getTime() - OLDEST_MS))
  const rows = await listNewsEntries(tx, { toTellSince }, AT_ONCE)
  const wanted = new Set(
    newsOf(await openEntries({ db: tx, sealer }, rows))
      .filter(({ kind }) => state.kinds.includes(kind))
      .map(({ id }) => id),
  )
  const byAddress = Map.groupBy(rows, ({ event }) => event?.adminEmail ?? null)
  for (const [address, ofAddress] of byAddress) {
    const ids = ofAddress.map(({ id }) => id)
    const first = Math.min(...ids)
    const isWanted = address !== null && ids.some((id) => wanted.has(id))
    const email = isWanted ? await emails.enqueue(tx, { type: 'news', key: `news:${first}`, now }) : null
    // An e-mail also covers entries of the same transaction, such as the payment that came with a sign-up.
    const wantedTimes = new Set(ofAddress.filter(({ id }) => wanted.has(id)).map(timeOf))
    const told = ofAddress.filter((row) => wantedTimes.has(timeOf(row)))
    const toldIds = new Set(told.map(({ id }) => id))
    await insertTold(tx, email ? [...toldIds] : [], email?.emailId ?? null)
    await insertTold(
      tx,
      ids.filter((id) => email === null || !toldIds.has(id)),
      null,
    )
  }
}

/** Returns a key that is equal for everything done to one reservation in one transaction. */
const timeOf = ({ reservationId, at }: { reservationId: number | null; at: Date }) =>
  `${reservationId} ${at.getTime()}`
