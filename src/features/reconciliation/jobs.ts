/** When the books are proved: once a night of the ranch, however many processes there are. */
import { enqueue, type OutboxHandlers } from '#platform/outbox.ts'
import type { BookingDeps } from '#features/booking/index.ts'
import { proveBooks } from './prove.ts'
import { emptyTally, proofNight, triedAgainAt } from './rules.ts'
import { findProof, writeProof } from './store.ts'

/** The outbox kind of one night's proof; its payload is `{ day }`. */
export const PROVE_JOB = 'books.prove'

const UNANSWERED = 'The payment provider did not answer'

/** The outbox handlers of this feature. */
export function booksJobs(deps: BookingDeps): OutboxHandlers {
  const { db, now, log } = deps
  return {
    // The proof is asked for at each tick, so a site that was down at night, or has only just begun, makes up for it at its next one.
    'tick.books': async () => {
      const day = proofNight(now())
      const dedupeKey = `${PROVE_JOB}.${day}`
      await db.transaction((tx) =>
        enqueue(tx, { kind: PROVE_JOB, payload: { day }, dedupeKey, runAt: now() }),
      )
      return 'done'
    },
    [PROVE_JOB]: async (payload, { attempt, stopping }) => {
      const day = String(payload['day'])
      const known = await findProof(db, day)
      // Once the next night has begun, that has a proof of its own.
      if (day !== proofNight(now()) || (known && known.outcome !== 'unanswered')) return 'done'
      const proved = await proveBooks(deps, stopping)
      const ranAt = now()
      if (proved === 'stopped') return { retryAt: ranAt, reason: 'The site was stopped' }
      if (proved === 'unanswered') {
        await writeProof(db, { day, ranAt, outcome: 'unanswered', ...emptyTally() })
        return { retryAt: triedAgainAt(attempt, ranAt), reason: UNANSWERED }
      }
      const different = proved.differences.length
      if (different > 0) log.warn({ day, different }, 'the books are not equal to the provider')
      await writeProof(db, { day, ranAt, outcome: different > 0 ? 'different' : 'equal', ...proved })
      return 'done'
    },
  }
}
