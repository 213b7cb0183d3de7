/** Handles the API calls about the bank statement of a month, and about closing months. */
import { actorOf, recordAudit } from '#platform/audit.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Caller } from '#platform/http/context.ts'
import { csvResponse } from '#platform/http/headers.ts'
import { isCrossSite } from '#platform/http/xsrf.ts'
import type { Services } from '#platform/services.ts'
import { addDays, type Day, ranchDay } from '#shared/days.ts'
import { addMonths, type Month, monthOf } from '#shared/months.ts'
import {
  closeMonths,
  findClosedAt,
  findExport,
  keepExport,
  listMonthsToClose,
} from '../ledger/store/close.ts'
import * as ledger from '../ledger/store/read.ts'
import { formatRate } from '../taxes/domain/taxes.ts'
import { postByHand } from './adjust.ts'
import * as contract from './contract.ts'
import { csvOf, type ExportedEntry, fileName, fileOf } from './csv.ts'
import { ACCOUNT_KEYS, ACCOUNT_NAMES, FORMER_KEYS } from './domain/accounts.ts'
import {
  kindOf,
  type BalanceTransaction,
  netOf,
  monthSpan,
  completeUntil,
  withLines,
} from './domain/balance.ts'
import { accountMonths, type Balances, cardMoney, handMoney, income } from './domain/report.ts'
import * as store from './store.ts'

type Deps = Pick<Services, 'db' | 'now' | 'sealer' | 'settings'>

export function statementHandlers(deps: Deps): Bound[] {
  const { db, now, settings } = deps
  const today = () => ranchDay(now())
  const lastMonth = () => addMonths(monthOf(today()), -1)
  return [
    bind(contract.getStatement, ({ query: { month = lastMonth() } }) => readStatement(db, month, today())),

    bind(contract.exportStatement, async ({ query: { month = lastMonth(), form } }, { caller, request }) => {
      const accounts = await readAccounts(db)
      const missing = ACCOUNT_KEYS.filter((key) => accounts.accounts[key].code === '')
      if (form === 'xero' && missing.length > 0)
        return fail('codes_missing', {
          fields: Object.fromEntries(missing.map((key) => [`accounts.${key}.code`, 'Required'])),
        })
      // A link on another site must not close a month.
      const mayClose = month < monthOf(today()) && !isCrossSite(request, settings.publicUrl)
      const made = await db.transaction(async (tx) => {
        const closed = mayClose ? await closeMonths(tx, month, now()) : []
        const isOpen = (await findClosedAt(tx, month)) === null
        const kept = isOpen ? null : await findExport(tx, month, form)
        const openOn = isOpen ? today() : null
        const build = async () => csvOf(form, await readEntries(tx, month), { month, accounts, openOn })
        const content = kept ?? (await build())
        await recordClosing(tx, deps, caller, closed)
        await recordStatementAudit(tx, deps, caller, { action: 'statement.exported', fields: [month, form] })
        const first = { month, form, content, madeAt: now() }
        return { isOpen, content: isOpen || kept ? content : await keepExport(tx, first) }
      })
      return csvResponse(
        fileOf(form, made.content),
        `attachment; filename="${fileName(form, month, made.isOpen)}"`,
      )
    }),

    bind(contract.nameAccounts, async ({ body }, { caller }) => {
      await db.transaction(async (tx) => {
        await store.writeAccounts(tx, body)
        await recordStatementAudit(tx, deps, caller, { action: 'statement.accounts_named' })
      })
      return { accounts: body }
    }),

    bind(contract.getClosing, ({ query: { month = lastMonth() } }) => readClosing(db, month, today())),

    bind(contract.closeMonth, async ({ body: { month } }, { caller }) => {
      if (month >= monthOf(today())) return fail('month_not_over')
      const closedAt = await db.transaction(async (tx) => {
        await recordClosing(tx, deps, caller, await closeMonths(tx, month, now()))
        return findClosedAt(tx, month)
      })
      return { month, closedAt: closedAt ?? now() }
    }),

    bind(contract.postAdjustment, async ({ body }, { caller }) => {
      const done = await db.transaction(async (tx) => {
        const posted = await postByHand(tx, body, now())
        if ('id' in posted && posted.isNew)
          await recordStatementAudit(tx, deps, caller, {
            action: 'statement.adjusted',
            reservationId: body.reservationId ?? null,
            fields: [posted.number],
          })
        return posted
      })
      return 'fields' in done ? fail('invalid', done) : { entry: done }
    }),
  ]
}

/** Records in the audit log which admin exported a statement, closed a month or changed the names of accounts. */
async function recordStatementAudit(
  tx: Transaction,
  { now, sealer }: Deps,
  caller: Caller,
  entry: { action: string; fields?: string[]; reservationId?: number | null },
): Promise<void> {
  const whole = { ...actorOf(caller), entity: 'statement', entityId: 1, at: now(), ...entry }
  await recordAudit(tx, sealer, [whole])
}

async function recordClosing(tx: Transaction, deps: Deps, caller: Caller, months: Month[]): Promise<void> {
  if (months.length > 0)
    await recordStatementAudit(tx, deps, caller, { action: 'statement.closed', fields: months })
}

async function readEntries(db: Database, month: Month): Promise<ExportedEntry[]> {
  const entries = await ledger.listEntries(db, monthSpan(month))
  const payouts = await store.listPayoutsOf(
    db,
    entries.flatMap(({ source, sourceId }) => (source === 'payout' ? [sourceId] : [])),
  )
  return entries.map((entry) => ({ ...entry, payout: payouts.get(entry.sourceId) ?? null }))
}

async function readStatement(db: Database, month: Month, today: Day): Promise<contract.Statement> {
  const span = monthSpan(month)
  const { until } = await store.findSync(db)
  const before = await ledger.readBalances(db, addDays(span.first, -1))
  const sums = await ledger.listSums(db, span)
  const balances = accountMonths(before, sums)
  const after: Balances = Object.fromEntries(balances.map(({ account, closing }) => [account, closing]))
  const payouts = await store.listPayoutsIn(db, span)
  const ofPayouts = await store.listPayoutTransactions(
    db,
    payouts.map(({ id }) => id),
  )
  const taxes = await ledger.listTaxSums(db, span)
  const stays = await ledger.listDepositsByEvent(db, span.last)
  return {
    month,
    closedAt: (await findClosedAt(db, month))?.toISOString() ?? null,
    isOver: month < monthOf(today),
    readUntil: until?.toISOString() ?? null,
    balances,
    opening: before.stripe_balance ?? 0,
    ...cardMoney(sums),
    closing: after.stripe_balance ?? 0,
    payouts: payouts.map((payout) => {
      const { lines, addsUp } = withLines(payout, ofPayouts)
      return { ...payout, addsUp, lines: lines.map(toLine) }
    }),
    open: (await store.listOpenTransactions(db, span)).map(toLine),
    byHand: handMoney(sums),
    owed: {
      stays: stays.map(({ startDateDate, ...stay }) => ({ ...stay, day: startDateDate })),
      refunds: 0 - (after.refunds_payable ?? 0),
      total: owedTo(after),
      before: owedTo(before),
    },
    income: income(sums),
    taxes: taxes.map(({ name, rate, ...tax }) => ({
      ...tax,
      name: name === null ? 'Taxes' : `${name} (${formatRate(rate ?? 0)})`,
    })),
    discounts: await store.sumDiscounts(db, span),
    untold: await countUntold(db, month, until),
    accounts: await readAccounts(db),
  }
}

const owedTo = ({ guest_deposits: deposits = 0, refunds_payable: refunds = 0 }: Balances) =>
  0 - deposits - refunds

async function countUntold(db: Database, month: Month, until: Date | null) {
  const complete = completeUntil(until)
  return complete ? store.countMissing(db, monthSpan(month), complete) : { count: 0, amount: 0 }
}

async function readClosing(db: Database, month: Month, today: Day): Promise<contract.Closing> {
  const { last, ends } = monthSpan(month)
  const { until } = await store.findSync(db)
  const months = await listMonthsToClose(db, month)
  const { undeposited = 0, refunds_payable: refunds = 0 } = await ledger.readBalances(db, last)
  const first = monthSpan(months[0] ?? month).first
  return {
    month,
    closedAt: (await findClosedAt(db, month))?.toISOString() ?? null,
    isOver: month < monthOf(today),
    months,
    entries: months.length === 0 ? 0 : await ledger.countEntries(db, { first, last }),
    open: {
      unread: until === null || until < ends,
      readUntil: until?.toISOString() ?? null,
      untold: await countUntold(db, month, until),
      undeposited,
      refunds: 0 - refunds,
      deposits: await ledger.listStrandedDeposits(db, last),
    },
  }
}

const NOT_OURS = { reservationId: null, eventName: null, card: null }

function toLine({ ours, ...move }: BalanceTransaction): contract.StatementLine {
  const shown = { day: ranchDay(move.createdAt), kind: kindOf(move), net: netOf(move), ours: ours !== null }
  return { ...move, ...shown, ...(ours ?? NOT_OURS) }
}

/** Xero's default name in the United States for a tax rate without tax. */
const NO_TAX = 'Tax Exempt'

async function readAccounts(db: Database): Promise<contract.StatementAccounts> {
  const stored = contract.storedAccounts.safeParse(await store.findAccounts(db))
  const { accounts: kept = {}, taxRate = NO_TAX } = stored.success ? stored.data : {}
  const accounts = ACCOUNT_KEYS.map((key) => {
    const known = kept[key] ?? kept[FORMER_KEYS[key] ?? '']
    return [key, known ?? { name: ACCOUNT_NAMES[key], code: '' }]
  })
  return { accounts: Object.fromEntries(accounts) as contract.StatementAccounts['accounts'], taxRate }
}
