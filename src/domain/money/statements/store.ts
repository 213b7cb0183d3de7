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
import { columns, type Database, firstRow, type Transaction } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { discountsGiven } from '#platform/database/schema/codes.ts'
import { payments, webhookEvents, balanceTransactions, payouts } from '#platform/database/schema/payments.ts'
import { events } from '#platform/database/schema/events.ts'
import { ledgerLines } from '#platform/database/schema/ledger.ts'
import { findFact, writeFact } from '#platform/site-facts.ts'
import { type Day, RANCH_ZONE } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { ProviderBalanceTransaction, ProviderPayout } from '../card-provider/port.ts'
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

/** SQL condition: the balance transaction is a payment by guests, as `kindOf` says. */
const isCharge = sql`(${balanceTransactions.category} in (${sqlList(CATEGORIES_OF.charge)})
  or ${balanceTransactions.category} not in (${sqlList(Object.values(CATEGORIES_OF).flat())})
  and ${balanceTransactions.type} in (${sqlList(TYPES_OF.charge)}))`

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

const { arrival: _, ...kept } = getTableColumns(payouts)
const PAYOUT = { ...kept, day: sql<Day>`(${dayOf('payouts')})::text` }

/** Returns the payouts that the statement of a month counts, in the order of their days. */
export const listPayoutsIn = async (db: Database, { first, last }: Span): Promise<Payout[]> =>
  db
    .select(PAYOUT)
    .from(payouts)
    .where(sql`${dayOf('payouts')} between ${first}::date and ${last}::date`)
    .orderBy(asc(PAYOUT.day), asc(payouts.createdAt), asc(payouts.id))

/** Returns the payouts that these transactions are about, by transaction. */
export async function listPayoutsOf(
  db: Database,
  transactionIds: string[],
): Promise<Map<string, { id: string; traceId: string | null }>> {
  if (transactionIds.length === 0) return new Map()
  const found = await db
    .select({ transactionId: balanceTransactions.id, ...columns(payouts, 'id', 'traceId') })
    .from(balanceTransactions)
    .innerJoin(payouts, eq(payouts.id, balanceTransactions.sourceId))
    .where(inArray(balanceTransactions.id, transactionIds))
  return new Map(found.map(({ transactionId, ...payout }) => [transactionId, payout]))
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
    .where(and(eq(balanceTransactions.intentId, payments.intentId), isCharge))
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

/** Returns the event of a reservation. A deleted reservation is known by its lines in the ledger. */
export async function findEventOf(
  db: Database,
  reservationId: number,
): Promise<{ eventId: number | null } | undefined> {
  const { eventId } = reservations
  const found = db.select({ eventId }).from(reservations).where(eq(reservations.id, reservationId))
  const row = await firstRow(found)
  if (row) return row
  return firstRow(
    db
      .select({ eventId: ledgerLines.eventId })
      .from(ledgerLines)
      .where(eq(ledgerLines.reservationId, reservationId))
      .orderBy(desc(ledgerLines.entryId))
      .limit(1),
  )
}
