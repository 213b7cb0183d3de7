/**
 * The outbox: jobs that are enqueued in the transaction of their cause. Each job runs after that transaction,
 * at least once (R20.12). This file enqueues jobs, `job.ts` defines what they do, and `outbox-worker.ts` runs
 * them.
 */
import { eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Database, type Transaction } from './database/database.ts'
import { type JobInput, outbox } from './database/schema/outbox.ts'

/** A kind of job. Code that enqueues a job imports only its kind, not its work. */
export interface JobKind<Input extends JobInput> {
  /**
   * The name of the kind: a verb and its object, for example `send-refund`. Rows of the outbox store this
   * name.
   */
  kind: string
  /** The job's input: only ids, never personal data. */
  input: z.ZodType<Input>
}

/** Declares a kind of job. The job's `run` gets the input that `input` has parsed. */
export const jobKind = <Input extends JobInput>(kind: string, input: z.ZodType<Input>): JobKind<Input> => ({
  kind,
  input,
})

interface NewJob<Input> {
  input: Input
  /** Identifies the cause of the job. The table allows one row per key. */
  dedupeKey: string
  runAt: Date
}

/** Enqueues a job in the transaction of the change that causes it. Returns false if its dedupe key exists. */
export async function enqueue<Input extends JobInput>(
  tx: Transaction,
  { kind }: Pick<JobKind<Input>, 'kind'>,
  { input, dedupeKey, runAt }: NewJob<Input>,
): Promise<boolean> {
  const made = await tx
    .insert(outbox)
    .values({ kind, payload: input, dedupeKey, runAt })
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .returning({ id: outbox.id })
  return made.length > 0
}

/**
 * Enqueues a job again, even if it is running or has finished. A worker that has the lease keeps it, so no
 * other worker runs the job at the same time. Setting `attempts` to 0 makes `finish` run the job once more.
 */
export async function enqueueAgain<Input extends JobInput>(
  tx: Transaction,
  { kind }: JobKind<Input>,
  { input, dedupeKey, runAt }: NewJob<Input>,
): Promise<void> {
  const job = { kind, payload: input, dedupeKey, runAt }
  const set = { ...job, attempts: 0, lastError: null, doneAt: null, deadAt: null }
  await tx.insert(outbox).values(job).onConflictDoUpdate({ target: outbox.dedupeKey, set })
}

/**
 * Renames the kinds of stored jobs. `newNames` has the new name for each old one. Idempotent. Processes of
 * the old version may still run. The next call renames jobs that they enqueue later.
 */
export async function renameKinds(db: Database, newNames: Record<string, string>): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await tx
      .selectDistinct({ kind: outbox.kind })
      .from(outbox)
      .where(inArray(outbox.kind, Object.keys(newNames)))
    for (const { kind } of found)
      await tx
        .update(outbox)
        .set({ kind: sql`${newNames[kind]}` })
        .where(eq(outbox.kind, kind))
  })
}
