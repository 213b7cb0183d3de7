/** The outbox: work written in the transaction of its cause, done after it, at least once. */
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const outbox = pgTable(
  'outbox',
  {
    id: serial('id').primaryKey(),
    kind: text('kind').notNull(),
    /** Ids only, never personal data. */
    payload: jsonb('payload').$type<Record<string, string | number>>().notNull(),
    /** The cause's key: one row per cause. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    runAt: instant('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The end of a lease: until then one worker has the job. */
    leasedUntil: instant('leased_until'),
    /** The worker's own token: it may only finish what it still holds. */
    leaseToken: text('lease_token'),
    lastError: text('last_error'),
    doneAt: instant('done_at'),
    /** Given up after the last try; shown to the admin. */
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
    // Done jobs are kept, since their cause must not come again; this index is for who looks only for the newest or the oldest of a kind.
    index('outbox_done')
      .on(table.kind, table.doneAt)
      .where(sql`done_at is not null`),
    check('outbox_lease', sql`(leased_until is null) = (lease_token is null)`),
    check('outbox_end', sql`done_at is null or dead_at is null`),
  ],
)
