/**
 * Counts of callers' requests, which the library `rate-limiter-flexible` writes. The table is unlogged, so a
 * count costs no disk write and may be lost in a crash. Backups do not contain this table.
 */
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const rateLimits = pgTable('rate_limits', {
  /** Keyed hash of the limit's name, the caller, and what the caller tried to reach. */
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  /** When the count starts again from zero. The library reads the clock of the machine, not of the database. */
  expire: timestamp('expire', { withTimezone: true }),
})
