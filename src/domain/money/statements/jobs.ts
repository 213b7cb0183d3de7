/** The job that reads the card provider's balance transactions and payouts (R40.1). */
import type { OutboxHandlers } from '#platform/outbox-worker.ts'
import type { Services } from '#platform/services.ts'
import type { PaymentProvider } from '../card-provider/port.ts'
import { isReadingDue, nextReading, payoutsSince } from './domain/balance.ts'
import * as store from './store.ts'

type StatementDeps = Pick<Services, 'db' | 'now'> & {
  provider: Pick<PaymentProvider, 'listBalanceTransactions' | 'listPayouts'>
}

/** The most requests per run. A long history continues in the next run, so that other jobs need not wait. */
const REQUESTS = 25

export const statementJobs = (deps: StatementDeps): OutboxHandlers => ({
  'tick.statements': async (_payload, { stopping }) => {
    const reading = await store.findReading(deps.db)
    if (isReadingDue(reading, await store.findAnnounced(deps.db), deps.now()))
      await readStatements(deps, stopping)
    return 'done'
  },
})

/**
 * Continues reading where the last reading ended or stopped. Idempotent, even in two processes at the same time.
 * Returns `later` if there is more or the provider did not answer.
 */
export async function readStatements(
  { db, now, provider }: StatementDeps,
  stopping?: AbortSignal,
): Promise<'done' | 'later'> {
  const { until, underWay } = await store.findReading(db)
  const reading = nextReading({ until, underWay }, now())
  let left = REQUESTS
  const mayAsk = () => left-- > 0 && !stopping?.aborted

  // The provider no longer knows the stored position, so the list is read from its start.
  const startAgain = () => db.transaction((tx) => store.writeReading(tx, { until, underWay: null }))
  for (let more = reading.after !== DONE; more;) {
    if (!mayAsk()) return 'later'
    const page = await provider.listBalanceTransactions({ since: reading.since }, reading.after)
    if (page.outcome !== 'ok') {
      if (page.outcome === 'rejected' && reading.after !== null) await startAgain()
      return 'later'
    }
    more = page.next !== null
    reading.after = page.next ?? DONE
    await db.transaction(async (tx) => {
      await store.saveTransactions(tx, page.transactions, null)
      await store.writeReading(tx, { until, underWay: reading })
    })
  }

  if (!mayAsk()) return 'later'
  const told = await provider.listPayouts(payoutsSince(reading.since, await store.findOldestUnread(db)))
  if (told.outcome !== 'ok') return 'later'
  await db.transaction((tx) => store.savePayouts(tx, told.payouts))
  const reconciled = told.payouts.filter((payout) => payout.reconciled).map(({ id }) => id)
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
  await db.transaction((tx) => store.writeReading(tx, { until: reading.began, underWay: null }))
  return 'done'
}

/** Stored instead of a transaction's id once all transactions are read and payouts are next. */
const DONE = ''
