/** What reports read from the ledger: entries, sums and balances of days and months. */
import { and, asc, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import {
  type Account,
  ledgerClosings,
  ledgerEntries,
  ledgerLines,
  type LedgerSource,
} from '#platform/database/schema/ledger.ts'
import { taxes } from '#platform/database/schema/taxes.ts'
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { Month } from '#shared/months.ts'
import { type EntryKind, type PaidPart, paidParts } from '../domain/entries.ts'
import { listPosted } from './post.ts'

/** Ranch days, both included. */
export interface Days {
  first: Day
  last: Day
}

const cents = (filter?: SQL) =>
  filter
    ? sql<Cents>`coalesce(sum(${ledgerLines.amount}) filter (where ${filter}), 0)::float8`
    : sql<Cents>`coalesce(sum(${ledgerLines.amount}), 0)::float8`

const within = ({ first, last }: Days) =>
  and(gte(ledgerEntries.postedOn, first), lte(ledgerEntries.postedOn, last))

const reversed = alias(ledgerEntries, 'reversed')

/**
 * Returns the debits and credits of each account within these days, by kind of entry. Credits are below zero. A
 * correction counts as the kind of the entry that it reverses.
 */
export const listSums = async (db: Database, days: Days) =>
  db
    .select({
      account: ledgerLines.account,
      kind: sql<EntryKind>`coalesce(${reversed.kind}, ${ledgerEntries.kind})`.as('kind'),
      debits: cents(sql`${ledgerLines.amount} > 0`),
      credits: cents(sql`${ledgerLines.amount} < 0`),
    })
    .from(ledgerEntries)
    .innerJoin(ledgerLines, eq(ledgerLines.entryId, ledgerEntries.id))
    .leftJoin(reversed, eq(reversed.id, ledgerEntries.reverses))
    .where(within(days))
    .groupBy(ledgerLines.account, sql`2`)
    .orderBy(asc(ledgerLines.account), sql`2`)

/**
 * Returns the taxes that the income of these days contained, in cents, by tax. Name and rate are null if the tax is
 * unknown. Leaves out adjustments, by which an admin pays taxes or corrects what is owed.
 */
export const listTaxSums = async (db: Database, days: Days) =>
  db
    .select({
      taxId: ledgerLines.taxId,
      name: taxes.name,
      rate: taxes.rate,
      amount: sql<Cents>`-sum(${ledgerLines.amount})::float8`,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerLines, eq(ledgerLines.entryId, ledgerEntries.id))
    .leftJoin(taxes, eq(taxes.id, ledgerLines.taxId))
    .where(
      and(within(days), eq(ledgerLines.account, 'tax_payable'), sql`${ledgerEntries.kind} <> 'adjustment'`),
    )
    .groupBy(ledgerLines.taxId, taxes.id)
    .having(sql`sum(${ledgerLines.amount}) <> 0`)
    .orderBy(asc(ledgerLines.taxId))

export const countEntries = (db: Database, days: Days): Promise<number> =>
  db.$count(ledgerEntries, within(days))

/**
 * Returns the deposits at the end of a day of guests who will not come: their reservations were canceled, ended unpaid
 * or were deleted. Such a deposit must be refunded, or kept as income.
 */
export async function listStrandedDeposits(db: Database, day: Day) {
  const { reservationId } = ledgerLines
  return db
    .select({
      reservationId,
      eventName: sql<string | null>`max(${events.name})`,
      amount: sql<Cents>`-sum(${ledgerLines.amount})::float8`,
      exists: sql<boolean>`(max(${reservations.id}) is not null)`,
    })
    .from(ledgerLines)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerLines.entryId))
    .leftJoin(reservations, eq(reservations.id, reservationId))
    .leftJoin(events, eq(events.id, ledgerLines.eventId))
    .where(
      and(
        eq(ledgerLines.account, 'guest_deposits'),
        lte(ledgerEntries.postedOn, day),
        sql`coalesce(${reservations.status}, 'deleted') not in ('pending', 'confirmed')`,
      ),
    )
    .groupBy(reservationId)
    .having(sql`sum(${ledgerLines.amount}) <> 0`)
    .orderBy(asc(reservationId))
}

/** Returns the balance of each account at the end of a day. Debits are above zero. */
export async function readBalances(db: Database, day: Day): Promise<Partial<Record<Account, Cents>>> {
  const found = await db
    .select({ account: ledgerLines.account, amount: cents() })
    .from(ledgerLines)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerLines.entryId))
    .where(lte(ledgerEntries.postedOn, day))
    .groupBy(ledgerLines.account)
  return Object.fromEntries(found.map(({ account, amount }) => [account, amount]))
}

/**
 * Returns how much the venue held at the end of a day for guests of each event, with the number of these guests. The
 * name is null if the event was deleted. Pass `startsFrom` to read only events that start on that day or later.
 */
export const listDepositsByEvent = async (
  db: Database,
  day: Day,
  { startsFrom }: { startsFrom?: Day } = {},
) =>
  db
    .select({
      eventId: ledgerLines.eventId,
      name: events.name,
      urlName: events.urlName,
      startDateDate: events.startDateDate,
      guests: sql<number>`count(distinct ${ledgerLines.reservationId})::int`,
      amount: sql<Cents>`-sum(${ledgerLines.amount})::float8`,
    })
    .from(ledgerLines)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerLines.entryId))
    .leftJoin(events, eq(events.id, ledgerLines.eventId))
    .where(
      and(
        eq(ledgerLines.account, 'guest_deposits'),
        lte(ledgerEntries.postedOn, day),
        // A subquery, so that PostgreSQL reads only the lines of these events.
        startsFrom === undefined
          ? undefined
          : inArray(
              ledgerLines.eventId,
              db.select({ id: events.id }).from(events).where(gte(events.startDateDate, startsFrom)),
            ),
      ),
    )
    .groupBy(ledgerLines.eventId, events.id)
    .having(sql`sum(${ledgerLines.amount}) <> 0`)
    .orderBy(asc(events.startDateDate), asc(ledgerLines.eventId))

/** Returns the cents of refunds that were decided and are not made yet. */
export async function sumRefundsPayable(db: Database): Promise<Cents> {
  const [row] = await db
    .select({ owed: sql<Cents>`0 - ${cents()}` })
    .from(ledgerLines)
    .where(sql`${ledgerLines.account} = 'refunds_payable'`)
  return row?.owed ?? 0
}

/** SQL for the month in which reports count the entry. */
const postedIn = sql<Month>`to_char(${ledgerEntries.postedOn}, 'YYYY-MM')`

const income = {
  retreatIncome: sql<Cents>`0 - ${cents(sql`${ledgerLines.account} = 'retreat_income'`)}`,
  cancellationIncome: sql<Cents>`0 - ${cents(sql`${ledgerLines.account} = 'cancellation_income'`)}`,
}

/** Returns the income of each month within these days, in cents. Omits months without income. */
export const listIncome = async (db: Database, days: Days) =>
  db
    .select({ month: postedIn, ...income })
    .from(ledgerEntries)
    .innerJoin(ledgerLines, eq(ledgerLines.entryId, ledgerEntries.id))
    .where(and(within(days), inArray(ledgerLines.account, ['retreat_income', 'cancellation_income'])))
    .groupBy(postedIn)
    .orderBy(asc(postedIn))

/**
 * SQL condition: the entry decided a refund, or corrected such a decision. A refund that failed or was withdrawn counts
 * no longer.
 */
const decidesRefund = sql`(coalesce(${reversed.kind}, ${ledgerEntries.kind}) like 'refund\\_%'
  and coalesce(${reversed.kind}, ${ledgerEntries.kind}) <> 'refund_made')`

/**
 * Returns the money of these days by month and event, in cents: income without taxes, refunds in the month of their
 * decision, fees, and the taxes that the income contained. `eventId` is null for money of no event. Name and dates are
 * null if the event was deleted.
 */
export const listMoneyByEvent = async (db: Database, days: Days) =>
  db
    .select({
      month: postedIn,
      eventId: ledgerLines.eventId,
      name: events.name,
      urlName: events.urlName,
      startDateDate: events.startDateDate,
      ...income,
      refunds: sql<Cents>`0 - ${cents(sql`${ledgerLines.account} = 'refunds_payable' and ${decidesRefund}`)}`,
      fees: cents(sql`${ledgerLines.account} = 'fees'`),
      // An adjustment pays taxes to the state, or corrects what is owed. It does not change what guests paid.
      tax: sql<Cents>`0 - ${cents(sql`${ledgerLines.account} = 'tax_payable' and ${ledgerEntries.kind} <> 'adjustment'`)}`,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerLines, eq(ledgerLines.entryId, ledgerEntries.id))
    .leftJoin(reversed, eq(reversed.id, ledgerEntries.reverses))
    .leftJoin(events, eq(events.id, ledgerLines.eventId))
    .where(and(within(days), inArray(ledgerLines.account, REPORTED)))
    .groupBy(postedIn, ledgerLines.eventId, events.id)
    .orderBy(asc(postedIn), asc(ledgerLines.eventId))

const REPORTED: Account[] = [
  'retreat_income',
  'cancellation_income',
  'refunds_payable',
  'fees',
  'tax_payable',
]

/** Returns the entries of these days with their lines, in the order of days and numbers. */
export async function listEntries(db: Database, days: Days) {
  const heads = await db
    .select()
    .from(ledgerEntries)
    .where(within(days))
    .orderBy(asc(ledgerEntries.postedOn), asc(ledgerEntries.id))
  if (heads.length === 0) return []
  const lines = await db
    .select({ line: ledgerLines, eventName: events.name })
    .from(ledgerLines)
    .leftJoin(events, eq(events.id, ledgerLines.eventId))
    .where(
      inArray(
        ledgerLines.entryId,
        db.select({ id: ledgerEntries.id }).from(ledgerEntries).where(within(days)),
      ),
    )
    .orderBy(asc(ledgerLines.entryId), asc(ledgerLines.position))
  const byEntry = Map.groupBy(lines, ({ line }) => line.entryId)
  return heads.map(({ kind, ...head }) => ({
    ...head,
    kind: kind as EntryKind,
    lines: (byEntry.get(head.id) ?? []).map(({ line, eventName }) => ({ ...line, eventName })),
  }))
}

/** Returns by the ids of payments for whom each payment counts, and what was refunded of it. */
export async function listPaidParts(
  db: Database,
  payments: readonly { paymentId: number; refunds: readonly { id: number }[] }[],
): Promise<Map<number, PaidPart[]>> {
  const readAll = async (sources: readonly LedgerSource[], ids: readonly number[]) =>
    Map.groupBy(await listPosted(db, sources, ids.map(String)), ({ sourceId }) => Number(sourceId))
  const received = await readAll(
    ['payment', 'hand'],
    payments.map(({ paymentId }) => paymentId),
  )
  const refunded = await readAll(
    ['refund'],
    payments.flatMap(({ refunds }) => refunds.map(({ id }) => id)),
  )
  return new Map(
    payments.map(({ paymentId, refunds }) => {
      const given = refunds.flatMap(({ id }) => refunded.get(id) ?? [])
      return [paymentId, paidParts(received.get(paymentId) ?? [], given)]
    }),
  )
}

/** Returns the last closed month, or null if none is closed. */
export async function findLastClosedMonth(db: Database): Promise<Month | null> {
  const [row] = await db
    .select({ month: sql<Month | null>`max(${ledgerClosings.month})` })
    .from(ledgerClosings)
  return row?.month ?? null
}
