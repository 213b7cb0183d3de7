/**
 * Queries for the tables `payouts` and `balance_transactions`, and for the parts of a statement that come from our
 * own database.
 */
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  like,
  lt,
  not,
  sql,
  type SQL,
} from 'drizzle-orm'
import { columns, type Database, rows, type Transaction } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { discountsGiven } from '#platform/database/schema/codes.ts'
import {
  payments,
  refunds,
  webhookEvents,
  balanceTransactions,
  payouts,
} from '#platform/database/schema/payments.ts'
import { events } from '#platform/database/schema/events.ts'
import { findFact, writeFact } from '#platform/site-facts.ts'
import { type Day, RANCH_ZONE } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { ProviderBalanceTransaction, ProviderPayout } from '../card-provider/port.ts'
import type { Statement } from './contract.ts'
import {
  CATEGORIES_OF,
  type BalanceTransaction,
  type Payout,
  type Sync,
  type monthSpan,
  TYPES_OF,
} from './domain/balance.ts'

type Span = ReturnType<typeof monthSpan>

// The functions below store what the job has requested from the card provider.

/**
 * Stores balance transactions from the card provider. For a transaction that is already stored, only adds the
 * payout that contains it.
 */
export async function saveTransactions(
  tx: Transaction,
  transactions: ProviderBalanceTransaction[],
  payoutId: string | null,
): Promise<void> {
  if (transactions.length === 0) return
  await tx
    .insert(balanceTransactions)
    .values(transactions.map((moved) => ({ ...moved, payoutId })))
    .onConflictDoUpdate({
      target: balanceTransactions.id,
      set: { payoutId: sql`coalesce(excluded.payout_id, ${balanceTransactions.payoutId})` },
    })
}

const BATCH = 500

/**
 * Stores payouts from the card provider. For a payout that is already stored, only updates status, arrival and
 * trace number.
 */
export async function savePayouts(tx: Transaction, listed: ProviderPayout[]): Promise<void> {
  for (let at = 0; at < listed.length; at += BATCH) {
    await tx
      .insert(payouts)
      .values(listed.slice(at, at + BATCH))
      .onConflictDoUpdate({
        target: payouts.id,
        set: {
          status: sql`excluded.status`,
          arrival: sql`excluded.arrival`,
          traceId: sql`excluded.trace_id`,
        },
      })
  }
}

export async function markComplete(tx: Transaction, payoutId: string): Promise<void> {
  await tx.update(payouts).set({ complete: true }).where(eq(payouts.id, payoutId))
}

const unread = and(not(payouts.complete), not(payouts.manual))

/**
 * Finds the oldest payout whose transactions the site has not stored yet, and returns when that payout was created.
 */
export async function findOldestUnread(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: payouts.createdAt })
    .from(payouts)
    .where(unread)
    .orderBy(asc(payouts.createdAt))
    .limit(1)
  return row?.createdAt ?? null
}

/** Returns those of the given payouts whose transactions the site has not stored yet. */
export async function listUnread(db: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(unread, inArray(payouts.id, ids)))
    .orderBy(asc(payouts.createdAt))
  return found.map(({ id }) => id)
}

/** Returns when the last webhook about a payout arrived. Null if no such webhook has arrived. */
export async function findLastPayoutNotice(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: webhookEvents.receivedAt })
    .from(webhookEvents)
    .where(like(webhookEvents.type, 'payout.%'))
    .orderBy(desc(webhookEvents.receivedAt))
    .limit(1)
  return row?.at ?? null
}

const SYNC_KEY = 'balance-reading'
const ACCOUNTS_KEY = 'statement-accounts'

const date = (text: string | null | undefined) => (text ? new Date(text) : null)

type Written<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Written<T[K]> } : T

export async function findSync(db: Database): Promise<Sync> {
  const kept = await findFact(db, SYNC_KEY)
  const fact = kept ? (JSON.parse(kept) as Written<Sync>) : null
  const underWay = fact?.underWay
  return {
    until: date(fact?.until),
    underWay: underWay
      ? { began: new Date(underWay.began), since: date(underWay.since), after: underWay.after }
      : null,
  }
}

export const writeSync = (tx: Transaction, sync: Sync) => writeFact(tx, SYNC_KEY, JSON.stringify(sync))

export const findAccounts = async (db: Database): Promise<unknown> =>
  JSON.parse((await findFact(db, ACCOUNTS_KEY)) ?? 'null')
export const writeAccounts = (tx: Transaction, accounts: object) =>
  writeFact(tx, ACCOUNTS_KEY, JSON.stringify(accounts))

// The functions below read the parts of a month's statement.

const sqlList = (list: readonly string[]) =>
  sql.join(
    list.map((word) => sql`${word}`),
    sql`, `,
  )

/** SQL condition: `kindOf` the balance transaction is one of these. `name` is the table's name or alias. */
function isOfKind(name: 'moved' | 'balance_transactions', kinds: readonly (keyof typeof CATEGORIES_OF)[]) {
  const [category, type] = [sql.raw(`${name}.category`), sql.raw(`${name}.type`)]
  const categories = kinds.flatMap((kind) => CATEGORIES_OF[kind])
  const types = kinds.flatMap((kind): readonly string[] => TYPES_OF[kind])
  const known = Object.values(CATEGORIES_OF).flat()
  return sql`(${category} in (${sqlList(categories)})
    or ${category} not in (${sqlList(known)}) and ${type} in (${sqlList(types)}))`
}

/**
 * SQL for the day on which statements count a payout (R40.2). It is the day on which the payout reaches the bank,
 * even if the payout fails later, so that no past month changes. For a payout that the bank returned before that
 * day, it is the ranch's day of the return. `name` is the table's name or alias.
 */
const dayOf = (name: 'payout' | 'payouts') => {
  const payout = sql.raw(name)
  return sql`case when ${payout}.status in ('failed', 'canceled') then least(${payout}.arrival, (
    select (min(back.created_at) at time zone ${RANCH_ZONE})::date from ${balanceTransactions} as back
    where back.source_id = ${payout}.id and back.type in ('payout_failure', 'payout_cancel'))) else ${payout}.arrival end`
}

/**
 * SQL for the day of the payout if the transaction is the payout's own. Null for all other transactions, which
 * count when they were made.
 */
export const ownPayoutDay = sql<Day | null>`(select (${dayOf('payout')})::text from ${payouts} as payout
  where ${balanceTransactions.type} = 'payout' and payout.id = ${balanceTransactions.sourceId})`
const isBefore = (day: Day, instant: Date) =>
  sql`case when ${ownPayoutDay} is null then ${balanceTransactions.createdAt} < ${instant.toISOString()}::timestamptz else ${ownPayoutDay} < ${day} end`

const TRANSACTION = {
  ...columns(balanceTransactions, 'id', 'type', 'category', 'amount', 'fee', 'createdAt', 'payoutId'),
  ...columns(balanceTransactions, 'sourceId'),
  paymentId: payments.id,
  reservationId: payments.reservationId,
  eventName: events.name,
  card: payments.card,
}

async function selectTransactions(db: Database, which: SQL | undefined): Promise<BalanceTransaction[]> {
  const found = await db
    .select(TRANSACTION)
    .from(balanceTransactions)
    .leftJoin(payments, eq(payments.intentId, balanceTransactions.intentId))
    .leftJoin(reservations, eq(reservations.id, payments.reservationId))
    .leftJoin(events, eq(events.id, reservations.eventId))
    .where(which)
    .orderBy(asc(balanceTransactions.createdAt), asc(balanceTransactions.id))
  return found.map(({ paymentId, reservationId, eventName, card, ...move }) => ({
    ...move,
    ours: paymentId === null ? null : { reservationId, eventName, card },
  }))
}

export const listTransactions = (
  db: Database,
  { first, last, begins, ends }: Span,
): Promise<BalanceTransaction[]> =>
  selectTransactions(db, and(not(isBefore(first, begins)), isBefore(nextDay(last), ends)))

const nextDay = (day: Day) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

export const listPayoutTransactions = async (db: Database, ids: string[]): Promise<BalanceTransaction[]> =>
  ids.length === 0 ? [] : selectTransactions(db, inArray(balanceTransactions.payoutId, ids))

/**
 * Returns the transactions that make up the balance at the end of the month, because no payout has paid them out by
 * then.
 */
export async function listOpenTransactions(
  db: Database,
  { last, ends }: Span,
): Promise<BalanceTransaction[]> {
  const settled = sql`exists (select from ${payouts} as payout where payout.id = ${balanceTransactions.payoutId} and payout.complete
    and ${dayOf('payout')} <= ${last}::date)`
  return selectTransactions(db, and(isBefore(nextDay(last), ends), not(settled)))
}

/**
 * Returns the card provider's balance in cents at the start of a month. Includes payouts on their way to the bank.
 */
export async function readBalance(
  db: Database,
  { first, begins }: Pick<Span, 'first' | 'begins'>,
): Promise<Cents> {
  const [row] = await db
    .select({
      sum: sql<number>`coalesce(sum(${balanceTransactions.amount} - ${balanceTransactions.fee}), 0)::float8`,
    })
    .from(balanceTransactions)
    .where(isBefore(first, begins))
  return row?.sum ?? 0
}

const { arrival: _, ...kept } = getTableColumns(payouts)
const PAYOUT = { ...kept, day: sql<Day>`(${dayOf('payouts')})::text` }

/** Returns the payouts that the statement of a month counts, in the order of their days. */
export const listPayoutsIn = async (db: Database, { first, last }: Span): Promise<Payout[]> =>
  db
    .select(PAYOUT)
    .from(payouts)
    .where(sql`${dayOf('payouts')} between ${first}::date and ${last}::date`)
    .orderBy(asc(PAYOUT.day), asc(payouts.createdAt), asc(payouts.id))

export const listPayoutsById = async (db: Database, ids: string[]): Promise<Payout[]> =>
  ids.length === 0 ? [] : db.select(PAYOUT).from(payouts).where(inArray(payouts.id, ids))

/** Returns the totals of a month's manual payments and manual refunds by payment method. */
export async function listManual(db: Database, { begins, ends }: Span) {
  const [from, to] = [begins.toISOString(), ends.toISOString()]
  const found = await db.execute(sql`
    select method, sum(received)::float8 as received, sum(refunded)::float8 as refunded from (
      select method, amount as received, 0 as refunded from ${payments}
      where intent_id is null and paid_at >= ${from}::timestamptz and paid_at < ${to}::timestamptz
      union all
      select payment.method, 0, refund.amount from ${refunds} as refund join ${payments} as payment on payment.id = refund.payment_id
      where refund.by_hand and refund.status = 'succeeded'
        and refund.finished_at >= ${from}::timestamptz and refund.finished_at < ${to}::timestamptz
    ) as by_hand group by method order by method`)
  return rows<{ method: string; received: Cents; refunded: Cents }>(found)
}

type EventDeposits = Statement['owed']['stays'][number]

/**
 * SQL for the money that each reservation received before an instant. Card payments come from the provider's
 * balance transactions, manual payments from our own tables.
 */
const moneyUntil = (instant: string) => sql`(
  select payment.reservation_id, moved.amount
  from ${balanceTransactions} as moved join ${payments} as payment on payment.intent_id = moved.intent_id
  where moved.created_at < ${instant}::timestamptz
    and ${isOfKind('moved', ['charge', 'refund', 'dispute'])}
  union all
  select reservation_id, amount from ${payments} where intent_id is null and paid_at < ${instant}::timestamptz
  union all
  select payment.reservation_id, -refund.amount from ${refunds} as refund join ${payments} as payment on payment.id = refund.payment_id
  where refund.by_hand and refund.status = 'succeeded' and refund.finished_at < ${instant}::timestamptz
)`

/** SQL condition: the reservation was pending or confirmed at the given time. */
const wasActive = (who: 'reservation' | 'guest', instant: string) => {
  const row = sql.raw(who)
  return sql`(${row}.status in ('pending', 'confirmed') or (${row}.status = 'cancelled' and exists (
    select from cancellations where cancellations.reservation_id = ${row}.id and cancellations.at >= ${instant}::timestamptz)))`
}

/**
 * SQL condition: the reservation was active at the given time, and its event starts after the day `last`.
 */
const isAhead = (instant: string, last: Day) =>
  sql`(event.start_date_date > ${last}::date and ${wasActive('reservation', instant)})`

/**
 * Returns the money received by the end of a day for events that had not started by then, with the number of
 * guests. The money of a party counts for the guest who paid.
 */
export async function listDeposits(
  db: Database,
  { last, ends }: { last: Day; ends: Date },
): Promise<EventDeposits[]> {
  const instant = ends.toISOString()
  const found = await db.execute(sql`
    select event.id as "eventId", event.name, event.url_name as "urlName", event.start_date_date::text as day,
      sum(paid.guests)::int as guests, sum(paid.amount)::float8 as amount
    from (
      select reservation.event_id, sum(money.amount) as amount, (
        select count(*) from ${reservations} as guest
        where (guest.id = reservation.id or guest.party_id = reservation.id)
          and guest.created_at < ${instant}::timestamptz and ${wasActive('guest', instant)}
      ) as guests
      from ${moneyUntil(instant)} as money
      join ${reservations} as reservation on reservation.id = money.reservation_id
      join ${events} as event on event.id = reservation.event_id
      where ${isAhead(instant, last)}
      group by reservation.id
    ) as paid
    join ${events} as event on event.id = paid.event_id
    group by event.id having sum(paid.amount) <> 0 order by event.start_date_date, event.id`)
  return rows<EventDeposits>(found)
}

/**
 * Returns the cents of refunds that were decided but not made by the end of a day. Leaves out refunds for
 * active reservations whose event starts later, because `listDeposits` counts their money.
 */
export async function sumRefundsDue(db: Database, { last, ends }: { last: Day; ends: Date }): Promise<Cents> {
  const instant = ends.toISOString()
  const found = await db.execute(sql`
    select coalesce(sum(refund.amount), 0)::float8 as due
    from ${refunds} as refund join ${payments} as payment on payment.id = refund.payment_id
    left join ${reservations} as reservation on reservation.id = payment.reservation_id
    left join ${events} as event on event.id = reservation.event_id
    where refund.created_at < ${instant}::timestamptz and refund.status <> 'failed'
      and (refund.finished_at is null or refund.finished_at >= ${instant}::timestamptz)
      and not coalesce(${isAhead(instant, last)}, false)`)
  return rows<{ due: Cents }>(found)[0]?.due ?? 0
}

/**
 * Returns the cents of discounts for reservations that used a code and were confirmed in a month. Later changes of
 * a reservation do not change a past month (R41.7).
 */
export async function sumDiscounts(
  db: Database,
  { begins, ends }: Pick<Span, 'begins' | 'ends'>,
): Promise<Cents> {
  const [row] = await db
    .select({ given: sql<number>`coalesce(sum(${discountsGiven.amount}), 0)::float8` })
    .from(discountsGiven)
    .where(and(gte(discountsGiven.at, begins), lt(discountsGiven.at, ends)))
  return row?.given ?? 0
}

/** Counts the card payments of a month that are missing in the provider's balance. Ignores payments from `until` on. */
export async function countMissing(
  db: Database,
  { begins, ends }: Span,
  until: Date,
): Promise<{ count: number; amount: Cents }> {
  const listed = db
    .select({ id: balanceTransactions.id })
    .from(balanceTransactions)
    .where(
      and(eq(balanceTransactions.intentId, payments.intentId), isOfKind('balance_transactions', ['charge'])),
    )
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      amount: sql<number>`coalesce(sum(${payments.amount}), 0)::float8`,
    })
    .from(payments)
    .where(
      and(
        not(isNull(payments.intentId)),
        gte(payments.paidAt, begins),
        lt(payments.paidAt, ends),
        lt(payments.paidAt, until),
        sql`not exists ${listed}`,
      ),
    )
  return row ?? { count: 0, amount: 0 }
}
