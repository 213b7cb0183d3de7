/** Links by which a guest passes on the spot (R6.1). */
import { sql } from 'drizzle-orm'
import { integer, pgTable, serial, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { reservations } from './booking.ts'
import { instant } from './columns.ts'

/** A guest who cannot come passes on the spot: whoever books by this link takes their place. */
export const replacementLinks = pgTable(
  'replacement_links',
  {
    id: serial('id').primaryKey(),
    /** Opens the sign-up of the event, and nothing of the guest's. */
    token: uuid('token').notNull().unique(),
    reservationId: integer('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    madeAt: instant('made_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('replacement_links_one_open')
      .on(table.reservationId)
      .where(sql`ended_at is null`),
  ],
)
