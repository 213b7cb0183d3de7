/**
 * What callers have used of their limits, as `rate-limiter-flexible` keeps it. The table is unlogged: a count costs no write to
 * disk and may be lost in a crash. Backups leave it out.
 */
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const rateLimits = pgTable('rate_limits', {
  /** A keyed hash of the limit, the caller and the target. */
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  /** When the window ends. By the clock of the machine, as the library counts. */
  expire: timestamp('expire', { withTimezone: true }),
})
