/** The tables of the venue's bedrooms, of the lodging that names them, and of who sleeps where at an event (R38). */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { eventOptions, events } from './events.ts'
import { reservations } from './booking.ts'
import { instant, thingName, words } from './columns.ts'

/**
 * A single bed is for one guest. A bunk is for two guests, one above the other. All other beds are for two
 * guests side by side.
 */
export const BED_KINDS = ['single', 'double', 'queen', 'king', 'bunk'] as const
export type BedKind = (typeof BED_KINDS)[number]

/** The venue's bedrooms. An admin's notes here are about the room, and must never be about a guest. */
export const rooms = pgTable(
  'rooms',
  {
    id: serial('id').primaryKey(),
    name: thingName('name').notNull().unique(),
    /** The floor in the admin's words ("Ground floor"). */
    floor: words('floor'),
    /** The room's beds. `bed` in `room_assignments` is a number in this list, from 0. */
    beds: jsonb('beds').$type<BedKind[]>().notNull(),
    accessible: boolean('accessible').notNull().default(false),
    notes: words('notes'),
    /**
     * The room's position in lists, in the order of a walk through the building. Rooms with the same number
     * are ordered by id.
     */
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

/**
 * The rooms that lodging of an event names (R37.9). The primary key allows each room in only one lodging of an event.
 */
export const lodgingRooms = pgTable(
  'lodging_rooms',
  {
    /** The event of the option. */
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    roomId: integer('room_id')
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
    optionId: integer('option_id')
      .notNull()
      .references(() => eventOptions.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.roomId] }),
    index('lodging_rooms_by_option').on(table.optionId),
    index('lodging_rooms_by_room').on(table.roomId),
  ],
)

/**
 * Assigns guests to beds during an event. Without the reservation, a row identifies nobody. The purge deletes
 * it.
 */
export const roomAssignments = pgTable(
  'room_assignments',
  {
    reservationId: integer('reservation_id')
      .primaryKey()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    /**
     * The event for which the bed was assigned. If an admin moved the reservation to another event, the row
     * no longer counts.
     */
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    roomId: integer('room_id')
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
    /** Number of the bed in the room, from 0. */
    bed: integer('bed').notNull(),
    /** The guest's side of the bed, from 0. In a bunk, 0 is below and 1 above. */
    side: integer('side').notNull(),
    /** True if an admin chose the bed. When the site suggests beds, it never moves such a guest. */
    byHand: boolean('by_hand').notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (table) => [
    uniqueIndex('room_assignments_one_a_place').on(table.eventId, table.roomId, table.bed, table.side),
    index('room_assignments_by_room').on(table.roomId),
    check('room_assignments_place', sql`bed between 0 and 11 and side between 0 and 1`),
  ],
)
