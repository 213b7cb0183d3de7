/**
 * The outbox: jobs that are enqueued in the same transaction as their cause. Each then runs at least once.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** The input of a job: only ids, never personal data. */
export type JobInput = Record<string, string | number | undefined>

export const outbox = pgTable(
  'outbox',
  {
    id: serial('id').primaryKey(),
    kind: text('kind').notNull(),
    payload: jsonb('payload').$type<JobInput>().notNull(),
    /**
     * Names the cause of the job. Only one row can have the same dedupe key, so one cause enqueues one job.
     */
    dedupeKey: text('dedupe_key').notNull().unique(),
    runAt: instant('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** End of the lease. Until then, only the worker that has the lease may run the job. */
    leasedUntil: instant('leased_until'),
    /** Token of the worker that has the lease. Only that worker may mark the job as finished. */
    leaseToken: text('lease_token'),
    lastError: text('last_error'),
    doneAt: instant('done_at'),
    /** When the job failed permanently, after its last attempt. Admins see such a job. */
    deadAt: instant('dead_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('outbox_due')
      .on(table.runAt, table.id)
      .where(sql`done_at is null and dead_at is null`),
    index('outbox_dead')
      .on(table.deadAt, table.id)
      .where(sql`dead_at is not null`),
    // Finished jobs are kept, so that their causes cannot enqueue them again. This index quickly finds the
    // newest or oldest finished job of a kind.
    index('outbox_done')
      .on(table.kind, table.doneAt)
      .where(sql`done_at is not null`),
    check('outbox_lease', sql`(leased_until is null) = (lease_token is null)`),
    check('outbox_end', sql`done_at is null or dead_at is null`),
  ],
)
