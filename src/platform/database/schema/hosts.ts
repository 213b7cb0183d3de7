/** The links of the hosts of events. */
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { events } from './events.ts'

/** The links by which an event's host sees without signing in who comes, and what the kitchen must know. */
export const hostLinks = pgTable(
  'host_links',
  {
    id: serial('id').primaryKey(),
    token: uuid('token').notNull().unique(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Whether medical conditions are shown; allergies always are. */
    withMedical: boolean('with_medical').notNull().default(false),
    /** `admin:<subject>`. */
    madeBy: text('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
    /** The last ranch day on which it opens. */
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('host_links_by_event').on(table.eventId),
    check('host_links_made_by', sql`made_by like 'admin:%'`),
  ],
)
