/**
 * Checks the monthly statements after all random steps. Over all months, they must show what was paid, refunded and
 * disputed, what the venue owes to guests, and what it earned. The test computes these amounts itself, from the card
 * provider's records and the rows of payments and refunds. `ledger-invariants.ts` checks on which account the money of
 * each guest is.
 */
import { min } from 'drizzle-orm'
import { ledgerEntries } from '#platform/database/schema/ledger.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { exportStatement, getStatement, type Statement } from '#domain/money/statements/contract.ts'
import { syncStatements } from '#domain/money/statements/jobs.ts'
import { ENTRY_KINDS } from '#domain/money/ledger/domain/entries.ts'
import { ACCOUNT_NAMES } from '#domain/money/statements/domain/accounts.ts'
import { ranchDay } from '#shared/days.ts'
import { addMonths, type Month, monthOf } from '#shared/months.ts'
import { START } from './site.ts'
import { type Snapshot, sumOf } from './snapshot.ts'
import { readCsv } from './total-invariants.ts'
import { countEvent, dollars, type HistoryState } from './history-state.ts'

export interface Statements {
  months: Statement[]
  /** The rows of a month's two downloads: the statement and the journal. */
  lines: Record<string, string>[]
  journal: Record<string, string>[]
}

export async function readStatements({ site }: HistoryState, now: Snapshot): Promise<Statements> {
  const { services, provider } = site.app
  // The job may sync only in hours, and a card may have been charged since its last run.
  await syncStatements({ ...services, provider })
  const { browser } = await signInAdmin(site.app)
  const read: Statements = { months: [], lines: [], journal: [] }
  const rowsOf = (month: Month, form: string) =>
    readCsv(browser, `/api/${exportStatement.path}?month=${month}&form=${form}`)
  const last = monthOf(ranchDay(now.now))
  // Income of an event that was moved into the past is posted on its first day, before the history began.
  const [posted] = await services.db.select({ first: min(ledgerEntries.postedOn) }).from(ledgerEntries)
  const first = monthOf(posted?.first ?? ranchDay(START))
  for (let month = first; month <= last; month = addMonths(month, 1)) {
    const found = await browser.call(getStatement, { query: { month } })
    if (!found.ok) throw new Error(`no statement of ${month}`)
    read.months.push(found.data)
    read.lines.push(...(await rowsOf(month, 'lines')))
    read.journal.push(...(await rowsOf(month, 'quickbooks')))
  }
  return read
}

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

const centsOf = (text: string | undefined) => Math.round(Number(text || 0) * 100)

export function statementsAgree(
  state: HistoryState,
  now: Snapshot,
  { months, lines, journal }: Statements,
): string[] {
  const last = months.at(-1)
  if (!last) return ['there is no statement']
  const { charges, refunds } = now.ledger
  const isByHand = now.payments.filter(({ intentId }) => intentId === null)
  const given = now.refunds.filter((one) => one.byHand && one.status === 'succeeded')
  const paid = sumOf(charges)
  const refunded = sumOf(refunds.filter(({ status }) => status === 'succeeded'))
  const disputed = total(charges.map(({ withdrawn }) => withdrawn))
  const due = sumOf(now.refunds.filter(({ status }) => status === 'owed' || status === 'requested'))
  // An open balance that an admin refunds has no row of a refund if its guest was deleted. Its entry has the admin's
  // reason behind the kind.
  const settled = total(
    lines.flatMap((row) => {
      const isPaid = [ACCOUNT_NAMES.bank, ACCOUNT_NAMES.undeposited].some((name) => name === row['Account'])
      return row['What']?.startsWith(ENTRY_KINDS.adjustment) && isPaid ? [centsOf(row['Credit ($)'])] : []
    }),
  )
  const standing = now.refunds.filter(({ status }) => status !== 'failed')
  const held = sumOf(now.payments) - sumOf(standing) - settled
  const over = (of: (month: Statement) => number) => total(months.map((month) => of(month)))
  const earned = over(({ income, taxes }) => income.retreat + income.cancellation + sumOf(taxes))
  const inTable = (rows: Record<string, string>[], head: string, [debits, credits]: [string, string]) => {
    return (account: keyof typeof ACCOUNT_NAMES) =>
      total(
        rows.flatMap((row) =>
          row[head] === ACCOUNT_NAMES[account] ? [centsOf(row[debits]) - centsOf(row[credits])] : [],
        ),
      )
  }
  const inLines = inTable(lines, 'Account', ['Debit ($)', 'Credit ($)'])
  const inJournal = inTable(journal, 'Account Name', ['Debits', 'Credits'])
  const inBoth = (account: keyof typeof ACCOUNT_NAMES) => {
    const sums = [inLines(account), inJournal(account)]
    return sums[0] === sums[1] ? (sums[0] ?? 0) : Number.NaN
  }
  const elsewhere = sumOf(isByHand) - sumOf(given) - settled
  const compared: [string, number, number][] = [
    ['paid by card', over((one) => one.charges), paid],
    ['refunded to cards', over((one) => -one.refunds), refunded],
    ['disputed', over((one) => -one.disputes), disputed],
    ['paid by hand', over((one) => sumIn(one, 'received')), sumOf(isByHand)],
    ['refunded by hand', over((one) => sumIn(one, 'refunded')), sumOf(given)],
    ['due as refunds', last.owed.refunds, due],
    ['held or earned', last.owed.total - last.owed.refunds + earned, held],
    ['owed', last.owed.total, sumOf(last.owed.stays) + due],
    [
      'outside of Stripe in its tables',
      inBoth('undeposited') + inBoth('bank') - over((one) => one.paidOut),
      elsewhere,
    ],
    ['owed in the journal', 0 - inBoth('guest_deposits') - inBoth('refunds_payable'), last.owed.total],
    [
      'kept in the journal',
      0 - inBoth('retreat_income') - inBoth('cancellation_income') - inBoth('tax_payable'),
      earned,
    ],
  ]
  for (const [what, , own] of compared) if (own !== 0) countEvent(state, `a statement showed what is ${what}`)
  return compared.flatMap(([what, shown, own]) =>
    shown === own ? [] : [`the statements show ${dollars(shown)} ${what}, the rows ${dollars(own)}`],
  )
}

const sumIn = ({ byHand }: Statement, field: 'received' | 'refunded') =>
  total(byHand.map((one) => one[field]))
