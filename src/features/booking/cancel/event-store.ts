/** A cancelled event in the database: since when, and how far its reservations have come. */
import { eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { payments, refunds, reservations } from '#platform/database/schema/booking.ts'
import { refusedButHere } from '../refunds/store.ts'
import type { CancelProgress } from './contract.ts'

const stands = sql`${reservations.status} in ('pending', 'confirmed') and ${reservations.purgedAt} is null`
const count = (which: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${which})::int`

/** How many reservations have come to their end, and how many still stand. */
export async function countReservations(
  db: Database,
  eventId: number,
): Promise<Pick<CancelProgress, 'done' | 'left'>> {
  const [row] = await db
    .select({ done: count(sql`not (${stands})`), left: count(stands) })
    .from(reservations)
    .where(eq(reservations.eventId, eventId))
  return row ?? { done: 0, left: 0 }
}

/** What is still to be given back of an event's money: how many refunds are on their way, how many cents are owed by hand. */
export async function countRefunds(
  db: Database,
  eventId: number,
): Promise<Pick<CancelProgress, 'refundsLeft' | 'owed'>> {
  const [row] = await db
    .select({
      refundsLeft: count(sql`${refunds.status} = 'requested'`),
      owed: sql<number>`coalesce(sum(${refunds.amount}) filter (where ${refunds.status} = 'owed' or ${refusedButHere}), 0)::int`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(reservations, eq(reservations.id, payments.reservationId))
    .where(eq(reservations.eventId, eventId))
  return row ?? { refundsLeft: 0, owed: 0 }
}
