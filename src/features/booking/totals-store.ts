/** The sums of reservations' rows, made by the database as `sumRows` makes them in memory (docs/decisions/0045). Reads only. */
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { invoices, payments, refunds, reservations } from '#platform/database/schema/booking.ts'
import type { Day } from '#shared/days.ts'
import {
  isStanding,
  type MoneySums,
  moneyOf,
  REFUND_REASONS,
  type Refunded,
  type ReservationMoney,
} from '#shared/reservation-money.ts'

const listed = (words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  )
const cancellation = sql`${refunds.reason} in (${listed(REFUND_REASONS.cancellation)})`
const goodwill = sql`${refunds.reason} in (${listed(REFUND_REASONS.goodwill)})`

/** To be joined laterally beside `payments`: what of each is refunded, as `refundedOf` of the shared rules counts it. */
export const refundedBeside = sql`(
  select least(amount, late) as late, least(greatest(amount - late, 0), cancellation) as cancellation,
    least(greatest(amount - late - cancellation, 0), goodwill) as goodwill
  from (select ${payments.amount} as amount,
      coalesce(sum(${refunds.amount}) filter (where not (${cancellation} or ${goodwill})), 0)::int as late,
      coalesce(sum(${refunds.amount}) filter (where ${cancellation}), 0)::int as cancellation,
      coalesce(sum(${refunds.amount}) filter (where ${goodwill}), 0)::int as goodwill
    from ${refunds} where ${refunds.paymentId} = ${payments.id} and ${refunds.status} <> 'failed') as of_payment
) as refunded_beside`

/** The columns of that join; null beside no payment. */
export const REFUNDED = {
  late: sql<number>`refunded_beside.late`,
  cancellation: sql<number>`refunded_beside.cancellation`,
  goodwill: sql<number>`refunded_beside.goodwill`,
} satisfies Record<keyof Refunded, SQL<number>>

const paid = sql`${payments.id} is not null`
const open = sql`${payments.id} is null`
// No int: many invoices can ask for more than one could.
const sum = (what: SQL | typeof invoices.amount, where: SQL) =>
  sql<number>`coalesce(sum(${what}) filter (where ${where}), 0)::float8`

/** By reservation. `today`: the day at the ranch. */
export async function listMoneySums(
  db: Database,
  which: { reservationIds: number[] } | { eventIds: number[] },
  today: Day,
): Promise<Map<number, MoneySums>> {
  const rows = await db
    .select({
      id: reservations.id,
      status: reservations.status,
      price: reservations.price,
      extras: sum(invoices.amount, sql`${invoices.extra}`),
      received: sum(sql`${payments.amount}`, paid),
      withdrawn: sum(sql`${payments.withdrawn}`, paid),
      late: sum(REFUNDED.late, paid),
      cancellation: sum(REFUNDED.cancellation, paid),
      goodwill: sum(REFUNDED.goodwill, paid),
      unpaid: sum(invoices.amount, open),
      unpaidLater: sum(invoices.amount, sql`${open} and ${invoices.due} > ${today}::date`),
    })
    .from(reservations)
    .leftJoin(invoices, eq(invoices.reservationId, reservations.id))
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .leftJoinLateral(refundedBeside, sql`true`)
    .where(
      'eventIds' in which
        ? inArray(reservations.eventId, which.eventIds)
        : inArray(reservations.id, which.reservationIds),
    )
    .groupBy(reservations.id)
  return new Map(
    rows.map(({ id, status, late, cancellation, goodwill, ...sums }) => [
      id,
      { ...sums, standing: isStanding(status), refunded: { late, cancellation, goodwill } },
    ]),
  )
}

/** The sums of one. */
export async function readMoneySums(db: Database, reservationId: number, today: Day): Promise<MoneySums> {
  const sums = (await listMoneySums(db, { reservationIds: [reservationId] }, today)).get(reservationId)
  if (!sums) throw new Error(`There is no reservation ${reservationId}`)
  return sums
}

/** What the money of one comes to. */
export async function readMoney(db: Database, reservationId: number, today: Day): Promise<ReservationMoney> {
  return moneyOf(await readMoneySums(db, reservationId, today))
}
