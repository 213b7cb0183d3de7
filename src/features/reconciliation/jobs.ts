/** When our books are reconciled with the provider's: once a night of the ranch, however many processes there are. */
import { enqueue } from '#platform/outbox.ts'
import type { OutboxHandlers } from '#platform/outbox-worker.ts'
import { nightlyRetry } from '#platform/schedule.ts'
import type { BookingDeps } from '#features/booking/index.ts'
import { compareWithProvider } from './compare.ts'
import { emptyTally, reconciliationNight } from './rules.ts'
import { findReconciliation, writeReconciliation } from './store.ts'

/** The outbox kind of one night's reconciliation; its payload is `{ day }`. */
export const RECONCILIATION_JOB = 'books.prove'

const UNANSWERED = 'The payment provider did not answer'

export function reconciliationJobs(deps: BookingDeps): OutboxHandlers {
  const { db, now, log } = deps
  return {
    // The reconciliation is asked for at each tick, so a site that was down at night, or has only just begun, makes up for it at its next one.
    'tick.books': async () => {
      const day = reconciliationNight(now())
      const dedupeKey = `${RECONCILIATION_JOB}.${day}`
      await db.transaction((tx) =>
        enqueue(tx, { kind: RECONCILIATION_JOB, payload: { day }, dedupeKey, runAt: now() }),
      )
      return 'done'
    },
    [RECONCILIATION_JOB]: async (payload, { attempt, stopping }) => {
      const day = String(payload['day'])
      const known = await findReconciliation(db, day)
      // Once the next night has begun, that has one of its own.
      if (day !== reconciliationNight(now()) || (known && known.outcome !== 'unanswered')) return 'done'
      const compared = await compareWithProvider(deps, stopping)
      const ranAt = now()
      if (compared === 'stopped') return { retryAt: ranAt, reason: 'The site was stopped' }
      if (compared === 'unanswered') {
        await writeReconciliation(db, { day, ranAt, outcome: 'unanswered', ...emptyTally() })
        return { retryAt: nightlyRetry(attempt, ranAt), reason: UNANSWERED }
      }
      const different = compared.differences.length
      if (different > 0) log.warn({ day, different }, 'the books are not equal to the provider')
      await writeReconciliation(db, {
        day,
        ranAt,
        outcome: different > 0 ? 'different' : 'equal',
        ...compared,
      })
      return 'done'
    },
  }
}
