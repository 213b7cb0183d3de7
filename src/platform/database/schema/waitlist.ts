/** Who waits for a spot (SPEC section 3 "Waitlist entry"). */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, serial, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, sealed, sealedOnly } from './columns.ts'
import { events } from './events.ts'

export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: serial('id').primaryKey(),
    /** The row's name in sealed values. */
    uuid: uuid('uuid').notNull().unique(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    customerName: sealed('customer_name'),
    email: sealed('email'),
    emailHash: text('email_hash'),
    purgedAt: instant('purged_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('waitlist_once').on(table.eventId, table.emailHash),
    index('waitlist_by_event').on(table.eventId, table.id),
    check(
      'waitlist_named_until_purged',
      sql`(purged_at is null and customer_name is not null and email is not null and email_hash is not null)
        or (purged_at is not null and customer_name is null and email is null and email_hash is null)`,
    ),
    sealedOnly('waitlist', 'customer_name', 'email'),
  ],
)
