/** Reads what the year report needs besides the ledger: discounts, and the guests of events that have begun. */
import { and, asc, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import { columns, type Database } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { discountsGiven } from '#platform/database/schema/codes.ts'
import { events } from '#platform/database/schema/events.ts'
import type { Cents } from '#shared/money.ts'
import { addMonths, type Month } from '#shared/months.ts'
import { monthSpan } from '../statements/domain/balance.ts'
import type { Days } from '../ledger/store/read.ts'
import type { BegunEvent, EventDiscounts } from './domain/figures.ts'

/**
 * Returns the discounts of consecutive months by event: of stays that used a code and were confirmed in the month, as on
 * the statement (R41.7). A stay that was deleted has no event.
 */
export async function listDiscounts(db: Database, months: readonly Month[]): Promise<EventDiscounts[]> {
  const [first = ''] = months
  const borders = [...months, addMonths(first, months.length)].map((month) =>
    monthSpan(month).begins.toISOString(),
  )
  const nth = sql<number>`width_bucket(${discountsGiven.at}, ${sql.param(borders)}::timestamptz[])`
  const found = await db
    .select({
      nth: sql<number>`${nth}::int`,
      eventId: events.id,
      ...columns(events, 'name', 'urlName', 'startDateDate'),
      discounts: sql<Cents>`sum(${discountsGiven.amount})::float8`,
    })
    .from(discountsGiven)
    .leftJoin(reservations, eq(reservations.id, discountsGiven.reservationId))
    .leftJoin(events, eq(events.id, reservations.eventId))
    .where(
      sql`${discountsGiven.at} >= ${borders.at(0)}::timestamptz and ${discountsGiven.at} < ${borders.at(-1)}::timestamptz`,
    )
    .groupBy(sql`1`, events.id)
    .orderBy(sql`1`, asc(events.id))
  return found.map(({ nth: index, ...row }) => ({ ...row, month: months[index - 1] ?? first }))
}

/** SQL for the number of confirmed guests of the event in the outer query. */
const confirmedGuests = sql`(select count(*) from ${reservations}
  where ${reservations.eventId} = ${events.id} and ${reservations.status} = 'confirmed')`

/**
 * Returns the events that begin on these days, with the number of their confirmed guests, purged or not. Leaves out
 * canceled events.
 */
export const listEventsWithGuests = async (db: Database, { first, last }: Days): Promise<BegunEvent[]> =>
  db
    .select({
      eventId: events.id,
      ...columns(events, 'name', 'urlName', 'startDateDate', 'endDateDate', 'spots'),
      guests: sql<number>`${confirmedGuests}::int`,
    })
    .from(events)
    .where(and(gte(events.startDateDate, first), lte(events.startDateDate, last), isNull(events.cancelledAt)))
    .orderBy(asc(events.startDateDate), asc(events.id))
