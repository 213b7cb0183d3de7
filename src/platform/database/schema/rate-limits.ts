/**
 * Counts of callers' requests, written by `rate-limiter-flexible`.
 * The table is unlogged: a count costs no disk write and may be lost in a crash. Backups omit it.
 */
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const rateLimits = pgTable('rate_limits', {
  /** Keyed hash of the limit, the caller and the target. */
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  /** When the window ends, by the machine's clock, which the library uses. */
  expire: timestamp('expire', { withTimezone: true }),
})
