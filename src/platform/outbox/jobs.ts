/** Jobs of the outbox as they are worked and forgotten: who does them, how they end, and what is swept away afterwards. */
import { and, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/database.ts'
import { outbox } from '../database/schema/outbox.ts'
import type { NewJob } from '../outbox.ts'

/** How a job ended. `reason` and `giveUp` are shown to admins: no personal data. A given-up job stays visible. */
export type JobResult = 'done' | { retryAt: Date; reason: string } | { giveUp: string }

export interface JobFacts {
  /** 1 at the first try. */
  attempt: number
  /** Aborted when the process is about to end, for work that takes minutes. */
  stopping?: AbortSignal
}

/** Does the work of one kind, outside of any transaction. What it throws is retried with growing pauses. */
export type OutboxHandler = (payload: NewJob['payload'], facts: JobFacts) => Promise<JobResult>

export type OutboxHandlers = Record<string, OutboxHandler>

/** Sweeps away the rows of what was asked for and done before. */
export async function deleteDoneJobs(
  db: Database,
  { kinds, before }: { kinds: string[]; before: Date },
): Promise<void> {
  await db.delete(outbox).where(and(inArray(outbox.kind, kinds), lt(outbox.doneAt, before)))
}

/**
 * Forgets why jobs failed whose payload names one of these ids under `key`, for the purge: payloads hold numbers alone, but the
 * words of a failure are not known to.
 */
export async function forgetErrors(tx: Transaction, key: string, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const named = inArray(sql`${outbox.payload}->>${key}`, ids.map(String))
  await tx
    .update(outbox)
    .set({ lastError: null })
    .where(and(isNotNull(outbox.lastError), named))
}
