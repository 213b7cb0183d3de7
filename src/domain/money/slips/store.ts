/** Database queries about cash and checks, and about the slips by which they were deposited (R49.7). */
import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import {
  columns,
  type Database,
  firstRow,
  onlyRow,
  rows,
  type Transaction,
} from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import { depositedPayments, depositSlips, type SlipMethod } from '#platform/database/schema/deposit-slips.ts'
import { events } from '#platform/database/schema/events.ts'
import { ledgerEntries, ledgerLines } from '#platform/database/schema/ledger.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { type Day, RANCH_ZONE } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { postReturn, postSlip, postUndoneSlip } from '../ledger/store/post.ts'
import type { Candidate } from './domain/slips.ts'

/** Ranch days, both included. */
export interface Period {
  from: Day
  until: Day
}

/** The guest for whom money came or went. Deleted reservations have a number, but no name. */
interface Guest {
  reservationId: number | null
  eventName: string | null
  uuid: string | null
  customerName: Sealed | null
}

export type Received = Candidate & Guest

const ranchDayOf = (instant: SQL) => sql`(${instant} at time zone ${RANCH_ZONE})::date`

/** SQL for the lines that the entries of a source have. The condition is about `entry` and `line`. */
const linesWhere = (condition: SQL) => sql`
  from ${ledgerEntries} as entry join ${ledgerLines} as line on line.entry_id = entry.id where ${condition}`

/** SQL: cents of a payment that are in hand. Refunds in cash lower them. */
const IN_HAND = sql`(select coalesce(sum(line.amount), 0)::float8 ${linesWhere(sql`
  line.account = 'undeposited' and (entry.source = 'hand' and entry.source_id = payment.id::text
    or entry.source = 'refund' and entry.source_id in
      (select id::text from ${refunds} where payment_id = payment.id and by_hand))`)})`

/**
 * Selects manual payments in the order in which they arrived. The ledger knows whose money it was after the
 * reservation was deleted.
 */
const receivedWhere = (condition: SQL) => sql`
  select payment.id as "paymentId", payment.method, payment.reference, payment.amount,
    ${ranchDayOf(sql`payment.paid_at`)}::text as day, ${IN_HAND} as "inHand",
    coalesce(payment.reservation_id, posted.reservation_id) as "reservationId", event.name as "eventName",
    reservation.uuid, reservation.customer_name as "customerName",
    deposited.slip_id as "slipId", slip.deposited_on::text as "depositedOn"
  from ${payments} as payment
  left join lateral (select line.reservation_id, line.event_id ${linesWhere(
    sql`entry.source = 'hand' and entry.source_id = payment.id::text`,
  )} order by entry.id desc, line.position limit 1) as posted on true
  left join ${reservations} as reservation on reservation.id = payment.reservation_id
  left join ${events} as event on event.id = coalesce(reservation.event_id, posted.event_id)
  left join ${depositedPayments} as deposited on deposited.payment_id = payment.id and deposited.returned_at is null
  left join ${depositSlips} as slip on slip.id = deposited.slip_id
  where ${condition} order by payment.paid_at, payment.id`

type ReceivedRow = Omit<Received, 'slip'> & { slipId: number | null; depositedOn: Day | null }

async function selectReceived(db: Database, condition: SQL): Promise<Received[]> {
  const found = rows<ReceivedRow>(await db.execute(receivedWhere(condition)))
  return found.map(({ slipId, depositedOn, ...payment }) => ({
    ...payment,
    slip: slipId === null || depositedOn === null ? null : { id: slipId, depositedOn },
  }))
}

const isIn = (instant: SQL, { from, until }: Period) =>
  sql`${ranchDayOf(instant)} between ${from}::date and ${until}::date`

/** Returns the manual payments of these days. */
export const listReceived = (db: Database, period: Period): Promise<Received[]> =>
  selectReceived(db, sql`payment.method <> 'card' and ${isIn(sql`payment.paid_at`, period)}`)

/** Counts the cash and checks that arrived before a day and are in no slip. */
export async function countOlder(db: Database, day: Day): Promise<{ count: number; amount: Cents }> {
  const found = await db.execute(sql`
    select count(*)::int as count, coalesce(sum(in_hand), 0)::float8 as amount from (
      select ${IN_HAND} as in_hand from ${payments} as payment
      where payment.method in ('cash', 'check') and ${ranchDayOf(sql`payment.paid_at`)} < ${day}::date
        and not exists (select from ${depositedPayments} as deposited
          where deposited.payment_id = payment.id and deposited.returned_at is null)
    ) as older where in_hand > 0`)
  return rows<{ count: number; amount: Cents }>(found)[0] ?? { count: 0, amount: 0 }
}

/** Locks payments until the transaction ends, and returns them as they are then. */
export async function lockPayments(tx: Transaction, paymentIds: readonly number[]): Promise<Received[]> {
  await tx
    .select({ id: payments.id })
    .from(payments)
    .where(inArray(payments.id, [...paymentIds]))
    .orderBy(asc(payments.id))
    .for('update')
  // A separate statement, because one statement would see the slips as they were before it waited for the lock.
  return selectReceived(tx, sql`payment.id = any(${sql.param([...paymentIds])}::int[])`)
}

export interface CheckRefund extends Guest {
  /** Id of the refund. The first one, if a check paid several refunds of one guest. */
  refundId: number
  reference: string | null
  day: Day
  amount: Cents
}

/** Returns the refunds that were given by check on these days, one row for each check. */
export async function listCheckRefunds(db: Database, period: Period): Promise<CheckRefund[]> {
  const found = await db.execute(sql`
    select given."refundId", given.reference, given.amount, given.day, given."reservationId",
      event.name as "eventName", reservation.uuid, reservation.customer_name as "customerName" from (
      select min(id) as "refundId", reference, sum(amount)::float8 as amount, day::text as day,
        min(reservation_id) as "reservationId", min(event_id) as event_id
      from (
        select refund.id, coalesce(refund.task_id, refund.id) as task, refund.reference, refund.amount,
          ${ranchDayOf(sql`refund.finished_at`)} as day, posted.event_id,
          coalesce(payment.reservation_id, posted.reservation_id) as reservation_id
        from ${refunds} as refund join ${payments} as payment on payment.id = refund.payment_id
        left join lateral (select line.reservation_id, line.event_id ${linesWhere(
          sql`entry.source = 'refund' and entry.source_id = refund.id::text`,
        )} order by entry.id desc, line.position limit 1) as posted on true
        where refund.by_hand and refund.status = 'succeeded' and ${isIn(sql`refund.finished_at`, period)}
          and coalesce(refund.given_by, payment.method) = 'check'
      ) as refund group by task, reference, day
    ) as given
    left join ${reservations} as reservation on reservation.id = given."reservationId"
    left join ${events} as event on event.id = coalesce(reservation.event_id, given.event_id)
    order by given.day, given."refundId"`)
  return rows<CheckRefund>(found)
}

export interface Slip {
  id: number
  depositedOn: Day
  createdAt: Date
  payments: {
    paymentId: number
    method: SlipMethod
    reference: string | null
    amount: Cents
    reservationId: number | null
    returnedAt: Date | null
  }[]
}

async function selectSlips(db: Database, condition: SQL | undefined): Promise<Slip[]> {
  const found = await db
    .select({
      slip: depositSlips,
      payment: {
        ...columns(depositedPayments, 'paymentId', 'method', 'amount', 'reservationId', 'returnedAt'),
        // An admin may have corrected the number since.
        reference: sql<
          string | null
        >`case when ${payments.id} is null then ${depositedPayments.reference} else ${payments.reference} end`,
      },
    })
    .from(depositSlips)
    .innerJoin(depositedPayments, eq(depositedPayments.slipId, depositSlips.id))
    .leftJoin(
      payments,
      and(eq(payments.id, depositedPayments.paymentId), isNull(depositedPayments.returnedAt)),
    )
    .where(condition)
    .orderBy(asc(depositSlips.depositedOn), asc(depositSlips.id), asc(depositedPayments.paymentId))
  const slips = new Map<number, Slip>()
  for (const { slip, payment } of found) {
    const known = slips.get(slip.id) ?? { ...slip, payments: [] }
    known.payments.push(payment)
    slips.set(slip.id, known)
  }
  return [...slips.values()]
}

/** Returns the slips of these days. */
export const listSlips = (db: Database, { from, until }: Period): Promise<Slip[]> =>
  selectSlips(db, sql`${depositSlips.depositedOn} between ${from}::date and ${until}::date`)

export const findSlip = async (db: Database, id: number): Promise<Slip | undefined> =>
  (await selectSlips(db, eq(depositSlips.id, id)))[0]

/** Returns true if the month in which the slip is posted is still open. */
export async function isUndoable(db: Database, id: number): Promise<boolean> {
  const found = await db.execute(sql`
    select coalesce(bool_and(posted_on >= ledger_first_open_day()), true) as open
    from ${ledgerEntries} where source = 'deposit_slip' and source_id = ${String(id)}`)
  return rows<{ open: boolean }>(found)[0]?.open ?? true
}

/** Adds a slip and posts it. Returns its id. */
export async function insertSlip(
  tx: Transaction,
  { depositedOn, now }: { depositedOn: Day; now: Date },
  deposited: readonly (Pick<Received, 'paymentId' | 'reference' | 'inHand' | 'reservationId'> & {
    method: SlipMethod
  })[],
): Promise<number> {
  const values = { depositedOn, createdAt: now }
  const { id } = onlyRow(await tx.insert(depositSlips).values(values).returning({ id: depositSlips.id }))
  const lines = deposited.map(({ paymentId, method, reference, inHand, reservationId }) => {
    return { slipId: id, paymentId, method, reference, amount: inHand, reservationId }
  })
  await tx.insert(depositedPayments).values(lines)
  await postSlip(tx, { id, depositedOn }, lines)
  return id
}

/** Deletes a slip and posts that. Returns why it cannot be undone, if so. */
export async function undoSlip(
  tx: Transaction,
  id: number,
  now: Date,
): Promise<'done' | 'not_found' | 'month_closed'> {
  const slip = await firstRow(tx.select().from(depositSlips).where(eq(depositSlips.id, id)).for('update'))
  if (!slip) return 'not_found'
  if (!(await postUndoneSlip(tx, id, now))) return 'month_closed'
  await tx.delete(depositSlips).where(eq(depositSlips.id, id))
  return 'done'
}

/**
 * Records that the bank does not have a deposited payment, if its method or its amount changes or it is deleted
 * (`becomes` is null). Locks the payment. Returns true if it was deposited. Call it before the change.
 */
export async function returnDeposited(
  tx: Transaction,
  paymentId: number,
  { becomes, now }: { becomes: { method: string; amount: Cents } | null; now: Date },
): Promise<boolean> {
  const payment = await firstRow(tx.select().from(payments).where(eq(payments.id, paymentId)).for('update'))
  if (payment && becomes && payment.method === becomes.method && payment.amount === becomes.amount)
    return false
  const standing = and(eq(depositedPayments.paymentId, paymentId), isNull(depositedPayments.returnedAt))
  // Locks the slip, so that nobody undoes it while its entries are numbered.
  const slips = tx.select({ id: depositedPayments.slipId }).from(depositedPayments).where(standing)
  await tx.select().from(depositSlips).where(inArray(depositSlips.id, slips)).for('update')
  const row = await firstRow(tx.select().from(depositedPayments).where(standing))
  if (!row) return false
  await postReturn(tx, row, now)
  await tx.update(depositedPayments).set({ returnedAt: now }).where(standing)
  return true
}

/**
 * SQL for the day on which the payment of the row was deposited, for a query over `payments`. Null if the payment is in
 * no slip.
 */
export const depositDay = sql<Day | null>`(
  select slip.deposited_on::text from ${depositedPayments} as deposited
  join ${depositSlips} as slip on slip.id = deposited.slip_id
  where deposited.payment_id = ${payments.id} and deposited.returned_at is null)`
