/**
 * The outbox: jobs that are enqueued in the transaction of their cause and run after it, at least once
 * (R20.12).
 * A crash after the work but before its mark repeats the work, so handlers must be idempotent. This file
 * enqueues jobs; `outbox-worker.ts` runs them.
 */
import type { Transaction } from './database/database.ts'
import { outbox } from './database/schema/outbox.ts'

/** A job to enqueue. */
export interface NewJob {
  kind: string
  /** Only ids, never personal data. */
  payload: Record<string, string | number>
  /** Identifies the cause. The table allows one row per key. */
  dedupeKey: string
  runAt: Date
}

/** Enqueues a job in the transaction of its cause. Returns false if a row with its dedupe key exists. */
export async function enqueue(tx: Transaction, job: NewJob): Promise<boolean> {
  const made = await tx
    .insert(outbox)
    .values(job)
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .returning({ id: outbox.id })
  return made.length > 0
}

/**
 * Enqueues a job again, whatever the state of its row. A worker that holds the lease keeps it, so no other
 * worker runs the job at the same time.
 * Setting `attempts` to 0 makes `finish` run the job once more.
 */
export async function enqueueAgain(tx: Transaction, job: NewJob): Promise<void> {
  const set = { ...job, attempts: 0, lastError: null, doneAt: null, deadAt: null }
  await tx.insert(outbox).values(job).onConflictDoUpdate({ target: outbox.dedupeKey, set })
}
