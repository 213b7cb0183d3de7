/**
 * Checks the monthly statements after all random steps. Over all months, they must show what was paid,
 * refunded and disputed, and what the venue owes to guests. The test computes these amounts itself, from the
 * card provider's records and the rows of manual payments.
 */
import { signInAdmin } from '#test/support/booking/admin.ts'
import { exportStatement, getStatement, type Statement } from '#domain/money/statements/contract.ts'
import { syncStatements } from '#domain/money/statements/jobs.ts'
import { ACCOUNTS } from '#domain/money/statements/domain/journal.ts'
import { ranchDay } from '#shared/days.ts'
import { addMonths, lastOf, type Month, monthOf } from '#shared/months.ts'
import { START } from './site.ts'
import { refundsAtProvider, type Snapshot, sumOf } from './snapshot.ts'
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
  for (let month = monthOf(ranchDay(START)); month <= last; month = addMonths(month, 1)) {
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

/** Returns how much of a payment the venue still has, in cents. */
const leftOf = (now: Snapshot, { id, intentId, amount, withdrawn }: Snapshot['payments'][number]) => {
  const byHand = now.refunds.filter((one) => one.paymentId === id && one.byHand && one.status === 'succeeded')
  const byCard = intentId === null ? [] : refundsAtProvider(now, intentId)
  return amount - withdrawn - sumOf(byHand) - sumOf(byCard)
}

/**
 * Returns what the venue owes to guests at the end of a month, in cents. That is payments for stays that have
 * not started, and refunds that an admin still owes for other stays.
 */
function owedAt(now: Snapshot, month: Month): number {
  const isAhead = (reservationId: number | null) => {
    const stay = now.reservations.find(({ id }) => id === reservationId)
    const event = now.events.find(({ id }) => id === stay?.eventId)
    const stands = stay?.status === 'confirmed' || stay?.status === 'pending'
    return stands && event !== undefined && event.startDateDate > lastOf(month)
  }
  const [ahead, others] = [true, false].map((is) =>
    now.payments.filter(({ reservationId }) => isAhead(reservationId) === is),
  )
  const due = now.refunds.filter(
    ({ paymentId, status }) =>
      (status === 'owed' || status === 'requested') && others?.some(({ id }) => id === paymentId),
  )
  return total((ahead ?? []).map((payment) => leftOf(now, payment))) + sumOf(due)
}

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
  const owed = owedAt(now, last.month)
  const kept = paid - refunded - disputed + sumOf(isByHand) - sumOf(given) - owed
  const over = (of: (month: Statement) => number) => total(months.map((month) => of(month)))
  const inLines = (what: RegExp) =>
    total(lines.flatMap((row) => (what.test(row['What'] ?? '') ? [centsOf(row['Amount ($)'])] : [])))
  const inJournal = (account: keyof typeof ACCOUNTS) =>
    total(
      journal.flatMap((row) =>
        row['Account Name'] === ACCOUNTS[account] ? [centsOf(row['Debits']) - centsOf(row['Credits'])] : [],
      ),
    )
  const compared: [string, number, number][] = [
    ['paid by card', over((one) => one.charges), paid],
    ['refunded to cards', over((one) => -one.refunds), refunded],
    ['disputed', over((one) => -one.disputes), disputed],
    ['paid by hand', over((one) => sumIn(one, 'received')), sumOf(isByHand)],
    ['refunded by hand', over((one) => sumIn(one, 'refunded')), sumOf(given)],
    ['owed', last.owed.total, owed],
    ['outside of Stripe in its tables', inLines(/, outside of Stripe$/), sumOf(isByHand) - sumOf(given)],
    ['owed in the journal', -inJournal('owed'), owed],
    ['kept in the journal', -inJournal('income'), kept],
  ]
  for (const [what, , own] of compared) if (own !== 0) countEvent(state, `a statement showed what is ${what}`)
  return compared.flatMap(([what, shown, own]) =>
    shown === own ? [] : [`the statements show ${dollars(shown)} ${what}, the rows ${dollars(own)}`],
  )
}

const sumIn = ({ outside }: Statement, field: 'received' | 'refunded') =>
  total(outside.map((one) => one[field]))
