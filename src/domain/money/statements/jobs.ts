/** The job that copies the card provider's balance transactions and payouts to our database (R40.1). */
import { type Job, periodicJob } from '#platform/job.ts'
import type { Services } from '#platform/services.ts'
import type { PaymentProvider } from '../card-provider/port.ts'
import { postTransactions, recentTransactions } from '../ledger/store/post.ts'
import { isSyncDue, nextSync, payoutsSince } from './domain/balance.ts'
import * as store from './store.ts'

type StatementDeps = Pick<Services, 'db' | 'now'> & {
  provider: Pick<PaymentProvider, 'listBalanceTransactions' | 'listPayouts'>
}

/**
 * The most requests to the card provider per run. A long list continues in the next run, so that other jobs need
 * not wait.
 */
const MAX_REQUESTS = 25

export const readPayoutsJob = (deps: StatementDeps): Job =>
  periodicJob('read-payouts', async ({ stopping }) => {
    const sync = await store.findSync(deps.db)
    if (isSyncDue(sync, await store.findLastPayoutNotice(deps.db), deps.now()))
      await syncStatements(deps, stopping)
  })

/**
 * Syncs the balance transactions and payouts with the card provider, and continues where the last sync stopped.
 * Idempotent, even in two processes at the same time. Returns `later` if requests remain or the provider did not
 * answer.
 */
export async function syncStatements(
  { db, now, provider }: StatementDeps,
  stopping?: AbortSignal,
): Promise<'done' | 'later'> {
  const { until, underWay } = await store.findSync(db)
  const sync = nextSync({ until, underWay }, now())
  let left = MAX_REQUESTS
  const mayAsk = () => left-- > 0 && !stopping?.aborted

  // Ends this sync if the card provider no longer knows the transaction after which the sync should continue. The
  // next run then begins a new sync.
  const startAgain = () => db.transaction((tx) => store.writeSync(tx, { until, underWay: null }))
  for (let more = sync.after !== ALL_READ; more;) {
    if (!mayAsk()) return 'later'
    const page = await provider.listBalanceTransactions({ since: sync.since }, sync.after)
    if (page.outcome !== 'ok') {
      if (page.outcome === 'rejected' && sync.after !== null) await startAgain()
      return 'later'
    }
    more = page.next !== null
    sync.after = page.next ?? ALL_READ
    await db.transaction(async (tx) => {
      await store.saveTransactions(tx, page.transactions, null)
      await store.writeSync(tx, { until, underWay: sync })
    })
  }

  if (!mayAsk()) return 'later'
  const listed = await provider.listPayouts(payoutsSince(sync.since, await store.findOldestUnread(db)))
  if (listed.outcome !== 'ok') return 'later'
  await db.transaction((tx) => store.savePayouts(tx, listed.payouts))
  const reconciled = listed.payouts.filter((payout) => payout.reconciled).map(({ id }) => id)
  for (const payoutId of await store.listUnread(db, reconciled)) {
    let page: string | null = null
    do {
      if (!mayAsk()) return 'later'
      const lines = await provider.listBalanceTransactions({ payoutId }, page)
      if (lines.outcome !== 'ok') return 'later'
      await db.transaction(async (tx) => {
        await store.saveTransactions(tx, lines.transactions, payoutId)
        if (lines.next === null) await store.markComplete(tx, payoutId)
      })
      page = lines.next
    } while (page !== null)
  }
  await db.transaction((tx) => store.writeSync(tx, { until: sync.began, underWay: null }))
  await postTransactions(db, { since: until && recentTransactions(now()), now: now() })
  return 'done'
}

/**
 * Stored in place of the last transaction's id. Means that all balance transactions are stored, and that the payouts
 * come next.
 */
const ALL_READ = ''
