/** The tables of the family's calendar (R13.2). */
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, serial, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, thingName } from './columns.ts'

export const calendarEvents = pgTable(
  'calendar_events',
  {
    id: serial('id').primaryKey(),
    title: thingName('title').notNull(),
    start: date('start_day', { mode: 'string' }).notNull(),
    /** The last day of the calendar entry, which still belongs to the entry. */
    end: date('end_day', { mode: 'string' }).notNull(),
    color: text('color').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('calendar_events_by_start').on(table.start),
    check('calendar_events_days', sql`end_day >= start_day`),
    check('calendar_events_color', sql`color ~ '^#[0-9A-Fa-f]{6}$'`),
    check('calendar_events_title', sql`char_length(title) between 1 and 200`),
  ],
)

/**
 * Links by which phones subscribe to the family calendar. Only one link works at a time. Earlier ones stay in
 * the table as ended.
 */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: serial('id').primaryKey(),
    /** The secret in the link by which phones subscribe to the calendar. */
    token: uuid('token').notNull().unique(),
    /** The admin who created the link to subscribe, as `admin:<id at the identity provider>`. */
    madeBy: text('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  () => [
    uniqueIndex('calendar_feeds_one_open')
      .on(sql`(true)`)
      .where(sql`revoked_at is null`),
    check('calendar_feeds_made_by', sql`made_by like 'admin:%'`),
  ],
)
