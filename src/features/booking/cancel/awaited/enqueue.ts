/** The work that decides a refund which waits for a fee, in the transaction of the cancellation. */
import type { Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/outbox.ts'

/** The outbox kind of a refund that waits for a fee; its payload is `{ reservationId }`. */
export const AWAITED_JOB = 'awaited-refund'

export async function enqueueAwaited(tx: Transaction, reservationId: number, now: Date): Promise<void> {
  const payload = { reservationId }
  await enqueue(tx, { kind: AWAITED_JOB, payload, dedupeKey: `${AWAITED_JOB}:${reservationId}`, runAt: now })
}
