/** Handles the API calls about the bank statement of a month. */
import { actorOf, recordAudit } from '#platform/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Caller } from '#platform/http/context.ts'
import { csvResponse } from '#platform/http/headers.ts'
import type { Services } from '#platform/services.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { addMonths, type Month, monthOf } from '#shared/months.ts'
import * as contract from './contract.ts'
import { csvOf } from './csv.ts'
import { ACCOUNT_KEYS, ACCOUNTS, type JournalFacts, journalOf } from './domain/journal.ts'
import {
  kindOf,
  type BalanceTransaction,
  netOf,
  monthSpan,
  totalsOf,
  completeUntil,
  total,
  withLines,
} from './domain/balance.ts'
import * as store from './store.ts'

type Deps = Pick<Services, 'db' | 'now' | 'sealer'>

export function statementHandlers(deps: Deps): Bound[] {
  const { db, now } = deps
  const lastMonth = () => addMonths(monthOf(ranchDay(now())), -1)
  return [
    bind(contract.getStatement, async ({ query: { month = lastMonth() } }) => {
      return (await readStatement(db, month)).statement
    }),

    bind(contract.exportStatement, async ({ query: { month = lastMonth(), form } }, { caller }) => {
      const { statement, facts } = await readStatement(db, month)
      const { accounts } = statement.accounts
      if (form === 'xero' && ACCOUNT_KEYS.some((key) => accounts[key].code === ''))
        return fail('codes_missing')
      await recordStatementAudit(deps, caller, { action: 'statement.exported', fields: [month, form] })
      const table = csvOf(form, statement, () => journalOf(facts))
      return csvResponse(table, `attachment; filename="statement-${month}-${form}.csv"`)
    }),

    bind(contract.nameAccounts, async ({ body }, { caller }) => {
      await db.transaction((tx) => store.writeAccounts(tx, body))
      await recordStatementAudit(deps, caller, { action: 'statement.accounts_named' })
      return { accounts: body }
    }),
  ]
}

/** Records in the audit log which admin exported a statement or changed the names of its accounts. */
async function recordStatementAudit(
  { db, now, sealer }: Deps,
  caller: Caller,
  entry: { action: string; fields?: string[] },
): Promise<void> {
  const whole = { ...actorOf(caller), entity: 'statement', entityId: 1, at: now(), ...entry }
  await db.transaction((tx) => recordAudit(tx, sealer, [whole]))
}

async function readStatement(
  db: Database,
  month: Month,
): Promise<{ statement: contract.Statement; facts: JournalFacts }> {
  const span = monthSpan(month)
  const moves = await store.listTransactions(db, span)
  const payouts = await store.listPayoutsIn(db, span)
  const ofPayouts = await store.listPayoutTransactions(
    db,
    payouts.map(({ id }) => id),
  )
  const returned = moves.flatMap(({ sourceId }) => sourceId ?? [])
  const named = await store.listPayoutsById(db, returned)
  const outside = await store.listManual(db, span)
  const { until } = await store.findSync(db)
  const missingUntil = completeUntil(until)
  const sums = totalsOf(moves)
  const opening = await store.readBalance(db, span)
  const owed = await readOwed(db, span)
  const before = (await readOwed(db, { last: addDays(span.first, -1), ends: span.begins })).total
  const statement: contract.Statement = {
    month,
    readUntil: until?.toISOString() ?? null,
    opening,
    ...sums,
    closing: opening + sums.net - sums.paidOut,
    payouts: payouts.map((payout) => {
      const { lines, addsUp } = withLines(payout, ofPayouts)
      return { ...payout, addsUp, lines: lines.map(toLine) }
    }),
    open: (await store.listOpenTransactions(db, span)).map(toLine),
    outside,
    owed: { ...owed, before },
    discounts: await store.sumDiscounts(db, span),
    untold: missingUntil ? await store.countMissing(db, span, missingUntil) : { count: 0, amount: 0 },
    accounts: await readAccounts(db),
  }
  const facts = {
    month,
    moves,
    payouts: named,
    outside: total(outside.map(({ received, refunded }) => received - refunded)),
    owedBefore: before,
    owedAfter: owed.total,
  }
  return { statement, facts }
}

async function readOwed(db: Database, at: Parameters<typeof store.listDeposits>[1]) {
  const stays = await store.listDeposits(db, at)
  const refunds = await store.sumRefundsDue(db, at)
  return { stays, refunds, total: total(stays.map(({ amount }) => amount)) + refunds }
}

const NOT_OURS = { reservationId: null, eventName: null, card: null }

function toLine({ ours, ...move }: BalanceTransaction): contract.StatementLine {
  const shown = { day: ranchDay(move.createdAt), kind: kindOf(move), net: netOf(move), ours: ours !== null }
  return { ...move, ...shown, ...(ours ?? NOT_OURS) }
}

/** Xero's default name in the United States for a tax rate without tax. */
const NO_TAX = 'Tax Exempt'

async function readAccounts(db: Database): Promise<contract.StatementAccounts> {
  const kept = contract.accounts.safeParse(await store.findAccounts(db))
  if (kept.success) return kept.data
  const names = ACCOUNT_KEYS.map((key) => [key, { name: ACCOUNTS[key], code: '' }])
  return { accounts: Object.fromEntries(names), taxRate: NO_TAX } as contract.StatementAccounts
}
