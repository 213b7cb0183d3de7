/** The venue's bedrooms, and who sleeps where at an event (R38). */
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, serial, uniqueIndex } from 'drizzle-orm/pg-core'
import { events } from './events.ts'
import { reservations } from './booking.ts'
import { instant, thingName, words } from './columns.ts'

/** A single bed is for one guest. A bunk is for two, one above the other. All others are for two, side by side. */
export const BED_KINDS = ['single', 'double', 'queen', 'king', 'bunk'] as const
export type BedKind = (typeof BED_KINDS)[number]

/** Bedrooms. The notes are about the room, and must never be about a guest. */
export const rooms = pgTable(
  'rooms',
  {
    id: serial('id').primaryKey(),
    name: thingName('name').notNull().unique(),
    /** The floor in the admin's words ("Ground floor"). */
    floor: words('floor'),
    /** `bed` in `room_assignments` is an index into this list. */
    beds: jsonb('beds').$type<BedKind[]>().notNull(),
    accessible: boolean('accessible').notNull().default(false),
    notes: words('notes'),
    /** The order in which one walks through the building; rooms with the same number are ordered by id. */
    sort: integer('sort').notNull().default(0),
    /** Grows with each edit. An edit that is based on an older version is refused as `stale`. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  () => [
    check('rooms_name', sql`char_length(name) between 1 and 60 and btrim(name) = name`),
    check('rooms_beds', sql`jsonb_typeof(beds) = 'array' and jsonb_array_length(beds) between 1 and 12`),
  ],
)

/** A guest's place in a bed. Without the reservation, a row identifies nobody. The purge deletes it. */
export const roomAssignments = pgTable(
  'room_assignments',
  {
    reservationId: integer('reservation_id')
      .primaryKey()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    /**
     * The event for which the place was assigned. If the reservation has moved to another event since, the row no
     * longer counts.
     */
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    roomId: integer('room_id')
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
    /** Number of the bed in the room, from 0. */
    bed: integer('bed').notNull(),
    /** Number of the place in the bed, from 0. In a bunk, 0 is below and 1 above. */
    side: integer('side').notNull(),
    /** True if an admin chose the place. Suggestions never move such a guest. */
    byHand: boolean('by_hand').notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (table) => [
    uniqueIndex('room_assignments_one_a_place').on(table.eventId, table.roomId, table.bed, table.side),
    index('room_assignments_by_room').on(table.roomId),
    check('room_assignments_place', sql`bed between 0 and 11 and side between 0 and 1`),
  ],
)
