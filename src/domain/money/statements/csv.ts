/**
 * Writes the statement of a month as CSV: as a list of transactions, or as journal entries that bookkeeping
 * programs import. Pure.
 */
import { asText, BYTE_ORDER_MARK, csvRows, defused } from '#platform/csv.ts'
import type { Day } from '#shared/days.ts'
import { type Cents, plainDollars } from '#shared/money.ts'
import type { Statement, StatementAccounts, StatementForm, StatementLine } from './contract.ts'
import type { JournalEntry } from './domain/journal.ts'
import { lineLabel, METHOD_LABELS } from './domain/balance.ts'

type Row = (string | number | null)[]

const tableOf = (head: string[], rows: Row[], mark = '') => mark + csvRows([head, ...rows], { defuse: false })

const plain = (text: string | null) => text && defused(text)

const dollars = (cents: Cents) => (cents < 0 ? `-${plainDollars(-cents)}` : plainDollars(cents))

const HEAD = [
  'Day',
  'What',
  'Amount ($)',
  'Fee ($)',
  'Net ($)',
  'Payout',
  'Payout at the bank',
  'Retreat',
  'Reservation',
  'Card',
  'Stripe ID',
]

const rowOf = (line: StatementLine, payout: { id: string; day: Day } | null): Row => [
  line.day,
  lineLabel(line),
  dollars(line.amount),
  dollars(line.fee),
  dollars(line.net),
  payout?.id ?? '',
  payout?.day ?? 'not yet',
  plain(asText(line.ours ? line.eventName : 'Not from this site')),
  line.reservationId,
  plain(line.card),
  plain(line.id),
]

/**
 * Returns the table of all transactions of a month. Transactions in payouts come first, then those not yet paid
 * out, then the totals of manual payments. The table contains no names of guests, so that it may be kept for good.
 */
const linesTable = ({ payouts, open, outside }: Statement): string =>
  tableOf(
    HEAD,
    [
      ...payouts.flatMap((payout) => payout.lines.map((line) => rowOf(line, payout))),
      ...open.map((line) => rowOf(line, null)),
      ...outside.flatMap(({ method, received, refunded }) => {
        const what = `${METHOD_LABELS[method] ?? method}, outside of Stripe`
        const net = received - refunded
        return [['', what, dollars(net), dollars(0), dollars(net), '', '', '', null, '', ''] as Row]
      }),
    ],
    BYTE_ORDER_MARK,
  )

/** Returns a day as `mm/dd/yyyy`. */
const slashed = (day: Day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/**
 * Returns a table with the columns that QuickBooks Online requires
 * (quickbooks.intuit.com/learn-support/en-us/help-article/import-export-files/import-journal-entries-quickbooks-online/L4tQBwbs7_US_en_US).
 */
const quickBooksTable = (entries: JournalEntry[], { accounts }: StatementAccounts): string =>
  tableOf(
    ['Journal No.', 'Journal Date', 'Account Name', 'Description', 'Debits', 'Credits'],
    entries.flatMap(({ number, day, title, lines }) =>
      lines.map(({ account, description, amount }) => [
        number,
        slashed(day),
        plain(accounts[account].name),
        `${title}: ${description}`,
        amount > 0 ? plainDollars(amount) : '',
        amount < 0 ? plainDollars(-amount) : '',
      ]),
    ),
  )

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Returns a day such as `1 Jun 2027`. Xero reads only this format the same way in every country. */
const named = (day: Day) =>
  `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

/**
 * Returns a table with the columns of Xero's template for manual journals. Debits are positive, credits negative
 * (help.xero.com/nz/ManualJournalsImport).
 */
function xeroTable(entries: JournalEntry[], { accounts, taxRate }: StatementAccounts): string {
  const tracking = ['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2']
  return tableOf(
    ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount', ...tracking],
    entries.flatMap(({ number, day, title, lines }) =>
      lines.map(({ account, description, amount }) => [
        `${number} ${title}`,
        named(day),
        description,
        plain(accounts[account].code),
        plain(taxRate),
        dollars(amount),
        ...tracking.map(() => ''),
      ]),
    ),
  )
}

/**
 * Returns the statement of a month in the requested format. Calls `journal` only if the format needs journal
 * entries.
 */
export function csvOf(form: StatementForm, statement: Statement, journal: () => JournalEntry[]): string {
  if (form === 'lines') return linesTable(statement)
  return form === 'xero'
    ? xeroTable(journal(), statement.accounts)
    : quickBooksTable(journal(), statement.accounts)
}
