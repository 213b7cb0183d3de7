/** A refund of ours and the job that asks the provider for it, in the transaction of their cause. */
import type { Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/outbox.ts'
import { insertRefund } from './store.ts'

/** The outbox kind of a refund to ask for; its payload is `{ refundId }`. */
export const REFUND_JOB = 'refund'

/** Writes a refund that the provider is to make, and the job that asks for it; gives the row's id. */
export async function promiseRefund(
  tx: Transaction,
  refund: Omit<Parameters<typeof insertRefund>[1], 'byHand'>,
): Promise<number> {
  const { key, now } = refund
  const refundId = await insertRefund(tx, refund)
  await enqueue(tx, { kind: REFUND_JOB, payload: { refundId }, dedupeKey: `refund:${key}`, runAt: now })
  return refundId
}
