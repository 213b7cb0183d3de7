/** Tells admins by e-mail what happened. The audit's entry, written in the transaction of its cause, is what is to be told. */
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

/** News older than this is none any more. */
const OLDEST_MS = 3 * 24 * 3_600_000
/** Entries told in one go; more wait for the next round. */
const AT_ONCE = 500

/**
 * Writes an e-mail for each address to which something is to be told, and notes with it what it tells: all in one transaction,
 * under the lock of the settings, so that no entry is told twice or, after a crash, never.
 */
async function tellNews(deps: NewsDeps): Promise<void> {
  const { db } = deps
  await db.transaction(async (tx) => {
    const now = deps.now()
    const state = await findTelling(tx, { lock: true })
    // Entries from before anybody could have asked for it are not news.
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
    // Entries that go with a wanted one, such as the payment of a sign-up, are told by the same e-mail.
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

/** The key of what was done to one stay in one transaction. */
const timeOf = ({ reservationId, at }: { reservationId: number | null; at: Date }) =>
  `${reservationId} ${at.getTime()}`
