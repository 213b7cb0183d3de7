/**
 * The outbox: work enqueued in the transaction of its cause and done after it, at least once (R20.12). A crash between the
 * work and its mark repeats the work, so a handler must bear being called twice for one row. Here it is filled;
 * `outbox-worker.ts` works it.
 */
import type { Transaction } from './database/database.ts'
import { outbox } from './database/schema/outbox.ts'

/** A job to be enqueued. */
export interface NewJob {
  kind: string
  /** Ids only, never personal data. */
  payload: Record<string, string | number>
  /** Names the cause; a second row for it is impossible. */
  dedupeKey: string
  runAt: Date
}

/** Enqueues a job in the transaction of its cause. False: that cause is there already. */
export async function enqueue(tx: Transaction, job: NewJob): Promise<boolean> {
  const made = await tx
    .insert(outbox)
    .values(job)
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .returning({ id: outbox.id })
  return made.length > 0
}

/**
 * Enqueues a job again, whatever became of the row of its cause. A worker that has just leased the row keeps it, so that
 * no other one does the same work at the same time; `attempts` of 0 tells `finish` that the job must run once more.
 */
export async function enqueueAgain(tx: Transaction, job: NewJob): Promise<void> {
  const set = { ...job, attempts: 0, lastError: null, doneAt: null, deadAt: null }
  await tx.insert(outbox).values(job).onConflictDoUpdate({ target: outbox.dedupeKey, set })
}
