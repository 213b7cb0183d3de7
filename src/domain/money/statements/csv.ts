/**
 * Writes the ledger entries of a month as CSV: as a table, or as journal entries that bookkeeping programs import.
 * Entries name reservations by number and never a guest, so that the files may be kept for good. Pure.
 */
import { asText, BYTE_ORDER_MARK, csvRows, defused } from '#platform/csv.ts'
import type { Account } from '#platform/database/schema/ledger.ts'
import type { Day } from '#shared/days.ts'
import { formatDayLong } from '#shared/format-days.ts'
import { type Cents, plainDollars } from '#shared/money.ts'
import { type Month, monthTitle } from '#shared/months.ts'
import { ENTRY_KINDS, type EntryKind } from '../ledger/domain/entries.ts'
import type { StatementAccounts, StatementForm } from './contract.ts'

/** A ledger entry, with all that its export shows. */
export interface ExportedEntry {
  id: number
  postedOn: Day
  kind: EntryKind
  memo: string | null
  /** For a payout: its id and the bank's trace number. */
  payout: { id: string; traceId: string | null } | null
  lines: { account: Account; amount: Cents; reservationId: number | null; eventName: string | null }[]
}

type Row = (string | number | null)[]

const tableOf = (head: string[], rows: Row[]) => csvRows([head, ...rows], { defuse: false })

const plain = (text: string | null) => text && defused(text)

const dollars = (cents: Cents) => (cents < 0 ? `-${plainDollars(-cents)}` : plainDollars(cents))
const debit = (cents: Cents) => (cents > 0 ? plainDollars(cents) : '')
const credit = (cents: Cents) => (cents < 0 ? plainDollars(-cents) : '')

/** The number of an entry in every export, which never changes. */
export const entryNumber = (id: number): string => `TM-${id}`

/** Returns what an entry is, such as `Payout po_1, trace T1` or `Adjustment: Gift card sold`. */
function titleOf({ kind, memo, payout }: ExportedEntry): string {
  const trace = payout?.traceId ? `, trace ${payout.traceId}` : ''
  return `${ENTRY_KINDS[kind]}${payout ? ` ${payout.id}${trace}` : ''}${memo === null ? '' : `: ${memo}`}`
}

function descriptionOf(
  entry: ExportedEntry,
  { reservationId, eventName }: ExportedEntry['lines'][number],
): string {
  const reservation = reservationId === null ? [] : [`reservation ${reservationId}`]
  return [titleOf(entry), ...reservation, ...(eventName === null ? [] : [eventName])].join(', ')
}

const HEAD = ['Day', 'What', 'Account', 'Debit ($)', 'Credit ($)', 'Retreat', 'Reservation', 'Entry']

function linesTable(entries: readonly ExportedEntry[], { accounts }: StatementAccounts): string {
  return tableOf(
    HEAD,
    entries.flatMap((entry) =>
      entry.lines.map(({ account, amount, eventName, reservationId }) => [
        entry.postedOn,
        plain(titleOf(entry)),
        plain(asText(accounts[account].name)),
        debit(amount),
        credit(amount),
        plain(asText(eventName)),
        reservationId,
        entryNumber(entry.id),
      ]),
    ),
  )
}

/** Returns a day as `mm/dd/yyyy`. */
const slashed = (day: Day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/**
 * Returns a table with the columns that QuickBooks Online requires
 * (quickbooks.intuit.com/learn-support/en-us/help-article/import-export-files/import-journal-entries-quickbooks-online/L4tQBwbs7_US_en_US).
 */
const quickBooksTable = (entries: readonly ExportedEntry[], { accounts }: StatementAccounts): string =>
  tableOf(
    ['Journal No.', 'Journal Date', 'Account Name', 'Description', 'Debits', 'Credits'],
    entries.flatMap((entry) =>
      entry.lines.map((line) => [
        entryNumber(entry.id),
        slashed(entry.postedOn),
        plain(accounts[line.account].name),
        plain(descriptionOf(entry, line)),
        debit(line.amount),
        credit(line.amount),
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
function xeroTable(entries: readonly ExportedEntry[], { accounts, taxRate }: StatementAccounts): string {
  const tracking = ['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2']
  return tableOf(
    ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount', ...tracking],
    entries.flatMap((entry) =>
      entry.lines.map((line) => [
        plain(`${entryNumber(entry.id)} ${titleOf(entry)}`),
        named(entry.postedOn),
        plain(descriptionOf(entry, line)),
        plain(accounts[line.account].code),
        plain(taxRate),
        dollars(line.amount),
        ...tracking.map(() => ''),
      ]),
    ),
  )
}

/** The mark of an export that may change: in the file's name, and in the first line of the table for people. */
const openMark = (month: Month, today: Day): string =>
  csvRows([[`Open, may change: ${monthTitle(month)} was not closed on ${formatDayLong(today)}`]])

/**
 * Returns the entries of a month in the requested format. Give `openOn`, the day of the export, if the month is open.
 */
export function csvOf(
  form: StatementForm,
  entries: readonly ExportedEntry[],
  { month, accounts, openOn }: { month: Month; accounts: StatementAccounts; openOn: Day | null },
): string {
  // QuickBooks and Xero import no line before the heading row.
  if (form === 'quickbooks') return quickBooksTable(entries, accounts)
  if (form === 'xero') return xeroTable(entries, accounts)
  const mark = openOn === null ? '' : openMark(month, openOn)
  return mark + linesTable(entries, accounts)
}

/**
 * Returns the file of an export. Only the table for people begins with a byte order mark. The mark is no part of a
 * kept export, because the embedded database drops it at the beginning of a text.
 */
export const fileOf = (form: StatementForm, content: string): string =>
  form === 'lines' ? BYTE_ORDER_MARK + content : content

export const fileName = (form: StatementForm, month: Month, isOpen: boolean): string =>
  `statement-${month}-${form}${isOpen ? '-open-may-change' : ''}.csv`
