/**
 * Arrivals of guests: when and how they arrive, and how far they have come (R36). There is one row per
 * reservation. The purge deletes it.
 */
import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { reservations } from './booking.ts'
import { instant, oneOf } from './columns.ts'

/**
 * How a guest arrives. `fetched`: a person from the ranch picks the guest up, at the end of the paved road or
 * in town.
 */
export const ARRIVE_BY = ['car', 'fetched'] as const
export type ArriveBy = (typeof ARRIVE_BY)[number]

/** Who marked the guest as arrived. */
const TICKED_BY = ['guest', 'host', 'admin'] as const
export type TickedBy = (typeof TICKED_BY)[number]

/**
 * Arrivals of guests. A row has days and times, but no location of a phone and no typed text. Without its
 * reservation, a row identifies nobody.
 */
export const arrivals = pgTable(
  'arrivals',
  {
    reservationId: integer('reservation_id')
      .primaryKey()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    /**
     * The day and time (`hh:mm`, at the ranch) at which the guest wants to arrive. Null if unknown. Then the
     * site sends no alarm if the guest does not arrive.
     */
    day: date('day', { mode: 'string' }),
    time: text('time'),
    by: text('by').$type<ArriveBy>(),
    /** When the guest pressed "Leaving the pavement" on leaving the paved road. */
    leftPavementAt: instant('left_pavement_at'),
    hereAt: instant('here_at'),
    hereBy: text('here_by').$type<TickedBy>(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  () => [
    oneOf('arrivals_by', 'by', ARRIVE_BY),
    oneOf('arrivals_here_by', 'here_by', TICKED_BY),
    check('arrivals_told', sql`(day is null) = (time is null) and (day is null) = (by is null)`),
    check('arrivals_time', sql`time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check('arrivals_here', sql`(here_at is null) = (here_by is null)`),
  ],
)
