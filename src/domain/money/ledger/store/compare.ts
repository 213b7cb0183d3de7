/**
 * Compares the ledger with the payments and refunds, and with the card provider's balance (R49.4). Nothing should ever
 * be found: a change and its entries are one transaction.
 */
import { sql, type SQL } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/database.ts'
import type { Cents } from '#shared/money.ts'

/** A row whose entries do not add up to it. Amounts are cents. */
export interface LedgerDifference {
  /**
   * `received`, `fee` and `disputed` of a payment, `refunded` and `owed` of a refund, `balance` of a payment at the card
   * provider, `deposited` of a deposit slip, `total` of all lines.
   */
  what: 'received' | 'fee' | 'disputed' | 'refunded' | 'owed' | 'balance' | 'deposited' | 'total'
  /** Id of the payment, refund or slip. */
  id: string
  /** What the row or the provider says, and what the ledger says. */
  expected: Cents
  posted: Cents
}

/** Accounts that hold guests' money. Money that comes is a credit there, so its sign is turned. */
const HELD = sql`line.account in ('guest_deposits', 'cancellation_income', 'retreat_income', 'tax_payable')`

/** What rows say (`amount` of each `id`) beside what the entries of the sources say, where the two differ. */
const differences = (
  what: LedgerDifference['what'],
  expected: SQL,
  { sources, lines, sign = sql`1` }: { sources: SQL; lines: SQL; sign?: SQL },
) => sql`
  select ${sql.raw(`'${what}'`)} as what, coalesce(fact.id, posted.source_id) as id,
    coalesce(fact.amount, 0)::float8 as expected, coalesce(posted.amount, 0)::float8 as posted
  from (${expected}) as fact
  full join (
    select entry.source_id, ${sign} * sum(line.amount) as amount
    from ledger_entries as entry join ledger_lines as line on line.entry_id = entry.id
    where entry.source in (${sources}) and entry.source_id ~ '^[0-9]+$' and ${lines}
    group by entry.source_id
  ) as posted on posted.source_id = fact.id
  where coalesce(fact.amount, 0) <> coalesce(posted.amount, 0)`

const OF_PAYMENTS = sql`'payment', 'hand'`

/**
 * The balance of a card payment at the provider beside its entries: the charge with its fee, its refunds, and what
 * banks withdrew. Leaves out payments with a refund under way, and those too young to be in the provider's list.
 */
const balanceDifferences = (syncedUntil: Date) => sql`
  select 'balance' as what, payment.id::text as id, coalesce(theirs.net, 0)::float8 as expected,
    coalesce(ours.net, 0)::float8 as posted
  from payments as payment
  left join lateral (
    select sum(amount) - sum(fee) filter (where type in ('charge', 'payment')) as net
    from balance_transactions where intent_id = payment.intent_id
  ) as theirs on true
  left join lateral (
    select sum(line.amount) as net
    from ledger_entries as entry join ledger_lines as line on line.entry_id = entry.id and line.account = 'stripe_balance'
    where entry.source in ('payment', 'dispute') and entry.source_id = payment.id::text
      or entry.source = 'refund' and entry.source_id in (select id::text from refunds where payment_id = payment.id)
  ) as ours on true
  where payment.method = 'card' and payment.fee is not null
    and payment.paid_at < ${new Date(syncedUntil.getTime() - 86_400_000).toISOString()}::timestamptz
    and not exists (select from refunds where payment_id = payment.id and not by_hand
      and (status = 'requested' or finished_at >= ${new Date(syncedUntil.getTime() - 86_400_000).toISOString()}::timestamptz))
    and coalesce(theirs.net, 0) <> coalesce(ours.net, 0)`

/**
 * Returns what differs, at most `limit` rows. `syncedUntil` is the instant before which all transactions of the
 * provider's balance are stored. Null leaves the provider out.
 */
export async function listLedgerDifferences(
  db: Database,
  { syncedUntil, limit }: { syncedUntil: Date | null; limit: number },
): Promise<LedgerDifference[]> {
  const parts = [
    differences('received', sql`select id::text, amount from payments`, {
      sources: OF_PAYMENTS,
      lines: HELD,
      sign: sql`-1`,
    }),
    differences('fee', sql`select id::text, fee as amount from payments where method = 'card'`, {
      sources: OF_PAYMENTS,
      lines: sql`line.account = 'fees'`,
    }),
    differences('disputed', sql`select id::text, withdrawn as amount from payments`, {
      sources: sql`'dispute'`,
      lines: sql`line.account = 'disputes'`,
    }),
    differences('refunded', sql`select id::text, amount from refunds where status <> 'failed'`, {
      sources: sql`'refund'`,
      lines: HELD,
    }),
    differences('owed', sql`select id::text, amount from refunds where status in ('requested', 'owed')`, {
      sources: sql`'refund'`,
      lines: sql`line.account = 'refunds_payable'`,
      sign: sql`-1`,
    }),
    differences(
      'deposited',
      sql`select slip_id::text as id, sum(amount) filter (where returned_at is null) as amount
        from deposited_payments group by slip_id`,
      { sources: sql`'deposit_slip'`, lines: sql`line.account = 'bank'` },
    ),
    sql`select 'total' as what, '' as id, 0::float8 as expected, sum(amount)::float8 as posted from ledger_lines having sum(amount) <> 0`,
    ...(syncedUntil ? [balanceDifferences(syncedUntil)] : []),
  ]
  const all = sql.join(parts, sql` union all `)
  const found = await db.execute(sql`select * from (${all}) as differences order by what, id limit ${limit}`)
  return rows<LedgerDifference>(found)
}
