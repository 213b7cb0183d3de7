/**
 * The outbox: work enqueued in the transaction of its cause and done after it, at least once
 * (R20.12). A crash between the work and its mark repeats the work, so a handler must
 * bear being called twice for one row. Here it is filled; `outbox/worker.ts` works it.
 */
import { and, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { built, placeholders } from './database/built-statements.ts'
import type { Database, Transaction } from './database/database.ts'
import { outbox } from './database/schema/outbox.ts'

export interface Promised {
  kind: string
  /** Ids only, never personal data. */
  payload: Record<string, string | number>
  /** Names the cause; a second row for it is impossible. */
  dedupeKey: string
  runAt: Date
}

/** Promises work in the transaction of its cause. False: that cause is there already. */
export async function enqueue(tx: Transaction, promised: Promised): Promise<boolean> {
  const made = await inserted(tx, promised)
  return made.length > 0
}

const inserted = built<{ id: number }[], Promised>((db) =>
  db
    .insert(outbox)
    .values(placeholders('kind', 'payload', 'dedupeKey', 'runAt'))
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .returning({ id: outbox.id }),
)

/**
 * Promises work anew, whatever became of the row of its cause: its tries count from the first, and a worker that
 * still holds the row loses it.
 */
export async function enqueueAgain(tx: Transaction, promised: Promised): Promise<void> {
  const fresh = {
    attempts: 0,
    leasedUntil: null,
    leaseToken: null,
    lastError: null,
    doneAt: null,
    deadAt: null,
  }
  await tx
    .insert(outbox)
    .values(promised)
    .onConflictDoUpdate({ target: outbox.dedupeKey, set: { ...promised, ...fresh } })
}

/** How a job ended. `reason` and `giveUp` are shown to admins: no personal data. A given-up job stays visible. */
export type JobResult = 'done' | { retryAt: Date; reason: string } | { giveUp: string }

export interface JobFacts {
  /** 1 at the first try. */
  attempt: number
  /** Aborted when the process is about to end, for work that takes minutes. */
  stopping?: AbortSignal
}

/** Does the work of one kind, outside of any transaction. What it throws is retried with growing pauses. */
export type OutboxHandler = (payload: Promised['payload'], facts: JobFacts) => Promise<JobResult>

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
